/** The commands of the backend: `docform ledger init`, `move`, `history` and `unlock`. */
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { withoutUndefined } from '../../core/defined.ts';
import { isUnused } from '../../ledger/file/beside-file.ts';
import { describeHolder } from '../../ledger/holder.ts';
import type { LedgerTarget } from '../../ledger/ledger.ts';
import { ledgerPath } from '../../ledger/ledger-file.ts';
import { checkMove, type Mismatch, wholeLedger } from '../../library/ledger-move.ts';
import { historyJson, historyText } from '../../report/history.ts';
import { oneLine } from '../../report/wording/sanitize.ts';
import { count, dryRunText } from '../../report/wording/words.ts';
import { loadConfig } from '../files/configuration.ts';
import { nameOfConfiguration } from '../files/repository.ts';
import { holderOf } from '../io/origin.ts';
import { whileReading } from '../io/progress.ts';
import {
  blockedFailure,
  type CommandFlags,
  printResult,
  type Run,
  type Session,
  usageFailure,
  wholeNumber,
} from '../io/session.ts';
import { loadWithBackend, openTargetBackend } from '../target/backend.ts';
import { takeStateLock } from '../target/held-lock.ts';
import { openBareLedger, openTarget } from '../target/target.ts';

export const runLedgerInit: Run = async (session) => {
  const loaded = await loadConfig(session);
  const { ledger } = await openTargetBackend(session, loaded);
  const { place } = ledger;
  const isMade = await ledger.prepare?.();
  const said = isMade === undefined ? 'no preparation needed' : isMade ? 'tables created' : 'tables already exist';
  printResult(session, 'ledger-init', { place, made: isMade === true }, `${place}: ${said}.\n`);
};

export const runHistory: Run<{ readonly limit?: string }> = async (session, _, { limit = '20' }) => {
  const most = wholeNumber('--limit', limit, 1, 10_000);
  const { ledger } = await loadWithBackend(session, 'reading');
  const runs = (await ledger.history?.(most)) ?? (await ledger.load()).ledger.runs?.slice(0, most) ?? [];
  session.result(session.isJson ? historyJson(runs) : historyText(runs));
};

/** The id identifies one lock, so that no other lock is removed by mistake. A run whose lock is removed stops writing. */
export const runUnlock: Run = async (session, [id = '']) => {
  const { ledger } = await loadWithBackend(session, 'reading');
  if (ledger.unlock === undefined)
    throw usageFailure(
      `${ledger.place}: the state lock of this backend expires on its own`,
      'wait with --lock-timeout; you can remove only the lock of an HTTP state service (DOCFORM_BACKEND=https://…)',
      'E-UNLOCK-UNSUPPORTED',
    );
  const holder = await ledger.unlock(id, holderOf(session.io.environment));
  const { place } = ledger;
  const text = `${place}: removed the state lock ${describeHolder(holder)}.\n`;
  printResult(session, 'unlock', { place, id, holder: holder ?? null }, text);
};

type MoveFlags = CommandFlags<'from' | 'fromOrganization' | 'fromName', 'dryRun'>;

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

/** Changes host, organization or name of a ledger, after every id was found at the new place. Without a former value, moves the ledger file into the backend. */
export const runLedgerMove: Run<MoveFlags> = async (session, _, flags) => {
  const { from: fromHost, fromOrganization, fromName } = flags;
  const isFile = [fromHost, fromOrganization, fromName].every((each) => each === undefined);
  if (isFile && session.settings.backendUrl !== undefined) return moveFile(session, flags.dryRun === true);
  const { desired: declared, directory, file } = await loadConfig(session);
  const { platform, traffic, isLocal, organization = declared.organization } = await openTarget(session);
  const to = { host: platform.host, organization };
  const host = flags.from?.replace(/^\w+:\/\//, '') ?? to.host;
  const from = { host, organization: flags.fromOrganization ?? organization };
  const name = nameOfConfiguration(session, { directory, name: declared.name });
  const isRenamed = session.settings.backendUrl !== undefined && fromName !== undefined && fromName !== name;
  if (isLocal || (from.host === to.host && from.organization === to.organization && !isRenamed))
    throw usageFailure(
      'the ledger would not move',
      'set --api-url, --organization or `name` to the new values, and name the former ones with --from, --from-organization or --from-name; to move a ledger file, set DOCFORM_BACKEND',
    );
  const place = {
    directory,
    file,
    organization: from.organization,
    ...withoutUndefined({ name: fromName ?? declared.name }),
  };
  const ledger = await openBareLedger(session, { isLocal, host: from.host }, place);
  await wholeLedger(ledger);
  const lock = flags.dryRun === true ? undefined : await takeStateLock(session, ledger);
  const options = { desired: { ...declared, organization }, platform, ledger, ...traffic };
  const checked = await whileReading(session, (reading: typeof options) => checkMove(reading, from), options);
  if (checked.mismatches.length === 0) await lock?.save(checked.ledger, undefined, isRenamed ? { ...to, name } : to);
  report(session, { ...checked, place: ledger.place, from, to, isDryRun: lock === undefined });
};

/** Without the platform: the ids stay the same. */
async function moveFile(session: Session, isDryRun: boolean) {
  const loaded = await loadConfig(session);
  const { directory } = loaded;
  const path = ledgerPath(directory, session.settings.environmentName);
  const { backendUrl: _, ...settings } = session.settings;
  const opened = await openTargetBackend({ ...session, settings }, loaded);
  const { host, organization, isLocal } = opened;
  if (isLocal)
    throw usageFailure('the ledger of the reference platform does not move', 'set --api-url', 'E-LEDGER-MOVE');
  const place = { ...loaded, organization, name: loaded.desired.name };
  const backend = await openBareLedger(session, { host, isLocal }, place);
  const ledger = await wholeLedger(opened.ledger);
  const locks = isDryRun ? [] : [await takeStateLock(session, opened.ledger), await takeStateLock(session, backend)];
  if (!isUnused(await backend.load()))
    throw usageFailure(
      `${backend.place}: this backend already has a ledger of this configuration`,
      `to use the backend, remove ${basename(path)}; to use the file, unset DOCFORM_BACKEND`,
      'E-LEDGER-MOVE',
    );
  await locks[1]?.save(ledger);
  if (!isDryRun) await rm(path);
  const target = { host, organization };
  const ids = Object.keys(ledger.resources).length;
  const facts = { place: backend.place, from: target, to: target, ids, mismatches: [], requests: 0, isDryRun };
  const next = isDryRun ? dryRunText : `${basename(path)} was deleted: commit this.`;
  const text = `${backend.place}: ${isDryRun ? 'can get' : 'got'} ${count(ids, 'resource')} from ${basename(path)}. ${next}\n`;
  printResult(session, 'ledger-move', facts, text);
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
    'check the host, the organization and the token; remove entries of deleted objects with `docform forget`',
  );
}
