/** `docform plan`: reads the platform and shows the changes that apply would make. Writes only the file of --out. */

import { defined } from '../../core/defined.ts';
import { type ExitCode, exitCode } from '../../core/docform-error.ts';
import type { Planned } from '../../library/plan.ts';
import { readerFor } from '../../library/platform.ts';
import { callerOf } from '../../library/request.ts';
import { needsApply } from '../../plan/change.ts';
import type { Origin } from '../../report/origin.ts';
import type { Rehearsal } from '../../report/rehearsal.ts';
import { blockedLine, isReadInPart, partTexts } from '../../report/words.ts';
import { revisionOf } from '../commit.ts';
import { originOf } from '../origin.ts';
import { planFileName, planOutput, requireWhole, writePlanFile } from '../plan-output.ts';
import { makePlan, type PlanSession, refuseScope, type ScopeFlags } from '../planning.ts';
import { warnOfHidden } from '../progress.ts';
import { CommandEnd, type CommandFlags, failureOf, type Run, type Session } from '../session.ts';
import { tokenSource } from '../target.ts';
import { version } from '../version.ts';

type PlanFlags = ScopeFlags & CommandFlags<'out', 'offline' | 'rehearse'>;

export const runPlan: Run<PlanFlags> = async (session, _, flags) => {
  if (flags.offline === true) return (await import('./plan-offline.ts')).runOfflinePlan(session, flags);
  const { out, rehearse = false } = flags;
  if (session.settings.format === 'terraform')
    refuseScope(flags, '--format terraform', 'that format contains only counts, and cannot mark the plan as partial');
  const file = out === undefined ? undefined : await planFileName(session, out);
  const planning = await printingFailure(session, () => makePlan(session, false, {}, flags));
  const isText = session.settings.format === 'text' && file === undefined;
  const { rehearsal, origin } = await printingFailure(session, async () => ({
    rehearsal: rehearse ? await (await import('../rehearsal.ts')).rehearse(session, planning) : undefined,
    origin: isText ? {} : await planOrigin(session, planning),
  }));
  const { plan, requests, digest, wasInterrupted } = planning.planned;
  const document = () => planFileText(session, planning.planned, origin, rehearsal);
  const facts = { requests, origin, digest, rehearsal, document, ...defined({ wasInterrupted }) };
  const output = await planOutput(session, plan, facts);
  session.result(output.text);
  if (file !== undefined) {
    await writePlanFile(session, file, await document());
    const next = blockedLine(plan) === undefined ? ` Next: docform apply ${file}` : '';
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

/** A partial plan must not look like a complete plan in any format. */
function warnOfPart(session: Session, { plan: { part } }: Planned) {
  if (part === undefined || session.settings.format === 'text') return;
  session.warn(`${partTexts(part).join(' ')}\n`);
}

/** With `--format markdown`, the error replaces the comment of an earlier plan. */
async function printingFailure<T>(session: Session, work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (session.settings.format === 'markdown' && !(error instanceof CommandEnd)) {
      const { failureMarkdown } = await import('../../report/problems.ts');
      session.result(failureMarkdown(failureOf(error), originOf(session)));
    }
    throw error;
  }
}

/** The document masks secrets. Its checksum covers the masked text. */
async function planFileText({ mask }: Session, planned: Planned, origin: Origin, rehearsal?: Rehearsal) {
  const { plan } = planned;
  const options = { ...planned, version, origin, mask, ...defined({ rehearsal }) };
  const { planJson } = await import('../../report/json.ts');
  return planJson(plan, options);
}

/** The document of a plan that is not saved. */
export async function planningText(session: Session, planning: PlanSession, rehearsal?: Rehearsal): Promise<string> {
  return planFileText(session, planning.planned, await planOrigin(session, planning), rehearsal);
}

/** Sends one GET request if the platform can report the user of the token. */
async function planOrigin(session: Session, planning: PlanSession) {
  const { planned, target, readAt, directory, validation } = planning;
  const { client } = await readerFor(target.platform, target.traffic);
  const identity = await callerOf(client, planned.plan.stateUpdates.dialect);
  const token = defined({ identity, from: target.isLocal ? undefined : tokenSource(session) });
  const commit = revisionOf(session, directory, validation);
  return { ...originOf(session), host: planned.host, readAt, version, token, ...defined({ commit }) };
}

export function sayBlocked(session: Session, plan: Parameters<typeof blockedLine>[0]): void {
  const blocked = blockedLine(plan);
  if (blocked !== undefined) session.say(`${session.paintMessage('blocked', blocked)}\n`);
}

/** An incomplete plan must not look as if it had no changes. */
export function planExit(planned: Planned, hasDetailedExitCode: boolean): ExitCode {
  if (isReadInPart(planned.plan)) return exitCode.failed;
  if (!hasDetailedExitCode) return exitCode.done;
  if (blockedLine(planned.plan) !== undefined) return exitCode.blocked;
  // Changes of the ledger alone also require an apply, for example to record a rename.
  return needsApply(planned.plan, planned.wasInterrupted) ? exitCode.changes : exitCode.done;
}
