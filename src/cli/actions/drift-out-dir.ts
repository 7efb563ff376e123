/** `docform drift --out-dir`: writes the drift for the issue and the pull request of a pipeline. */

import { type ExitCode, exitCode } from '../../core/docform-error.ts';
import type { Drifted } from '../../library/drift.ts';
import { driftMarkdown, driftText } from '../../report/drift/drift.ts';
import { type Artifacts, openArtifacts } from '../files/artifacts.ts';
import { loadConfig } from '../files/configuration.ts';
import { editedFiles } from '../files/edited-files.ts';
import { fenceLog, refuseOtherTokens, writeFailureSummary, writeSummary } from '../io/forge-run.ts';
import { conflictingFlags, ExitSignal, failureOf, type Session, usageFailure } from '../io/session.ts';
import { type DriftFlags, driftExit, findingsOf, readDrift, unreadIn, writeDrift } from '../planning/drift-result.ts';
import { requireMatched } from '../planning/planning.ts';

type Choices = DriftFlags & { readonly outDir: string; readonly write: boolean };

export async function runDriftIntoDirectory(session: Session, addresses: readonly string[], flags: Choices) {
  const { outDir, write, dryRun, unmanaged, ...scope } = flags;
  if (session.settings.format !== 'text')
    throw conflictingFlags('--format', '--out-dir', 'the directory contains the report as found.md');
  if (addresses.length > 0 || dryRun === true || unmanaged === true)
    throw usageFailure('addresses, --dry-run and --unmanaged cannot be combined with --out-dir', 'omit --out-dir');
  const artifacts = await openArtifacts(session, outDir);
  const endFence = fenceLog(session);
  try {
    refuseOtherTokens(session, 'platform');
    return await driftInto(session, artifacts, write, scope);
  } catch (error) {
    writeFailureSummary(session, 'docform drift failed', error);
    throw error;
  } finally {
    endFence();
  }
}

async function driftInto(
  session: Session,
  artifacts: Artifacts,
  isWriting: boolean,
  scope: Pick<DriftFlags, 'only' | 'except'>,
): Promise<ExitCode> {
  const found = await readDrift(session, await loadConfig(session), scope);
  requireMatched(found.unmatched);
  const { drift, digest, impact, expectations } = found;
  session.result(driftText(drift, { digest, impact, expectations, paint: session.paintResult, isVerbose: true }));
  const text = markdownOf(found);
  await artifacts.write('found.md', text);
  writeSummary(session, text);
  const exit = driftExit(session, found);
  // An unread list must not look as if it had no drift, so there is no digest.
  if (exit !== exitCode.done && exit !== exitCode.changes) {
    await artifacts.writeFacts({ kind: 'drift', exit });
    return exit;
  }
  const changes = findingsOf(found);
  if (isWriting && drift.entries.length > 0) await writeEdits(session, artifacts, scope);
  await artifacts.writeFacts({ kind: 'drift', exit: changes > 0 ? exitCode.changes : exitCode.done, digest, changes });
  return exitCode.done;
}

function markdownOf({ drift, digest, impact, expectations }: Drifted) {
  return driftMarkdown(drift, { digest, impact, expectations });
}

/** Drift that cannot be written stays in the issue, so a failure here does not end the command. */
async function writeEdits(session: Session, artifacts: Artifacts, scope: Pick<DriftFlags, 'only' | 'except'>) {
  const confirmed: Session = { ...session, settings: { ...session.settings, isConfirmed: true } };
  try {
    await writeDrift(confirmed, [], scope);
    const left = await readDrift(session, await loadConfig(session), scope);
    if (unreadIn(left.drift).length > 0) return;
    await artifacts.write('left.md', markdownOf(left));
    const edits = JSON.stringify({ ...(await editedFiles(session)), left: findingsOf(left) });
    if (session.mask(edits) === edits) await artifacts.write('edits.json', `${edits}\n`);
    else session.warn('The edits contain a secret, so they are not proposed.\n');
  } catch (error) {
    if (error instanceof ExitSignal) return;
    const { message } = failureOf(error);
    session.warn(`The drift could not be written into the configuration: ${message}\n`);
  }
}
