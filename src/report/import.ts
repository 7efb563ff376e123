/** The result of an import, as text and JSON. */
import { groupBy } from '../core/group-by.ts';
import { jsonText, oneLine, visible } from './sanitize.ts';
import { count, type Painter, plain, someNames } from './words.ts';

export interface ImportReport {
  readonly host: string;
  readonly organization: string;
  /** In the order of the registry. */
  readonly counts: readonly { readonly kind: string; readonly title: string; readonly count: number }[];
  readonly files: readonly { readonly path: string; readonly status: 'new' | 'changed' }[];
  /** Where the ledger is kept; missing: nothing was written. */
  readonly ledger?: string;
  readonly leftOut: readonly { readonly what: string; readonly why: string }[];
  /** Declared, and not on the platform yet. */
  readonly pending: readonly string[];
  /** Declared before, and gone from the platform. */
  readonly gone: readonly string[];
  /** Of everything else that is declared, what the next apply would change. */
  readonly notApplied: readonly string[];
  /** Of the configuration, as a patch. */
  readonly diff: string;
  readonly requests: number;
  readonly isDryRun: boolean;
}

/** Names for each reason. JSON lists all. */
const mostNames = 5;
const mostReasons = 20;

export function importText(
  report: ImportReport,
  { paint = plain, next }: { readonly paint?: Painter; readonly next?: string },
): string {
  const { files, isDryRun, diff, counts, organization, requests, pending, gone } = report;
  const total = counts.reduce((sum, each) => sum + each.count, 0);
  const list = counts.map((each) => count(each.count, each.title)).join(', ');
  const verb = isDryRun ? 'Would import' : 'Imported';
  const head = `${verb} organization ${oneLine(organization)}: ${count(total, 'object')}, read in ${count(requests, 'request')}.`;
  return [
    ...(isDryRun && diff !== '' ? [visible(diff).trimEnd(), ''] : []),
    paint('heading', head),
    ...(list === '' ? [] : [`  ${list}`]),
    ...files.map(({ path, status }) => `  ${oneLine(path)}  ${paint('faint', status)}`),
    ...(files.length === 0 ? ['  The configuration is already up to date.'] : []),
    ...someLine('Removed from the configuration because they no longer exist on the platform', gone),
    ...someLine('Declared but not on the platform yet (unchanged)', pending),
    ...leftOutLines(report, paint),
    ...(next === undefined ? [] : [`Next: ${next}`]),
    '',
  ].join('\n');
}

function someLine(what: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${what}: ${someNames(names, mostNames)}`];
}

function leftOutLines({ leftOut }: ImportReport, paint: Painter): readonly string[] {
  if (leftOut.length === 0) return [];
  const reasons = [...groupBy(leftOut, ({ why }) => why)];
  const rest =
    reasons.length > mostReasons
      ? [`  and ${count(reasons.length - mostReasons, 'further reason')} (--json lists all)`]
      : [];
  const lines = reasons.slice(0, mostReasons).map(
    ([why, each]) =>
      `  ${someNames(
        each.map(({ what }) => what),
        mostNames,
      )}: ${paint('faint', oneLine(why))}`,
  );
  return [paint('heading', `Left out (${leftOut.length}):`), ...lines, ...rest];
}

export function importJson({ counts, ledger, ...report }: ImportReport): string {
  const byKind = Object.fromEntries(counts.map(({ kind, count: number }) => [kind, number]));
  return jsonText({ schemaVersion: 1, kind: 'import', ...report, ledger: ledger ?? null, counts: byKind });
}
