/** Tests that mutated site-structure files lead either to a reported problem or to a valid configuration. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importSiteFile } from '../../../src/library/import-site-file.ts';

const directory = join(import.meta.dirname, 'files');
const files = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8').split('\n'));

/** Replacement values: other types, too long, unusual or empty. */
const odd = [
  '~',
  '1',
  '4.10',
  'true',
  '""',
  '" "',
  '[]',
  '{}',
  '[a, b]',
  '{ a: b }',
  `"\${vars.x}"`,
  `"$\${x}"`,
  '/',
  '//a//',
  '"#"',
  '"a: b"',
  '"\\u0000"',
  '文档',
  `"${'x'.repeat(130)}"`,
  '"a\\nb"',
  'section',
  'space',
  'section-group',
  'null',
  '"no"',
  'visitor.claims.a == 1',
  'space-1',
  'Other',
];

interface Mutation {
  readonly how: 'remove' | 'repeat' | 'value' | 'indent' | 'key';
  readonly at: number;
  readonly by: number;
}

const mutations = fc.array(
  fc.record<Mutation>({
    how: fc.constantFrom('remove', 'repeat', 'value', 'indent', 'key'),
    at: fc.nat(200),
    by: fc.nat(odd.length - 1),
  }),
  { minLength: 1, maxLength: 4 },
);

function mutated(lines: readonly string[], { how, at, by }: Mutation): readonly string[] {
  const index = at % lines.length;
  const line = lines[index] ?? '';
  const change = {
    remove: [],
    repeat: [line, line],
    value: [line.replace(/: .*$/, `: ${odd[by]}`)],
    indent: [by % 2 === 0 ? `  ${line}` : line.replace(/^ {2}/, '')],
    key: [line.replace(/[a-zA-Z$-]+:/, `${['hidden', 'draft', 'colour', 'children', 'key', 'condition'][by % 6]}:`)],
  }[how];
  return [...lines.slice(0, index), ...change, ...lines.slice(index + 1)];
}

test('a mutated file leads to a problem or to a valid configuration', async () => {
  const seen = { problems: 0, configurations: 0 };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), mutations, async (lines, changes) => {
      const text = changes.reduce(mutated, lines).join('\n');
      // The import validates its own result, and throws if it is invalid.
      const result = await importSiteFile({ file: 'docs.yaml', text });
      if (!('problems' in result)) {
        seen.configurations += 1;
        return;
      }
      seen.problems += 1;
      const height = text.split('\n').length;
      expect(result.problems.length).toBeGreaterThan(0);
      for (const { span } of result.problems) expect(span.line).toBeLessThanOrEqual(height);
    }),
    { numRuns: 200 },
  );
  expect(seen.problems).toBeGreaterThan(25);
  expect(seen.configurations).toBeGreaterThan(25);
});
