/** What of drift was taken into the configuration, as text for people and as JSON for machines. */
import type { SourceSpan } from '../../core/problem.ts';
import type { DriftEntry } from '../../drift/entry.ts';
import { jsonText, oneLine, visible } from '../sanitize.ts';
import { count, type Painter, placeText, plain } from '../words.ts';
import { driftCounts, driftSymbol } from './words.ts';

export interface DriftWritingReport {
  readonly host: string;
  readonly organization: string;
  readonly taken: readonly DriftEntry[];
  readonly notTaken: readonly { readonly address: string; readonly field?: string; readonly reason: string; readonly span?: SourceSpan }[];
  /** Fields that are no longer stated. */
  readonly released: readonly { readonly address: string; readonly field: string }[];
  /** Drift that is left. */
  readonly left: number;
  readonly files: readonly string[];
  readonly diff: string;
  /** Nothing was written: all of it is what would be. */
  readonly isDryRun: boolean;
}

export function driftWritingText(
  report: DriftWritingReport,
  { paint = plain, next }: { readonly paint?: Painter; readonly next?: string },
): string {
  const { taken, notTaken, files, left, released, diff, isDryRun } = report;
  const said = notTaken.map(({ address, field, reason, span }) => {
    const place = span === undefined ? '' : ` (${placeText(span)})`;
    return `  ! ${oneLine(address)}${field === undefined ? '' : ` ${oneLine(field)}`}${place}: ${oneLine(reason)}`;
  });
  const verb = isDryRun ? 'Would take in' : 'Took in';
  return [
    ...(isDryRun && diff !== '' ? [visible(diff).trimEnd(), ''] : []),
    paint('heading', taken.length === 0 ? 'Nothing was taken in.' : `${verb} ${count(taken.length, 'difference')}:`),
    ...taken.map((entry) => `  ${driftSymbol(entry)} ${oneLine(entry.address)}`),
    ...released.map(
      ({ address, field }) =>
        `  ${oneLine(address)} ${oneLine(field)}: no longer managed, as the platform has none and it cannot be cleared`,
    ),
    ...(isDryRun ? [] : files.map((file) => `Wrote ${oneLine(file)}`)),
    ...(said.length === 0 ? [] : [paint('heading', 'Not taken in:'), ...said]),
    ...(left === 0 ? [] : [`${count(left, 'difference')} left: docform drift tells them.`]),
    ...(isDryRun ? ['Nothing was changed (--dry-run).'] : []),
    ...(next === undefined ? [] : [`Next: ${next}`]),
    '',
  ].join('\n');
}

export function driftWritingJson({ taken, ...report }: DriftWritingReport): string {
  const { ignored, ...counts } = driftCounts({ entries: taken, ignored: [] });
  const told = taken.map(({ class: of, address, id }) => ({ class: of, address, id: id ?? null }));
  const notTaken = report.notTaken.map(({ address, field, reason, span }) => ({
    ...{ address, field: field ?? null, reason },
    source: span === undefined ? null : { file: span.file, line: span.line, column: span.column },
  }));
  return jsonText({ schemaVersion: 1, kind: 'drift --write', ...report, counts, taken: told, notTaken });
}
