/** Imports in memory, like `docform import` without files. */
import { loadConfiguration } from '../../src/config/load-configuration.ts';
import type { WireRequest } from '../../src/contract/transport.ts';
import type { Desired } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import type { StateBackend } from '../../src/ledger/state-backend.ts';
import { apply } from '../../src/library/apply.ts';
import { type Imported, importLive } from '../../src/library/import.ts';
import { chosenOf, misread, newConfiguration } from '../../src/library/import-texts.ts';
import { memoryLedger, type Platform } from '../../src/library/platform.ts';
import { planAfterImport } from '../../src/library/prepare-import.ts';
import {
  createPlatform,
  type DialectName,
  type Fixture,
  type Platform as Reference,
  type SeedName,
} from '../../src/server/index.ts';
import { filesInMemory } from '../config/memory-files.ts';
import { localPlatform, noting } from './local-platform.ts';

export interface Living {
  readonly reference: Reference;
  readonly platform: Platform;
  /** All requests. */
  readonly sent: WireRequest[];
}

export const file = 'docform.yaml';

/** Creates a platform that records all requests. */
export async function living(seed: Fixture | SeedName, dialect: DialectName = '2025-06'): Promise<Living> {
  const reference = createPlatform({ seed, dialect, token: 'token-of-ana', strict: true });
  const sent: WireRequest[] = [];
  const platform = await localPlatform(
    reference,
    noting((request) => void sent.push(request)),
  );
  return { reference, sent, platform };
}

export interface Taken {
  readonly imported: Imported;
  /** Texts by path, the main file first. */
  readonly texts: ReadonlyMap<string, string>;
  readonly desired: Desired;
  readonly ledger: StateBackend;
}

/** Imports everything, and writes the ledger. Throws if the result is inconsistent. */
export async function takeIn(
  { platform }: Pick<Living, 'platform'>,
  organization: string,
  ledger = memoryLedger(),
): Promise<Taken> {
  const imported = await importLive({ organization, platform, ledger, maxWaitMs: 0 });
  const chosen = chosenOf(imported, []);
  const texts = newConfiguration(chosen, { organization, file });
  const desired = readTexts(texts);
  const wrong = misread(desired, chosen);
  if (wrong.length > 0) throw new Error(`read otherwise than meant: ${wrong.join(', ')}`);
  const plan = planAfterImport(desired, imported, platform.host);
  if (plan.differing.length > 0)
    throw new Error(`planning the import is not empty: ${JSON.stringify(plan.differing, null, 1)}`);
  const report = await apply(plan, { platform, ledger, maxWaitMs: 0 });
  if (report.ledgerFault !== undefined) throw new Error(report.ledgerFault);
  return { imported, texts, desired, ledger };
}

export function readTexts(texts: ReadonlyMap<string, string>): Desired {
  const { desired, problems } = loadConfiguration({ file, files: filesInMemory(Object.fromEntries(texts)), shapes });
  if (desired === undefined) throw new Error(`${JSON.stringify(problems, null, 1)}\n${texts.get(file)}`);
  return desired;
}
