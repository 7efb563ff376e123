/** Hostile and huge configurations become a problem, and do not end the process. */
import { expect, test } from 'vitest';
import { explanations } from '../../src/cli/actions/explain.ts';
import { defaultLimits } from '../../src/config/files/file-reader.ts';
import { maxNodes } from '../../src/config/policy/rule-schema.ts';
import type { ProblemCode } from '../../src/config/problem-list.ts';
import { seedTexts } from '../support/seed-texts.ts';
import { hostileFiles, numbered } from './hostile-files.ts';
import { head, load } from './memory-files.ts';

/** Ten nested levels with ten aliases each: ten thousand million values. */
function aliasBomb(): string {
  const levels = numbered(
    10,
    (level) => `k${level}: &a${level} [${numbered(10, () => (level === 0 ? 'x' : `*a${level - 1}`)).join(', ')}]`,
  );
  return `${head}teams:\n${levels.map((line) => `  ${line}\n`).join('')}`;
}

test('an alias bomb is reported', () => {
  expect(load(aliasBomb()).problems.map(({ code }) => code)).toContain('E-LIMIT-ALIAS');
});

test.each(hostileFiles)('%s are reported', (_, size, text, code) => {
  expect(load(text(size)).problems.map((problem) => problem.code)).toContain(code);
});

test('thousands of problems are kept, and the last one counts the others', () => {
  const { problems } = load(`${head}teams:\n${numbered(12_000, (index) => `  t${index}: null`).join('\n')}\n`);
  expect(problems).toHaveLength(5_001);
  expect(problems.at(-1)).toMatchObject({ code: 'E-LIMIT-PROBLEMS', message: '7000 more problems are not shown' });
});

test.each([
  ['items', (size: number) => `${head}teams: [${'a,'.repeat(size)}]`],
  ['comments', (size: number) => `${head}${'#\n'.repeat(size)}`],
  ['empty lines', (size: number) => `${head}${'\n'.repeat(size)}x: 1`],
  ['dashes', (size: number) => `${head}teams:\n${'-\n'.repeat(size)}`],
  ['maps', (size: number) => `${head}teams: [${'{},'.repeat(size)}]`],
])('%s are read only up to a limit', (_, make) => {
  const limits = { pieces: 20_000 };
  expect(load(make(20_000), { limits }).problems.map(({ code }) => code)).toEqual(['E-LIMIT-NODES']);
});

test('the limit for tokens applies to all files together', () => {
  const part = (name: string) =>
    `teams: { ${numbered(1_000, (index) => `${name}${index}: { title: ${name}${index} }`).join(', ')} }\n`;
  const files = { 'docform.yaml': `${head}include: [a.yaml, b.yaml]\n`, 'a.yaml': part('a'), 'b.yaml': part('b') };
  const places = (pieces: number) =>
    load(files, { limits: { pieces } }).problems.map(({ code, span }) => `${span.file} ${code}`);
  expect(places(100_000)).toEqual([]);
  expect(places(20_000)).toEqual(['b.yaml E-LIMIT-NODES']);
});

test('the limit for aliases applies to all files together', () => {
  const part = (name: string) => `x${name}: [&a [1, 2, 3, 4, 5, 6, 7, 8], ${numbered(10, () => '*a').join(', ')}]\n`;
  const files = { 'docform.yaml': `${head}include: [a.yaml, b.yaml]\n`, 'a.yaml': part('a'), 'b.yaml': part('b') };
  const codes = (aliasedNodes: number) =>
    load(files, { limits: { aliasedNodes } }).problems.map(({ code, span }) => `${span.file} ${code}`);
  expect(codes(200).filter((each) => each.endsWith('E-LIMIT-ALIAS'))).toEqual([]);
  expect(codes(150).filter((each) => each.endsWith('E-LIMIT-ALIAS'))).toEqual(['b.yaml E-LIMIT-ALIAS']);
});

test('a file that is too large is not parsed', () => {
  expect(load('x'.repeat(9_000_000)).problems.map(({ code }) => code)).toEqual(['E-LIMIT-SIZE']);
});

test('the limit for bytes applies to all files together', () => {
  const files = {
    'docform.yaml': `${head}include: [a.yaml, b.yaml]\n`,
    'a.yaml': `# ${'a'.repeat(100)}`,
    'b.yaml': `# ${'b'.repeat(100)}`,
  };
  expect(
    load(files, { limits: { totalBytes: 200 } }).problems.map(({ code, span }) => `${code} ${span.column}`),
  ).toEqual(['E-LIMIT-SIZE 19']);
});

test('a large map of duplicates is reported', () => {
  const wide = numbered(30_000, (index) => `  t${index % 15_000}: { title: T${index} }`).join('\n');
  const { problems } = load(`${head}teams:\n${wide}\n`, { limits: { problems: 100_000 } });
  expect(problems).toHaveLength(15_000);
});

test('thousands of unknown references are reported with suggestions', () => {
  const spaces = `${head}collections:\n${numbered(5000, (index) => `  collection-${index}: { title: C${index} }`).join('\n')}\nspaces:\n${numbered(5000, (index) => `  s${index}: { collection: kollection-${index} }`).join('\n')}\n`;
  const { problems } = load(spaces);
  expect(problems).toHaveLength(5000);
  expect(problems[0]?.hint).toContain('did you mean "collection-0"?');
});

test.each(['empty', 'small', 'medium', 'large'] as const)(
  'the configuration generated with seed %s is valid',
  async (seed) => {
    expect(load(Object.fromEntries(await seedTexts(seed, 1))).problems).toEqual([]);
  },
);

test('the explanations of the limits contain their numbers', () => {
  const { fileBytes, totalBytes, files, depth, pieces, problems, aliasedNodes, listedEntries } = defaultLimits;
  const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`;
  const numbers = {
    'E-LIMIT-ALIAS': [aliasedNodes, depth],
    'E-LIMIT-DEPTH': [depth],
    'E-LIMIT-FILES': [files, listedEntries],
    'E-LIMIT-NODES': [pieces],
    'E-LIMIT-PROBLEMS': [problems],
    'E-LIMIT-RULE': [maxNodes.ofRule, maxNodes.ofAll],
    'E-LIMIT-SIZE': [megabytes(fileBytes), megabytes(totalBytes)],
  } as const satisfies { readonly [C in Extract<ProblemCode, `E-LIMIT-${string}`>]: readonly (number | string)[] };
  for (const [code, all] of Object.entries(numbers))
    for (const each of all) expect(explanations()[code]?.meaning).toContain(each.toLocaleString('en-US'));
});
