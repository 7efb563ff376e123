/** Writes and prints plans. A saved plan is written completely or not at all, and only its owner can read the file. */
import { withoutUndefined } from '../../core/defined.ts';
import { writeAtomically } from '../../disk/write.ts';
import type { PlanView } from '../../plan/result/change.ts';
import type { Origin } from '../../report/parts/origin.ts';
import type { Rehearsal } from '../../report/parts/rehearsal.ts';
import type { PlanComment } from '../../report/plan/markdown.ts';
import { planText } from '../../report/plan/text.ts';
import { placeToWrite, refuseForeignFile } from '../files/named-file.ts';
import { requireParent } from '../files/named-place.ts';
import { widthOf } from '../io/io.ts';
import { blockedFailure, type Session, usageFailure } from '../io/session.ts';
import { isRedirectFormat, redirectMap } from './redirect-map.ts';

interface Showing {
  readonly requests: number;
  readonly wasInterrupted?: true;
  /** Missing: the plan cannot be approved. */
  readonly digest?: string;
  readonly origin: Origin;
  readonly rehearsal?: Rehearsal | undefined;
  readonly document: () => string | Promise<string>;
  readonly mostBytes?: number | undefined;
  /** With a format for redirects: only the URLs of this host. */
  readonly host?: string | undefined;
}

export async function planOutput(session: Session, plan: PlanView, showing: Showing) {
  const { rehearsal, origin, document, mostBytes, host, requests, digest, wasInterrupted } = showing;
  const facts = { requests, ...withoutUndefined({ wasInterrupted, digest }) };
  const { format } = session.settings;
  if (isRedirectFormat(format)) return { text: redirectMap(format, plan.redirects, host), isWhole: true };
  if (host !== undefined)
    throw usageFailure('--host requires a format for redirects', 'use --format redirects, nginx or csv');
  switch (format) {
    case 'json':
      return { text: await document(), isWhole: true };
    case 'markdown': {
      const { reviewComment } = await import('../../report/plan/markdown.ts');
      return reviewComment(plan, { ...facts, origin }, rehearsal, mostBytes);
    }
    case 'html': {
      const { htmlReport } = await import('./html-report.ts');
      return {
        text: htmlReport(session, plan, { ...facts, origin, ...withoutUndefined({ rehearsal }) }),
        isWhole: true,
      };
    }
    default: {
      const text = (await forgeText(session, plan)) ?? (await textWith(session, plan, facts, rehearsal));
      return { text, isWhole: true };
    }
  }
}

async function textWith(
  { paintResult: paint, settings: { isVerbose }, io }: Session,
  plan: PlanView,
  facts: Pick<Showing, 'requests' | 'wasInterrupted' | 'digest'>,
  rehearsal: Rehearsal | undefined,
) {
  const text = planText(plan, { ...facts, paint, isVerbose, ...widthOf(io.stdout) });
  if (rehearsal === undefined) return text;
  const { rehearsalText } = await import('../../report/parts/rehearsal.ts');
  return `${text}\n${rehearsalText(rehearsal, paint)}`;
}

async function forgeText({ settings }: Session, plan: PlanView) {
  const { format, configuration = 'docform.yaml' } = settings;
  if (format !== 'github' && format !== 'codequality' && format !== 'terraform') return undefined;
  const { planAnnotations, planCounts, planQuality } = await import('../../report/plan/annotations.ts');
  if (format === 'github') return planAnnotations(plan);
  return format === 'terraform' ? planCounts(plan) : planQuality(plan, configuration);
}

/** Fails after printing a comment that omits high-risk changes, so that no pipeline uses the comment as a review. */
export function requireWhole({ isWhole }: PlanComment) {
  if (isWhole) return;
  throw blockedFailure(
    'E-COMMENT-TOO-LONG',
    'the plan has more high-risk changes than fit into a comment',
    'review the plan with `docform plan` or `docform show FILE`, or split the change into smaller ones',
  );
}

/** A plan contains names of people and unpublished titles, so only its owner may read the file. */
export async function writePlanFile(session: Session, file: string, text: string) {
  await writeAtomically(placeToWrite(session.settings.directory, file), text, 0o600);
}

export async function requirePlanFile(session: Session, file: string) {
  if (file === '-')
    throw usageFailure('--out requires a file, not -', 'give a file name, or print the document with `plan --json`');
  placeToWrite(session.settings.directory, file);
  await requireParent(session, file, '--out');
  await refuseForeignFile(session, file, 'a saved plan', (text) =>
    /^\{\s*"schemaVersion": \d+,\s*"kind": "plan"/.test(text),
  );
  return file;
}
