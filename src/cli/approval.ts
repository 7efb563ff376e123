/** Reads what an apply was approved with in place of a prompt: a saved plan, or the digest of one. */
import { DocformError } from '../core/docform-error.ts';
import type { Desired, KeptPlan, Planned, SavedPlan } from '../library/index.ts';
import { planText } from '../report/text.ts';
import { exitCode } from './exit-code.ts';
import { usageFailure } from './failure.ts';
import { widthOf } from './io.ts';
import { readPlanFile } from './plan-file.ts';
import type { Session } from './session.ts';

export interface Approval {
  readonly saved?: SavedPlan;
  /** `sha256:…` */
  readonly digest?: string;
}

/** undefined: nothing was approved in advance. Contacts nothing. */
export async function readApproval(session: Session, file: string | undefined, digest: string | undefined): Promise<Approval | undefined> {
  if (digest !== undefined && !/^sha256:[0-9a-f]{64}$/.test(digest))
    throw usageFailure(`--expect-digest ${digest} is no digest`, 'give it as `docform plan` prints it: sha256: and 64 hexadecimal digits');
  if (file === undefined) return digest === undefined ? undefined : { digest };
  const { allow, allowDeletes } = session.settings;
  if (allow.length > 0 || allowDeletes !== undefined)
    throw usageFailure('a saved plan holds what it was allowed', 'give --allow and --allow-deletes to `docform plan --out FILE`');
  const { plan: saved } = await readPlanFile(session, file);
  await requireDigest(saved, digest);
  const { isBlocked } = await import('../library/index.ts');
  if (isBlocked(saved)) {
    throw new DocformError({
      exit: exitCode.blocked,
      code: 'E-PLAN-BLOCKED',
      message: `the plan in ${file} is blocked: nothing was sent`,
      hint: `docform show ${file} tells by what; put that right, or allow it, and plan again`,
    });
  }
  return { saved };
}

/** The file may claim any digest: what counts is that of its contents. */
async function requireDigest(saved: SavedPlan, expected: string | undefined): Promise<void> {
  const { digestOfSaved } = await import('../report/read-plan.ts');
  const digest = digestOfSaved(saved);
  if (expected !== undefined && digest !== expected) throw anotherDigest('the saved plan', expected, digest);
}

function anotherDigest(what: string, expected: string, digest: string): DocformError {
  return new DocformError({
    exit: exitCode.blocked,
    code: 'E-DIGEST',
    message: `${what} is not the one that was approved: expected ${expected}, is ${digest}; nothing was sent`,
    hint: 'review the plan as it is now, and approve its digest',
  });
}

/** What a plan is about to be made of. */
export interface Facing {
  readonly host: string;
  readonly organization: string;
  readonly desired: Desired;
}

/** A plan of anything else is refused before the platform is read. */
export async function requireSame({ saved }: Approval, { host, organization, desired }: Facing): Promise<void> {
  if (saved === undefined) return;
  if (saved.host !== host || saved.organization !== organization) {
    throw usageFailure(
      `the plan is for organization ${saved.organization} on ${saved.host}, and this is organization ${organization} on ${host}`,
      'apply it with the address and organization it was made for, or plan again',
      'E-PLAN-TARGET',
    );
  }
  const { configurationDigest } = await import('../library/index.ts');
  if (saved.configuration === configurationDigest(desired)) return;
  throw usageFailure(
    'the configuration, or a variable, is not the one that the plan was made from',
    'check out the commit, and give the variables, that it was made with; or plan again',
    'E-PLAN-CONFIGURATION',
  );
}

/** What of the plan may be applied, and what became of the rest of a saved one. */
export interface Approved {
  readonly planned: Planned;
  readonly rest?: KeptPlan;
}

export async function approvedPart(session: Session, planned: Planned, { saved, digest }: Approval): Promise<Approved> {
  if (saved !== undefined) {
    const { keepApproved } = await import('../library/index.ts');
    const { planned: part, kept } = keepApproved(planned, saved);
    return { planned: part, rest: kept };
  }
  if (digest === undefined || digest === planned.digest) return { planned };
  const { requests, digest: found } = planned;
  session.warn(planText(planned.plan, { requests, digest: found, paint: session.paintMessage, ...widthOf(session.io.stderr) }));
  throw anotherDigest('the plan', digest, planned.digest);
}
