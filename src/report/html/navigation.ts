/** The navigation of each site before and after, drawn. */
import type { Address } from '../../core/address.ts';
import type { NavigationEntry, NavigationSide, SiteNavigation } from '../../core/navigation.ts';
import { type Html, html, isolated } from '../../markup/html.ts';
import { isMoving, navigationPicture, type Picture, type PictureLine, type PictureMark } from '../../markup/picture.ts';
import type { PlanView } from '../../plan/plan-view.ts';
import { oneLine } from '../sanitize.ts';
import type { Section } from './section.ts';

/** So many lines are drawn of sites in which everything stays in its place, or that are new or gone as a whole. */
const mostUnmoved = 400;

export function navigationSection({ navigation = [] }: PlanView): readonly Section[] {
  if (navigation.length === 0) return [];
  let unmoved = 0;
  const sites = navigation.map((site) => {
    const drawn = drawnOf(site);
    const isPlain = !isMoving(drawn) || site.before === null || site.after === null;
    if (isPlain) unmoved += Math.max(drawn.before.length, drawn.after.length);
    return siteOf(site, isPlain && unmoved > mostUnmoved ? undefined : drawn);
  });
  return [{ id: 'navigation', title: 'Navigation', count: navigation.length, body: html`${sites}` }];
}

function drawnOf({ address, before, after }: SiteNavigation): Picture {
  const [was, is] = [entriesIn(before), entriesIn(after)];
  const both: Both = { before: byAddress(was), after: byAddress(is), site: address };
  return {
    name: oneLine(after?.title ?? before?.title ?? address),
    before: was.map((each) => lineOf(each, both, false)),
    after: is.map((each) => lineOf(each, both, true)),
  };
}

/** undefined: only told. */
function siteOf({ address, before, after }: SiteNavigation, picture: Picture | undefined): Html {
  const isUnread = before?.isUnread === true || after?.isUnread === true;
  const what = before === null ? 'All of it is new.' : after === null ? 'All of it goes.' : 'Nothing comes, goes or moves.';
  const told = html`<p>${what} What becomes of it stands among the addresses and changes.</p>`;
  return html`<div class="site"><h3>${isolated(oneLine(after?.title ?? before?.title ?? address))} <code>${oneLine(address)}</code></h3>
${isUnread && html`<p>Not all of it could be read.</p>`}
${picture === undefined ? told : html`<div class="box">${navigationPicture(picture)}</div>`}</div>
`;
}

interface Placed {
  readonly entry: NavigationEntry;
  readonly depth: number;
}

type ByAddress = ReadonlyMap<Address, NavigationEntry>;

interface Both {
  readonly before: ByAddress;
  readonly after: ByAddress;
  readonly site: Address;
}

function byAddress(placed: readonly Placed[]): ByAddress {
  return new Map(placed.map(({ entry }) => [entry.address, entry]));
}

/** From top to bottom. */
function entriesIn(side: NavigationSide | null): readonly Placed[] {
  const walk = (entries: readonly NavigationEntry[], depth: number): readonly Placed[] =>
    entries.flatMap((entry) => [{ entry, depth }, ...walk(entry.entries, depth + 1)]);
  return walk(side?.entries ?? [], 0);
}

const kinds = { 'section-group': 'group', section: 'section', 'site-space': 'space' } as const;

function lineOf({ entry, depth }: Placed, both: Both, isAfter: boolean): PictureLine {
  const { kind, address, title, path, isDefault, condition, isPlaceUnknown, isUnread } = entry;
  return {
    ...{ id: address, kind: kinds[kind], depth, title: oneLine(title) },
    ...(path === undefined ? {} : { path: oneLine(path) }),
    notes: [
      ...(isDefault === true ? ['default'] : []),
      ...(condition === undefined ? [] : [`only if ${oneLine(condition)}`]),
      ...(isPlaceUnknown === true ? ['place not known'] : []),
      ...(isUnread === true ? ['not read whole'] : []),
    ],
    mark: markOf(entry),
    says: saysOf(entry, both, isAfter),
  };
}

/** What only stands somewhere else as what holds it does stays as it is. */
function markOf({ marks, fields }: NavigationEntry): PictureMark {
  if (marks.includes('added')) return 'added';
  if (marks.includes('removed')) return 'removed';
  if (marks.includes('moved')) return 'moved';
  return marks.includes('renamed') || fields.some((field) => field !== 'address') ? 'changed' : 'same';
}

/** Of these something stands in the picture itself. */
const seen: ReadonlySet<string> = new Set(['path', 'default', 'address']);

/** Before: where it goes to. After: where it comes from, what it was called, and what else of it is another. */
function saysOf({ address, marks, moved, fields, path }: NavigationEntry, { before, after, site }: Both, isAfter: boolean): string {
  if (marks.includes('added')) return 'new';
  if (marks.includes('removed')) return 'ends';
  const place = isAfter ? moved?.from : moved?.to;
  const holder = place === undefined || place === site ? 'the top' : ((isAfter ? before : after).get(place)?.title ?? place);
  const way = moved === undefined ? [] : moved.from === moved.to ? ['moves'] : [`${isAfter ? 'from' : 'to'} ${oneLine(holder)}`];
  if (!isAfter) return way.join('');
  const former = before.get(address);
  const isElsewhere = moved === undefined && former?.path !== undefined && former.path !== path;
  const was = [
    ...(marks.includes('renamed') && former !== undefined ? [oneLine(former.title)] : []),
    ...(isElsewhere ? [oneLine(former.path)] : []),
  ];
  const others = fields.filter((field) => !seen.has(field));
  return [
    ...way,
    ...(was.length > 0 ? [`was ${was.join(' at ')}`] : []),
    ...(others.length > 0 ? [`other ${others.join(', ')}`] : []),
  ].join(', ');
}
