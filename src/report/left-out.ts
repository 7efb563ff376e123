/** Settings that an import left out, grouped by reason. */
import { groupBy } from '../core/group-by.ts';
import type { SourceSpan } from '../core/problem.ts';
import { oneLine } from './sanitize.ts';
import { count, type Painter, placeText, plain } from './words.ts';

export interface LeftOutFact {
  readonly item?: string;
  readonly what: string;
  readonly why: string;
  readonly span: SourceSpan;
}

/** Further places are only in the JSON output. */
const mostPlaces = 3;

export function leftOutText(facts: readonly LeftOutFact[], paint: Painter = plain): string {
  if (facts.length === 0) return '';
  const groups = [...groupBy(facts, ({ what, why }) => `${what}\n${why}`).values()];
  const lines = groups.flatMap((group) => {
    const [{ what, why } = { what: '', why: '' }] = group;
    const shown = group.length <= mostPlaces + 1 ? group : group.slice(0, mostPlaces);
    const places = shown.map(
      ({ item, span }) => `      ${placeText(span)}${item === undefined ? '' : `  ${oneLine(item)}`}`,
    );
    const rest =
      group.length > shown.length
        ? [`      and ${count(group.length - shown.length, 'further place')} (--json lists all)`]
        : [];
    return [`  ${oneLine(what)}: ${oneLine(why)}`, ...places.map((place) => paint('faint', place)), ...rest];
  });
  return `${paint('heading', `Left out (${count(facts.length, 'place')}):`)}\n${lines.join('\n')}\n`;
}

/** For machines: every place by itself. */
export function leftOutJson(facts: readonly LeftOutFact[]) {
  return facts.map(({ item, what, why, span }) => ({
    item: item ?? null,
    what,
    why,
    file: span.file,
    line: span.line,
    column: span.column,
  }));
}
