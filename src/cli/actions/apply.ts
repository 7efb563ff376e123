/** `docform apply`: plans, shows the plan, asks for confirmation and applies the plan. */

import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { withoutUndefined } from '../../core/defined.ts';
import { type ExitCode, exitCode } from '../../core/docform-error.ts';
import { parseUndoRecord } from '../../edit/inverse/undo-record.ts';
import { ledgerPath } from '../../ledger/ledger-file.ts';
import { apply } from '../../library/apply.ts';
import type { Planned } from '../../library/plan.ts';
import { type Verified, verifyApply } from '../../plan/approval/verified.ts';
import { type Change, isBlocked, type PlanView } from '../../plan/result/change.ts';
import type { ApplyReport } from '../../plan/result/outcome.ts';
import { isReadInPart } from '../../plan/scope/readable-scope.ts';
import { applyReportJson } from '../../report/apply/apply-json.ts';
import { applyReportText, recoveredLines } from '../../report/apply/apply-report.ts';
import { verifiedText } from '../../report/apply/verified.ts';
import type { Rehearsal } from '../../report/parts/rehearsal.ts';
import { planText } from '../../report/plan/text.ts';
import { count, plain } from '../../report/wording/words.ts';
import { notWritten, requireFacts } from '../files/artifacts.ts';
import { writeGitFiles } from '../files/git-files.ts';
import { refuseForeignFile } from '../files/named-file.ts';
import { repositoryRoot } from '../files/repository.ts';
import { isAgreed, notConfirmed } from '../io/agreement.ts';
import { forgeOf, refuseOtherTokens, summaryText, writeFailureSummary, writeSummary } from '../io/forge-run.ts';
import { widthOf } from '../io/io.ts';
import { applyProgress, traceRequest } from '../io/progress.ts';
import { type CommandFlags, conflictingFlags, failureOf, type Run, type Session } from '../io/session.ts';
import { type Approval, readApproval, requireApproved, requireTty } from '../planning/approval.ts';
import { warnOfHidden } from '../planning/incomplete.ts';
import { planningText } from '../planning/plan-result.ts';
import { makePlan, type PlanSession, refuseScope, type ScopeFlags } from '../planning/planning.ts';
import { startUndo, undoPath } from '../planning/undo-file.ts';
import { isLedgerFile, ledgerToCommit } from '../target/backend.ts';
import { revisionOf } from '../target/commit.ts';

type ApplyFlags = ScopeFlags & CommandFlags<'expectDigest' | 'from', 'rehearse'>;

/** In a pipeline, reviewers find the result in the summary of the run. */
export const runApply: Run<ApplyFlags> = async (session, operands, flags) => {
  try {
    return await runApproved(session, operands, flags);
  } catch (error) {
    writeFailureSummary(session, 'docform apply failed', error);
    throw error;
  }
};

/** `from`: the directory of the approved plan. */
async function runApproved(session: Session, operands: readonly string[], { from, ...flags }: ApplyFlags) {
  if (from === undefined) return await planAndApply(session, operands, flags);
  if (operands.length > 0 || flags.expectDigest !== undefined)
    throw conflictingFlags('--from', 'a saved plan or --expect-digest', 'the directory contains the approved digest');
  refuseOtherTokens(session, 'platform');
  const { exit, digest } = requireFacts(session, from, 'plan');
  if (exit === exitCode.done) {
    session.result('Nothing to apply.\n');
    return exitCode.done;
  }
  if (exit !== exitCode.changes && exit !== exitCode.leftOut)
    throw notWritten(`the plan in ${from} is blocked or incomplete`);
  return await planAndApply(session, operands, { ...flags, expectDigest: digest });
}

async function planAndApply(
  session: Session,
  [file]: readonly string[],
  { expectDigest: digest, rehearse = false, ...scope }: Omit<ApplyFlags, 'from'>,
): Promise<ExitCode> {
  if (file !== undefined) refuseScope(scope, 'a saved plan', 'pass the flag to `docform plan --out FILE`');
  const approval = await readApproval(session, file, digest);
  if (approval === undefined)
    requireTty(
      session,
      'apply requires confirmation, and there is no terminal',
      'review `docform plan`, then run `docform apply --yes`',
    );
  await refuseForeignUndo(session);
  const planning = await makePlan(session, true, approval, scope);
  const progress = { isReported: false };
  try {
    return await confirmAndApply(session, planning, approval, rehearse, progress);
  } finally {
    // Reports ledger entries that were written, even if the plan was not applied.
    if (!progress.isReported) for (const line of recoveredLines(planning)) session.warn(`${line}\n`);
  }
}

/** `--undo FILE` must not overwrite another file, so this is checked before the first request. */
async function refuseForeignUndo(session: Session) {
  const { undoFile, hasUndo } = session.settings;
  if (undoFile === undefined || !hasUndo) return;
  await refuseForeignFile(session, undoFile, 'an undo file', (text) => parseUndoRecord(text) !== undefined);
}

async function confirmAndApply(
  session: Session,
  all: PlanSession,
  approval: Approval | undefined,
  isRehearsed: boolean,
  progress: { isReported: boolean },
): Promise<ExitCode> {
  const { planned, leftOut } = await requireApproved(session, all.planned, approval ?? {});
  const planning = { ...all, planned };
  const { isVerbose } = session.settings;
  const isConfirmed = session.settings.isConfirmed || approval !== undefined;
  const isRefused = isBlocked(planned.plan);
  const show = isRefused || !isConfirmed ? session.warn : session.say;
  const { requests, wasInterrupted } = planned;
  const facts = { requests, ...withoutUndefined({ wasInterrupted }) };
  show(planText(planned.plan, { ...facts, paint: session.paintMessage, isVerbose, ...widthOf(session.io.stderr) }));
  if (isRefused) {
    session.result(
      session.isJson ? await planningText(session, planning) : 'Nothing was applied: the plan is blocked.\n',
    );
    return exitCode.blocked;
  }
  const rehearsal = isRehearsed ? await rehearseFirst(session, { ...planning, leftOut }, isConfirmed) : undefined;
  if (rehearsal?.status === 'failed') return exitCode.blocked;
  const needsApproval: readonly string[] = ['record', 'pending', 'unmanage'];
  const { steps, changes } = planned.plan;
  const isAsked = steps.length > 0 || changes.some(({ action }) => needsApproval.includes(action));
  if (isAsked && !isConfirmed && !(await isPlanAgreed(session, planned)))
    throw notConfirmed('the plan was not confirmed: nothing was applied');
  await ignoreOwnFiles(session, planning);
  const finishUndo = await startUndo(session, planning);
  const report = {
    ...(await execute(session, planning)),
    ...withoutUndefined({ recovered: planning.recovered, part: planned.plan.part }),
    ...withoutUndefined({ leftOut: leftOut.length === 0 ? undefined : leftOut, withheld: planned.plan.withheld }),
  };
  const undo = await finishUndo?.(report);
  const { verified, line = '' } = await verify(session, planning, report);
  const paint = session.paintResult;
  progress.isReported = true;
  const textWith = (painter: typeof paint) =>
    applyReportText(report, { paint: painter, notRead: notReadIn(planned), ...nextStep(session, planning) }) +
    (verified === undefined ? '' : verifiedText(verified, painter));
  session.result(session.isJson ? applyReportJson(report, verified, undo?.note, rehearsal) : textWith(paint));
  writeSummary(session, summaryText('docform apply', textWith(plain) + line));
  session.say(line + (undo?.text ?? ''));
  warnOfHidden(session, planned);
  return exitOf(report, planned, verified);
}

/** The exit code of an apply without a failure: 5 if a change is not on the platform, and 7 if changes were left out. */
function exitOf(report: ApplyReport, planned: Planned, verified: Verified | undefined): ExitCode {
  const exit = applyExit(report, planned);
  if (exit !== exitCode.done) return exit;
  if (verified?.left.some(({ action }) => action !== 'update')) return exitCode.partly;
  return report.leftOut === undefined && report.withheld === undefined ? exitCode.done : exitCode.leftOut;
}

/** `init` and `import` write .gitignore, and a configuration can be written without them. Without it, the next commit could contain names from the undo file. */
async function ignoreOwnFiles(session: Session, { target, directory }: PlanSession) {
  const isRun = forgeOf(session.io.environment) !== undefined;
  if (target.isLocal || isRun || repositoryRoot(directory) === undefined) return;
  const { environmentName } = session.settings;
  const own = [ledgerPath(directory, environmentName), undoPath(session, { directory })];
  if (own.some((path) => existsSync(path))) return;
  try {
    await writeGitFiles(session, directory, isLedgerFile(session));
  } catch (error) {
    session.warn(`warning: .gitignore could not be written: ${failureOf(error).message}\n`);
  }
}

async function rehearseFirst(
  session: Session,
  planning: Parameters<typeof planningText>[1] & { readonly leftOut: readonly Change[] },
  isConfirmed: boolean,
): Promise<Rehearsal> {
  const { rehearse } = await import('../planning/rehearsal.ts');
  const { rehearsalText } = await import('../../report/parts/rehearsal.ts');
  const rehearsal = await rehearse(session, planning);
  const isFailed = rehearsal.status === 'failed';
  (isFailed || !isConfirmed ? session.warn : session.say)(rehearsalText(rehearsal, session.paintMessage));
  if (!isFailed) return rehearsal;
  session.result(
    session.isJson ? await planningText(session, planning, rehearsal) : 'Nothing was applied: the rehearsal failed.\n',
  );
  return rehearsal;
}

/** Reads the changed objects again while this apply holds the state lock. A failure here does not change the result of the apply. `line` is printed below the result, which can report failures. */
async function verify(session: Session, { planned, replan, ledger, lock }: PlanSession, report: ApplyReport) {
  if (report.counts.done === 0 || report.isInterrupted || isCutOff(report) || !session.settings.hasVerification)
    return {};
  try {
    const second = await replan();
    const verified = verifyApply(second.plan, planned.plan, report);
    if (lock !== undefined) {
      const { recordVerified } = await import('../../library/record-verified.ts');
      await recordVerified(ledger, lock, verified);
    }
    const isVerified = verified.left.length + verified.unread.length === 0;
    return isVerified
      ? { verified, line: verifiedLine(report, [planned.plan, second.plan], second.readRequests) }
      : { verified };
  } catch (error) {
    session.warn(`The result could not be verified: ${failureOf(error).message}\n`);
    return {};
  }
}

/** Does not claim success for changes that were not applied or could not be read. */
function verifiedLine(
  { counts, leftOut, withheld }: ApplyReport,
  plans: readonly Pick<PlanView, 'unknown' | 'part'>[],
  requests: number,
) {
  const isWhole =
    counts.failed + counts.skipped + counts.notStarted === 0 &&
    leftOut === undefined &&
    withheld === undefined &&
    !plans.some((plan) => plan.part !== undefined || isReadInPart(plan));
  const cost = `(${count(requests, 'API request')})`;
  if (isWhole) return `Verified: the platform matches the configuration ${cost}.\n`;
  return `Verified: the applied changes are on the platform ${cost}.\n`;
}

/** Deletes require `yes`; for other changes `y` is enough. */
async function isPlanAgreed(session: Session, { plan }: Planned) {
  const deletes = plan.changes.filter((change) => change.action === 'delete' || change.action === 'replace').length;
  return deletes > 0
    ? isAgreed(session, `This deletes ${count(deletes, 'object')}. Apply?`, true)
    : isAgreed(session, 'Apply?');
}

async function execute(session: Session, { planned, target, ledger, lock, directory, validation }: PlanSession) {
  const progress = await applyProgress(session);
  session.catchInterrupts(() => target.interruption.abort());
  const { onEvent, onWait, end } = progress;
  return await apply(planned, {
    platform: target.platform,
    ledger,
    ...target.traffic,
    settleMs: session.settings.settleMs,
    ...withoutUndefined({ lock, revision: revisionOf(session, directory, validation) }),
    onEvent,
    onWait,
    onRequest: traceRequest(session),
    signal: target.interruption.signal,
  }).finally(end);
}

/** Only a ledger file has to be committed. */
function nextStep(session: Session, { target, ledger }: PlanSession) {
  // A later step of the pipeline commits the ledger.
  if (forgeOf(session.io.environment) !== undefined) return {};
  const file = ledgerToCommit(session, target.isLocal, ledger);
  return withoutUndefined({ next: file && `commit ${basename(file)}` });
}

function notReadIn({ plan }: Planned) {
  return plan.unknown.filter((each) => isReadInPart({ unknown: [each] })).map(({ list }) => list);
}

function isCutOff({ ledgerFault, lockLost }: ApplyReport) {
  return ledgerFault !== undefined || lockLost !== undefined;
}

/** A failed change can have completed steps or requests: its object exists, and the next apply finishes it. */
function isBegun({ counts, changes }: ApplyReport) {
  return counts.done > 0 || changes.some(({ partly, begun }) => partly !== undefined || begun !== undefined);
}

/** Exit code 4: nothing was applied, because permissions are missing. Exit code 5: partly applied, safe to run again; also after an interrupt, if more people have access. */
export function applyExit(report: ApplyReport, planned: Planned): ExitCode {
  if (report.exposed !== undefined) return exitCode.partly;
  if (report.isInterrupted) return exitCode.interrupted;
  const failed = report.changes.filter((change) => change.status === 'failed');
  const isWhole = report.changes.every((change) => change.status === 'done') && !isCutOff(report);
  if (isWhole) return isReadInPart(planned.plan) ? exitCode.partly : exitCode.done;
  if (isBegun(report)) return exitCode.partly;
  const isDenied =
    failed.length > 0 && failed.every((change) => change.fault?.status === 401 || change.fault?.status === 403);
  return isDenied ? exitCode.denied : exitCode.failed;
}
