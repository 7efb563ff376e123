/** What nobody declares: what was there from the start, and what must not be there; and copies that a plan is not sure of. */
import { plan } from '../../src/index.ts';
import type { Journey } from '../laws/journey.ts';

type Wanted = Parameters<typeof plan>[0]['desired'];

/** What the laws' organization holds without being managed. */
export const seededStrangers: readonly string[] = [
  'collections: Attic',
  'saml: Own',
  'spaces: Stray',
  'teams: Guests',
  ...['bo', 'eve', 'dan', 'fay', 'ana'].map((name) => `members: ${name}@acme.dev`),
];

export async function strangersOf(journey: Journey, desired: Wanted): Promise<readonly string[]> {
  const { plan: made } = await plan({ desired, platform: journey.platform, ledger: journey.store });
  return made.unmanaged.flatMap(({ list, objects }) => objects.map(({ name }) => `${list}: ${name}`));
}

/**
 * A copy whose creation was never answered blocks the plan, which asks to look for it and to pin its id. Copies that nobody owns stand
 * under the title the platform gave them.
 */
export async function settleCopies(journey: Journey, wanted: Wanted): Promise<Wanted> {
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
