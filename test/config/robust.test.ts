/** Loading returns a result for any text, and never throws. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { settings } from '../laws/law.ts';
import { unicodeText } from '../support/unicode-text.ts';
import { everything } from './everything.ts';
import { load } from './memory-files.ts';

const valid = stringify(everything, { aliasDuplicateObjects: false });
const pieces = [
  '&a ',
  '*a',
  '!x ',
  '!!set ',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  ': ',
  '- ',
  '? ',
  '\n',
  '\t',
  '#',
  '|',
  '>',
  '<<: ',
  '---\n',
  '...\n',
  '%YAML 1.1\n',
  '${',
  '$${',
  `\${vars.x}`,
  '\u0000',
  '\ud800',
  '\r',
  '~',
  'null',
  '.nan',
  '0x',
  '__proto__',
  'constructor',
];

function check(text: string): void {
  const { desired, problems, sources } = load(text);
  expect(desired === undefined).toBe(problems.length > 0);
  for (const { span } of problems) {
    const lines = sources.get(span.file)?.split('\n') ?? [''];
    expect(span.line).toBeGreaterThan(0);
    expect(span.line).toBeLessThanOrEqual(lines.length);
    expect(span.column).toBeGreaterThan(0);
    expect(span.length).toBeGreaterThan(0);
  }
}

test('any text is loaded without a thrown error', () => {
  const text = fc.oneof(
    unicodeText({ maxLength: 300 }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((all) => all.join('')),
  );
  fc.assert(fc.property(text, check), settings(250));
});

test('a damaged configuration is loaded without a thrown error', () => {
  const change = fc.record({
    at: fc.nat(valid.length),
    cut: fc.nat(30),
    put: fc.array(fc.constantFrom(...pieces), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(change, ({ at, cut, put }) => check(`${valid.slice(0, at)}${put.join('')}${valid.slice(at + cut)}`)),
    settings(160),
  );
});
