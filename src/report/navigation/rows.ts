/** The navigation of a site as rows: one tree with marks, or two columns beside each other. */
import { diffArrays } from 'diff';
import type { NavigationEntry, SiteNavigation } from '../../core/navigation.ts';
import { count } from '../words.ts';
import { type Branch, branchesOf, isOneSpace, isStill } from './tree.ts';
import { notesOn, pathText, type Sign, signOf, titleOf } from './words.ts';

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

function rowsWithin(branches: readonly Branch[], above: Branch | undefined, depth: number, site: SiteNavigation): readonly Row[] {
  const told = branches.filter((branch) => !isOneSpace(branch, above));
  const rows: Row[] = [];
  for (let at = 0; at < told.length; at += 1) {
    const branch = told[at] as Branch;
    const end = told.findIndex((each, index) => index >= at && !isStill(each));
    const still = (end === -1 ? told.length : end) - at;
    if (still > mostStill) {
      rows.push({ sign: ' ', depth, title: `… ${count(still, 'entry', 'entries')} as before`, path: '', notes: [] });
      at += still - 1;
    } else rows.push(rowOf(branch, depth, site), ...(isStill(branch) ? [] : rowsWithin(branch.branches, branch, depth + 1, site)));
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
  const [before, after] = [new Map(was.map((each) => [each.entry.address, each])), new Map(is.map((each) => [each.entry.address, each]))];
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
      rows.push({ ...(gone === undefined ? {} : { before: left(gone) }), ...(come === undefined ? {} : { after: right(come) }) });
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
  return entries.flatMap((entry) => (hidden.has(entry.address) ? [] : [{ entry, depth }, ...flat(entry.entries, hidden, depth + 1)]));
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
      const row: Row = { sign: ' ', depth: 0, title: `… ${count(still, 'entry', 'entries')} as before`, path: '', notes: [] };
      shown.push({ before: row, after: row });
      at += still - 1;
    } else shown.push(rows[at] as Columns);
  }
  return shown;
}
