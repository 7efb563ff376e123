/** `docform plan`: reads the platform and shows the changes that apply would make. Writes only the file of --out. */

import type { Planned } from '../../library/index.ts';
import type { Rehearsal } from '../../report/rehearsal.ts';
import { blockedLine, count, isReadInPart } from '../../report/words.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { failureOf, usageFailure } from '../failure.ts';
import { originOf } from '../origin.ts';
import { planFileName, writePlanFile } from '../plan-file.ts';
import { planOutput, requireWhole } from '../plan-output.ts';
import { type Made, makePlan } from '../planning.ts';
import type { Session } from '../session.ts';
import { version } from '../version.ts';
import { failAfterwards } from '../warnings.ts';

export interface PlanFlags {
  /** The file to keep it in, for `show` and `apply`. */
  readonly out?: string;
  /** Also applies it to a copy of the organization. */
  readonly rehearse?: boolean;
  /** A revision in Git: only what the configuration changes since then is read and planned. */
  readonly since?: string;
}

export async function runPlan(session: Session, flags: PlanFlags = {}): Promise<ExitCode> {
  const { out, rehearse = false, since } = flags;
  if (since !== undefined) refuseBesideSince(session, flags);
  const file = out === undefined ? undefined : await planFileName(session, out);
  const made = await tellingFailure(session, () => makePlan(session, false, {}, since));
  if ('exit' in made) return made.exit;
  const rehearsal = await tellingFailure(session, () => rehearsalOf(session, made, rehearse).finally(made.close));
  const { plan, requests, host, wasInterrupted } = made.planned;
  // What an approval stands on: nobody approves a part.
  const approved = plan.part === undefined ? { digest: made.planned.digest } : {};
  const document = () => planFileText(session, made.planned, rehearsal);
  const output = await planOutput(session, plan, {
    requests,
    host,
    ...(wasInterrupted && { wasInterrupted }),
    ...approved,
    rehearsal,
    document,
  });
  session.result(output.text);
  if (file !== undefined) {
    await writePlanFile(session, file, await document());
    const next = blockedLine(made.planned.plan) === undefined ? ` Next: docform apply ${file}` : '';
    session.say(`Saved to ${file}.${next}\n`);
  }
  if (session.settings.format !== 'text') remark(session, made.planned);
  await warnOfPart(session, made.planned);
  warnOfHidden(session, made.planned);
  if (!isReadInPart(made.planned.plan)) requireWhole(output);
  remarkInterrupted(session, made.planned);
  const exit = planExit(made.planned, session.settings.hasDetailedExitCode);
  const isRefused = session.settings.hasDetailedExitCode && rehearsal?.status === 'failed';
  return isRefused && exit !== exitCode.failed ? exitCode.blocked : exit;
}

/** A plan that is not of everything is not for apply, nor for what counts its changes without saying so. */
function refuseBesideSince({ settings }: Session, { out, rehearse }: PlanFlags): void {
  if (out !== undefined)
    throw usageFailure(
      '--since and --out cannot be combined',
      'a partial plan cannot be applied; save a plan without --since',
    );
  if (rehearse === true)
    throw usageFailure(
      '--since and --rehearse cannot be combined',
      'a rehearsal reads the whole organization; omit --since',
    );
  if (settings.format === 'terraform')
    throw usageFailure(
      'plan --since does not support --format terraform',
      'that format contains only counts, and cannot mark the plan as partial',
    );
}

/** Whatever the format and the exit code: nobody shall take it for a plan of everything. */
async function warnOfPart(session: Session, { plan: { part } }: Planned): Promise<void> {
  if (part === undefined || session.settings.format === 'text') return;
  const { partTexts } = await import('../../report/words.ts');
  session.warn(`${partTexts(part).join(' ')}\n`);
}

/** As Markdown, what kept a plan from being made is the result: it takes the place of an older plan. */
async function tellingFailure<T>(session: Session, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (session.settings.format === 'markdown') {
      const { failureMarkdown } = await import('../../report/failed-markdown.ts');
      session.result(failureMarkdown(failureOf(error), originOf(session)));
    }
    throw error;
  }
}

async function rehearsalOf(session: Session, made: Made, isWanted: boolean): Promise<Rehearsal | undefined> {
  if (!isWanted) return undefined;
  const { rehearse } = await import('../rehearsal.ts');
  return rehearse(session, made);
}

/** One document, printed or kept: without any known secret, and with a checksum over what is left. */
export async function planFileText({ mask }: Session, planned: Planned, rehearsal?: Rehearsal): Promise<string> {
  const { plan } = planned;
  const options = { ...planned, version: version(), mask, ...(rehearsal === undefined ? {} : { rehearsal }) };
  if (plan.part !== undefined) return (await import('../../report/json.ts')).partJson(plan, plan.part, options);
  return (await import('../../report/json.ts')).planJson(plan, options);
}

function remark(session: Session, { plan }: Planned): void {
  const blocked = blockedLine(plan);
  if (blocked !== undefined) session.say(`${session.paintMessage('blocked', blocked)}\n`);
}

/** Where there is nothing else to apply, nobody would think of it; what people commit says less until then. */
function remarkInterrupted(session: Session, { wasInterrupted }: Planned): void {
  if (wasInterrupted)
    session.say('An earlier apply was interrupted before it wrote the ledger. The next apply writes the ledger.\n');
}

/** What could not be read comes first: a plan that is not whole must not look like a clean one. */
export function planExit(planned: Planned, hasDetailedExitCode: boolean): ExitCode {
  if (isReadInPart(planned.plan)) return exitCode.failed;
  if (!hasDetailedExitCode) return exitCode.done;
  if (blockedLine(planned.plan) !== undefined) return exitCode.blocked;
  // An apply that only writes the ledger is an apply as well: without it, renames and lifted protection would never be recorded.
  return planned.wasInterrupted || planned.plan.changes.length > 0 ? exitCode.changes : exitCode.done;
}

/** Explains the exit code: the plan itself lists what could not be read, and why. */
export function warnOfHidden(session: Session, planned: Planned): void {
  const { unknown } = planned.plan;
  const hidden = unknown.flatMap(({ hides }) => hides).length;
  const kept = unknown.flatMap(({ keeps = [] }) => keeps).length;
  if (hidden + kept === 0) return;
  const parts = [
    ...(hidden > 0 ? [`${count(hidden, 'declared resource')} could not be compared`] : []),
    ...(kept > 0 ? [`${count(kept, 'undeclared resource')} could not be deleted`] : []),
  ];
  const message = `${parts.join(', and ')}, because docform could not read everything on the platform`;
  failAfterwards(
    session,
    'E-INCOMPLETE-READ',
    message,
    'fix the causes under Unknown in the plan, and run the command again',
  );
}
