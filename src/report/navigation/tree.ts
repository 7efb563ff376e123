/** The navigation of a site before and after as one tree: what goes stands where it stood, what moves stands where it goes. */
import type { NavigationEntry, SiteNavigation } from '../../core/navigation.ts';

/** One of the two is there. */
export interface Branch {
  readonly before?: NavigationEntry;
  readonly after?: NavigationEntry;
  readonly branches: readonly Branch[];
}

/** What stands at the top of the site. */
export function branchesOf({ address, before, after }: SiteNavigation): readonly Branch[] {
  const formerly = entriesOf(before?.entries ?? []);
  const now = entriesOf(after?.entries ?? []);
  const former = new Map([[address, before?.entries ?? []], ...[...formerly].map(([at, { entries }]) => [at, entries] as const)]);
  const branch = (entry: NavigationEntry): Branch => {
    const was = formerly.get(entry.address);
    return { ...(was === undefined ? {} : { before: was }), after: entry, branches: within(entry.address, entry.entries) };
  };
  const gone = (entry: NavigationEntry): Branch => ({ before: entry, branches: entry.entries.filter(isGone).map(gone) });
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
    (inside.marks.every((mark) => mark === 'changed') && inside.fields.every((field) => field === 'address' || field === 'default'))
  );
}

/** On every side on which it stands. */
export function isOneSpace(
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
