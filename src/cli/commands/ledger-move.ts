/** `docform ledger move`: changes host and organization of a ledger, after every id was found at the new place. */
import { defined } from '../../core/defined.ts';
import type { StateBackend } from '../../ledger/state-backend.ts';
import type { Mismatch } from '../../library/ledger-move.ts';
import { oneLine } from '../../report/sanitize.ts';
import { count } from '../../report/words.ts';
import { loadConfig } from '../configuration.ts';
import { blockedFailure, usageFailure } from '../failure.ts';
import { whileReading } from '../progress.ts';
import { printResult, type Session } from '../session.ts';
import { takeStateLock } from '../state-lock.ts';
import { openTargetLedger, withTarget } from '../target.ts';

interface MoveFlags {
  readonly from?: string;
  readonly fromOrganization?: string;
  readonly dryRun?: boolean;
}

const problemTexts: { readonly [P in Mismatch['problem']]: string } = {
  missing: 'does not exist',
  container: 'is in another container',
  unknown: 'is unknown, because it could not be read',
};

export async function runLedgerMove(session: Session, _: unknown, flags: MoveFlags): Promise<void> {
  const loaded = await loadConfig(session);
  return withTarget(session, async (target) => {
    const { host } = target.platform;
    const desired = { ...loaded.desired, organization: target.organization ?? loaded.desired.organization };
    const to = { host, organization: desired.organization };
    const from = await formerTarget(flags, to);
    if (target.isLocal || (from.host === to.host && from.organization === to.organization))
      throw usageFailure(
        'the ledger would not move',
        'set --api-url or --organization to the new values, and name the former ones with --from or --from-organization',
      );
    const former = { isLocal: false, platform: { host: from.host } };
    const { directory, file } = loaded;
    const place = { directory, file, organization: from.organization, ...defined({ name: desired.name }) };
    const { ledger, close } = await openTargetLedger(session, former, place);
    try {
      await loadWhole(ledger);
      const lock = flags.dryRun ? undefined : await takeStateLock(session, ledger);
      try {
        const { checkMove } = await import('../../library/ledger-move.ts');
        const options = { desired, platform: target.platform, ledger, ...target.traffic };
        const known = await loadWhole(ledger);
        const { mismatches, ...checked } = await whileReading(session, (shown) =>
          checkMove({ ...options, ...shown }, known, from),
        );
        if (mismatches.length === 0) await lock?.save(checked.ledger, undefined, to);
        const { ids, requests } = checked;
        const facts = { place: ledger.place, from, to, isDryRun: flags.dryRun === true, ids, requests, mismatches };
        const said = flags.dryRun ? 'can move' : 'moved';
        const text = `${facts.place}: ${said} from ${from.organization} on ${from.host} to ${to.organization} on ${host}. ${count(ids, 'id')} verified in ${count(requests, 'request')}.\n`;
        if (mismatches.length === 0 || session.isJson) printResult(session, 'ledger-move', facts, text);
        if (mismatches.length > 0) throw refused(session, facts);
      } finally {
        await lock?.release();
      }
    } finally {
      await close();
    }
  });
}

async function formerTarget({ from, fromOrganization }: MoveFlags, to: { host: string; organization: string }) {
  const { hostOf } = await import('../../library/platform.ts');
  const host = from === undefined ? to.host : from.includes('://') ? hostOf(from) : from;
  return { host, organization: fromOrganization ?? to.organization };
}

/** Requests of an interrupted apply can be completed only at the former host. */
async function loadWhole(backend: StateBackend) {
  const { ledger, open, unsaved } = await backend.load();
  if (Object.keys(ledger.resources).length === 0)
    throw usageFailure(`${backend.place}: the ledger is empty`, 'check --from, --from-organization and --env');
  if (open.length > 0 || unsaved !== undefined)
    throw usageFailure(
      `${backend.place}: an apply was interrupted, and the ledger does not contain all its results`,
      'run docform apply at the former host first',
    );
  return ledger;
}

function refused(
  session: Session,
  { ids, mismatches, to }: { ids: number; mismatches: readonly Mismatch[]; to: { host: string; organization: string } },
) {
  for (const { address, id, problem } of mismatches)
    session.warn(`${oneLine(address)}: ${oneLine(id)} ${problemTexts[problem]}\n`);
  return blockedFailure(
    'E-LEDGER-MOVE',
    `${mismatches.length} of ${count(ids, 'id')} of the ledger do not match the organization ${to.organization} on ${to.host}`,
    'check the host, the organization and the token; remove entries of deleted objects with docform forget',
  );
}
