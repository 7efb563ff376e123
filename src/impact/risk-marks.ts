/** Marks fields of changes as high-risk. */
import type { Impact } from '../core/impact.ts';
import type { Change, FieldChange } from '../plan/change.ts';

/** Identifies what an effect is about. */
export function matterOf({ address, field = '' }: Pick<Impact, 'address' | 'field'>): string {
  return `${address} ${field}`;
}

/** `riskOf` returns undefined for fields that keep their mark. */
export function withRisks(
  changes: readonly Change[],
  riskOf: (change: Change, field: FieldChange) => string | undefined,
): readonly Change[] {
  return changes.map((change) => {
    const risks = change.fields.map((field) => riskOf(change, field));
    if (risks.every((risk) => risk === undefined)) return change;
    const fields = change.fields.map((field, at) => {
      const highRisk = risks[at];
      return highRisk === undefined ? field : { ...field, highRisk };
    });
    return { ...change, fields };
  });
}
