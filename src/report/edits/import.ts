/** The result of an import as text and JSON. */
import { groupBy } from '../../core/compare.ts';
import { jsonText, oneLine, textLines, visible } from '../wording/sanitize.ts';
import { someNames } from '../wording/some-names.ts';
import { count, dryRunText, eachText, type Painter, plain } from '../wording/words.ts';

export interface ImportReport {
  readonly host: string;
  readonly organization: string;
  /** `title`: in the form that fits the count. */
  readonly counts: readonly { readonly kind: string; readonly title: string; readonly count: number }[];
  readonly files: readonly { readonly path: string; readonly status: 'new' | 'changed' }[];
  /** Missing: the ledger was not written. */
  readonly ledger?: string;
  readonly leftOut: readonly { readonly what: string; readonly why: string }[];
  /** Declared objects that are not on the platform yet. */
  readonly pending: readonly string[];
  /** Formerly declared objects that no longer exist on the platform. */
  readonly gone: readonly string[];
  /** Other declared objects that the next apply changes. */
  readonly notApplied: readonly string[];
  readonly diff: string;
  readonly requests: number;
  readonly isDryRun: boolean;
}

/** Names for each reason. JSON lists all. */
const maxNames = 5;

const maxReasons = 20;

export function importText(
  report: ImportReport,
  { paint = plain, next }: { readonly paint?: Painter; readonly next?: string },
): string {
  const { files, isDryRun, diff, counts, organization, requests, pending, gone } = report;
  const total = counts.reduce((sum, each) => sum + each.count, 0);
  const verb = isDryRun ? 'Would import' : 'Imported';
  const head = `${verb} organization ${oneLine(organization)}: ${count(total, 'object')}, read in ${count(requests, 'request')}.`;
  const named = (what: string, names: readonly string[]) =>
    names.length > 0 && `${what}: ${someNames(names, maxNames)}`;
  return textLines(
    isDryRun && diff !== '' && [visible(diff).trimEnd(), ''],
    paint('heading', head),
    counts.length > 0 && `  ${counts.map((each) => `${each.count} ${each.title}`).join(', ')}`,
    files.map(({ path, status }) => `  ${oneLine(path)}  ${paint('faint', status)}`),
    files.length === 0 && '  The configuration is already up to date.',
    named('Removed from the configuration because they no longer exist on the platform', gone),
    named('Declared but not on the platform yet (unchanged)', pending),
    leftOutLines(report, paint),
    isDryRun && dryRunText,
    next && `Next: ${next}`,
  );
}

function leftOutLines({ leftOut }: ImportReport, paint: Painter) {
  const reasons = [...groupBy(leftOut, ({ why }) => why)];
  const rest = reasons.length - maxReasons;
  return (
    leftOut.length > 0 && [
      paint('heading', `Left out (${leftOut.length}):`),
      reasons.slice(0, maxReasons).map(([why, each]) => {
        const names = each.map(({ what }) => what);
        return `  ${someNames(names, maxNames)}${eachText(names.length)}: ${paint('faint', oneLine(why))}`;
      }),
      rest > 0 && `  and ${count(rest, 'further reason')} (--json lists all)`,
    ]
  );
}

export function importJson({ counts, ledger, ...report }: ImportReport): string {
  const byKind = Object.fromEntries(counts.map(({ kind, count: number }) => [kind, number]));
  return jsonText({ schemaVersion: 1, kind: 'import', ...report, ledger: ledger ?? null, counts: byKind });
}
