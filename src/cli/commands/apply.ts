/** `docform apply`: plans, shows the plan, asks, and does it. */
import type { ApplyReport, Planned } from '../../index.ts';
import { applyReportJson, applyReportText } from '../../report/apply-report.ts';
import { planText } from '../../report/text.ts';
import { blockedLine, count } from '../../report/words.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { Failure } from '../failure.ts';
import { type Made, makePlan, traceRequest } from '../planning.ts';
import { applyProgress } from '../progress.ts';
import type { Session } from '../session.ts';
import { hidesDeclared, planOutput, warnOfHidden } from './plan.ts';

export async function runApply(session: Session): Promise<ExitCode> {
  if (!session.settings.isConfirmed && !canAsk(session)) {
    throw new Failure(exitCode.usage, {
      code: 'E-CONFIRM',
      message: 'apply asks before it changes anything, and there is no terminal to ask on',
      hint: 'review `docform plan`, then run `docform apply --yes`',
    });
  }
  const made = await makePlan(session);
  if ('exit' in made) return made.exit;
  try {
    return await confirmAndApply(session, made);
  } finally {
    await made.target.close();
  }
}

function canAsk({ io, settings }: Session): boolean {
  return io.stdin.isTerminal && settings.hasInput;
}

async function confirmAndApply(session: Session, made: Made): Promise<ExitCode> {
  const { planned } = made;
  const { isConfirmed, isVerbose, format } = session.settings;
  const isBlocked = blockedLine(planned.plan) !== undefined;
  const show = isBlocked || !isConfirmed ? session.warn : session.say;
  show(planText(planned.plan, { requests: planned.requests, paint: session.paintMessage, isVerbose }));
  if (isBlocked) {
    session.result(format === 'json' ? await planOutput(session, planned) : 'Nothing was sent: the plan is blocked.\n');
    return exitCode.blocked;
  }
  if (planned.plan.steps.length > 0 && !isConfirmed && !(await isAgreed(session, planned))) {
    throw new Failure(exitCode.blocked, { code: 'E-DECLINED', message: 'the plan was not confirmed: nothing was sent' });
  }
  const report = await execute(session, made);
  session.result(format === 'json' ? applyReportJson(report) : applyReportText(report, { paint: session.paintResult, ...nextStep(made) }));
  warnOfHidden(session, planned);
  return applyExit(report, planned);
}

/** Enter never destroys: only `yes` confirms deletes; `y` is enough for the rest. */
async function isAgreed(session: Session, { plan }: Planned): Promise<boolean> {
  const deletes = plan.changes.filter((change) => change.action === 'delete' || change.action === 'replace').length;
  const question = deletes > 0 ? `This deletes ${count(deletes, 'object')}. Apply? Only "yes" confirms: ` : 'Apply? [y/N] ';
  const answer = (await session.io.stdin.ask(question))?.trim().toLowerCase();
  return answer === 'yes' || (answer === 'y' && deletes === 0);
}

async function execute(session: Session, { planned, target, ledger }: Made): Promise<ApplyReport> {
  const { apply } = await import('../../index.ts');
  const controller = new AbortController();
  const progress = await applyProgress(session);
  session.catchInterrupts(() => controller.abort());
  const { concurrency, maxWaitMs } = session.settings;
  return await apply(planned, {
    platform: target.platform,
    ledger,
    concurrency,
    maxWaitMs,
    onEvent: progress.onEvent,
    onRequest: traceRequest(session),
    signal: controller.signal,
  }).finally(progress.end);
}

function nextStep({ target, ledger }: Made): { readonly next?: string } {
  return target.isLocal ? {} : { next: `commit ${ledger.place.split('/').at(-1) ?? ledger.place}` };
}

/** Refused for want of rights and nothing done is 4; otherwise something done makes it 5, safe to run again. */
export function applyExit(report: ApplyReport, planned: Planned): ExitCode {
  if (report.isInterrupted) return exitCode.interrupted;
  const failed = report.changes.filter((change) => change.status === 'failed');
  const isWhole = report.changes.every((change) => change.status === 'done') && report.ledgerFault === undefined;
  if (isWhole) return hidesDeclared(planned) ? exitCode.partly : exitCode.done;
  if (report.counts.done > 0) return exitCode.partly;
  const isDenied = failed.length > 0 && failed.every((change) => change.fault?.status === 401 || change.fault?.status === 403);
  return isDenied ? exitCode.denied : exitCode.failed;
}
