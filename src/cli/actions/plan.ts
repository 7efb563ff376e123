/** `docform plan`: reads the platform and shows the changes that apply would make. Writes only the file of --out. */

import { withoutUndefined } from '../../core/defined.ts';
import { exitCode } from '../../core/docform-error.ts';
import { isBlocked } from '../../plan/result/change.ts';
import { isReadInPart } from '../../plan/scope/readable-scope.ts';
import { originOf } from '../io/origin.ts';
import { ExitSignal, failureOf, type Run, type Session, usageFailure } from '../io/session.ts';
import { warnOfHidden } from '../planning/incomplete.ts';
import { planOutput, requirePlanFile, requireWhole, writePlanFile } from '../planning/plan-output.ts';
import { type PlanFlags, planExit, planFileText, planOrigin, sayBlocked, warnOfPart } from '../planning/plan-result.ts';
import { makePlan, refuseScope } from '../planning/planning.ts';

export const runPlan: Run<PlanFlags> = async (session, _, flags) => {
  if (flags.offline === true) return (await import('./plan-offline.ts')).runOfflinePlan(session, flags);
  if (flags.base !== undefined)
    throw usageFailure('--base requires --offline', 'to plan only the changes since a revision, pass --since');
  if (flags.outDir !== undefined)
    return (await import('./plan-out-dir.ts')).runPlanIntoDirectory(session, flags.outDir, flags);
  const { out, rehearse = false } = flags;
  if (session.settings.format === 'terraform')
    refuseScope(flags, '--format terraform', 'that format contains only counts, and cannot mark the plan as partial');
  const file = out === undefined ? undefined : await requirePlanFile(session, out);
  const planning = await printingFailure(session, () => makePlan(session, false, {}, flags));
  const isText = session.settings.format === 'text' && file === undefined;
  const { rehearsal, origin } = await printingFailure(session, async () => ({
    rehearsal: rehearse ? await (await import('../planning/rehearsal.ts')).rehearse(session, planning) : undefined,
    origin: isText ? {} : await planOrigin(session, planning),
  }));
  const { plan, requests, digest, wasInterrupted } = planning.planned;
  const document = () => planFileText(session, planning.planned, origin, rehearsal);
  const facts = { requests, origin, digest, rehearsal, document, ...withoutUndefined({ wasInterrupted }) };
  const output = await planOutput(session, plan, facts);
  session.result(output.text);
  if (file !== undefined) {
    await writePlanFile(session, file, await document());
    const next = !isBlocked(plan) ? ` Next: \`docform apply ${file}\`` : '';
    session.say(`Saved to ${file}.${next}\n`);
  }
  if (session.settings.format !== 'text') sayBlocked(session, plan);
  warnOfPart(session, planning.planned);
  warnOfHidden(session, planning.planned);
  if (!isReadInPart(plan)) requireWhole(output);
  // If there are no other changes, the interrupted apply would remain unnoticed.
  if (wasInterrupted)
    session.say('An earlier apply was interrupted before it wrote the ledger. The next apply writes the ledger.\n');
  const exit = planExit(planning.planned, session.settings.hasDetailedExitCode);
  const isRefused = session.settings.hasDetailedExitCode && rehearsal?.status === 'failed';
  return isRefused && exit !== exitCode.failed ? exitCode.blocked : exit;
};

/** With `--format markdown`, the error replaces the comment of an earlier plan. */
async function printingFailure<T>(session: Session, work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (session.settings.format === 'markdown' && !(error instanceof ExitSignal)) {
      const { failureMarkdown } = await import('../../report/problems.ts');
      session.result(failureMarkdown(failureOf(error), originOf(session)));
    }
    throw error;
  }
}
