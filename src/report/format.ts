/** Results of `fmt` as a list of files and as JSON. */
import type { Problem } from '../core/problem.ts';
import { jsonText, oneLine } from './wording/sanitize.ts';

interface FormattedText {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly refused?: string;
  readonly problems: readonly Problem[];
}

export function formatList(files: readonly FormattedText[]): string {
  return files.map(({ path }) => `${oneLine(path)}\n`).join('');
}

export function formatJson<F extends FormattedText>(
  files: readonly F[],
  { isCheck, diffOf }: { readonly isCheck: boolean; readonly diffOf: (file: F) => string },
): string {
  const state = ({ before, after, refused }: F): string => {
    if (refused !== undefined) return 'refused';
    return before === after ? 'canonical' : isCheck ? 'not-canonical' : 'formatted';
  };
  const documents = files.map((file) => ({
    path: file.path,
    state: state(file),
    reason: file.refused ?? null,
    diff: file.before === file.after ? null : diffOf(file),
    problems: file.problems.map(({ code, message, span: { line, column } }) => ({ code, message, line, column })),
  }));
  return jsonText({ schemaVersion: 1, kind: 'fmt', files: documents });
}
