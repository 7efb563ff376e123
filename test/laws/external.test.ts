/** No configuration, ledger and platform lead to a write to an object that the configuration declares as external. */
import { expect, test } from 'vitest';
import type { Ledger } from '../../src/core/state.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { readFacts } from '../support/platform-facts.ts';
import { doByHand } from './by-hand.ts';
import type { Keyed } from './draw.ts';
import { noWay } from './heeded.ts';
import { arriveAt, type Journey } from './journey.ts';
import { type Choice, choices, extents, journeys, orders, pairsOf } from './law.ts';
import type { Fields, Outline } from './outline.ts';
import { seededSpaces } from './settled.ts';

interface External {
  readonly list: 'spaces' | 'collections' | 'teams' | 'openapi';
  readonly key: string;
  /** The key of the reference. */
  readonly as: string;
  readonly id: string;
  readonly block: Fields;
}

/** Chooses objects of the ledger: by id or by title, under their key or another one. */
async function chosenOf(
  { reference }: Journey,
  { resources }: Ledger,
  chosen: readonly Choice[],
): Promise<readonly External[]> {
  const facts = await readFacts(reference);
  const shared = Object.entries(resources).flatMap(([address, { id }]) => {
    const [, list, key] = /^(spaces|collections|teams|openapi)\/([^/]+)$/.exec(address) ?? [];
    return list === undefined || key === undefined ? [] : [{ list: list as External['list'], key, id }];
  });
  if (shared.length === 0) return [];
  const found = chosen.map(({ what, which }): External => {
    const { list, key, id } = shared[which % shared.length] as (typeof shared)[number];
    const title = facts.of(list.slice(0, -1), id, '')?.title;
    const isNamed = list !== 'openapi' && typeof title === 'string' && what % 2 === 0;
    const as = list !== 'openapi' && !seededSpaces.includes(key) && what % 3 === 0 ? `shared-${key}` : key;
    return { list, key, as, id, block: { external: isNamed ? { title } : { id } } };
  });
  return [...new Map(found.map((each) => [each.id, each])).values()];
}

/** Replaces the blocks of external objects, and points references to them. */
function withExternal(outline: Outline, external: readonly External[]): Outline {
  const renamed = new Map(external.map(({ key, as }) => [key, as]));
  const pointed = JSON.parse(JSON.stringify(outline), (_, value: unknown) =>
    typeof value === 'string' ? (renamed.get(value) ?? value) : value,
  ) as Outline & { [list: string]: Keyed<Fields> };
  for (const { list, key, as, block } of external) {
    const { [key]: _, ...others } = pointed[list] ?? {};
    Object.assign(pointed, { [list]: { ...others, [as]: block } });
  }
  const isPlaced = (key: string) => external.every(({ as }) => as !== key);
  return JSON.parse(JSON.stringify(pointed), (name, value: unknown) =>
    name === 'order' && Array.isArray(value) ? value.filter(isPlaced) : value,
  ) as Outline;
}

interface Written {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** A copy names an external space as its source, and in no other place. */
function isCopyOf({ method, path, body }: Written, external: readonly External[]): boolean {
  const spaces = external.flatMap(({ list, id }) => (list === 'spaces' ? [id] : []));
  const [, source, rest] = /^\/v1\/spaces\/([^/?]+)\/duplicate(.*)$/.exec(path) ?? [];
  const names = (text: string | undefined) => spaces.some((id) => text?.includes(id));
  return method === 'POST' && spaces.includes(source ?? '') && !names(rest) && !names(JSON.stringify(body));
}

/** The writes of an apply whose path contains one of the ids, except copies of external spaces. */
async function writesTo(journey: Journey, outline: Outline, external: readonly External[], order: number) {
  const from = journey.traffic.length;
  // Two resources can have one title.
  const isStopped = (error: Error) =>
    /^(still blocked|not valid: E-DUPLICATE)/.test(error.message) ? undefined : noWay()(error);
  const arrive = async () => arriveAt(journey, journey.wanted(outline), order);
  const arrival = await arrive().catch(isStopped);
  const ids = new Set(external.map(({ id }) => id));
  const writes = journey.traffic.slice(from).filter(({ request: { method } }) => method !== 'GET');
  const touching = writes.filter(({ request: { path } }) => path.split(/[/?]/).some((part) => ids.has(part)));
  return {
    arrival,
    touching: touching
      .filter(({ request }) => !isCopyOf(request, external))
      .map(({ request: { method, path } }) => `${method} ${path}`),
    copies: touching.filter(({ request }) => isCopyOf(request, external)).length,
    refers: writes.some(({ request }) => [...ids].some((id) => JSON.stringify(request.body ?? '').includes(`"${id}"`))),
  };
}

test.each(extents)('an external object is never changed, also if it was managed before: %s', async (extent) => {
  const seen = { external: 0, copies: 0, released: 0, applied: 0, referring: 0, blocked: 0 };
  const picks = choices(1, 4, 100);
  await journeys(
    12,
    [pairsOf(extent), picks, picks, choices(0, 2), orders],
    async (first, { before, after }, one, two, deeds, order) => {
      await arriveAt(first, first.wanted(before), order);
      const external = await chosenOf(first, (await first.backend.load()).ledger, one);
      const { spaces, collections, sites } = after;
      const apart = { spaces, ...(collections && { collections }), ...(sites && { sites }) } as Outline;
      const second: Journey = { ...first, backend: memoryLedger() };
      const others = await chosenOf(first, (await first.backend.load()).ledger, two);
      await doByHand(first.reference, deeds);
      const turns: readonly (readonly [Journey, Outline, readonly External[]])[] = [
        [first, withExternal(after, external), external],
        [second, withExternal(apart, others), others],
        [first, after, []],
        [first, withExternal(before, others), others],
      ];
      for (const [journey, outline, shared] of turns) {
        const { arrival, touching, copies, refers } = await writesTo(journey, outline, shared, order);
        expect(touching).toEqual([]);
        const { changes = [], external: listed = [] } = arrival?.planned.plan ?? {};
        expect(arrival === undefined || listed.length === shared.length).toBe(true);
        seen.external += listed.length;
        seen.released += changes.filter(({ why }) => why === 'external from now on').length;
        seen.applied += Number(arrival !== undefined && listed.length > 0);
        seen.copies += copies;
        seen.referring += Number(refers);
        seen.blocked += Number(arrival === undefined);
      }
    },
  );
  expect(seen.external).toBeGreaterThan(20);
  expect(seen.released).toBeGreaterThan(10);
  expect(seen.applied).toBeGreaterThan(10);
  expect(seen.referring).toBeGreaterThan(3);
  expect(seen.copies).toBeGreaterThan(0);
  expect(seen.blocked).toBeGreaterThan(0);
});
