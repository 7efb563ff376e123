/** The navigation of a site before and after as one tree. */
import type { Address } from '../../core/address.ts';
import { withoutMissing } from '../../core/defined.ts';
import type { NavigationEntry, NavigationSide, SiteNavigation } from '../../core/navigation.ts';
import { cachePerObject } from '../../core/once.ts';
import { type BlockOf, line, painted } from '../blocks/block.ts';
import { oneLine, padded, quoted, widthOf } from '../wording/sanitize.ts';
import { count, type Role } from '../wording/words.ts';

export function navigationTree(site: SiteNavigation): BlockOf<'tree'> {
  const heading = painted('heading', line`Navigation of ${siteText(site)}`);
  return { is: 'tree', heading, ...treeOf(site) };
}

/** Longer trees are folded. */
const maxOpen = 40;

export function foldedNavigation(site: SiteNavigation): BlockOf<'fold'> {
  const { rows, ...tree } = treeOf(site);
  const summary = `Navigation of ${siteText(site)}`;
  return { is: 'fold', summary, isOpen: rows.length <= maxOpen, blocks: [{ is: 'tree', rows, ...tree }] };
}

function treeOf(site: SiteNavigation): Pick<BlockOf<'tree'>, 'rows' | 'note'> {
  const rows = linesOf(site).map((row) => ({ ...row, role: signRoles[row.sign] }));
  return isUnread(site) ? { rows, note: unreadText } : { rows };
}

/** Paths are aligned behind titles of up to this width. */
const widestTitle = 36;

/** One tree: `> Guides  /how-to (was /)  from Products`, indented by depth. */
function linesOf(site: SiteNavigation) {
  const rows = rowsWithin(branchesOf(site), undefined, 0, site);
  const widths = rows.filter(({ path }) => path !== '').map(({ depth, title }) => 2 * depth + widthOf(title));
  const width = Math.max(0, ...widths.filter((each) => each <= widestTitle));
  return rows.map(({ sign, depth, title, path, notes }) => {
    const head = `${'  '.repeat(depth)}${title}`;
    const more = withoutMissing(path, notes.join(', ')).join('  ');
    return { sign, text: more === '' ? head : `${padded(head, width)}  ${more}` };
  });
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

/** `/pay`. Groups have no path. */
function pathText({ kind, path }: NavigationEntry) {
  if (path !== undefined) return oneLine(path);
  return ['section', 'site-space'].includes(kind) ? '(URL unknown)' : '';
}

/** An entry of both sides, or of one. */
interface Pair {
  readonly before?: NavigationEntry | undefined;
  readonly after?: NavigationEntry | undefined;
}

/** `from Products`, `title was "API"`, `now the default`. */
export function notesOn({ before, after }: Pair, site: SiteNavigation): readonly string[] {
  const entry = after ?? before;
  if (entry === undefined) return [];
  const unknown = withoutMissing(entry.isPlaceUnknown && 'position unknown', entry.isUnread && 'content unknown');
  if (before === undefined || after === undefined) return unknown;
  const { moved, marks, isDefault, fields } = after;
  return withoutMissing(
    moved !== undefined && moved.from !== moved.to && `from ${placeText(moved.from, site, site.before)}`,
    marks.includes('renamed') && `title was ${quoted(before.title)}`,
    isDefault !== before.isDefault && (isDefault ? `now the ${defaultOf(after)}` : `no longer the ${defaultOf(after)}`),
    before.condition !== after.condition && conditionNote(before, after),
    ...fields.filter((field) => !toldElsewhere.includes(field)).map((field) => `${oneLine(field)} changed`),
    ...unknown,
  );
}

function defaultOf({ kind }: NavigationEntry) {
  return `default ${kind === 'site-space' ? 'space' : kind}`;
}

/** Explains why an entry has the URL of its parent. */
function defaultNote({ before, after }: Pair) {
  const isStill = before === undefined || before.isDefault === after?.isDefault;
  return after?.isDefault && isStill && defaultOf(after);
}

/** Fields with a column or words of their own. */
const toldElsewhere: readonly string[] = ['path', 'address', 'default', 'condition'];

function conditionNote(before: NavigationEntry, after: NavigationEntry) {
  if (after.condition === undefined) return 'condition removed';
  return before.condition === undefined ? 'condition added' : 'condition changed';
}

/** The title of a container on one side. */
export function placeText(address: Address, site: SiteNavigation, side: NavigationSide | null): string {
  if (address === site.address) return 'the top level';
  return oneLine(entriesOf(side).get(address)?.title ?? address);
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

interface Branch extends Pair {
  readonly branches: readonly Branch[];
}

function branchesOf({ before, after }: SiteNavigation): readonly Branch[] {
  const [formerly, now] = [entriesOf(before), entriesOf(after)];
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

/** The entries of one side at all depths. */
export function entriesOf(side: NavigationSide | null): ReadonlyMap<Address, NavigationEntry> {
  return side === null ? new Map() : indexOf(side);
}

const indexOf = cachePerObject(({ entries }: NavigationSide) => {
  const found = new Map<Address, NavigationEntry>();
  const add = (entry: NavigationEntry): void => {
    found.set(entry.address, entry);
    entry.entries.forEach(add);
  };
  entries.forEach(add);
  return found;
});

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

function isOneSpace(inside: Pair, above: Pair = {}) {
  return (['before', 'after'] as const).every((side) => {
    const entry = inside[side];
    return entry === undefined || isToldAbove(entry, above[side]);
  });
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
const maxStill = 4;

function rowsWithin(branches: readonly Branch[], above: Branch | undefined, depth: number, site: SiteNavigation) {
  const shown = branches.filter((branch) => !isOneSpace(branch, above));
  const rows: Row[] = [];
  for (let at = 0; at < shown.length; at += 1) {
    const branch = shown[at] as Branch;
    const end = shown.findIndex((each, index) => index >= at && !isStill(each));
    const still = (end === -1 ? shown.length : end) - at;
    if (still > maxStill) {
      rows.push({ sign: ' ', depth, title: `… ${count(still, 'entry', 'entries')} unchanged`, path: '', notes: [] });
      at += still - 1;
    } else
      rows.push(
        rowOf(branch, { depth, site, isAlone: branches.length === 1 }),
        ...(isStill(branch) ? [] : rowsWithin(branch.branches, branch, depth + 1, site)),
      );
  }
  return rows;
}

interface RowPlace {
  readonly depth: number;
  readonly site: SiteNavigation;
  /** It has no siblings. */
  readonly isAlone: boolean;
}

function rowOf({ before, after }: Branch, { depth, site, isAlone }: RowPlace): Row {
  const entry = (after ?? before) as NavigationEntry;
  const [was, is] = [before && pathText(before), after && pathText(after)];
  const path = is === undefined ? `was ${was}` : was === undefined || was === is ? is : `${is} (was ${was})`;
  return {
    sign: signOf(entry),
    depth,
    title: oneLine(entry.title),
    path: path === 'was ' ? '' : path,
    notes: withoutMissing(!isAlone && defaultNote({ before, after }), ...notesOn({ before, after }, site)),
  };
}
