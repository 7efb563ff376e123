/** Fields, orders and lists removed from a configuration are reported in every format, change nothing on the platform, and are reported once. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Desired, Ledger } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { shapeOf } from '../../src/kinds/shape.ts';
import { partialPlan } from '../../src/plan/scope/partial.ts';
import { planHtml } from '../../src/report/html/document.ts';
import { planAnnotations, planQuality } from '../../src/report/plan/annotations.ts';
import { planJson } from '../../src/report/plan/json.ts';
import { planComment } from '../../src/report/plan/markdown.ts';
import { planText } from '../../src/report/plan/text.ts';
import { arriveWhole, carryOut } from './journey.ts';
import { extents, journeys, pairsOf } from './law.ts';

interface Removal {
  readonly desired: Desired;
  /** `teams/docs title`, `collections/a order`, `teams/docs/members`. */
  readonly removed: readonly string[];
}

/** Removes some of the parts in the ledger that no other part of the configuration needs. */
function without(
  { desired, ledger }: { readonly desired: Desired; readonly ledger: Ledger },
  isChosen: () => boolean,
): Removal {
  const removed: string[] = [];
  const isRemoved = (name: string): boolean => isChosen() && removed.push(name) > 0;
  const resources = desired.resources.map((resource) => {
    const { address, kind, fields, isExternal } = resource;
    const { exactlyOneOf = [], fields: known } = shapeOf({ shapes }, kind);
    const applied = ledger.resources[address]?.applied ?? {};
    const isRemovable = (name: string): boolean => {
      const { type } = known[name] ?? {};
      return name in applied && !exactlyOneOf.includes(name) && !(type?.is === 'ref') && isExternal !== true;
    };
    const kept = Object.entries(fields).filter(([name]) => !isRemovable(name) || !isRemoved(`${address} ${name}`));
    return { ...resource, fields: Object.fromEntries(kept) };
  });
  // The order of the children of a site is its structure, which cannot be removed separately.
  const isOrder = (container: string) => !container.startsWith('sites/') && ledger.orders?.[container] !== undefined;
  const orders = Object.entries(desired.orders).filter(
    ([container]) => !isOrder(container) || !isRemoved(`${container} order`),
  );
  const filled = new Set(desired.resources.map(({ address }) => address.slice(0, address.lastIndexOf('/'))));
  const isEmpty = (list: string) => !list.startsWith('sites/') && ledger.lists.includes(list) && !filled.has(list);
  const lists = desired.lists.filter(({ list }) => !isEmpty(list) || !isRemoved(list));
  return { desired: { ...desired, resources, lists, orders: Object.fromEntries(orders) }, removed };
}

test.each(extents)(
  'every format reports values removed from the configuration, once and without any request: %s',
  async (extent) => {
    let removals = 0;
    await journeys(
      12,
      [pairsOf(extent), fc.infiniteStream(fc.integer({ min: 0, max: 2 }))],
      async (journey, { before }, numbers) => {
        const { desired } = await arriveWhole(journey, journey.wanted(before));
        const { ledger } = await journey.backend.load();
        const removal = without({ desired, ledger }, () => numbers.next().value === 0);
        const planned = await journey.plan(removal.desired);
        const { plan, digest, requests, host } = planned;
        removals += removal.removed.length;
        expect(plan.steps).toEqual([]);
        const told = plan.changes.flatMap(({ address, action, fields }) => {
          expect(action).toBe('unmanage');
          return fields.length === 0 ? [address] : fields.map(({ field }) => `${address} ${field}`);
        });
        expect(told.sort()).toEqual([...removal.removed].sort());
        const offline = partialPlan(removal.desired, ledger, shapes).changes.flatMap(({ address, action, fields }) =>
          fields.map((field) => `${action} ${address} ${field}`),
        );
        const fieldsOnly = removal.removed.filter((name) => name.includes(' ') && !name.endsWith(' order'));
        expect(offline.sort()).toEqual(fieldsOnly.map((name) => `unmanage ${name}`).sort());
        const formats = [
          planText(plan),
          planComment(plan, { budgetBytes: 2 ** 22 }).text,
          planHtml(plan, { assets: { style: '', script: '' } }),
          planJson(plan, { digest, requests, host }),
          planQuality(plan, 'docform.yaml'),
        ];
        for (const name of removal.removed)
          for (const text of formats)
            for (const word of name.split(' ')) expect(text).toContain(word.split('/').at(-1));
        expect((planAnnotations(plan).match(/no longer managed/g) ?? []).length > 0).toBe(removal.removed.length > 0);
        await carryOut(journey, planned, 0);
        const second = await journey.plan(removal.desired);
        expect(second.plan.changes).toEqual([]);
        expect(planText(second.plan)).not.toContain('no longer managed');
        const kept = (await journey.backend.load()).ledger;
        for (const name of removal.removed) {
          const [address = '', field] = name.split(' ');
          expect(
            field === undefined
              ? kept.lists
              : Object.keys({ ...kept.resources[address]?.applied, ...(kept.orders?.[address] && { order: 0 }) }),
          ).not.toContain(field ?? address);
        }
      },
    );
    expect(removals).toBeGreaterThan(20);
  },
);
