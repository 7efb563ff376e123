/** Only the printers of blocks know how a format looks: reports return blocks. */
import { expect, test } from 'vitest';
import { readSources } from '../support/sources.ts';

const sources = readSources('src');
const printers = /^src\/report\/(blocks\/|wording\/sanitize\.ts)/;

function pathsWith(pattern: RegExp, isExcepted: RegExp): readonly string[] {
  const found = sources.filter(
    ({ path, code }) => !printers.test(path) && !isExcepted.test(path) && pattern.test(code),
  );
  return found.map(({ path }) => path);
}

test('only printers of blocks escape, fold and quote Markdown', () => {
  const markup = /\b(escapeMarkdown|inlineCode|messageMarkdown|foldedMarkdown|diffBlock|escapeHtml)\(/;
  expect(pathsWith(markup, /^$/)).toEqual([]);
});

test('reports of plans, drift, access and applies neither join nor wrap nor color lines of text', () => {
  const reports = /^src\/(?!report\/(access|apply|drift|parts|plan)\/)/;
  const annotations = /^src\/report\/plan\/annotations\.ts$/;
  const progress = /^src\/report\/apply\/(apply-progress|step-line)\.ts$/;
  expect(pathsWith(/\b(textLines|wrapped|wrappedLines|withoutCommands)\(/, joined(reports, annotations))).toEqual([]);
  expect(pathsWith(/\bpaint\(/, joined(reports, progress))).toEqual([]);
});

function joined(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}
