/** What nobody declares: what was there from the start, and what must not be there. */
import { plan } from '../../src/library/index.ts';
import type { Journey } from './journey.ts';

type DesiredState = Parameters<typeof plan>[0]['desired'];

/** What the laws' organization holds without being managed. */
export const seededUnmanaged: readonly string[] = [
  'collections: Attic',
  'saml: Own',
  'spaces: Stray',
  'teams: Guests',
  ...['bo', 'eve', 'dan', 'fay', 'ana'].map((name) => `members: ${name}@acme.dev`),
];

export async function unmanagedOf(journey: Journey, desired: DesiredState): Promise<readonly string[]> {
  const { plan: made } = await plan({ desired, platform: journey.platform, ledger: journey.store });
  return made.unmanaged.flatMap(({ list, objects }) => objects.map(({ name }) => `${list}: ${name}`));
}
