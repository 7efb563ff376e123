/** Drift as text, by class. A change that affects many objects is printed once. */
import type { Impact } from '../../core/impact.ts';
import type { Drift } from '../../drift/entry.ts';
import { impactText } from '../impact.ts';
import { itemText, listText } from '../lines.ts';
import { oneLine } from '../sanitize.ts';
import { present } from '../texts.ts';
import { type Painter, plain } from '../words.ts';
import { withoutCommands, wrappedLines } from '../wrap.ts';
import { driftReportOf } from './report.ts';

interface DriftTextOptions {
  readonly digest: string;
  readonly impact: readonly Impact[];
  readonly columns?: number;
  readonly paint?: Painter;
  /** Also prints ignored drift, all addresses of groups, and unused rules. */
  readonly isVerbose?: boolean;
}

/** Deterministic: the same drift gives the same bytes. */
export function driftText(
  drift: Drift,
  { digest, impact, columns, paint = plain, isVerbose = false }: DriftTextOptions,
): string {
  const { meaning, sections, lists, highRisk, summary, legend, partial } = driftReportOf(drift, impact);
  const shown = lists.filter(({ of }) => isVerbose || (of !== 'ignored' && of !== 'unused'));
  const parts = [
    impactText(meaning.all, { paint, columns, of: 'drift' }),
    ...sections({ atMost: isVerbose ? Number.POSITIVE_INFINITY : 3 }).map(({ heading, items }) =>
      [heading, ...items.flatMap((item) => itemText(item, paint))].join('\n'),
    ),
    ...shown.map((list) => listText(list, paint)),
    present(
      highRisk && paint('bad', highRisk),
      drift.entries.length > 0 && paint('faint', `Drift digest: ${oneLine(digest)}`),
      paint('heading', summary),
    ).join('\n'),
  ];
  const head = [paint('heading', `Drift for organization ${oneLine(drift.organization)}`), partial, legend];
  const text = `${present(...head).join('\n')}\n\n${present(...parts).join('\n\n')}\n`;
  return columns === undefined ? withoutCommands(text) : wrappedLines(text, columns);
}
