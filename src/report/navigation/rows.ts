/** The navigation of a site before and after: as one tree with marks, as rows or two columns beside each other, and in words. */
import { diffArrays } from 'diff';
import type { NavigationEntry, SiteNavigation } from '../../core/navigation.ts';
import { oneLine, quoted } from '../sanitize.ts';
import { count, type Role } from '../words.ts';

export type Sign = ' ' | '+' | '-' | '>' | '~';

export const signRoles: { readonly [S in Sign]: Role } = {
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

export function titleOf({ title }: NavigationEntry): string {
  return oneLine(title);
}

/** What readers find below the address of its site. */
const addressed: ReadonlySet<string> = new Set(['section', 'site-space']);

/** `/pay`; of a group nothing. */
function pathText({ kind, path }: NavigationEntry): string {
  if (path !== undefined) return oneLine(path);
  return addressed.has(kind) ? '(address not known)' : '';
}

export interface Pair {
  readonly before?: NavigationEntry;
  readonly after?: NavigationEntry;
}

/** `from Products`, `was "API"`, `comes first now`. */
export function notesOn({ before, after }: Pair, site: SiteNavigation): readonly string[] {
  const entry = after ?? before;
  if (entry === undefined) return [];
  const unknown = [
    ...(entry.isPlaceUnknown ? ['its place is not known'] : []),
    ...(entry.isUnread ? ['what it shows is not known'] : []),
  ];
  if (before === undefined || after === undefined) return unknown;
  return [
    ...(after.moved !== undefined && after.moved.from !== after.moved.to
      ? [`from ${placeOf(after.moved.from, site)}`]
      : []),
    ...(after.marks.includes('renamed') ? [`was ${quoted(before.title)}`] : []),
    ...(after.isDefault === before.isDefault ? [] : [after.isDefault ? 'comes first now' : 'came first']),
    ...conditionNote(before, after),
    ...after.fields.flatMap((field) => (toldElsewhere.has(field) ? [] : [`other ${oneLine(field)}`])),
    ...unknown,
  ];
}

/** By the path, or by words of their own. */
const toldElsewhere: ReadonlySet<string> = new Set(['path', 'address', 'default', 'condition']);

function conditionNote(before: NavigationEntry, after: NavigationEntry): readonly string[] {
  if (before.condition === after.condition) return [];
  if (after.condition === undefined) return ['its condition goes'];
  return [before.condition === undefined ? 'only on a condition' : 'other condition'];
}

/** A group or section by its title. */
function placeOf(address: string, { address: site, before }: SiteNavigation): string {
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
export function siteText({ before, after }: SiteNavigation): string {
  const side = after ?? before;
  const published = side?.published === undefined ? '' : ` (${oneLine(side.published)})`;
  const change = after === null ? ', which goes' : before === null ? ', which is new' : '';
  // As in the rest of the plan: under its title before the plan.
  return `${oneLine((before ?? after)?.title ?? '')}${published}${change}`;
}

/** What was not read of it. */
export function unreadText({ before, after }: SiteNavigation): string | undefined {
  return before?.isUnread || after?.isUnread ? 'not known: all that stands in it, as that was not read' : undefined;
}

/** Those in which an entry comes, goes, moves or changes; that only the site itself becomes another is told elsewhere. */
export function toldSites(navigation: readonly SiteNavigation[] | undefined): readonly SiteNavigation[] {
  const isTouched = ({ marks, entries }: NavigationEntry): boolean => marks.length > 0 || entries.some(isTouched);
  return (navigation ?? []).filter(({ before, after }) =>
    [before, after].some((side) => side?.entries.some(isTouched)),
  );
}

/** One of the two is there. */
export interface Branch {
  readonly before?: NavigationEntry;
  readonly after?: NavigationEntry;
  readonly branches: readonly Branch[];
}

/** What stands at the top of the site. */
function branchesOf({ address, before, after }: SiteNavigation): readonly Branch[] {
  const formerly = entriesOf(before?.entries ?? []);
  const now = entriesOf(after?.entries ?? []);
  const former = new Map([
    [address, before?.entries ?? []],
    ...[...formerly].map(([at, { entries }]) => [at, entries] as const),
  ]);
  const branch = (entry: NavigationEntry): Branch => {
    const was = formerly.get(entry.address);
    return {
      ...(was === undefined ? {} : { before: was }),
      after: entry,
      branches: within(entry.address, entry.entries),
    };
  };
  const gone = (entry: NavigationEntry): Branch => ({
    before: entry,
    branches: entry.entries.filter(isGone).map(gone),
  });
  const isGone = (entry: NavigationEntry): boolean => !now.has(entry.address);
  /** Those that go come before the next one that stays beside them, else last. */
  const within = (container: string, entries: readonly NavigationEntry[]): readonly Branch[] => {
    const branches = entries.map(branch);
    for (const entry of (former.get(container) ?? []).toReversed().filter(isGone)) {
      const siblings = former.get(container) ?? [];
      const next = siblings.slice(siblings.indexOf(entry) + 1).map(({ address: at }) => at);
      const place = branches.findIndex(({ before: was, after: is }) => next.includes((is ?? was)?.address ?? ''));
      branches.splice(place === -1 ? branches.length : place, 0, gone(entry));
    }
    return branches;
  };
  return within(address, after?.entries ?? []);
}

/** All of them, by address. */
function entriesOf(entries: readonly NavigationEntry[]): ReadonlyMap<string, NavigationEntry> {
  const found = new Map<string, NavigationEntry>();
  const add = (entry: NavigationEntry): void => {
    found.set(entry.address, entry);
    entry.entries.forEach(add);
  };
  entries.forEach(add);
  return found;
}

/** What becomes of the one space of a section is said of the section, unless it is another one, or other visitors see it. */
function isToldAbove(inside: NavigationEntry, above: NavigationEntry | undefined): boolean {
  if (above?.kind !== 'section' || above.entries.length !== 1) return false;
  const isNewAlike = inside.marks.length === 1 && inside.marks[0] === above.marks[0] && inside.marks[0] !== 'changed';
  return (
    isNewAlike ||
    (inside.marks.every((mark) => mark === 'changed') &&
      inside.fields.every((field) => field === 'address' || field === 'default'))
  );
}

/** On every side on which it stands. */
function isOneSpace(
  { before, after }: Pick<Branch, 'before' | 'after'>,
  above: Pick<Branch, 'before' | 'after'> | undefined,
): boolean {
  return [
    [before, above?.before],
    [after, above?.after],
  ].every(([inside, outside]) => inside === undefined || isToldAbove(inside, outside));
}

/** Branches that stay as they are, with all in them, are only counted where many stand together. */
export function isStill({ after, branches }: Branch): boolean {
  return after !== undefined && after.marks.length === 0 && branches.every(isStill);
}

export interface Row {
  readonly sign: Sign;
  readonly depth: number;
  readonly title: string;
  readonly path: string;
  readonly notes: readonly string[];
}

/** Where more entries than these stay as they are together, they are counted. */
const mostStill = 4;

/** One tree: `> Guides  /how-to (was /)`. */
export function rowsOf(site: SiteNavigation): readonly Row[] {
  return rowsWithin(branchesOf(site), undefined, 0, site);
}

function rowsWithin(
  branches: readonly Branch[],
  above: Branch | undefined,
  depth: number,
  site: SiteNavigation,
): readonly Row[] {
  const told = branches.filter((branch) => !isOneSpace(branch, above));
  const rows: Row[] = [];
  for (let at = 0; at < told.length; at += 1) {
    const branch = told[at] as Branch;
    const end = told.findIndex((each, index) => index >= at && !isStill(each));
    const still = (end === -1 ? told.length : end) - at;
    if (still > mostStill) {
      rows.push({ sign: ' ', depth, title: `… ${count(still, 'entry', 'entries')} as before`, path: '', notes: [] });
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
    notes: notesOn({ ...(before ? { before } : {}), ...(after ? { after } : {}) }, site),
  };
}

export interface Columns {
  readonly before?: Row;
  readonly after?: Row;
}

/** Two columns: what stays in its place stands beside itself. */
export function columnsOf(site: SiteNavigation): readonly Columns[] {
  const hidden = hiddenIn(branchesOf(site), undefined);
  const [was, is] = [flat(site.before?.entries ?? [], hidden), flat(site.after?.entries ?? [], hidden)];
  const [before, after] = [
    new Map(was.map((each) => [each.entry.address, each])),
    new Map(is.map((each) => [each.entry.address, each])),
  ];
  const left = (address: string): Row => sideRow(before.get(address) as Placed, []);
  const right = (address: string): Row => {
    const placed = after.get(address) as Placed;
    const former = before.get(address)?.entry;
    return sideRow(placed, notesOn({ ...(former ? { before: former } : {}), after: placed.entry }, site));
  };
  const rows: Columns[] = [];
  const open: { gone: string[]; come: string[] } = { gone: [], come: [] };
  const close = (): void => {
    for (let at = 0; at < Math.max(open.gone.length, open.come.length); at += 1) {
      const [gone, come] = [open.gone[at], open.come[at]];
      rows.push({
        ...(gone === undefined ? {} : { before: left(gone) }),
        ...(come === undefined ? {} : { after: right(come) }),
      });
    }
    open.gone = [];
    open.come = [];
  };
  for (const { added, removed, value } of diffArrays([...before.keys()], [...after.keys()])) {
    if (added) open.come.push(...value);
    else if (removed) open.gone.push(...value);
    else {
      close();
      rows.push(...value.map((address) => ({ before: left(address), after: right(address) })));
    }
  }
  close();
  return withoutStill(rows);
}

interface Placed {
  readonly entry: NavigationEntry;
  readonly depth: number;
}

/** What is told above. */
function hiddenIn(branches: readonly Branch[], above: Branch | undefined): ReadonlySet<string> {
  const found = branches.flatMap((branch) => {
    const address = (branch.after ?? branch.before)?.address ?? '';
    return isOneSpace(branch, above) ? [address] : [...hiddenIn(branch.branches, branch)];
  });
  return new Set(found);
}

function flat(entries: readonly NavigationEntry[], hidden: ReadonlySet<string>, depth = 0): readonly Placed[] {
  return entries.flatMap((entry) =>
    hidden.has(entry.address) ? [] : [{ entry, depth }, ...flat(entry.entries, hidden, depth + 1)],
  );
}

function sideRow({ entry, depth }: Placed, notes: readonly string[]): Row {
  return { sign: signOf(entry), depth, title: titleOf(entry), path: pathText(entry), notes };
}

function withoutStill(rows: readonly Columns[]): readonly Columns[] {
  const isStillRow = ({ before, after }: Columns): boolean => before?.sign === ' ' && after?.sign === ' ';
  const shown: Columns[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const end = rows.findIndex((row, index) => index >= at && !isStillRow(row));
    const still = (end === -1 ? rows.length : end) - at;
    if (still > mostStill) {
      const row: Row = {
        sign: ' ',
        depth: 0,
        title: `… ${count(still, 'entry', 'entries')} as before`,
        path: '',
        notes: [],
      };
      shown.push({ before: row, after: row });
      at += still - 1;
    } else shown.push(rows[at] as Columns);
  }
  return shown;
}
