/** `docform drift --write`: takes what was changed by hand into the YAML; shows the diff first, asks, and leaves the ledger alone. */

import { basename } from 'node:path';
import { formOf } from '../../core/count.ts';
import { DocformError } from '../../core/docform-error.ts';
import type { Drifted, DriftWriting, Validation } from '../../library/index.ts';
import { type DriftWritingReport, driftWritingJson, driftWritingText } from '../../report/edits.ts';
import { visible } from '../../report/sanitize.ts';
import { someNames } from '../../report/words.ts';
import { declined, isAgreed, requireAnswerable } from '../asking.ts';
import { configurationOptions, type Loaded, loadForCommand } from '../configuration.ts';
import { writeConfigurationFiles } from '../configuration-files.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { usageFailure } from '../failure.ts';
import type { Session } from '../session.ts';
import { readOtherLedgers } from '../warnings.ts';
import { driftExit, readDrift } from './drift.ts';

export interface DriftWriteFlags {
  /** Only shows what it would write. */
  readonly dryRun?: boolean;
  /** Also unmanaged objects whose own address is not given. */
  readonly unmanaged?: boolean;
}

/** `addresses`: only what drifted there; none: all that is managed. */
export async function runDriftWrite(session: Session, addresses: readonly string[], flags: DriftWriteFlags): Promise<ExitCode> {
  const { dryRun: isDryRun = false, unmanaged: withUnmanaged = false } = flags;
  const { driftIntoFiles, isDriftPlace } = await import('../../library/index.ts');
  const places = addresses.map((address) => address.replace(/(?<!\/)\/+$/, ''));
  const wrong = places.find((place) => !isDriftPlace(place));
  if (wrong !== undefined) throw usageFailure(`${wrong} is no address`, 'give them as docform drift prints them: sites/docs, teams/id:ID');
  const loaded = await loadForCommand(session);
  if ('exit' in loaded) return loaded.exit;
  const { validation } = loaded;
  if (!isDryRun)
    requireAnswerable(
      session,
      `drift --write asks before it changes ${validation.file}, and there is no terminal to ask on`,
      'look at `docform drift`, then run `docform drift --write --yes`',
    );
  const drifted = await readDrift(session, loaded, true);
  requireLedger(drifted);
  requireSettled(drifted);
  const writing = await driftIntoFiles(drifted, { options: configurationOptions(session), validation, addresses: places, withUnmanaged });
  await warnOfOthers(session, loaded, writing);
  if (writing.texts.size > 0 && !isDryRun) await write(session, validation, writing);
  session.result(output(session, drifted, { ...writing, isDryRun }));
  return exitOf(session, drifted, writing);
}

/** Without one, edits that were not applied yet look like changes by hand, and would be taken back. */
function requireLedger({ drift }: Drifted): void {
  if (drift.basis === 'ledger') return;
  throw new DocformError({
    exit: exitCode.failed,
    code: 'E-NO-LEDGER',
    message: 'there is no ledger that tells changes by hand from edits that were not applied yet: nothing was written',
    hint: 'use the ledger of this target (DOCFORM_STORE, --env), or take in what the platform has with docform import',
  });
}

/** What an apply is at, or was when it ended, looks like changes by hand: what it makes anew is missing for a moment. */
function requireSettled({ input: { unsettled = new Set(), interrupted = new Set() } }: Drifted): void {
  const open = [...unsettled, ...interrupted];
  if (open.length === 0) return;
  throw new DocformError({
    exit: exitCode.blocked,
    code: 'E-UNSETTLED',
    message: `an apply is under way, or ended in the middle of its work on ${someNames(open, 3)}: nothing was written`,
    hint: 'let docform apply settle that first',
  });
}

/** What is missing here may stand elsewhere, where the block is what keeps it. */
async function warnOfOthers(session: Session, { directory }: Loaded, { taken }: DriftWriting): Promise<void> {
  const missing = taken.flatMap((entry) => (entry.class === 'missing' ? [entry.address] : []));
  if (missing.length === 0) return;
  const { ledgerPath } = await import('../../library/index.ts');
  const others = await readOtherLedgers(directory, basename(ledgerPath(directory, session.settings.environmentName)), missing);
  if (others.length === 0) return;
  const what = `what is missing here is known to ${someNames(others, 3)} as well, where the next apply would delete it (${someNames(missing, 3)})`;
  session.warn(
    `${what}: run docform forget for ${formOf(others.length, 'that environment', 'those environments')} first to keep it there\n`,
  );
}

async function write(session: Session, { file, sources }: Validation, { texts, diff }: DriftWriting): Promise<void> {
  const { isConfirmed, directory } = session.settings;
  (isConfirmed ? session.say : session.warn)(visible(diff));
  if (!isConfirmed && !(await isAgreed(session, 'Write this?'))) throw declined('the changes were not confirmed: nothing was written');
  await writeConfigurationFiles({ directory, main: file, before: sources, after: texts });
}

function output(session: Session, { host, drift }: Drifted, writing: DriftWriting & { readonly isDryRun: boolean }): string {
  const { taken, notTaken, unmanaged, released, left, texts, diff, isDryRun } = writing;
  const report: DriftWritingReport = {
    ...{ host, organization: drift.organization, taken, notTaken, unmanaged, released, left, diff, isDryRun },
    files: [...texts.keys()],
  };
  if (session.settings.format === 'json') return driftWritingJson(report);
  const next =
    texts.size === 0 || isDryRun
      ? {}
      : { next: 'docform plan shows nothing of it any more; commit it, and the next apply notes it in the ledger' };
  return driftWritingText(report, { paint: session.paintResult, ...next });
}

function exitOf(session: Session, drifted: Drifted, { left }: DriftWriting): ExitCode {
  if (drifted.drift.unknown.length > 0) return driftExit(session, drifted);
  return session.settings.hasDetailedExitCode && left > 0 ? exitCode.changes : exitCode.done;
}
