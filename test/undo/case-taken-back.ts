/** Applies a case on its own reference platform, reverts it, and applies it again. */
import { memoryLedger } from '../../src/library/platform.ts';
import { readCase } from '../support/case.ts';
import { openCaseWorld } from '../support/case-world.ts';
import { organizationId } from '../support/live-world.ts';
import { type TakenBack, takenBack } from './taken-back.ts';

export async function caseTakenBack(name: string): Promise<TakenBack> {
  const each = readCase(name);
  const { platform: reference, ids, ledger } = await openCaseWorld(each);
  try {
    const desired = each.desired.replace(
      /\{(\w+\/[^\s{}"]+)\}/g,
      (written, address: string) => ids.get(address) ?? written,
    );
    const files = { ...each.files, 'docform.yaml': `version: 1\norganization: ${organizationId}\n${desired}` };
    const allowances = each.allow ?? { addresses: [] };
    return await takenBack({
      reference,
      backend: memoryLedger(ledger),
      files,
      organization: organizationId,
      allowances,
    });
  } finally {
    reference.close();
  }
}
