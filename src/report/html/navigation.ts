/** The navigation of each site before and after, as a picture. */
import type { Address } from '../../core/address.ts';
import type { NavigationEntry, NavigationSide, SiteNavigation } from '../../core/navigation.ts';
import { type Html, html, isolated } from '../../markup/html.ts';
import { isMoving, navigationPicture, type Picture, type PictureLine, type PictureMark } from '../../markup/picture.ts';
import { isUnread, notesOn, unreadText } from '../navigation.ts';
import { oneLine } from '../sanitize.ts';

/** Maximum number of lines in the picture of a site without moves. More lines would make the page too large. */
const mostUnmoved = 400;

export function navigationHtml(navigation: readonly SiteNavigation[]): Html {
  let unmoved = 0;
  const sites = navigation.map((site) => {
    const drawn = drawnOf(site);
    const isPlain = !isMoving(drawn) || site.before === null || site.after === null;
    if (isPlain) unmoved += Math.max(drawn.before.length, drawn.after.length);
    return siteOf(site, isPlain && unmoved > mostUnmoved ? undefined : drawn);
  });
  return html`${sites}`;
}

function drawnOf(site: SiteNavigation): Picture {
  const { address, before, after } = site;
  const [was, is] = [entriesIn(before), entriesIn(after)];
  const both: Both = { before: byAddress(was), after: byAddress(is), site };
  return {
    name: oneLine(before?.title ?? after?.title ?? address),
    before: was.map((each) => lineOf(each, both, false)),
    after: is.map((each) => lineOf(each, both, true)),
  };
}

/** undefined: the site is described in words. */
function siteOf(site: SiteNavigation, picture: Picture | undefined) {
  const { address, before, after } = site;
  const what =
    before === null
      ? 'The site is new.'
      : after === null
        ? 'The site will be deleted.'
        : 'No entry is added, removed or moved.';
  const summary = html`<p>${what} The sections URLs and Changes list the details.</p>`;
  return html`<div class="site"><h3>${isolated(oneLine(before?.title ?? after?.title ?? address))} <code>${oneLine(address)}</code></h3>
${isUnread(site) && html`<p>${unreadText}</p>`}
${picture === undefined ? summary : html`<div class="box">${navigationPicture(picture)}</div>`}</div>
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
  readonly site: SiteNavigation;
}

function byAddress(placed: readonly Placed[]): ByAddress {
  return new Map(placed.map(({ entry }) => [entry.address, entry]));
}

function entriesIn(side: NavigationSide | null): readonly Placed[] {
  const walk = (entries: readonly NavigationEntry[], depth: number): readonly Placed[] =>
    entries.flatMap((entry) => [{ entry, depth }, ...walk(entry.entries, depth + 1)]);
  return walk(side?.entries ?? [], 0);
}

function lineOf({ entry, depth }: Placed, both: Both, isAfter: boolean): PictureLine {
  const { kind, address, title, path, isDefault, condition, isPlaceUnknown, isUnread } = entry;
  return {
    ...{ id: address, kind, depth, title: oneLine(title) },
    ...(path === undefined ? {} : { path: oneLine(path) }),
    notes: [
      ...(isDefault === true ? ['default'] : []),
      ...(condition === undefined ? [] : [`only if ${oneLine(condition)}`]),
      ...(isPlaceUnknown === true ? ['position unknown'] : []),
      ...(isUnread === true ? ['not read completely'] : []),
    ],
    mark: markOf(entry),
    says: saysOf(entry, both, isAfter),
  };
}

/** An entry that moves only with its container counts as unchanged. */
function markOf({ marks, fields }: NavigationEntry): PictureMark {
  if (marks.includes('added')) return 'added';
  if (marks.includes('removed')) return 'removed';
  if (marks.includes('moved')) return 'moved';
  return marks.includes('renamed') || fields.some((field) => field !== 'address') ? 'changed' : 'same';
}

/** Before: the new container. After: the old container, title and path, and the changed fields. */
function saysOf({ address, marks, moved, path }: NavigationEntry, both: Both, isAfter: boolean) {
  if (marks.includes('added')) return 'new';
  if (marks.includes('removed')) return 'removed';
  const [before, after] = [both.before.get(address), both.after.get(address)];
  if (before === undefined || after === undefined) return '';
  if (!isAfter) return moved === undefined || moved.from === moved.to ? '' : `to ${holderText(moved.to, both)}`;
  const isElsewhere = moved === undefined && before.path !== undefined && before.path !== path;
  return [...notesOn({ before, after }, both.site), ...(isElsewhere ? [`was ${oneLine(before.path)}`] : [])].join(', ');
}

function holderText(address: Address, { after, site }: Both) {
  return address === site.address ? 'the top level' : oneLine(after.get(address)?.title ?? address);
}
