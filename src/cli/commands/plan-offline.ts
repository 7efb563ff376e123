/** `docform plan --offline`: plans from the configuration and the ledger, without a token and without the platform. */

import { exitCode } from '../../core/docform-error.ts';
import { anyOrganization } from '../../core/state.ts';
import { partialPlan } from '../../library/plan.ts';
import { partialPlanJson, partialPlanMarkdown, partialPlanText } from '../../report/partial-plan.ts';
import { loadWithBackend } from '../backend.ts';
import { originOf } from '../origin.ts';
import { refuseScope, type ScopeFlags } from '../planning.ts';
import { type CommandFlags, conflictingFlags, type Session, usageFailure } from '../session.ts';

/** The flags of `plan` that require the platform. */
type OtherFlags = ScopeFlags & CommandFlags<'out', 'rehearse'>;

export async function runOfflinePlan(session: Session, others: OtherFlags) {
  const { settings } = session;
  if (others.out !== undefined)
    throw conflictingFlags('--offline', '--out', 'a partial plan cannot be applied; save a plan without --offline');
  refuseScope(others, '--offline', 'a plan with a scope reads the platform; omit --offline');
  if (others.rehearse === true)
    throw conflictingFlags('--offline', '--rehearse', 'a rehearsal reads the platform; omit --offline');
  if (!['text', 'json', 'markdown'].includes(settings.format))
    throw usageFailure(`plan --offline does not support --format ${settings.format}`, 'use text, json or markdown');
  const { ledger, host, organization, desired } = await loadWithBackend(session, 'reading');
  const named = organization === anyOrganization ? '' : organization;
  const plan = { ...(await partialPlan(desired, ledger)), organization: named };
  session.result(outputOf(session, plan, host));
  if (!settings.hasDetailedExitCode) return exitCode.done;
  if (plan.changes.some(({ isProtected }) => isProtected === true)) return exitCode.blocked;
  return plan.changes.length > 0 ? exitCode.changes : exitCode.done;
}

function outputOf(session: Session, plan: Parameters<typeof partialPlanText>[0], host: string) {
  const { settings, paintResult } = session;
  if (settings.format === 'json') return partialPlanJson(plan, { host });
  if (settings.format === 'markdown')
    return partialPlanMarkdown(plan, { ...originOf(session), ...(host === '' ? {} : { host }) });
  return partialPlanText(plan, { isVerbose: settings.isVerbose, paint: paintResult });
}
