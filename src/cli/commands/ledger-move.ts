/** `docform ledger move`: changes host and organization of a ledger, after every id was found at the new place. */

import { defined } from '../../core/defined.ts';
import type { LedgerTarget } from '../../ledger/ledger.ts';
import { checkMove, type Mismatch, wholeLedger } from '../../library/inventory.ts';
import { oneLine } from '../../report/sanitize.ts';
import { count, dryRunText } from '../../report/words.ts';
import { withStateLock } from '../backend.ts';
import { loadConfig } from '../configuration.ts';
import { blockedFailure, usageFailure } from '../failure.ts';
import type { CommandFlags } from '../flags.ts';
import { whileReading } from '../progress.ts';
import { printResult, type Session } from '../session.ts';
import { withLedger, withTarget } from '../target.ts';

type MoveFlags = CommandFlags<'from' | 'fromOrganization', 'dryRun'>;

type Moved = Awaited<ReturnType<typeof checkMove>> & {
  readonly place: string;
  readonly from: LedgerTarget;
  readonly to: LedgerTarget;
  readonly isDryRun: boolean;
};

const problemTexts: { readonly [P in Mismatch['problem']]: string } = {
  missing: 'does not exist',
  container: 'is in another container',
  unknown: 'is unknown, because it could not be read',
};

export async function runLedgerMove(session: Session, _: unknown, flags: MoveFlags): Promise<void> {
  const { desired: declared, directory, file } = await loadConfig(session);
  return withTarget(session, async ({ platform, traffic, isLocal, organization = declared.organization }) => {
    const to = { host: platform.host, organization };
    const host = flags.from?.replace(/^\w+:\/\//, '') ?? to.host;
    const from = { host, organization: flags.fromOrganization ?? organization };
    if (isLocal || (from.host === to.host && from.organization === to.organization))
      throw usageFailure(
        'the ledger would not move',
        'set --api-url or --organization to the new values, and name the former ones with --from or --from-organization',
      );
    const place = { directory, file, organization: from.organization, ...defined({ name: declared.name }) };
    return withLedger(session, { isLocal, host: from.host }, place, async (ledger) => {
      await wholeLedger(ledger);
      return withStateLock(session, ledger, flags.dryRun === true, async (lock) => {
        const options = { desired: { ...declared, organization }, platform, ledger, ...traffic };
        const checked = await whileReading(session, (reading: typeof options) => checkMove(reading, from), options);
        if (checked.mismatches.length === 0) await lock?.save(checked.ledger, undefined, to);
        report(session, { ...checked, place: ledger.place, from, to, isDryRun: lock === undefined });
      });
    });
  });
}

function report(session: Session, { ledger: _, ...facts }: Moved) {
  const { place, from, to, ids, mismatches, requests } = facts;
  const said = facts.isDryRun ? 'can move' : 'moved';
  const text = `${place}: ${said} from ${from.organization} on ${from.host} to ${to.organization} on ${to.host}. ${count(ids, 'id')} verified in ${count(requests, 'request')}.${facts.isDryRun ? ` ${dryRunText}` : ''}\n`;
  if (mismatches.length === 0 || session.isJson) printResult(session, 'ledger-move', facts, text);
  for (const { address, id, problem } of mismatches)
    session.warn(`${oneLine(address)}: ${oneLine(id)} ${problemTexts[problem]}\n`);
  if (mismatches.length === 0) return;
  const share = `${mismatches.length} of ${count(ids, 'id')}`;
  throw blockedFailure(
    'E-LEDGER-MOVE',
    `${share} of the ledger do not match the organization ${to.organization} on ${to.host}`,
    'check the host, the organization and the token; remove entries of deleted objects with docform forget',
  );
}
