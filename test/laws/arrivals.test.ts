/** Content that moves to another site is created there before it is deleted, and the delete needs the create. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plan } from '../../src/library/plan.ts';
import type { Step } from '../../src/plan/result/step.ts';
import { caseOf } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';
import { always } from './law.ts';

const places = ['b/one', 'b/two', 'a/one', 'a/two', 'new/one'] as const;
type Place = (typeof places)[number];

interface Layout {
  readonly [space: string]: Place;
}

/** The site `b` always shows `home`, and `a` always shows `faq`. */
function structureOf(layout: Layout) {
  const sites: { [site: string]: { [section: string]: string[] } } = { b: { zero: ['home'] }, a: { zero: ['faq'] } };
  for (const [space, place] of Object.entries(layout)) {
    const [site = '', section = ''] = place.split('/');
    const sections = sites[site] ?? {};
    sites[site] = { ...sections, [section]: [...(sections[section] ?? []), space] };
  }
  return Object.fromEntries(
    Object.entries(sites).map(([site, sections]) => [
      site,
      {
        title: `Site ${site}`,
        structure: Object.entries(sections).map(([section, spaces]) => ({
          section,
          title: section,
          path: section,
          spaces: spaces.map((space) => ({ space, path: space })),
        })),
      },
    ]),
  );
}

const spaces = Object.fromEntries(['home', 'faq', 'x', 'y', 'z'].map((key) => [key, { title: key }]));

function isReached(steps: ReadonlyMap<string, Step>, from: Step, to: Step, seen = new Set<string>()): boolean {
  if (from === to) return true;
  if (seen.has(from.id)) return false;
  seen.add(from.id);
  return [...from.needs].some((id) => {
    const next = steps.get(id);
    return next !== undefined && isReached(steps, next, to, seen);
  });
}

const siteOf = (place: Place) => place.split('/')[0];
const oldPlaces = fc.constantFrom(...places.slice(0, 4));
const pairs = fc.record({
  before: fc.record({ x: oldPlaces, y: oldPlaces, z: oldPlaces }),
  after: fc.record({ x: fc.constantFrom(...places), y: fc.constantFrom(...places), z: fc.constantFrom(...places) }),
});

test.each(['2025-06', 'gitbook'] as const)(
  'content is created on another site before it is deleted, and the delete needs the create: %s',
  async (dialect) => {
    let moved = 0;
    const judged = async ({ before, after }: { before: Layout; after: Layout }) => {
      const desired = { spaces, sites: structureOf(after), policy: { maxDeletes: 100 } };
      const { reference, options } = await openCase(
        caseOf({
          dialect,
          live: { spaces, sites: structureOf(before) },
          desired: Object.entries(desired)
            .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
            .join(''),
        }),
      );
      const planned = await plan(options);
      const steps = new Map(planned.plan.steps.map((each) => [each.id, each]));
      const order = planned.plan.steps;
      for (const space of ['x', 'y', 'z']) {
        const [from, to] = [before[space], after[space]];
        if (from === undefined || to === undefined || siteOf(from) === siteOf(to)) continue;
        const addressAt = (place: Place) => `sites/${place.replace('/', '/sections/')}/spaces/${space}`;
        const isOf = (step: Step, address: string) =>
          step.address === address || step.companions?.some((each) => each.address === address) === true;
        const create = order.find((step) => step.operation === 'create' && isOf(step, addressAt(to)));
        const gone = order.find(
          (step) => step.operation === 'delete' && `${addressAt(from)}/`.startsWith(`${step.address}/`),
        );
        if (create === undefined || gone === undefined) throw new Error(`${space} does not move`);
        moved += 1;
        expect(order.indexOf(create)).toBeLessThan(order.indexOf(gone));
        expect(isReached(steps, gone, create), `${gone.id} needs ${create.id}`).toBe(true);
      }
      reference.close();
    };
    await always(25, [pairs], judged);
    expect(moved).toBeGreaterThan(20);
  },
);
