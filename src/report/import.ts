/** The result of an import, and the settings that it left out, as text and JSON. */
import { groupBy } from '../core/group-by.ts';
import type { SourceSpan } from '../core/problem.ts';
import { jsonText, oneLine, visible } from './sanitize.ts';
import { textLines } from './texts.ts';
import { count, dryRunText, type Painter, placeDocument, placeText, plain, someNames } from './words.ts';

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
const mostNames = 5;
const mostReasons = 20;

export function importText(
  report: ImportReport,
  { paint = plain, next }: { readonly paint?: Painter; readonly next?: string },
): string {
  const { files, isDryRun, diff, counts, organization, requests, pending, gone } = report;
  const total = counts.reduce((sum, each) => sum + each.count, 0);
  const verb = isDryRun ? 'Would import' : 'Imported';
  const head = `${verb} organization ${oneLine(organization)}: ${count(total, 'object')}, read in ${count(requests, 'request')}.`;
  const named = (what: string, names: readonly string[]) =>
    names.length > 0 && `${what}: ${someNames(names, mostNames)}`;
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
  const rest = reasons.length - mostReasons;
  return (
    leftOut.length > 0 && [
      paint('heading', `Left out (${leftOut.length}):`),
      reasons.slice(0, mostReasons).map(([why, each]) => {
        const names = each.map(({ what }) => what);
        return `  ${someNames(names, mostNames)}: ${paint('faint', oneLine(why))}`;
      }),
      rest > 0 && `  and ${count(rest, 'further reason')} (--json lists all)`,
    ]
  );
}

export function importJson({ counts, ledger, ...report }: ImportReport): string {
  const byKind = Object.fromEntries(counts.map(({ kind, count: number }) => [kind, number]));
  return jsonText({ schemaVersion: 1, kind: 'import', ...report, ledger: ledger ?? null, counts: byKind });
}

interface LeftOutFact {
  readonly item?: string;
  readonly what: string;
  readonly why: string;
  readonly span: SourceSpan;
}

const mostPlaces = 3;

export function leftOutText(facts: readonly LeftOutFact[], paint: Painter = plain): string {
  const groups = [...groupBy(facts, ({ what, why }) => `  ${oneLine(what)}: ${oneLine(why)}`)];
  return textLines(
    facts.length > 0 && paint('heading', `Left out (${count(facts.length, 'place')}):`),
    groups.map(([head, group]) => {
      const shown = group.length <= mostPlaces + 1 ? group : group.slice(0, mostPlaces);
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
