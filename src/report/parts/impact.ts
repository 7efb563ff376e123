/** Groups of effects on readers and members, and effects as JSON. */
import { topLevelAddress } from '../../core/address.ts';
import { groupBy, type NonEmpty } from '../../core/compare.ts';
import type { Impact } from '../../core/impact.ts';
import { oneLine } from '../wording/sanitize.ts';
import { count } from '../wording/words.ts';
import { valueName } from './effect.ts';
import { isAddressRow } from './url-tables.ts';

/** Groups effects with equal text. URLs of one site only need the same change. */
export function alike(impact: readonly Impact[]): readonly NonEmpty<Impact>[] {
  return groupsBy(impact, (each) =>
    isAddressRow(each)
      ? ['address', each.severity, each.what, topLevelAddress(each.address)]
      : [...changeOf(each), each.who, each.details, each.audience],
  );
}

/** Groups effects that differ only in audiences and details. URLs stay alone. */
export function alikeAtLarge(impact: readonly Impact[]): readonly NonEmpty<Impact>[] {
  return groupsBy(impact, (each) => [...(isAddressRow(each) ? [each.address, each.topic] : []), ...changeOf(each)]);
}

function groupsBy(impact: readonly Impact[], keyOf: (impact: Impact) => readonly unknown[]) {
  return [...groupBy(impact, (each) => JSON.stringify(keyOf(each))).values()];
}

function changeOf(impact: Impact) {
  const { severity, what, before, after } = impact;
  return [severity, what, valueName(impact), before, after, before === undefined, after === undefined];
}

export function sharedOf(group: NonEmpty<Impact>) {
  const [{ who, details, audience }] = group;
  const isSame = (name: 'who' | 'audience') => new Set(group.map((each) => JSON.stringify(each[name]))).size === 1;
  return {
    audience: isSame('audience') ? audience : undefined,
    who: isSame('who') ? who : [],
    details: details.filter((text) => group.every((each) => each.details.includes(text))),
  };
}

/** `2 spaces are added to Acme Docs` */
export function rowsText(group: NonEmpty<Impact>): string {
  const [{ what, ofSeveral = `#: ${what}` }] = group;
  return oneLine(ofSeveral).replace('#', () => count(group.length, 'space'));
}

export function impactDocument({ source, ...impact }: Impact) {
  return { ...impact, source: source ?? null };
}
