/** The navigation of a site before and after as one tree, in text and Markdown. */
import type { NavigationEntry, SiteNavigation } from '../core/navigation.ts';
import { diffBlock, escapeHtml, oneLine, quoted } from './sanitize.ts';
import { foldedMarkdown, padded, widthOf } from './texts.ts';
import { count, type Painter, type Role } from './words.ts';

export function navigationText(sites: readonly SiteNavigation[], paint: Painter): string {
  const blocks = sites.map((site) => {
    const rows = rowsOf(site);
    const width = titleWidth(rows);
    return [
      paint('heading', `Navigation of ${siteText(site)}`),
      ...rows.map((row) => `  ${paint(signRoles[row.sign], row.sign)} ${rowText(row, width)}`.trimEnd()),
      ...(isUnread(site) ? [`  ${unreadText}`] : []),
    ].join('\n');
  });
  return blocks.join('\n\n');
}

/** Longer trees are folded. */
const mostOpen = 40;

export function navigationMarkdown(sites: readonly SiteNavigation[]): string {
  const blocks = sites.map((site) => {
    const rows = rowsOf(site);
    const width = titleWidth(rows);
    const tree = diffBlock(rows.map((row) => ({ sign: row.sign, text: rowText(row, width) })));
    const text = [...tree, ...(isUnread(site) ? ['', unreadText] : [])].join('\n');
    return foldedMarkdown(`Navigation of ${escapeHtml(siteText(site))}`, text, rows.length <= mostOpen);
  });
  return blocks.join('\n\n');
}

/** Paths are aligned behind titles of up to this width. */
const widestTitle = 36;

function titleWidth(rows: readonly Row[]) {
  const widths = rows.filter(({ path }) => path !== '').map(({ depth, title }) => 2 * depth + widthOf(title));
  return Math.max(0, ...widths.filter((width) => width <= widestTitle));
}

type Sign = ' ' | '+' | '-' | '>' | '~';

const signRoles: { readonly [S in Sign]: Role } = {
  ' ': 'faint',
  '+': 'create',
  '-': 'delete',
  '>': 'move',
  '~': 'update',
};

function signOf({ marks }: NavigationEntry): Sign {
  if (marks.includes('removed')) return '-';
  if (marks.includes('added')) return '+';
  if (marks.includes('moved')) return '>';
  return marks.length > 0 ? '~' : ' ';
}

function titleOf({ title }: NavigationEntry) {
  return oneLine(title);
}

const addressed: ReadonlySet<string> = new Set(['section', 'site-space']);

/** `/pay`. Groups have no path. */
function pathText({ kind, path }: NavigationEntry) {
  if (path !== undefined) return oneLine(path);
  return addressed.has(kind) ? '(URL unknown)' : '';
}

interface Pair {
  readonly before?: NavigationEntry | undefined;
  readonly after?: NavigationEntry | undefined;
}

/** `from Products`, `was "API"`, `now the default`. */
export function notesOn({ before, after }: Pair, site: SiteNavigation): readonly string[] {
  const entry = after ?? before;
  if (entry === undefined) return [];
  const unknown = [
    ...(entry.isPlaceUnknown ? ['position unknown'] : []),
    ...(entry.isUnread ? ['content unknown'] : []),
  ];
  if (before === undefined || after === undefined) return unknown;
  return [
    ...(after.moved !== undefined && after.moved.from !== after.moved.to
      ? [`from ${placeOf(after.moved.from, site)}`]
      : []),
    ...(after.marks.includes('renamed') ? [`was ${quoted(before.title)}`] : []),
    ...(after.isDefault === before.isDefault ? [] : [after.isDefault ? 'now the default' : 'was the default']),
    ...conditionNote(before, after),
    ...after.fields.flatMap((field) => (toldElsewhere.has(field) ? [] : [`${oneLine(field)} changed`])),
    ...unknown,
  ];
}

/** Fields with a column or words of their own. */
const toldElsewhere: ReadonlySet<string> = new Set(['path', 'address', 'default', 'condition']);

function conditionNote(before: NavigationEntry, after: NavigationEntry) {
  if (before.condition === after.condition) return [];
  if (after.condition === undefined) return ['condition removed'];
  return [before.condition === undefined ? 'condition added' : 'condition changed'];
}

function placeOf(address: string, { address: site, before }: SiteNavigation) {
  if (address === site) return 'the top level';
  const find = (entries: readonly NavigationEntry[]): NavigationEntry | undefined => {
    for (const entry of entries) {
      const found = entry.address === address ? entry : find(entry.entries);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const found = find(before?.entries ?? []);
  return found === undefined ? oneLine(address) : titleOf(found);
}

/** `Acme Docs (https://acme.dev/docs)` */
function siteText({ before, after }: SiteNavigation) {
  // The title before the plan, as in the list of changes.
  const side = before ?? after;
  const published = side?.published === undefined ? '' : ` (${oneLine(side.published)})`;
  const change = after === null ? ', will be deleted' : before === null ? ', new' : '';
  return `${oneLine(side?.title ?? '')}${published}${change}`;
}

export const unreadText = 'Some entries are unknown, because the structure of the site could not be read completely.';

export function isUnread({ before, after }: SiteNavigation): boolean {
  return before?.isUnread === true || after?.isUnread === true;
}

interface Branch {
  readonly before?: NavigationEntry | undefined;
  readonly after?: NavigationEntry | undefined;
  readonly branches: readonly Branch[];
}

function branchesOf({ before, after }: SiteNavigation): readonly Branch[] {
  const formerly = entriesOf(before?.entries ?? []);
  const now = entriesOf(after?.entries ?? []);
  const branch = (entry: NavigationEntry): Branch => {
    const was = formerly.get(entry.address);
    // Unchanged entries of a large site are the same object on both sides.
    return { before: was, after: entry, branches: was === entry ? [] : within(entry.entries, was?.entries) };
  };
  const gone = (entry: NavigationEntry): Branch => ({
    before: entry,
    branches: entry.entries.filter(isGone).map(gone),
  });
  const isGone = (entry: NavigationEntry): boolean => !now.has(entry.address);
  /** Inserts removed entries before their next remaining sibling, or at the end. */
  const within = (entries: readonly NavigationEntry[], former: readonly NavigationEntry[] = []): readonly Branch[] => {
    const branches = entries.map(branch);
    for (const entry of former.toReversed().filter(isGone)) {
      const next = former.slice(former.indexOf(entry) + 1).map(({ address: at }) => at);
      const place = branches.findIndex(({ before: was, after: is }) => next.includes((is ?? was)?.address ?? ''));
      branches.splice(place === -1 ? branches.length : place, 0, gone(entry));
    }
    return branches;
  };
  return within(after?.entries ?? [], before?.entries);
}

function entriesOf(entries: readonly NavigationEntry[]): ReadonlyMap<string, NavigationEntry> {
  const found = new Map<string, NavigationEntry>();
  const add = (entry: NavigationEntry): void => {
    found.set(entry.address, entry);
    entry.entries.forEach(add);
  };
  entries.forEach(add);
  return found;
}

/** The row of a section also describes its only space, unless the space or its audience changes. */
function isToldAbove(inside: NavigationEntry, above: NavigationEntry | undefined) {
  if (above?.kind !== 'section' || above.entries.length !== 1) return false;
  const isNewAlike = inside.marks.length === 1 && inside.marks[0] === above.marks[0] && inside.marks[0] !== 'changed';
  return (
    isNewAlike ||
    (inside.marks.every((mark) => mark === 'changed') &&
      inside.fields.every((field) => field === 'address' || field === 'default'))
  );
}

function isOneSpace(
  { before, after }: Pick<Branch, 'before' | 'after'>,
  above: Pick<Branch, 'before' | 'after'> | undefined,
) {
  return [
    [before, above?.before],
    [after, above?.after],
  ].every(([inside, outside]) => inside === undefined || isToldAbove(inside, outside));
}

function isStill({ after, branches }: Branch) {
  return after !== undefined && after.marks.length === 0 && branches.every(isStill);
}

interface Row {
  readonly sign: Sign;
  readonly depth: number;
  readonly title: string;
  readonly path: string;
  readonly notes: readonly string[];
}

/** Longer runs of unchanged entries are counted. */
const mostStill = 4;

/** One tree: `> Guides  /how-to (was /)`. */
function rowsOf(site: SiteNavigation): readonly Row[] {
  return rowsWithin(branchesOf(site), undefined, 0, site);
}

function rowsWithin(branches: readonly Branch[], above: Branch | undefined, depth: number, site: SiteNavigation) {
  const shown = branches.filter((branch) => !isOneSpace(branch, above));
  const rows: Row[] = [];
  for (let at = 0; at < shown.length; at += 1) {
    const branch = shown[at] as Branch;
    const end = shown.findIndex((each, index) => index >= at && !isStill(each));
    const still = (end === -1 ? shown.length : end) - at;
    if (still > mostStill) {
      rows.push({ sign: ' ', depth, title: `… ${count(still, 'entry', 'entries')} unchanged`, path: '', notes: [] });
      at += still - 1;
    } else
      rows.push(
        rowOf(branch, depth, site),
        ...(isStill(branch) ? [] : rowsWithin(branch.branches, branch, depth + 1, site)),
      );
  }
  return rows;
}

function rowOf({ before, after }: Branch, depth: number, site: SiteNavigation): Row {
  const entry = (after ?? before) as NavigationEntry;
  const [was, is] = [before && pathText(before), after && pathText(after)];
  const path = is === undefined ? `was ${was}` : was === undefined || was === is ? is : `${is} (was ${was})`;
  return {
    sign: signOf(entry),
    depth,
    title: titleOf(entry),
    path: path === 'was ' ? '' : path,
    notes: notesOn({ before, after }, site),
  };
}

/** `Guides  /how-to (was /)  from Products`, indented by depth. A title with a path is padded to `width`. */
function rowText({ depth, title, path, notes }: Row, width: number) {
  const head = `${'  '.repeat(depth)}${title}`;
  const more = [path, notes.join(', ')].filter((part) => part !== '').join('  ');
  return more === '' ? head : `${padded(head, width)}  ${more}`;
}
