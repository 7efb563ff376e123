/** A flat site becomes sectioned and flat again: the platform keeps links where it can, and lost links require an override. */
import { expect, test } from 'vitest';
import type { Desired } from '../../src/core/state.ts';
import { plan } from '../../src/library/plan.ts';
import { speak } from '../server/open.ts';
import { type Draw, drawn } from './draw.ts';
import { arriveWhole, type Journey } from './journey.ts';
import { journeys, orders } from './law.ts';
import type { Fields } from './outline.ts';

const keys = ['home', 'notes', 'a1', 'a3', 'a5'];

type Link = { readonly space: string };
type Section = { readonly spaces: readonly Link[] };

function drawLinks(draw: Draw): readonly Link[] {
  return draw.some(keys, 1, 4).map((space) => ({ space }));
}

function sectionsOf(
  items: readonly (Section | { readonly group: string; readonly sections: readonly Section[] })[],
): readonly Section[] {
  return items.flatMap((item) => ('group' in item ? item.sections : [item]));
}

const histories = drawn((draw) => {
  const sections = Array.from({ length: draw.count(1, 4) }, (_, at) => ({
    section: `s${at}`,
    title: `Part ${at}`,
    spaces: drawLinks(draw),
  }));
  const cut = draw.count(0, sections.length);
  const group = { group: 'more', title: 'More', sections: sections.slice(cut) };
  const items = draw.chance(40) && cut < sections.length ? draw.shuffled([...sections.slice(0, cut), group]) : sections;
  return { flat: drawLinks(draw), sectioned: items, again: drawLinks(draw) };
});

function withStructure(journey: Journey, structure: readonly Fields[], mayReplace: boolean): Desired {
  const copies = Object.fromEntries(
    keys.filter((key) => key.startsWith('a')).map((key) => [key, { title: `Space ${key}`, copyOf: 'home' }]),
  );
  const sites = { docs: { title: 'Docs', structure } };
  const desired = journey.wanted({ spaces: copies, sites });
  return { ...desired, resources: desired.resources.map((resource) => ({ ...resource, replace: mayReplace })) };
}

/** Ids of the site-spaces, with the id of the space. */
async function linksOf({ reference, backend }: Journey): Promise<ReadonlyMap<string, string>> {
  const site = (await backend.load()).ledger.resources['sites/docs']?.id ?? '';
  return new Map((await speak(reference).list(`~/sites/${site}/site-spaces`)).map(({ id, space }) => [id, space.id]));
}

test('a sectioned site keeps the links of the section with most of its spaces, and becomes flat only with override', async () => {
  await journeys(12, [histories, orders], async (journey, { flat, sectioned, again }, order) => {
    await arriveWhole(journey, withStructure(journey, flat, false), order);
    const before = await linksOf(journey);
    await arriveWhole(journey, withStructure(journey, sectioned, false), order);
    const kept = [...(await linksOf(journey)).keys()].filter((id) => before.has(id));
    const held = sectionsOf(sectioned).map(
      ({ spaces }) => spaces.filter(({ space }) => flat.some((link) => link.space === space)).length,
    );
    // A new section creates the wrapper of the existing links. A single declared section replaces the wrapper.
    expect(kept.length).toBe(held.length > 1 ? Math.max(...held) : 0);
    const refused = await plan({
      desired: withStructure(journey, again, false),
      platform: journey.platform,
      ledger: journey.backend,
    });
    expect(refused.plan.changes.flatMap(({ blocked }) => blocked?.code ?? [])).toContain('B-REPLACE');
    await arriveWhole(journey, withStructure(journey, again, true), order);
  });
});
