/** `docform apply`: plans, shows the plan, asks for confirmation and applies the plan. */

import { basename } from 'node:path';
import type { ApplyReport, Planned, Verified } from '../../library/index.ts';
import { applyReportJson, applyReportText, recoveredLines, verifiedText } from '../../report/apply-report.ts';
import type { Rehearsal } from '../../report/rehearsal.ts';
import { planText } from '../../report/text.ts';
import { blockedLine, count, isReadInPart } from '../../report/words.ts';
import { type Approval, readApproval, requireApproved } from '../approval.ts';
import { declined, isAgreed, requireAnswerable } from '../asking.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { failureOf } from '../failure.ts';
import { widthOf } from '../io.ts';
import { refuseForeignFile } from '../named-file.ts';
import { type Made, makePlan } from '../planning.ts';
import { applyProgress, traceRequest } from '../progress.ts';
import type { Session } from '../session.ts';
import { startUndo } from '../undo-file.ts';
import { planFileText, warnOfHidden } from './plan.ts';

export interface ApplyFlags {
  /** Digest of the approved plan; replaces the prompt. */
  readonly expectDigest?: string;
  /** Applies it to a copy of the organization first. */
  readonly rehearse?: boolean;
}

/** `file`: a saved plan, which replaces the prompt. A stale plan is not applied. */
export async function runApply(
  session: Session,
  file?: string,
  { expectDigest: digest, rehearse = false }: ApplyFlags = {},
): Promise<ExitCode> {
  const approval = await readApproval(session, file, digest);
  if (approval === undefined)
    requireAnswerable(
      session,
      'apply requires confirmation, and there is no terminal',
      'review `docform plan`, then run `docform apply --yes`',
    );
  await refuseForeignUndo(session);
  const made = await makePlan(session, true, approval);
  if ('exit' in made) return made.exit;
  const progress = { isReported: false };
  try {
    return await confirmAndApply(session, made, approval, rehearse, progress);
  } finally {
    // Report ledger entries that were written, even if the plan was not applied.
    if (!progress.isReported)
      session.warn(
        recoveredLines(made)
          .map((line) => `${line}\n`)
          .join(''),
      );
    await made.close();
  }
}

/** Checked before the first request: `--undo FILE` must not overwrite another file. */
async function refuseForeignUndo(session: Session): Promise<void> {
  const { undoFile, hasUndo } = session.settings;
  if (undoFile === undefined || !hasUndo) return;
  const { parseUndoRecord } = await import('../../library/index.ts');
  await refuseForeignFile(session, undoFile, 'an undo file', (text) => parseUndoRecord(text) !== undefined);
}

async function confirmAndApply(
  session: Session,
  all: Made,
  approval: Approval | undefined,
  isRehearsed: boolean,
  progress: { isReported: boolean },
): Promise<ExitCode> {
  const planned = approval === undefined ? all.planned : await requireApproved(session, all.planned, approval);
  const made = { ...all, planned };
  const { isVerbose, format } = session.settings;
  const isConfirmed = session.settings.isConfirmed || approval !== undefined;
  const isBlocked = blockedLine(planned.plan) !== undefined;
  const show = isBlocked || !isConfirmed ? session.warn : session.say;
  const facts = {
    requests: planned.requests,
    ...(planned.wasInterrupted && { wasInterrupted: planned.wasInterrupted }),
  };
  show(planText(planned.plan, { ...facts, paint: session.paintMessage, isVerbose, ...widthOf(session.io.stderr) }));
  if (isBlocked) {
    session.result(
      format === 'json' ? await planFileText(session, planned) : 'Nothing was sent: the plan is blocked.\n',
    );
    return exitCode.blocked;
  }
  const rehearsal = isRehearsed ? await rehearseFirst(session, made, isConfirmed) : undefined;
  if (rehearsal?.status === 'failed') return exitCode.blocked;
  const needsApproval: readonly string[] = ['record', 'pending', 'unmanage'];
  const isAsked =
    planned.plan.steps.length > 0 || planned.plan.changes.some(({ action }) => needsApproval.includes(action));
  if (isAsked && !isConfirmed && !(await isPlanAgreed(session, planned)))
    throw declined('the plan was not confirmed: nothing was sent');
  const finishUndo = await startUndo(session, made);
  const report = {
    ...(await execute(session, made)),
    ...(made.recovered === undefined ? {} : { recovered: made.recovered }),
  };
  const undo = await finishUndo?.(report);
  const verified = await verify(session, made, report);
  const paint = session.paintResult;
  progress.isReported = true;
  session.result(
    format === 'json'
      ? applyReportJson(report, verified, undo, rehearsal)
      : applyReportText(report, { paint, ...nextStep(session, made) }) +
          (verified === undefined ? '' : verifiedText(verified, paint)),
  );
  warnOfHidden(session, planned);
  const exit = applyExit(report, planned);
  const isPartly = verified?.left.some(({ action }) => action !== 'update');
  return isPartly && exit === exitCode.done ? exitCode.partly : exit;
}

/** Prints the result of the rehearsal. After a failed rehearsal nothing may be sent. */
async function rehearseFirst(session: Session, made: Made, isConfirmed: boolean): Promise<Rehearsal> {
  const [{ rehearse }, { rehearsalText }] = await Promise.all([
    import('../rehearsal.ts'),
    import('../../report/rehearsal.ts'),
  ]);
  const rehearsal = await rehearse(session, made);
  const isFailed = rehearsal.status === 'failed';
  (isFailed || !isConfirmed ? session.warn : session.say)(rehearsalText(rehearsal, session.paintMessage));
  if (!isFailed) return rehearsal;
  const isJson = session.settings.format === 'json';
  session.result(
    isJson ? await planFileText(session, made.planned, rehearsal) : 'Nothing was sent: the rehearsal failed.\n',
  );
  return rehearsal;
}

/** Reads the changed objects again while this apply holds the state lock. A failure here does not change the result of the apply. */
async function verify(session: Session, { planned, replan }: Made, report: ApplyReport): Promise<Verified | undefined> {
  if (report.counts.done === 0 || report.isInterrupted || isCutOff(report) || !session.settings.hasVerification)
    return undefined;
  try {
    const { verifiedBy } = await import('../../library/index.ts');
    const second = await replan();
    const verified = verifiedBy(second.plan, planned.plan, report);
    if (verified.left.length + verified.unread.length === 0)
      session.say(verifiedLine(report, [planned.plan, second.plan], second.readRequests));
    return verified;
  } catch (error) {
    session.warn(`The result could not be verified: ${failureOf(error).message}\n`);
    return undefined;
  }
}

/** Makes no claim about changes that were not applied or could not be read. */
function verifiedLine(
  { counts }: ApplyReport,
  plans: readonly Parameters<typeof isReadInPart>[0][],
  requests: number,
): string {
  const isWhole = counts.failed + counts.skipped + counts.notStarted === 0 && !plans.some(isReadInPart);
  const cost = `(${count(requests, 'request')})`;
  if (isWhole) return `Verified: the platform matches the configuration ${cost}.\n`;
  return `Verified: the applied changes are on the platform ${cost}. Other changes were not applied or could not be read.\n`;
}

/** Deletes require `yes`; for other changes `y` is enough. */
async function isPlanAgreed(session: Session, { plan }: Planned): Promise<boolean> {
  const deletes = plan.changes.filter((change) => change.action === 'delete' || change.action === 'replace').length;
  return deletes > 0
    ? isAgreed(session, `This deletes ${count(deletes, 'object')}. Apply?`, true)
    : isAgreed(session, 'Apply?');
}

async function execute(session: Session, { planned, target, ledger, lock }: Made): Promise<ApplyReport> {
  const { apply } = await import('../../library/index.ts');
  const progress = await applyProgress(session);
  session.catchInterrupts(() => target.interruption.abort());
  return await apply(planned, {
    platform: target.platform,
    ledger,
    ...(lock === undefined ? {} : { lock }),
    ...target.traffic,
    settleMs: session.settings.settleMs,
    onEvent: progress.onEvent,
    onRequest: traceRequest(session),
    onWait: progress.onWait,
    signal: target.interruption.signal,
  }).finally(progress.end);
}

/** Only a ledger file has to be committed. */
function nextStep({ settings }: Session, { target, ledger }: Made): { readonly next?: string } {
  return target.isLocal || settings.backendUrl !== undefined ? {} : { next: `commit ${basename(ledger.place)}` };
}

/** The ledger could not be written, or the state lock was lost. */
function isCutOff({ ledgerFault, lockLost }: ApplyReport): boolean {
  return ledgerFault !== undefined || lockLost !== undefined;
}

/** Exit code 4: nothing was applied, because permissions are missing. Exit code 5: partly applied, safe to run again. */
export function applyExit(report: ApplyReport, planned: Planned): ExitCode {
  if (report.isInterrupted) return exitCode.interrupted;
  const failed = report.changes.filter((change) => change.status === 'failed');
  const isWhole = report.changes.every((change) => change.status === 'done') && !isCutOff(report);
  if (isWhole) return isReadInPart(planned.plan) ? exitCode.partly : exitCode.done;
  if (report.counts.done > 0) return exitCode.partly;
  const isDenied =
    failed.length > 0 && failed.every((change) => change.fault?.status === 401 || change.fault?.status === 403);
  return isDenied ? exitCode.denied : exitCode.failed;
}
