/** Copies that a plan is not sure of, settled as it asks. */
import { plan } from '../../src/library/index.ts';
import type { Journey } from '../laws/journey.ts';

type DesiredState = Parameters<typeof plan>[0]['desired'];

/**
 * A copy whose creation was never answered blocks the plan, which asks to look for it and to pin its id. Copies that nobody owns stand
 * under the title the platform gave them.
 */
export async function settleCopies(journey: Journey, wanted: DesiredState): Promise<DesiredState> {
  const { plan: made } = await plan({ desired: wanted, platform: journey.platform, ledger: journey.store });
  const open = made.changes.filter(({ blocked }) => blocked?.code === 'B-UNSETTLED').map(({ address }) => address);
  if (open.length === 0) return wanted;
  const copies = made.unmanaged.flatMap(({ list, objects }) => (list === 'spaces' ? objects.filter(({ name }) => name !== 'Stray') : []));
  const pins = new Map(open.map((address, at) => [address, copies[at]?.id]));
  const resources = wanted.resources.map((resource) => {
    const pin = pins.get(resource.address);
    return pin === undefined ? resource : { ...resource, pin };
  });
  return { ...wanted, resources };
}
