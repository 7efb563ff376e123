/** Siblings reach any order with the fewest possible moves, and without other requests. */
import { expect, test } from 'vitest';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { refusing } from '../support/local-platform.ts';
import { type Draw, drawn, type Keyed } from './draw.ts';
import { arriveAt, arriveWhole, faultsOf } from './journey.ts';
import { journeys, orders } from './law.ts';
import type { Fields, Outline } from './outline.ts';
import { settled } from './settled.ts';

/** For items that can all be placed next to each other: all items outside the longest increasing subsequence must move. */
function fewestOfOneKind(now: readonly string[], wanted: readonly string[]): number {
  const places = now.map((item) => wanted.indexOf(item));
  const lengths: number[] = [];
  for (const [at, place] of places.entries())
    lengths.push(1 + Math.max(0, ...lengths.filter((_, before) => (places[before] ?? 0) < place && before < at)));
  return now.length - Math.max(0, ...lengths);
}

/** Sections can be placed only next to sections, groups next to both. */
function fewestOfBoth(now: readonly string[], wanted: readonly string[], isSection: (item: string) => boolean): number {
  const goal = wanted.join(' ');
  const seen = new Set([now.join(' ')]);
  let lists = [now];
  for (let moves = 0; lists.length > 0; moves++) {
    if (lists.some((list) => list.join(' ') === goal)) return moves;
    lists = lists
      .flatMap((list) => list.flatMap((item) => after(list, item, isSection)))
      .filter((list) => !seen.has(list.join(' ')) && seen.add(list.join(' ')));
  }
  throw new Error('no moves lead there');
}

/** All lists that one move of the item can produce. */
function after(
  list: readonly string[],
  item: string,
  isSection: (item: string) => boolean,
): readonly (readonly string[])[] {
  const rest = list.filter((other) => other !== item);
  return rest.flatMap((beside, at) => {
    if (isSection(item) && !isSection(beside)) return [];
    return [at, at + 1].map((place) => [...rest.slice(0, place), item, ...rest.slice(place)]);
  });
}

const spaces = ['a0', 'a2', 'a4'];

type Items = readonly Fields[];

function drawLinks(draw: Draw): Items {
  return draw.some([...spaces, 'home', 'notes'], 1, 5).map((space) => ({ space }));
}

function drawSection(draw: Draw, key: string): Fields {
  return { section: key, title: `Section ${key}`, spaces: drawLinks(draw) };
}

/** An outline with every kind of order: a sectioned site, a flat site, a mixed collection, and the top level. */
function drawOrdered(draw: Draw): Outline {
  const count = draw.count(1, 6);
  const items = Array.from({ length: count }, (_, at) => {
    if (draw.chance(50)) return drawSection(draw, `root-${at}`);
    const sections = Array.from({ length: draw.count(1, 3) }, (_, inside) =>
      drawSection(draw, `inside-${at}-${inside}`),
    );
    return { group: `group-${at}`, title: `Group ${at}`, sections };
  });
  // Some are in another container at first, so that they arrive by a move.
  const placed = (): string | null => (draw.chance(60) ? 'shelf' : null);
  const inside = Object.fromEntries(
    spaces.map((key) => [key, { title: `Space ${key}`, copyOf: 'home', collection: placed() }]),
  );
  const boxes = ['box-1', 'box-2', 'box-3'];
  const trees = ['tree-1', 'tree-2', 'tree-3', 'tree-4'];
  const order = draw.shuffled([...boxes, ...spaces]);
  return {
    spaces: inside,
    order: draw.shuffled(['shelf', ...trees]),
    collections: {
      shelf: { title: 'Shelf', parent: null, order },
      ...Object.fromEntries(boxes.map((key) => [key, { title: `Box ${key}`, parent: placed() }])),
      ...Object.fromEntries(
        trees.map((key) => [key, { title: `Tree ${key}`, parent: draw.chance(20) ? 'shelf' : null }]),
      ),
    },
    sites: {
      docs: { title: 'Docs', structure: items },
      flat: { title: 'Flat', structure: drawLinks(draw) },
    },
  };
}

/** Reorders every list, and moves all items into the shelf and to the top level. */
function reordered(draw: Draw, { collections = {}, order = [], spaces: inside = {}, sites = {} }: Outline): Outline {
  const mix = <T>(items: readonly T[]): readonly T[] => (draw.chance(70) ? draw.shuffled(items) : items);
  const mixed = (item: Fields): Fields => {
    if ('sections' in item) return { ...item, sections: mix((item.sections as Items).map(mixed)) };
    return 'spaces' in item ? { ...item, spaces: mix(item.spaces as Items) } : item;
  };
  const placed = (blocks: Keyed<Fields>, change: (key: string, block: Fields) => Fields): Keyed<Fields> =>
    Object.fromEntries(Object.entries(blocks).map(([key, block]) => [key, { ...block, ...change(key, block) }]));
  return {
    spaces: placed(inside, () => ({ collection: 'shelf' })),
    order: mix(order),
    collections: placed(collections, (key, block) =>
      key === 'shelf'
        ? { order: mix(block.order as readonly string[]) }
        : { parent: key.startsWith('tree-') ? null : 'shelf' },
    ),
    sites: placed(sites, (_, { structure }) => ({ structure: mix((structure as Items).map(mixed)) })),
  };
}

const pairs = drawn((draw) => {
  const before = drawOrdered(draw);
  return { before: settled(before), after: settled(reordered(draw, before)) };
});

/** Spaces and collections are ordered separately, because the API does not return their relative positions. */
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

test('siblings reach any order with the fewest moves and without other requests', async () => {
  await journeys(15, [pairs, orders], async (journey, { before, after }, order) => {
    const first = journey.wanted(before);
    await arriveAt(journey, first);
    const second = journey.wanted(after);
    const arrival = await arriveWhole(journey, second, order);
    const writes = arrival.applying.filter(({ request }) => request.method !== 'GET');
    expect(writes.filter(({ request }) => !request.path.endsWith('/move'))).toEqual([]);
    const fewest = Object.entries(second.orders).reduce(
      (sum, [container, wanted]) => sum + fewestOf(first.orders[container] ?? [], wanted),
      0,
    );
    expect(writes.length).toBe(fewest);
  });
});

/** All spaces in one collection, including arriving ones and new copies. */
const copied = drawn((draw) => {
  const before = drawOrdered(draw);
  const copies: Keyed<Fields> = Object.fromEntries(
    ['copy-1', 'copy-2'].map((key) => [key, { title: `Space ${key}`, copyOf: draw.pick(spaces), collection: 'shelf' }]),
  );
  const { spaces: inside = {}, collections = {}, ...rest } = reordered(draw, before);
  const shelf = { ...collections.shelf, order: draw.shuffled([...spaces, ...Object.keys(copies)]) };
  const after: Outline = { ...rest, spaces: { ...inside, ...copies }, collections: { ...collections, shelf } };
  return { before: settled(before), after: settled(after) };
});

test('one apply orders a collection with arriving members and new copies', async () => {
  await journeys(20, [copied, orders], async (journey, { before, after }, order) => {
    await arriveAt(journey, journey.wanted(before));
    const { desired } = await arriveWhole(journey, journey.wanted(after), order);
    expect(remoteChanges((await journey.plan(desired)).plan)).toEqual([]);
  });
});

test('no request contains the id of a collection while collections cannot be read', async () => {
  await journeys(12, [copied, orders], async (journey, { before, after }, order) => {
    await arriveAt(journey, journey.wanted(before));
    journey.intercept = refusing((path) => path.endsWith('/collections'));
    const { report } = await arriveAt(journey, journey.wanted(after), order);
    expect(faultsOf(report)).toEqual([]);
  });
});
