/** A plan of a change alone as one JSON document: it is told as `plan` tells it, but for all that approving and applying stand on. */
import type { PartOnly, ToldPlan } from '../plan/plan-view.ts';
import { type PlanDocumentOptions, planDocument } from './json.ts';
import { jsonText } from './sanitize.ts';

export function partJson(plan: ToldPlan, part: PartOnly, options: PlanDocumentOptions): string {
  const { schemaVersion, kind, digest, configuration, allowances, checksum, ...told } = planDocument(plan, options);
  return jsonText({ schemaVersion: 1, kind: 'partial plan', isPartial: true, why: 'since', ...part, ...told });
}
