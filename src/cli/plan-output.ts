/** Prints a new or saved plan in the selected format. */
import { defined } from '../core/defined.ts';
import { DocformError } from '../core/docform-error.ts';
import { exitCode } from '../core/exit-code.ts';
import type { PlanComment, reviewComment } from '../report/markdown.ts';
import type { Rehearsal } from '../report/rehearsal.ts';
import { planText } from '../report/text.ts';
import { widthOf } from './io.ts';
import { originOf } from './origin.ts';
import type { Session } from './session.ts';

type ShownPlan = Parameters<typeof reviewComment>[0];

interface Showing {
  readonly requests: number;
  readonly wasInterrupted?: true;
  /** Missing: the plan cannot be approved. */
  readonly digest?: string;
  readonly host: string;
  readonly rehearsal?: Rehearsal | undefined;
  readonly document: () => string | Promise<string>;
  readonly mostBytes?: number | undefined;
}

export async function planOutput(session: Session, plan: ShownPlan, showing: Showing): Promise<PlanComment> {
  const { rehearsal, host, document, mostBytes, requests, digest, wasInterrupted } = showing;
  const facts = { requests, ...(wasInterrupted && { wasInterrupted }), ...defined({ digest }) };
  switch (session.settings.format) {
    case 'json':
      return { text: await document(), isWhole: true };
    case 'markdown': {
      const { reviewComment } = await import('../report/markdown.ts');
      return reviewComment(plan, { ...facts, origin: { ...originOf(session), host } }, rehearsal, mostBytes);
    }
    case 'html': {
      const { htmlReport } = await import('./html-report.ts');
      const options = {
        ...facts,
        origin: { ...originOf(session), host },
        ...defined({ rehearsal }),
      };
      return { text: htmlReport(session, plan, options), isWhole: true };
    }
    default:
      return {
        text: (await forgeText(session, plan)) ?? (await textWith(session, plan, facts, rehearsal)),
        isWhole: true,
      };
  }
}

async function textWith(
  { paintResult: paint, settings: { isVerbose }, io }: Session,
  plan: ShownPlan,
  facts: Pick<Showing, 'requests' | 'wasInterrupted' | 'digest'>,
  rehearsal: Rehearsal | undefined,
): Promise<string> {
  const text = planText(plan, { ...facts, paint, isVerbose, ...widthOf(io.stdout) });
  if (rehearsal === undefined) return text;
  const { rehearsalText } = await import('../report/rehearsal.ts');
  return `${text}\n${rehearsalText(rehearsal, paint)}`;
}

async function forgeText({ settings }: Session, plan: ShownPlan): Promise<string | undefined> {
  const { format, configuration = 'docform.yaml' } = settings;
  if (format !== 'github' && format !== 'codequality' && format !== 'terraform') return undefined;
  const { planAnnotations, planCounts, planQuality } = await import('../report/annotations.ts');
  if (format === 'github') return planAnnotations(plan);
  return format === 'terraform' ? planCounts(plan) : planQuality(plan, configuration);
}

/** Fails after printing a comment that omits high-risk changes, so that no pipeline uses the comment as a review. */
export function requireWhole({ isWhole }: PlanComment): void {
  if (isWhole) return;
  throw new DocformError({
    exit: exitCode.blocked,
    code: 'E-COMMENT-TOO-LONG',
    message: 'the plan has more high-risk changes than fit into a comment',
    hint: 'review the plan with `docform plan` or `docform show FILE`, or split the change into smaller ones',
  });
}
