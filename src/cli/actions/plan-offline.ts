/** `docform plan --offline`: plans from the configuration and the ledger, without a token and without the platform. */

import { basename } from 'node:path';
import { exitCode } from '../../core/docform-error.ts';
import { anyOrganization } from '../../core/state.ts';
import { parseNamedTarget, placed } from '../../ledger/ledger.ts';
import { ledgerPath } from '../../ledger/ledger-file.ts';
import { partialPlan } from '../../library/plan.ts';
import { partialPlanMarkdown, partialPlanText } from '../../report/plan/partial-plan.ts';
import { partialPlanJson } from '../../report/plan/partial-plan-json.ts';
import { openArtifacts } from '../files/artifacts.ts';
import { loadConfig } from '../files/configuration.ts';
import { writeSummary } from '../io/forge-run.ts';
import { originOf } from '../io/origin.ts';
import { type CommandFlags, conflictingFlags, type Session, usageFailure } from '../io/session.ts';
import { refuseScope, type ScopeFlags } from '../planning/planning.ts';
import { isLedgerFile, loadWithBackend } from '../target/backend.ts';

/** The flags of `plan` that require the platform. */
type OtherFlags = ScopeFlags & CommandFlags<'out' | 'outDir' | 'base', 'rehearse'>;

export async function runOfflinePlan(session: Session, others: OtherFlags) {
  const { settings } = session;
  if (others.out !== undefined)
    throw conflictingFlags('--offline', '--out', 'an offline plan cannot be applied; save a plan without --offline');
  refuseScope(others, '--offline', 'a plan with a scope reads the platform; omit --offline');
  if (others.rehearse === true)
    throw conflictingFlags('--offline', '--rehearse', 'a rehearsal reads the platform; omit --offline');
  if (!['text', 'json', 'markdown'].includes(settings.format))
    throw usageFailure(`plan --offline does not support --format ${settings.format}`, 'use text, json or markdown');
  const artifacts = others.outDir === undefined ? undefined : await openArtifacts(session, others.outDir);
  const opened = await openedLedger(session, others.base);
  if (opened === undefined) {
    session.result(`No ledger is committed at ${others.base}, so a plan would create everything.\n`);
    return exitCode.done;
  }
  const { ledger, host, organization, desired } = opened;
  const named = organization === anyOrganization ? '' : organization;
  const plan = { ...(await partialPlan(desired, ledger)), organization: named };
  session.result(outputOf(session, plan, host));
  if (artifacts !== undefined) {
    const text = partialPlanMarkdown(plan, { ...originOf(session), ...(host === '' ? {} : { host }) });
    await artifacts.write('plan.md', text);
    writeSummary(session, text);
  }
  if (!settings.hasDetailedExitCode) return exitCode.done;
  if (plan.changes.some(({ isProtected }) => isProtected === true)) return exitCode.blocked;
  return plan.changes.length > 0 ? exitCode.changes : exitCode.done;
}

/** `base`: the revision whose ledger counts, because a fork can change the ledger of its branch. undefined: the revision has no ledger. */
async function openedLedger(session: Session, base: string | undefined) {
  if (base === undefined) return loadWithBackend(session, 'reading');
  if (!isLedgerFile(session))
    throw usageFailure('--base requires a ledger file, but DOCFORM_BACKEND is set', 'omit --base or DOCFORM_BACKEND');
  const { desired, directory, file } = await loadConfig(session, { mayBeOpen: true });
  const { openRevision } = await import('../files/revision.ts');
  const { files } = openRevision(session, directory, file, base);
  const path = basename(ledgerPath(directory, session.settings.environmentName));
  const read = files.read(path, maxLedgerBytes);
  if (!('text' in read)) {
    if (read.fault === 'missing') return undefined;
    throw usageFailure(`${path} at ${base} cannot be read (${read.fault})`, 'choose another revision', 'E-GIT');
  }
  const { ledger, target } = placed(`${path} at ${base}`, () => parseNamedTarget(read.text));
  const isOpen = desired.organization === anyOrganization;
  if (!isOpen && desired.organization !== target.organization)
    throw usageFailure(
      `${path} at ${base} belongs to organization ${target.organization}, not to ${desired.organization}`,
      'restore the organization in the configuration',
      'E-LEDGER-TARGET',
    );
  const { memoryLedger } = await import('../../library/platform.ts');
  return { desired, ledger: memoryLedger(ledger), host: target.host, organization: target.organization };
}

const maxLedgerBytes = 32 * 1024 * 1024;

function outputOf(session: Session, plan: Parameters<typeof partialPlanText>[0], host: string) {
  const { settings, paintResult } = session;
  if (settings.format === 'json') return partialPlanJson(plan, { host });
  if (settings.format === 'markdown')
    return partialPlanMarkdown(plan, { ...originOf(session), ...(host === '' ? {} : { host }) });
  return partialPlanText(plan, { isVerbose: settings.isVerbose, paint: paintResult });
}
