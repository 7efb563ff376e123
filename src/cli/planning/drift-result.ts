/** Reads drift, writes it into the configuration, and derives the exit code, for `drift` and for commands that need drift. */

import { basename } from 'node:path';
import type { Address } from '../../core/address.ts';
import { wordForm } from '../../core/count.ts';
import { dayOf } from '../../core/day.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { DocformError, exitCode } from '../../core/docform-error.ts';
import { ledgerPath } from '../../ledger/ledger-file.ts';
import { type Drifted, drift } from '../../library/drift.ts';
import { type DriftWriting, driftIntoFiles, isDriftPlace } from '../../library/drift-writing.ts';
import { createSelection } from '../../plan/scope/scope.ts';
import { type DriftWritingReport, driftWritingJson, driftWritingText } from '../../report/edits/edits.ts';
import { visible } from '../../report/wording/sanitize.ts';
import { someNames } from '../../report/wording/some-names.ts';
import { count } from '../../report/wording/words.ts';
import { type LoadedConfig, loadConfig } from '../files/configuration.ts';
import { readOtherLedgers } from '../files/other-ledgers.ts';
import { declarations } from '../files/repository.ts';
import { writeEdit } from '../files/write-configuration.ts';
import { requireAgreedEdit } from '../io/agreement.ts';
import { whileReading } from '../io/progress.ts';
import { blockedFailure, type CommandFlags, type Session, usageFailure } from '../io/session.ts';
import { openConfigured } from '../target/target.ts';
import { requireTty } from './approval.ts';
import { failIncomplete, incompleteHint } from './incomplete.ts';
import { requireMatched, type ScopeFlags, scopeOf } from './planning.ts';

/** `unmanaged`: also adds unmanaged objects whose address is not given. */
export type DriftFlags = Omit<ScopeFlags, 'since' | 'allOrNothing'> &
  CommandFlags<'outDir', 'write' | 'dryRun' | 'unmanaged'>;

/** A list that this token may not read completely matters only if it hides managed resources. Unmanaged objects in it stay unknown. */
export function unreadIn({ unknown }: Drifted['drift']) {
  return unknown.filter(({ hides, isDenied }) => hides.length > 0 || isDenied !== true);
}

/** The number of entries and violated expectations. */
export function findingsOf({ drift, expectations = [] }: Drifted): number {
  return drift.entries.length + expectations.filter(({ status }) => status === 'violated').length;
}

/** An unread list must not look as if it had no drift. */
export function driftExit(session: Session, drifted: Drifted) {
  const { drift } = drifted;
  const unread = unreadIn(drift);
  if (unread.length > 0) {
    const message = `${count(unread.length, 'list')} could not be read completely, so drift there is unknown`;
    return failIncomplete(session, 'E-INCOMPLETE-READ', message, incompleteHint(unread));
  }
  return session.settings.hasDetailedExitCode && findingsOf(drifted) > 0 ? exitCode.changes : exitCode.done;
}

/** `isWhole`: reads the whole organization, declared or not. `object`: the address of the only object that matters. */
export async function readDrift(
  session: Session,
  loaded: LoadedConfig,
  flags: ScopeFlags = {},
  { isWhole = false, object }: { readonly isWhole?: boolean; readonly object?: Address } = {},
) {
  const scope = await scopeOf(session, loaded, flags);
  const { target, ledger, desired } = await openConfigured(session, loaded);
  const today = dayOf(Date.now());
  const declaredBy = declarations(session, loaded.directory);
  const { platform, traffic } = target;
  const options = {
    desired,
    platform,
    ledger,
    declaredBy,
    isWhole,
    today,
    policy: { rules: loaded.rules },
    ...traffic,
    ...withoutUndefined({ scope, object }),
  };
  const drifted = await whileReading(session, drift, options);
  session.explain(`Read in ${count(drifted.readRequests, 'request')}. Ledger: ${ledger.place}.\n`);
  return drifted;
}

export async function writeDrift(session: Session, addresses: readonly string[], flags: DriftFlags) {
  const { dryRun: isDryRun = false, unmanaged: withUnmanaged = false, only = [], except = [] } = flags;
  const places = addresses.map((address) => address.replace(/(?<!\/)\/+$/, ''));
  const wrong = places.find((place) => !isDriftPlace(place));
  if (wrong !== undefined)
    throw usageFailure(
      `${wrong} is not a valid address`,
      'use the addresses that `docform drift` prints: sites/docs, teams/id:ID',
    );
  const loaded = await loadConfig(session);
  const { validation } = loaded;
  if (!isDryRun)
    requireTty(
      session,
      `drift --write requires confirmation to change ${validation.file}, and there is no terminal`,
      'review `docform drift`, then run `docform drift --write --yes`',
    );
  const drifted = await readDrift(session, loaded, {}, { isWhole: true });
  requireLedger(drifted);
  requireSettled(drifted);
  const { selects, unmatched } = createSelection({ only, except }, drifted.input);
  requireMatched(unmatched);
  const entries = drifted.drift.entries.filter(({ address }) => selects(address));
  const edit = { options: loaded.options, validation, addresses: places, withUnmanaged };
  const writing = await driftIntoFiles({ ...drifted, drift: { ...drifted.drift, entries } }, edit);
  await warnOfOthers(session, loaded, writing);
  const { texts, diff } = writing;
  if (texts.size > 0 && !isDryRun) {
    if (session.settings.isConfirmed) session.say(visible(diff));
    await requireAgreedEdit(session, diff);
    await writeEdit(session, validation, texts);
  }
  session.result(writtenOutput(session, drifted, writing, isDryRun));
  return writtenExit(session, drifted, writing);
}

/** Without a ledger, edits that are not applied yet look like drift and would be reverted. */
function requireLedger({ drift }: Drifted) {
  if (drift.basis === 'ledger') return;
  throw new DocformError({
    code: 'E-NO-LEDGER',
    message: 'no ledger, so drift cannot be distinguished from edits that are not applied yet: nothing was written',
    hint: 'use the ledger of this target (DOCFORM_BACKEND, --env), or run `docform import`',
  });
}

/** The changes of a running or interrupted apply look like drift: a replaced object is missing for a moment. */
function requireSettled({ input: { unconfirmed = new Set(), interrupted = new Set() } }: Drifted) {
  const open = [...unconfirmed, ...interrupted];
  if (open.length === 0) return;
  throw blockedFailure(
    'E-UNFINISHED-RUN',
    `an apply of ${someNames(open, 3)} is still running or was interrupted: nothing was written`,
    'wait for the running apply, or run `docform apply` to resolve the interrupted one',
  );
}

/** An object that is missing here may exist in another environment, where an apply without the block would delete it. */
async function warnOfOthers(session: Session, { directory }: LoadedConfig, { accepted }: DriftWriting) {
  const missing = accepted.flatMap((entry) => (entry.class === 'missing' ? [entry.address] : []));
  if (missing.length === 0) return;
  const own = basename(ledgerPath(directory, session.settings.environmentName));
  const others = await readOtherLedgers(directory, own, missing);
  if (others.length === 0) return;
  const what = `${someNames(missing, 3)} ${wordForm(missing.length, 'is', 'are')} also in ${someNames(others, 3)}, and the next apply there would delete ${wordForm(missing.length, 'the object', 'the objects')}`;
  session.warn(
    `${what}; to prevent this, run \`docform forget\` for ${wordForm(others.length, 'that environment', 'those environments')} first\n`,
  );
}

function writtenOutput(session: Session, { host, drift }: Drifted, writing: DriftWriting, isDryRun: boolean) {
  const { accepted, notAccepted, unmanaged, released, left, texts, diff } = writing;
  const report: DriftWritingReport = {
    host,
    organization: drift.organization,
    accepted,
    notAccepted,
    unmanaged,
    released,
    left,
    diff,
    isDryRun,
    files: [...texts.keys()],
  };
  if (session.isJson) return driftWritingJson(report);
  const next = 'commit the changes; `docform plan` no longer shows them, and the next apply records them in the ledger';
  return driftWritingText(report, { paint: session.paintResult, ...(texts.size === 0 || isDryRun ? {} : { next }) });
}

function writtenExit(session: Session, drifted: Drifted, { left }: DriftWriting) {
  if (unreadIn(drifted.drift).length > 0) return driftExit(session, drifted);
  return session.settings.hasDetailedExitCode && left > 0 ? exitCode.changes : exitCode.done;
}
