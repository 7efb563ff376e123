/** What a rename changes in the configuration, as text for people and as JSON for machines. */
import { jsonText, oneLine, visible } from './sanitize.ts';
import { count, type Painter, plain } from './words.ts';

export interface RenameReport {
  readonly from: string;
  readonly to: string;
  /** Files that change. */
  readonly files: readonly string[];
  readonly diff: string;
  readonly isDryRun: boolean;
}

export function renameText(report: RenameReport, options: { readonly paint?: Painter } = {}): string {
  const { from, to, files, diff, isDryRun } = report;
  const paint = options.paint ?? plain;
  const end = isDryRun
    ? 'Nothing was changed (--dry-run).'
    : `Renamed: ${oneLine(from)} is ${oneLine(to)} from now on, in ${count(files.length, 'file')}.`;
  return [
    visible(diff).trimEnd(),
    '',
    paint('heading', end),
    ...(isDryRun ? [] : ['Next: docform plan (it finds the same object under its new address); commit the files']),
    '',
  ].join('\n');
}

export function renameJson(report: RenameReport): string {
  return jsonText({ schemaVersion: 1, kind: 'mv', ...report });
}
