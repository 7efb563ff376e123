/** Which changes of a plan are high-risk. */
import type { Address } from '../../core/address.ts';
import type { ChangeView, FieldChange } from './change.ts';

/** Fields whose new value widens access or removes a protection. */
export function highRiskFields<F extends Pick<FieldChange, 'highRisk'>>({
  fields = [],
}: {
  readonly fields?: readonly F[];
}): readonly (F & { readonly highRisk: string })[] {
  return fields.filter((field): field is F & { readonly highRisk: string } => field.highRisk !== undefined);
}

/** Blocked changes, changes that only a rule of `policy.allow` lets pass, deletes, replacements, and changes that widen access. */
export function isHighRiskChange(change: ChangeView): boolean {
  const { action, blocked, allowed } = change;
  const isGuarded = blocked !== undefined || allowed !== undefined;
  return isGuarded || action === 'delete' || action === 'replace' || highRiskFields(change).length > 0;
}

/** `affected`: addresses with a high-risk effect. An effect counts for a change only if no change of the same resource is high-risk by itself. */
export function splitBySeverity<C extends ChangeView>(changes: readonly C[], affected: ReadonlySet<Address>) {
  const alone = new Set(changes.filter(isHighRiskChange).map(({ address }) => address));
  const isHighRisk = (change: C) =>
    isHighRiskChange(change) || (affected.has(change.address) && !alone.has(change.address));
  return { highRisk: changes.filter(isHighRisk), others: changes.filter((change) => !isHighRisk(change)) };
}
