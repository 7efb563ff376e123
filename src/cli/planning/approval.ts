/** The approval of an apply: an answer to a prompt, a saved plan or a digest. */
import type { Desired } from '../../core/state.ts';
import type { Planned } from '../../library/plan.ts';
import { isSameDigest, parseDigest } from '../../plan/approval/plan-digest.ts';
import { isBlocked, type SavedPlan } from '../../plan/result/change.ts';
import { widthOf } from '../io/io.ts';
import { blockedFailure, type Session, usageFailure } from '../io/session.ts';
import { readPlanFile } from './read-plan-file.ts';

export interface Approval {
  readonly saved?: SavedPlan;
  readonly digest?: string;
}

export async function readApproval(session: Session, file: string | undefined, digest: string | undefined) {
  if (digest !== undefined && parseDigest(digest) === undefined)
    throw usageFailure(
      `--expect-digest ${digest} is not a valid digest`,
      'copy the whole digest that `docform plan` prints: sha256: and 64 hexadecimal digits, a point, and 6 more digits for each part',
    );
  if (file === undefined) return digest === undefined ? undefined : { digest };
  const { allow, allowDeletes } = session.settings;
  if (allow.length > 0 || allowDeletes !== undefined)
    throw usageFailure(
      '--allow and --allow-deletes cannot be combined with a saved plan',
      'pass them to `docform plan --out FILE`',
    );
  const { plan: saved } = await readPlanFile(session, file);
  const { digestOfSaved } = await import('../../report/plan/read-plan.ts');
  // Computed from the contents, because the digest in the file may be wrong.
  const found = digestOfSaved(saved);
  if (digest !== undefined && !isSameDigest(found, digest)) throw anotherDigest('the saved plan', digest, found);
  if (isBlocked(saved)) {
    throw blockedFailure(
      'E-PLAN-BLOCKED',
      `the plan in ${file} is blocked: nothing was applied`,
      `see the blocks with \`docform show ${file}\`; fix or allow them, and plan again`,
    );
  }
  return { saved };
}

function anotherDigest(what: string, expected: string, digest: string) {
  return blockedFailure(
    'E-DIGEST',
    `${what} does not match the approved digest: expected ${expected}, got ${digest}; nothing was applied`,
    'review the current plan, and approve its digest',
  );
}

export async function requireSame(
  { saved }: Approval,
  { host, organization, desired }: { readonly host: string; readonly organization: string; readonly desired: Desired },
): Promise<void> {
  if (saved === undefined) return;
  if (saved.host !== host || saved.organization !== organization) {
    throw usageFailure(
      `the plan is for organization ${saved.organization} on ${saved.host}, not for organization ${organization} on ${host}`,
      'use the API URL and organization of the plan, or plan again',
      'E-PLAN-TARGET',
    );
  }
  const { configurationDigest } = await import('../../library/plan.ts');
  if (saved.configuration === configurationDigest(desired)) return;
  throw usageFailure(
    'the configuration or a variable has changed since the plan',
    'check out the commit of the plan and use the same variables, or plan again',
    'E-PLAN-CONFIGURATION',
  );
}

/** `leftOut`: changes that were not approved, and that no approved change depends on. */
export async function requireApproved(session: Session, planned: Planned, { saved, digest }: Approval) {
  const paint = session.paintMessage;
  const isWholeOnly = planned.plan.isWholeOnly === true;
  if (saved !== undefined) {
    const { approvedBySaved, staleChanges } = await import('../../library/approve.ts');
    const { digestOfSaved } = await import('../../report/plan/read-plan.ts');
    const approved = await approvedBySaved(planned, saved, isWholeOnly);
    // The history shows the approved digest for each run of the saved plan.
    if (approved !== undefined) return { ...approved, planned: { ...approved.planned, digest: digestOfSaved(saved) } };
    const { stalePlanText } = await import('../../report/apply/stale-plan.ts');
    session.warn(stalePlanText(staleChanges(planned, saved), paint));
    throw blockedFailure(
      'E-PLAN-STALE',
      'the saved plan is stale: nothing was applied',
      'save a new plan with `docform plan --out FILE`, and review it',
    );
  }
  if (digest === undefined) return { planned, leftOut: [] };
  const { approvedByDigest } = await import('../../library/approve.ts');
  const approved = await approvedByDigest(planned, digest, isWholeOnly);
  if (approved !== undefined) return approved;
  const { requests, digest: found } = planned;
  const { planText } = await import('../../report/plan/text.ts');
  session.warn(planText(planned.plan, { requests, digest: found, paint, ...widthOf(session.io.stderr) }));
  throw anotherDigest('the plan', digest, planned.digest);
}

/** Throws DocformError if --yes is missing and there is no terminal for a prompt. */
export function requireTty({ io, settings }: Session, message: string, hint: string) {
  if (settings.isConfirmed || (io.stdin.isTerminal && settings.hasInput)) return;
  throw usageFailure(message, hint, 'E-CONFIRMATION-REQUIRED');
}
