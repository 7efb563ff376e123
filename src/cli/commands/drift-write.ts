/** `docform drift --write`: takes what was changed by hand into the YAML; shows the diff first, asks, and leaves the ledger alone. */
import type { Drifted, DriftWriting, Validation } from '../../index.ts';
import { type DriftWritingReport, driftWritingJson, driftWritingText } from '../../report/drift/writing.ts';
import { stripControls } from '../../report/sanitize.ts';
import { configurationOptions, readConfiguration, tellProblems } from '../configuration.ts';
import { writeConfigurationFiles } from '../configuration-files.ts';
import { readDrift } from '../drifting.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { Failure, usageFailure } from '../failure.ts';
import type { Session } from '../session.ts';
import { driftExit } from './drift.ts';

/** `addresses`: only what drifted there; none: all of it. */
export async function runDriftWrite(session: Session, addresses: readonly string[]): Promise<ExitCode> {
  const { driftIntoFiles, isPlace } = await import('../../index.ts');
  const places = addresses.map((address) => address.replace(/\/+$/, ''));
  const wrong = places.find((place) => !isPlace(place));
  if (wrong !== undefined) throw usageFailure(`${wrong} is no address`, 'give them as docform drift prints them: sites/docs, teams/id:ID');
  const validation = await readConfiguration(session);
  for (const secret of validation.secrets) session.keepSecret(secret);
  if (validation.desired === undefined) return await tellProblems(session, validation);
  requireAnswer(session, validation);
  const drifted = await readDrift(session, { validation, desired: validation.desired }, true);
  requireLedger(drifted);
  const writing = await driftIntoFiles(drifted, { options: configurationOptions(session), validation, addresses: places });
  if (writing.texts.size > 0) await write(session, validation, writing);
  session.result(output(session, drifted, writing));
  return exitOf(session, drifted, writing);
}

function requireAnswer({ settings, io }: Session, { file }: Validation): void {
  if (settings.isConfirmed || (io.stdin.isTerminal && settings.hasInput)) return;
  throw new Failure(exitCode.usage, {
    code: 'E-CONFIRM',
    message: `drift --write asks before it changes ${file}, and there is no terminal to ask on`,
    hint: 'look at `docform drift`, then run `docform drift --write --yes`',
  });
}

/** Without one, edits that were not applied yet look like changes by hand, and would be taken back. */
function requireLedger({ drift }: Drifted): void {
  if (drift.basis === 'ledger') return;
  throw new Failure(exitCode.failed, {
    code: 'E-NO-LEDGER',
    message: 'there is no ledger that tells changes by hand from edits that were not applied yet: nothing was written',
    hint: 'use the ledger of this target (DOCFORM_STORE, --env), or take in what the platform has with docform import',
  });
}

async function write(session: Session, { sources }: Validation, { texts, diff }: DriftWriting): Promise<void> {
  const { isConfirmed, directory } = session.settings;
  (isConfirmed ? session.say : session.warn)(stripControls(diff));
  if (!isConfirmed) {
    const answer = (await session.io.stdin.ask('Write this? [y/N] '))?.trim().toLowerCase();
    if (answer !== 'yes' && answer !== 'y')
      throw new Failure(exitCode.blocked, { code: 'E-DECLINED', message: 'the changes were not confirmed: nothing was written' });
  }
  await writeConfigurationFiles({ directory, before: sources, after: texts });
}

function output(session: Session, { host, drift }: Drifted, { taken, notTaken, released, left, texts, diff }: DriftWriting): string {
  const report: DriftWritingReport = {
    ...{ host, organization: drift.organization, taken, notTaken, released, left, diff },
    files: [...texts.keys()],
  };
  if (session.settings.format === 'json') return driftWritingJson(report);
  const next =
    texts.size === 0 ? {} : { next: 'docform plan shows nothing of it any more; commit it, and the next apply notes it in the ledger' };
  return driftWritingText(report, { paint: session.paintResult, ...next });
}

function exitOf(session: Session, drifted: Drifted, { left }: DriftWriting): ExitCode {
  if (drifted.drift.unknown.length > 0) return driftExit(session, drifted);
  return session.settings.hasDetailedExitCode && left > 0 ? exitCode.changes : exitCode.done;
}
