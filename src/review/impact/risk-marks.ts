/** Marks fields of changes and drift as high-risk. */
import type { Address } from '../../core/address.ts';
import type { Impact } from '../../core/impact.ts';
import type { KindName } from '../../core/state.ts';

type Matter = Pick<Impact, 'address' | 'field'>;

/** Identifies the object and the field of an effect. */
export function impactKey({ address, field = '' }: Matter): string {
  return `${address} ${field}`;
}

interface Markable {
  readonly field: string;
  readonly highRisk?: string;
}

/** A change of a plan, or drift. */
interface Marked<F extends Markable> {
  readonly address: Address;
  readonly kind: KindName;
  readonly fields?: readonly F[];
}

/** `riskOf` returns the mark of the field, or undefined for none. */
export function withRisks<F extends Markable, C extends Marked<F>>(
  changes: readonly C[],
  riskOf: (change: C, field: F) => string | undefined,
): readonly C[] {
  return changes.map((change) => {
    const { fields = [] } = change;
    const risks = fields.map((field) => riskOf(change, field));
    if (fields.every(({ highRisk }, at) => highRisk === risks[at])) return change;
    const marked = fields.map((field, at): F => {
      const { highRisk: _, ...rest } = field;
      return (risks[at] === undefined ? rest : { ...rest, highRisk: risks[at] }) as F;
    });
    return { ...change, fields: marked };
  });
}

/** The marks of effects and windows, by what they are about. */
export function marksOf(effects: readonly (Matter & Pick<Impact, 'what'>)[]): (of: Matter) => string | undefined {
  const whatAt = new Map(effects.map((each) => [impactKey(each), each.what]));
  return (of) => whatAt.get(impactKey(of));
}
