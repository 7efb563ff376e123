/** What a plan command reports besides the plan: its document, its origin, its warnings and its exit code. */

import { withoutUndefined } from '../../core/defined.ts';
import { type ExitCode, exitCode } from '../../core/docform-error.ts';
import type { Planned } from '../../library/plan.ts';
import { readerFor } from '../../library/platform.ts';
import { fetchTokenUser } from '../../library/request.ts';
import { isBlocked, needsApply } from '../../plan/result/change.ts';
import { isReadInPart } from '../../plan/scope/readable-scope.ts';
import type { Origin } from '../../report/parts/origin.ts';
import type { Rehearsal } from '../../report/parts/rehearsal.ts';
import { partTexts } from '../../report/wording/scope-words.ts';
import { blockedLine, withheldLine } from '../../report/wording/words.ts';
import { originOf } from '../io/origin.ts';
import type { CommandFlags, Session } from '../io/session.ts';
import { version } from '../io/version.ts';
import { revisionOf } from '../target/commit.ts';
import { tokenSource } from '../target/target.ts';
import type { PlanSession, ScopeFlags } from './planning.ts';

export type PlanFlags = ScopeFlags & CommandFlags<'out' | 'outDir' | 'base' | 'name', 'offline' | 'rehearse'>;

/** A partial plan must not look like a complete plan in any format. */
export function warnOfPart(session: Session, { plan: { part } }: Planned) {
  if (part === undefined || session.settings.format === 'text') return;
  session.warn(`${partTexts(part).join(' ')}\n`);
}

/** The document masks secrets. Its checksum covers the masked text. */
export async function planFileText({ mask }: Session, planned: Planned, origin: Origin, rehearsal?: Rehearsal) {
  const { plan } = planned;
  const options = { ...planned, version, origin, mask, ...withoutUndefined({ rehearsal }) };
  const { planJson } = await import('../../report/plan/json.ts');
  return planJson(plan, options);
}

/** The document of a plan that is not saved. */
export async function planningText(session: Session, planning: PlanSession, rehearsal?: Rehearsal): Promise<string> {
  return planFileText(session, planning.planned, await planOrigin(session, planning), rehearsal);
}

/** Sends one GET request if the platform can report the user of the token. */
export async function planOrigin(session: Session, planning: PlanSession) {
  const { planned, target, readAt, directory, validation } = planning;
  const { client } = await readerFor(target.platform, target.traffic);
  const identity = await fetchTokenUser(client, planned.plan.stateUpdates.dialect);
  const token = withoutUndefined({ identity, from: target.isLocal ? undefined : tokenSource(session) });
  const commit = revisionOf(session, directory, validation);
  return { ...originOf(session), host: planned.host, readAt, version, token, ...withoutUndefined({ commit }) };
}

export function sayBlocked(session: Session, plan: Parameters<typeof blockedLine>[0]): void {
  const blocked = blockedLine(plan) ?? withheldLine(plan);
  if (blocked !== undefined) session.say(`${session.paintMessage('blocked', blocked)}\n`);
}

/** An incomplete plan must not look as if it had no changes. */
export function planExit(planned: Planned, hasDetailedExitCode: boolean): ExitCode {
  if (isReadInPart(planned.plan)) return exitCode.failed;
  if (!hasDetailedExitCode) return exitCode.done;
  if (isBlocked(planned.plan)) return exitCode.blocked;
  if (planned.plan.withheld !== undefined) return exitCode.leftOut;
  // Changes of the ledger alone also require an apply, for example to record a rename.
  return needsApply(planned.plan, planned.wasInterrupted) ? exitCode.changes : exitCode.done;
}
