/** A plan in the formats that forges read: annotations beside lines, code quality, and counts. */
import type { planAnnotations } from '../report/annotations.ts';
import type { Session } from './session.ts';

type Told = Parameters<typeof planAnnotations>[0];

/** undefined: another format is wanted. */
export async function forgeText({ settings }: Session, plan: Told): Promise<string | undefined> {
  const { format, configuration = 'docform.yaml' } = settings;
  if (format !== 'github' && format !== 'codequality' && format !== 'terraform') return undefined;
  const { planAnnotations, planCounts, planQuality } = await import('../report/annotations.ts');
  if (format === 'github') return planAnnotations(plan);
  return format === 'terraform' ? planCounts(plan) : planQuality(plan, configuration);
}
