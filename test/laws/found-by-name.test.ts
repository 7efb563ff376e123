/** What a ledger has forgotten is found by its title at most: no plan shows that where neither a pin, nor the ledger, nor the site itself has it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isReference } from '../../src/core/value.ts';
import { shapes } from '../../src/kinds/index.ts';
import { plan } from '../../src/plan/plan.ts';
import type { PlanInput } from '../../src/plan/world.ts';
import { openJourney } from './journey.ts';
import { pairsOf } from './pairs.ts';
import { settings } from './settings.ts';
import { statesOf } from './states.ts';

/** Spaces that would stand on a site where nothing but their title says so: blocked, and not. */
function shownByName(input: PlanInput): { readonly open: readonly string[]; readonly blocked: readonly string[] } {
  const { desired, live, ledger } = input;
  const { changes, ids } = plan(input);
  const at = new Map(desired.resources.map((resource) => [resource.address, resource]));
  const links = changes.filter(({ kind, action }) => kind === 'site-space' && (action === 'create' || action === 'replace'));
  const daring = links.filter(({ address }) => {
    const target = at.get(address)?.fields.space;
    const space = isReference(target) ? at.get(target.ref) : undefined;
    const id = space && ids[space.address];
    if (space === undefined || id === undefined || space.pin === id || ledger.resources[space.address]?.id === id) return false;
    const site = ids[address.split('/').slice(0, 2).join('/')];
    const inside = live.objects.filter(({ parentId }) => site !== undefined && parentId === site).map((each) => each.id);
    const isThere = ({ kind, parentId, fields }: (typeof live.objects)[number]) =>
      kind === 'site-space' && fields.space === id && site !== undefined && [site, ...inside].includes(parentId ?? '');
    return !live.objects.some(isThere);
  });
  const named = (isBlocked: boolean) => daring.filter(({ blocked }) => (blocked !== undefined) === isBlocked).map(({ address }) => address);
  return { open: named(false), blocked: named(true) };
}

test('no plan puts on a site what it knows by its title alone', async () => {
  let blocked = 0;
  await fc.assert(
    fc.asyncProperty(pairsOf('everything'), fc.func(fc.boolean()), async (pair, forgets) => {
      const journey = openJourney();
      const { ledger, ...rest } = await statesOf(journey, pair);
      journey.reference.close();
      const kept = Object.entries(ledger.resources).filter(([address]) => !forgets(address.split('/').slice(0, 2).join('/')));
      const found = shownByName({ ...rest, ledger: { ...ledger, resources: Object.fromEntries(kept) }, shapes });
      blocked += found.blocked.length;
      expect(found.open).toEqual([]);
    }),
    settings(40),
  );
  expect(blocked, 'the law is about something').toBeGreaterThan(0);
});
