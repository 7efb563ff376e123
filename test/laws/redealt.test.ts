/** Collections and spaces can be rearranged in any way: the platform refuses no request, at any concurrency. */
import { test } from 'vitest';
import { type Draw, drawn, type Keyed } from './draw.ts';
import { arriveWhole } from './journey.ts';
import { journeys } from './law.ts';
import type { Fields, Outline } from './outline.ts';
import { settled } from './settled.ts';

const shelves = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'];
const leaves = ['a0', 'a1', 'a2', 'a3'];

/** Each parent is drawn before its children, so that no collection contains itself. */
function drawForest(draw: Draw): Keyed<Fields> {
  const keys = draw.some(shelves, 1);
  const places = [...keys, ...leaves];
  const blocks = keys.map((key, at) => {
    const parent = draw.chance(80) ? draw.pick([...keys.slice(0, at).reverse(), null]) : null;
    return [key, { title: `Shelf ${key}`, parent, ...(draw.chance(30) ? { order: draw.shuffled(places) } : {}) }];
  });
  return Object.fromEntries(blocks);
}

/** Each space is a copy of an earlier, an existing or an initial one. Some declare no collection. */
function drawSpaces(draw: Draw, collections: readonly string[], before: Keyed<Fields>): Keyed<Fields> {
  const keys = leaves.filter((key) => key in before || draw.chance(60));
  const blocks = keys.map((key, at) => {
    const collection = key in before || draw.chance(70) ? { collection: draw.pick([...collections, null]) } : {};
    const copyOf = before[key]?.copyOf ?? draw.pick([...keys.slice(0, at).reverse(), 'home']);
    return [key, { title: `Leaf ${key}`, copyOf, ...collection }];
  });
  return Object.fromEntries(blocks);
}

const dealt = drawn((draw) => {
  const collections = drawForest(draw);
  const top = () => (draw.chance(60) ? { order: draw.shuffled(shelves) } : {});
  const order = top();
  const spaces = drawSpaces(draw, Object.keys(collections), {});
  const anew = drawForest(draw);
  const after: Outline = { collections: anew, ...top(), spaces: drawSpaces(draw, Object.keys(anew), spaces) };
  return { before: settled({ collections, ...order, spaces }), after: settled(after) };
});

test.each([1, 8])(
  'one apply rearranges collections and spaces in any way, with a concurrency of %i',
  async (concurrency) => {
    await journeys(20, [dealt], async (journey, { before, after }) => {
      for (const outline of [before, after]) {
        await arriveWhole(journey, journey.wanted(outline), concurrency === 1 ? 0 : 1);
      }
    });
  },
);
