/** Ids of a planted world by the addresses that its objects have. */
import { plant } from '../../src/server/seed/plant.ts';
import type { World } from '../../src/server/seed/world.ts';
import type { Store } from '../../src/server/store.ts';
import { withObjects } from './live-world.ts';

/** What is written in spaces and done by visitors is of no configuration, and has no address. */
const unspoken = ['content', 'visitor-event'];

/** Planting gives the same ids every time: this plants into a store that keeps nothing. */
export function plantedIds(world: World): ReadonlyMap<string, string> {
  const nothing = { insert: () => undefined, find: () => undefined, replace: () => undefined };
  const spoken = withObjects(world, (objects) => objects.filter(({ kind }) => !unspoken.includes(kind)));
  const { idOf } = plant(nothing as unknown as Store, spoken);
  const [organization] = spoken.organizations;
  const named = organization?.objects.filter(({ kind }) => kind !== 'organization' && kind !== 'field-values') ?? [];
  return new Map(
    named.map(({ kind, id: address }) => {
      // Two kinds are called by their key, not by an id.
      const isCalledByKey = kind === 'custom-field' || kind === 'openapi-spec';
      const id = isCalledByKey ? address.slice(address.indexOf('/') + 1) : idOf(kind, address);
      if (id === undefined) throw new Error(`${address} was not planted`);
      return [address, id];
    }),
  );
}
