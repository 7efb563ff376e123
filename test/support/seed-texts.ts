/** The configuration of a seed, as an import of it writes. */
import { createPlatform, type SeedName } from '../../src/server/index.ts';

const mostInOneFile = 500;

/** Returns texts by path. Planning them on a platform with this fixture shows no changes. */
export async function seedTexts(seed: SeedName, seedNumber: number): Promise<ReadonlyMap<string, string>> {
  const { chosenOf, newConfiguration } = await import('../../src/library/import-texts.ts');
  const { importLive } = await import('../../src/library/import.ts');
  const { memoryLedger } = await import('../../src/library/platform.ts');
  const { openLocalPlatform } = await import('../../src/library/platform.ts');
  const reference = createPlatform({ seed, seedNumber });
  try {
    const { organization } = reference;
    const platform = await openLocalPlatform({
      fetch: reference.fetch,
      answer: reference.answer,
      token: reference.token,
      host: 'local',
    });
    const chosen = chosenOf(await importLive({ organization, platform, ledger: memoryLedger() }), []);
    const split = chosen.resources.length > mostInOneFile ? { split: 'kind' as const } : {};
    return newConfiguration(chosen, { organization, file: 'docform.yaml', ...split });
  } finally {
    reference.close();
  }
}
