/** Sorts effects by severity, with the headline and the legend that all formats share. */
import type { Address } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { withoutMissing } from '../../core/defined.ts';
import type { Impact, Severity } from '../../core/impact.ts';
import { count } from '../wording/words.ts';
import { isAddressRow } from './url-tables.ts';

export type Meaning = ReturnType<typeof meaningOf>;

export function meaningOf(all: readonly Impact[]) {
  const of = (severity: Severity) => all.filter((each) => each.severity === severity);
  const others = all.filter(({ severity }) => severity !== 'high-risk');
  return {
    all,
    highRisk: of('high-risk'),
    notable: of('notable'),
    info: of('info'),
    /** Effects without high risk: URLs, which formats with tables print as a table, and others. */
    rows: others.filter(isAddressRow),
    notRows: others.filter((each) => !isAddressRow(each)),
  };
}

export function highRiskLine({ highRisk }: Meaning): string | undefined {
  return highRisk.length === 0 ? undefined : `${count(highRisk.length, 'high-risk change')}.`;
}

/** `Legend: + create, ~ update, ! high-risk`: the signs that the report contains. `isMarked`: an entry without a high-risk effect has the sign, too. */
export function legendText(
  signs: readonly string[],
  { highRisk, notable, info }: Meaning,
  isMarked: boolean,
): string | undefined {
  const all = withoutMissing(
    ...signs,
    (highRisk.length > 0 || isMarked) && '! high-risk',
    notable.length + info.length > 0 && '* effect on people',
  );
  return all.length === 0 ? undefined : `Legend: ${all.join(', ')}`;
}

/** The texts of the high-risk effects on each address. */
export function highRiskReasons({ highRisk }: Pick<Meaning, 'highRisk'>): ReadonlyMap<Address, readonly string[]> {
  const byAddress = groupBy(highRisk, ({ address }) => address);
  return new Map([...byAddress].map(([address, own]) => [address, [...new Set(own.map(({ what }) => what))]] as const));
}
