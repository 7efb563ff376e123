/** The navigation of each site before and after, as a picture. */
import { withoutMissing, withoutUndefined } from '../../core/defined.ts';
import type { NavigationEntry, NavigationSide, SiteNavigation } from '../../core/navigation.ts';
import { type Html, html, isolateDirection } from '../../markup/html.ts';
import {
  hasChangedLines,
  navigationPicture,
  type Picture,
  type PictureLine,
  type PictureMark,
} from '../../markup/picture.ts';
import { entriesOf, isUnread, notesOn, placeText, unreadText } from '../parts/navigation.ts';
import { oneLine } from '../wording/sanitize.ts';

/** Maximum number of lines in the picture of a site without moves. More lines would make the page too large. */
const maxUnmoved = 400;

export function navigationHtml(navigation: readonly SiteNavigation[]): Html {
  let unmoved = 0;
  const sites = navigation.map((site) => {
    const drawn = drawnOf(site);
    const isPlain = !hasChangedLines(drawn) || site.before === null || site.after === null;
    if (isPlain) unmoved += Math.max(drawn.before.length, drawn.after.length);
    return siteOf(site, isPlain && unmoved > maxUnmoved ? undefined : drawn);
  });
  return html`${sites}`;
}

function drawnOf(site: SiteNavigation): Picture {
  const lines = (side: NavigationSide | null, isAfter: boolean) =>
    placedIn(side?.entries ?? []).map((each) => lineOf(each, site, isAfter));
  return { name: nameOf(site), before: lines(site.before, false), after: lines(site.after, true) };
}

function nameOf({ address, before, after }: SiteNavigation) {
  return oneLine(before?.title ?? after?.title ?? address);
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
  return html`<div class="site"><h3>${isolateDirection(nameOf(site))} <code>${oneLine(address)}</code></h3>
${isUnread(site) && html`<p>${unreadText}</p>`}
${picture === undefined ? summary : html`<div class="box">${navigationPicture(picture)}</div>`}</div>
`;
}

interface Placed {
  readonly entry: NavigationEntry;
  readonly depth: number;
}

function placedIn(entries: readonly NavigationEntry[], depth = 0): readonly Placed[] {
  return entries.flatMap((entry) => [{ entry, depth }, ...placedIn(entry.entries, depth + 1)]);
}

function lineOf({ entry, depth }: Placed, site: SiteNavigation, isAfter: boolean): PictureLine {
  const { kind, address, title, path, isDefault, condition, isPlaceUnknown, isUnread } = entry;
  return {
    id: address,
    kind,
    depth,
    title: oneLine(title),
    ...withoutUndefined({ path: path && oneLine(path) }),
    notes: withoutMissing(
      isDefault && 'default',
      condition !== undefined && `only if ${oneLine(condition)}`,
      isPlaceUnknown && 'position unknown',
      isUnread && 'not read completely',
    ),
    mark: markOf(entry),
    says: saysOf(entry, site, isAfter),
  };
}

/** An entry that moves only with its container counts as unchanged. */
function markOf({ marks, fields }: NavigationEntry): PictureMark {
  const mark = (['added', 'removed', 'moved'] as const).find((each) => marks.includes(each));
  return mark ?? (marks.includes('renamed') || fields.some((field) => field !== 'address') ? 'changed' : 'same');
}

/** Before: the new container. After: the old container, title and path, and the changed fields. */
function saysOf({ address, marks, moved, path }: NavigationEntry, site: SiteNavigation, isAfter: boolean) {
  if (marks.includes('added')) return 'new';
  if (marks.includes('removed')) return 'removed';
  const [before, after] = [site.before, site.after].map((side) => entriesOf(side).get(address));
  if (before === undefined || after === undefined) return '';
  if (!isAfter)
    return moved === undefined || moved.from === moved.to ? '' : `to ${placeText(moved.to, site, site.after)}`;
  const isElsewhere = moved === undefined && before.path !== undefined && before.path !== path;
  return withoutMissing(...notesOn({ before, after }, site), isElsewhere && `was ${oneLine(before.path)}`).join(', ');
}
