/** Hostile and huge configurations: hostile ones quickly become a problem, and valid ones load in time proportional to their size. */
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { seedTexts } from '../../src/cli/commands/platform-seed.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { type ProblemCode, problemExplanations } from '../../src/config/problems.ts';
import { maxNodes } from '../../src/config/rule-schema.ts';
import type { SeedName } from '../../src/server/index.ts';
import { aboutLinear, growthOf, leastRatio } from '../support/growth.ts';
import { head, load, loadDesired } from './memory-files.ts';

function numbered<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const seeds = new Map<SeedName, ReturnType<typeof seedTexts>>();

/** Generated once, because the large one is an import of ten thousand objects. */
async function filesOf(seed: SeedName) {
  const texts = seeds.get(seed) ?? seedTexts(seed, 1);
  seeds.set(seed, texts);
  return Object.fromEntries(await texts);
}

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

test.each<[string, number, (size: number) => string, string]>([
  ['brackets without end', 1_000_000, (size) => `${head}teams: ${'['.repeat(size)}`, 'E-LIMIT-DEPTH'],
  [
    'brackets that are closed',
    20_000,
    (size) => `${head}teams: ${'{a: '.repeat(size)}${'}'.repeat(size)}`,
    'E-LIMIT-DEPTH',
  ],
  ['dashes without end', 500_000, (size) => `${head}teams: \n ${'- '.repeat(size)}x`, 'E-LIMIT-DEPTH'],
  ['question marks without end', 500_000, (size) => `${head}teams: \n ${'? '.repeat(size)}x`, 'E-LIMIT-DEPTH'],
  [
    'deep indentation',
    1000,
    (size) => `${head}${numbered(size, (index) => `${' '.repeat(index)}k:`).join('\n')}`,
    'E-LIMIT-DEPTH',
  ],
  ['a quote without end', 500_000, (size) => `${head}teams: "${'x\n'.repeat(size)}`, 'E-YAML'],
  ['thousands of errors', 20_000, (size) => `${head}${'a: ]\n'.repeat(size)}`, 'E-YAML'],
  [
    'thousands of anchors',
    20_000,
    (size) => `${head}teams:\n${numbered(size, (index) => `  k${index}: &a${index} {}`).join('\n')}`,
    'E-REQUIRED',
  ],
  ['thousands of documents', 20_000, (size) => `${head}${'---\na: 1\n'.repeat(size)}`, 'E-YAML'],
])('%s are reported in time proportional to their length', async (_, size, text, code) => {
  const small = size / 8;
  const bytes = text(size).length / text(small).length;
  const growth = await growthOf(
    (length) => expect(load(text(length)).problems.map((problem) => problem.code)).toContain(code),
    small,
  );
  expect(growth.cost).toBeLessThan(aboutLinear({ size: bytes }));
});

test('thousands of problems are kept, and the last one counts the others', async () => {
  const wrong = (size: number): string =>
    `${head}teams:\n${numbered(size, (index) => `  t${index}: null`).join('\n')}\n`;
  const growth = await growthOf((size) => expect(load(wrong(size)).problems.length).toBeLessThanOrEqual(5_001), 4_000);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
  const { problems } = load(wrong(12_000));
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

test('a large map of duplicates is reported', async () => {
  const wide = (size: number): string =>
    `${head}teams:\n${numbered(2 * size, (index) => `  t${index % size}: { title: T${index} }`).join('\n')}\n`;
  const growth = await growthOf(
    (size) => expect(load(wide(size), { limits: { problems: 100_000 } }).problems).toHaveLength(size),
    1_875,
  );
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});

test('thousands of unknown references are reported with suggestions', () => {
  const spaces = `${head}collections:\n${numbered(5000, (index) => `  collection-${index}: { title: C${index} }`).join('\n')}\nspaces:\n${numbered(5000, (index) => `  s${index}: { collection: kollection-${index} }`).join('\n')}\n`;
  const { problems } = load(spaces);
  expect(problems).toHaveLength(5000);
  expect(problems[0]?.hint).toContain('did you mean "collection-0"?');
});

test('loading ten thousand resources costs little more than parsing', async () => {
  const files = await filesOf('large');
  // Without the search for duplicate keys, which takes quadratic time.
  const parse = () => Object.values(files).map((text) => parseDocument(text, { uniqueKeys: false }));
  const loadAll = () => expect(loadDesired(files).resources.length).toBeGreaterThan(10_000);
  expect(await leastRatio({ of: loadAll, to: parse, bound: 8 })).toBeLessThan(8);
});

test.each(['empty', 'small', 'medium', 'large'] as const)(
  'the configuration generated with seed %s is valid',
  async (seed) => {
    expect(load(await filesOf(seed)).problems).toEqual([]);
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
    for (const each of all)
      expect(problemExplanations[code as keyof typeof numbers].meaning).toContain(each.toLocaleString('en-US'));
});
