/** Siblings come into any order by the fewest moves there are, and by nothing else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { desiredOf } from './desired-of.ts';
import { type Draw, drawn } from './draw.ts';
import { fewestOfBoth, fewestOfOneKind } from './fewest.ts';
import { arriveAt, faultsOf, missing, openJourney } from './journey.ts';
import type { Outline } from './outline.ts';
import type { GroupOutline, LinkOutline, SectionOutline } from './outline-sites.ts';
import { orders, settings } from './settings.ts';

const spaces = ['a0', 'a2', 'a4'];

function drawLinks(draw: Draw): readonly LinkOutline[] {
  return draw.some([...spaces, 'home', 'notes'], 1, 5).map((space) => ({ space, fields: {} }));
}

function drawSection(draw: Draw, key: string): SectionOutline {
  return { section: key, name: `Section ${key}`, fields: {}, spaces: drawLinks(draw) };
}

/** Everything with an order: a sectioned site, a flat one, a collection that holds spaces and collections, and the top level. */
function drawOrdered(draw: Draw): Outline {
  const count = draw.count(1, 6);
  const items = Array.from({ length: count }, (_, at) => {
    if (draw.chance(50)) return drawSection(draw, `root-${at}`);
    const sections = Array.from({ length: draw.count(1, 3) }, (_, inside) => drawSection(draw, `inside-${at}-${inside}`));
    return { group: `group-${at}`, name: `Group ${at}`, fields: {}, sections };
  });
  // Some of them are elsewhere at first, and come by a move.
  const placed = (): string | null => (draw.chance(60) ? 'shelf' : null);
  const inside = Object.fromEntries(spaces.map((key) => [key, { name: `Space ${key}`, fields: {}, copyOf: 'home', collection: placed() }]));
  const boxes = ['box-1', 'box-2', 'box-3'];
  const trees = ['tree-1', 'tree-2', 'tree-3', 'tree-4'];
  const order = draw.shuffled([...boxes.map((key) => `collections/${key}`), ...spaces.map((key) => `spaces/${key}`)]);
  return {
    spaces: inside,
    order: draw.shuffled(['shelf', ...trees].map((key) => `collections/${key}`)),
    collections: {
      shelf: { name: 'Shelf', fields: {}, parent: null, order },
      ...Object.fromEntries(boxes.map((key) => [key, { name: `Box ${key}`, fields: {}, parent: placed() }])),
      ...Object.fromEntries(trees.map((key) => [key, { name: `Tree ${key}`, fields: {}, parent: draw.chance(20) ? 'shelf' : null }])),
    },
    sites: {
      docs: { name: 'Docs', fields: {}, structure: { form: 'sectioned', items } },
      flat: { name: 'Flat', fields: {}, structure: { form: 'flat', spaces: drawLinks(draw) } },
    },
  };
}

/** Every list of the same members in another order; of the shelf and of the top level those that were elsewhere as well. */
function reordered(draw: Draw, { collections, order = [], spaces: inside, sites }: Outline): Outline {
  const mix = <T>(items: readonly T[]): readonly T[] => (draw.chance(70) ? draw.shuffled(items) : items);
  const section = (each: SectionOutline): SectionOutline => ({ ...each, spaces: mix(each.spaces) });
  const item = (each: SectionOutline | GroupOutline): SectionOutline | GroupOutline =>
    'group' in each ? { ...each, sections: mix(each.sections.map(section)) } : section(each);
  const { docs, flat } = sites ?? {};
  const shelf = collections?.shelf;
  if (docs?.structure?.form !== 'sectioned' || flat?.structure?.form !== 'flat' || shelf === undefined)
    throw new Error('not what was drawn');
  const boxes = Object.entries(collections ?? {}).map(
    ([key, box]) => [key, { ...box, parent: key.startsWith('tree-') ? null : 'shelf' }] as const,
  );
  return {
    spaces: Object.fromEntries(Object.entries(inside).map(([key, space]) => [key, { ...space, collection: 'shelf' }])),
    order: mix(order),
    collections: { ...Object.fromEntries(boxes), shelf: { ...shelf, order: mix(shelf.order ?? []) } },
    sites: {
      docs: { ...docs, structure: { form: 'sectioned', items: mix(docs.structure.items.map(item)) } },
      flat: { ...flat, structure: { form: 'flat', spaces: mix(flat.structure.spaces) } },
    },
  };
}

const pairs = drawn((draw) => {
  const before = drawOrdered(draw);
  return { before, after: reordered(draw, before) };
});

/** Spaces and collections are each in order among themselves: how they stand to each other is shown nowhere. */
function fewestOf(now: readonly string[], wanted: readonly string[]): number {
  if (now.some((address) => /\/groups\/[^/]+$/.test(address)))
    return fewestOfBoth(now, wanted, (address) => !/\/groups\/[^/]+$/.test(address));
  const kinds = [...new Set(wanted.map((address) => address.startsWith('collections/')))];
  return kinds.reduce((sum, isCollection) => {
    const only = (list: readonly string[]): readonly string[] =>
      list.filter((address) => address.startsWith('collections/') === isCollection);
    const there = only(now);
    const comers = only(wanted).filter((address) => !there.includes(address));
    return (
      sum +
      comers.length +
      fewestOfOneKind(
        there,
        only(wanted).filter((address) => there.includes(address)),
      )
    );
  }, 0);
}

test('siblings come into any order by the fewest moves and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(pairs, orders, async ({ before, after }, order) => {
      const journey = openJourney();
      const first = desiredOf(before, journey.reference.organization, journey.seeded);
      await arriveAt(journey, first);
      const second = desiredOf(after, journey.reference.organization, journey.seeded);
      const arrival = await arriveAt(journey, second, order);
      expect(faultsOf(arrival.report)).toEqual([]);
      expect(await missing(journey, arrival)).toEqual([]);
      const writes = arrival.applying.filter(({ request }) => request.method !== 'GET');
      expect(writes.filter(({ request }) => !request.path.endsWith('/move'))).toEqual([]);
      const fewest = Object.entries(second.orders).reduce(
        (sum, [container, wanted]) => sum + fewestOf(first.orders[container] ?? [], wanted),
        0,
      );
      expect(writes.length).toBe(fewest);
      journey.reference.close();
    }),
    { ...settings(40), endOnFailure: true },
  );
});
