/** A plan without a platform, as JSON. */
import type { PartialPlan } from '../../plan/scope/partial.ts';
import { jsonText } from '../wording/sanitize.ts';
import { placeDocument } from '../wording/words.ts';

/** `host`: empty if the ledger does not contain the host. */
export function partialPlanJson(plan: PartialPlan, { host }: { readonly host: string }): string {
  const changes = plan.changes.map(({ address, kind, action, fields, from, isProtected, span }) => ({
    address,
    kind,
    action,
    fields,
    from: from ?? null,
    isProtected: isProtected === true,
    source: placeDocument(span),
  }));
  return jsonText({
    schemaVersion: 1,
    kind: 'partial plan',
    isPartial: true,
    why: 'offline',
    target: { host: host === '' ? null : host, organization: plan.organization === '' ? null : plan.organization },
    hasChanges: changes.length > 0,
    withoutFingerprint: plan.withoutFingerprint,
    changes,
  });
}
