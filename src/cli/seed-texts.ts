/** Writes the configuration of a seed, by importing a platform in this process that was planted with it. */
import { createPlatform, type SeedName } from '../server/index.ts';

/** With more objects than this it is written to several files. */
const mostInOneFile = 500;

/** Text by path, `docform.yaml` first; of the first organization. Planning it on a platform with this seed changes nothing. */
export async function seedTexts(seed: SeedName, seedNumber: number): Promise<ReadonlyMap<string, string>> {
  const { chosenOf, importLive, memoryLedger, newConfiguration, openLocalPlatform } = await import('../library/index.ts');
  const reference = createPlatform({ seed, seedNumber });
  try {
    const { organization } = reference;
    const platform = await openLocalPlatform({ fetch: reference.fetch, answer: reference.answer, token: reference.token, host: 'local' });
    const chosen = chosenOf(await importLive({ organization, platform, ledger: memoryLedger() }), []);
    const split = chosen.resources.length > mostInOneFile ? { split: 'kind' as const } : {};
    return newConfiguration(chosen, { organization, file: 'docform.yaml', ...split });
  } finally {
    reference.close();
  }
}
