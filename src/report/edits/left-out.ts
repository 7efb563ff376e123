/** What an import of a site structure file leaves out. */
import { groupBy } from '../../core/compare.ts';
import type { SourceSpan } from '../../core/problem.ts';
import { placeText } from '../wording/place-words.ts';
import { oneLine, textLines } from '../wording/sanitize.ts';
import { count, type Painter, placeDocument, plain } from '../wording/words.ts';

interface LeftOutFact {
  readonly item?: string;
  readonly what: string;
  readonly why: string;
  readonly span: SourceSpan;
}

const maxPlaces = 3;

export function leftOutText(facts: readonly LeftOutFact[], paint: Painter = plain): string {
  const groups = [...groupBy(facts, ({ what, why }) => `  ${oneLine(what)}: ${oneLine(why)}`)];
  return textLines(
    facts.length > 0 && paint('heading', `Left out (${count(facts.length, 'place')}):`),
    groups.map(([head, group]) => {
      const shown = group.length <= maxPlaces + 1 ? group : group.slice(0, maxPlaces);
      const rest = group.length - shown.length;
      return [
        head,
        shown.map(({ item, span }) => {
          const name = item === undefined ? '' : `  ${oneLine(item)}`;
          return paint('faint', `      ${placeText(span)}${name}`);
        }),
        rest > 0 && paint('faint', `      and ${count(rest, 'further place')} (--json lists all)`),
      ];
    }),
  );
}

export function leftOutJson(facts: readonly LeftOutFact[]) {
  return facts.map(({ item = null, what, why, span }) => ({ item, what, why, ...placeDocument(span) }));
}
