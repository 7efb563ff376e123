/** In the `gitbook` dialect, sections, links and nested groups reach any arrangement with the fewest moves. */
import { expect, test } from 'vitest';
import { caseOf } from '../support/case.ts';
import { type CaseRun, runCase } from '../support/run-case.ts';
import { type Draw, drawn } from './draw.ts';
import { always } from './law.ts';

/** An item of a site by its word and key. */
interface Item {
  readonly word: 'section' | 'group' | 'link';
  readonly key: string;
  readonly items: readonly Item[];
}

const keys = { section: ['s1', 's2', 's3', 's4'], group: ['g1', 'g2', 'g3', 'g4'], link: ['l1', 'l2', 'l3'] };

/** Puts some of the items into groups at any depth. There is at least one section. */
function drawTree(draw: Draw): readonly Item[] {
  const groups = draw.some(keys.group);
  const others = [
    ...draw.some(keys.section, 1).map((key) => ['section', key] as const),
    ...draw.some(keys.link).map((key) => ['link', key] as const),
  ];
  const all = draw.shuffled([...others, ...groups.map((key) => ['group', key] as const)]);
  // A group can be only in a group before it, so that no group contains itself.
  const places = new Map(
    all.map(([word, key]) => {
      const possible = word === 'group' ? groups.slice(0, groups.indexOf(key)) : groups;
      return [key, draw.pick([null, ...possible])];
    }),
  );
  const within = (place: string | null): readonly Item[] =>
    all.flatMap(([word, key]) =>
      places.get(key) === place ? [{ word, key, items: word === 'group' ? within(key) : [] }] : [],
    );
  return within(null);
}

function written({ word, key, items }: Item): object {
  const named = { [word]: key, title: `Title ${key}` };
  if (word === 'link') return { ...named, url: `https://${key}.example.com/` };
  if (word === 'group') return { ...named, sections: items.map(written) };
  return { ...named, path: key, spaces: [{ space: 'home', path: 'home' }] };
}

/** The items of each container; the key of the root is empty. */
function containers(items: readonly Item[], key = ''): ReadonlyMap<string, readonly Item[]> {
  return new Map([[key, items], ...items.flatMap((each) => [...containers(each.items, each.key)])]);
}

function placesOf(all: ReadonlyMap<string, readonly Item[]>): ReadonlyMap<string, string> {
  return new Map([...all].flatMap(([container, items]) => items.map(({ key }) => [key, container] as const)));
}

/** The length of the longest subsequence of numbers that ascend. */
function longestAscent(numbers: readonly number[]): number {
  const lengths: number[] = [];
  for (const [at, number] of numbers.entries())
    lengths.push(1 + Math.max(0, ...lengths.filter((_, before) => (numbers[before] ?? 0) < number && before < at)));
  return Math.max(0, ...lengths);
}

/** Moves that no order of requests can avoid: every item that arrives comes after the items that stay. */
function fewestSorts(before: readonly Item[], after: readonly Item[]): number {
  const [was, is] = [containers(before), containers(after)];
  const former = placesOf(was);
  const sorts = [...is].map(([container, items]) => {
    const isTaken = !was.has(container) && container !== '' && items.every(({ word }) => word === 'section');
    if (isTaken) return 0;
    const names = items.map(({ key }) => key);
    const staying = (was.get(container) ?? []).map(({ key }) => key).filter((key) => names.includes(key));
    const arriving = names.filter((key) => former.get(key) !== container);
    return names.length - longestAscent([...staying, ...arriving].map((key) => names.indexOf(key)));
  });
  return sorts.reduce((sum, each) => sum + each, 0);
}

function writesOf(run: CaseRun, pattern: RegExp): number {
  return run.requests.split('\n').filter((line) => pattern.test(line)).length;
}

/** The default section does not change, so that only the arrangement differs. */
function firstSection(items: readonly Item[]): string {
  const sections = (each: Item): readonly string[] =>
    each.word === 'section' ? [each.key] : each.items.flatMap(sections);
  return items.flatMap(sections)[0] ?? '';
}

const pairs = drawn((draw) => {
  const [before, after] = [drawTree(draw), drawTree(draw)];
  const key = firstSection(before);
  const isThere = placesOf(containers(after)).has(key);
  return { before, after: isThere ? after : [...after, { word: 'section' as const, key, items: [] }] };
});

test('every arrangement is reached with the fewest requests, and the next plan is empty', async () => {
  let moved = 0;
  await always(120, [pairs], async ({ before, after }) => {
    const each = caseOf({
      dialect: 'gitbook',
      live: { spaces: { home: null }, sites: { docs: { structure: before.map(written) } } },
      desired: `spaces: { home: { title: Home } }\nsites: { docs: { defaultSection: ${firstSection(before)}, structure: ${JSON.stringify(after.map(written))} } }\n`,
    });
    const run = await runCase(each);
    const told = JSON.stringify(before.map(written)) + run.planText + run.requests;
    expect(run.faults, told).toEqual([]);
    expect(run.differences, told).toEqual([]);
    expect(run.unforeseen, told).toEqual([]);
    expect(run.misaddressed, told).toEqual([]);
    expect(run.second.plan.changes, told).toEqual([]);
    const sorts = writesOf(run, /^PATCH .*\/structure\/sort /);
    expect(sorts, told).toBe(fewestSorts(before, after));
    moved += sorts;
    const [was, is] = [placesOf(containers(before)), placesOf(containers(after))];
    const elsewhere = [...is].filter(([key, place]) => was.has(key) && was.get(key) !== place).length;
    const fresh = [...is].filter(([key, place]) => !was.has(key) && key.startsWith('s') && place !== '').length;
    expect(writesOf(run, /^PATCH .*(siteSectionGroupId|parentSectionGroupId|parent):/), told).toBeLessThanOrEqual(
      elsewhere + fresh,
    );
  });
  expect(moved, 'or the law tests little').toBeGreaterThan(50);
});
