/** Changes without high risk as Markdown: some with details, some by name, and the rest as counts. */
import { groupBy } from '../core/group-by.ts';
import { onceFor } from '../core/once.ts';
import { isStateOnly } from '../plan/change.ts';
import { groupMarkdown, namedMarkdown } from './markdown-changes.ts';
import { type Group, placeOf, placesOf } from './places.ts';
import type { ReportedChange } from './reported-change.ts';
import { inlineCode } from './sanitize.ts';
import { countsText, foldedMarkdown, present } from './texts.ts';
import { count, countedOf } from './words.ts';

const mostOpen = 15;

/** Places with counts of their own. Places with the most changes come first. */
const mostPlaces = 20;

export type OthersText = ReturnType<ReturnType<typeof othersOf>['textOf']>;

/** `hasHighRisk`: another section lists high-risk changes. */
export function othersOf(changes: readonly ReportedChange[], hasHighRisk: boolean) {
  const books = changes.filter(({ action }) => isStateOnly(action)).map((change): Group => [change]);
  const places = [...placesOf(changes), books];
  const textOfGroup = onceFor((group: Group) => groupMarkdown(group, sectionOf(group[0]) === 'Ledger only'));
  /** The first groups with details, and then a number of changes by name. */
  const textOf = (most: number, mostNamed: number) => {
    const { first: detailed, rest } = parted(places, most);
    const left = rest.flat(2);
    const [named, counted] = [left.slice(0, mostNamed), left.slice(mostNamed)];
    const sectionText = (heading: Section) => {
      const own = (change: ReportedChange) => sectionOf(change) === heading;
      const shown = detailed.map((groups) => groups.filter(([first]) => own(first)));
      const names = named.filter(own);
      const texts = [...shown.map((groups) => groups.map(textOfGroup).join('\n')), namedMarkdown(names)];
      const title = heading === 'Changes' && hasHighRisk ? 'Other changes' : heading;
      return folded(title, shown.flat(2).length + names.length, texts.filter((text) => text !== '').join('\n\n'));
    };
    return {
      sections: [...sections.map(sectionText), countedText(counted, mostNamed > 0)],
      detailed: changes.length - left.length,
      named: named.length,
      counted: counted.length,
    };
  };
  return { number: changes.length, groups: places.flat().length, textOf };
}

const sections = ['Changes', 'No longer managed', 'Ledger only'] as const;
type Section = (typeof sections)[number];

function sectionOf({ action }: ReportedChange): Section {
  if (action === 'unmanage') return 'No longer managed';
  return isStateOnly(action) ? 'Ledger only' : 'Changes';
}

/** The first groups of all places, and the others. */
function parted(places: readonly (readonly Group[])[], most: number) {
  let left = most;
  const first: (readonly Group[])[] = [];
  const rest: (readonly Group[])[] = [];
  for (const groups of places) {
    first.push(groups.slice(0, left));
    rest.push(groups.slice(left));
    left = Math.max(0, left - groups.length);
  }
  return { first, rest };
}

function folded(heading: string, number: number, text: string): string {
  return number === 0 ? '' : foldedMarkdown(`${heading} (${number})`, text, number <= mostOpen);
}

/** `Not listed: 9 to update.`, with counts for each place if there is room. */
function countedText(changes: readonly ReportedChange[], hasPlaces: boolean): string {
  if (changes.length === 0) return '';
  const head = `Not listed: ${countsText(countedOf(changes).map(({ number, word }) => [word, number]))}.`;
  if (!hasPlaces) return head;
  const places = [...groupBy(changes, ({ address }) => placeOf(address))].sort(([, a], [, b]) => b.length - a.length);
  const rest = places.slice(mostPlaces);
  const left = count(rest.flatMap(([, own]) => own).length, 'change');
  return present(
    head,
    ...places.slice(0, mostPlaces).map(([place, own]) => `- ${inlineCode(place)}: ${kindsText(own)}`),
    rest.length > 0 && `- ${count(rest.length, 'more place')}: ${left}`,
  ).join('\n');
}

/** `update section (300), move section (20)` */
function kindsText(changes: readonly ReportedChange[]): string {
  const kinds = groupBy(changes, ({ action, kind }) => `${action} ${kind}`);
  return [...kinds].map(([what, own]) => `${what} (${own.length})`).join(', ');
}
