/** In an incomplete list, nothing is considered missing, so a plan creates and deletes nothing there. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LiveList } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { parseAddress } from '../../src/kinds/shape.ts';
import { plan } from '../../src/plan/plan.ts';
import type { Plan } from '../../src/plan/result/change.ts';
import { cutShort, isIn } from './cut-short.ts';
import { statesOf } from './journey.ts';
import { extents, journeys, pairsOf } from './law.ts';

/** Creates and deletes in unknown lists, found by the id of the parent. */
function daring({ changes, ids }: Plan, unknown: readonly LiveList[]): readonly string[] {
  const bold = changes.filter(({ action }) => action === 'create' || action === 'delete' || action === 'replace');
  return bold.flatMap(({ address, kind, action }) => {
    const parent = parseAddress(address, shapes)?.at(-2);
    const parentId = parent === undefined ? null : ids[parent.address];
    return parentId !== undefined && unknown.some((list) => isIn(list, { kind, parentId }))
      ? [`${action} ${address}`]
      : [];
  });
}

test.each(extents)('a plan creates and deletes nothing in incomplete lists: %s', async (extent) => {
  await journeys(
    16,
    [pairsOf(extent), fc.func(fc.integer({ min: 0, max: 3 })), fc.func(fc.boolean())],
    async (journey, pair, cuts, loses) => {
      const { live, ...rest } = await statesOf(journey, pair);
      const isCut = ({ kind, parentId }: LiveList): boolean =>
        cuts(kind === 'site-space' ? 'site-spaces' : `${kind} ${parentId}`) === 3;
      const cut = cutShort(live, isCut, ({ kind, id }) => loses(`${kind} ${id}`));
      expect(daring(plan({ ...rest, live: cut, shapes }), cut.lists.filter(isCut))).toEqual([]);
    },
  );
});
