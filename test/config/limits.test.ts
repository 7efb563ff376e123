/** Hostile and huge configurations: a clear problem, soon; honest ones load in time that grows with their size. */
import { expect, test } from 'vitest';
import { seedConfiguration } from '../../src/server/seed/configuration.ts';
import { createWorld } from '../../src/server/seed/index.ts';
import { head, load, loadDesired } from './memory-files.ts';

function timed<T>(run: () => T): { readonly result: T; readonly ms: number } {
  const start = performance.now();
  return { result: run(), ms: performance.now() - start };
}

function numbered<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Ten levels, each ten times the one before: ten thousand million values. */
function aliasBomb(): string {
  const levels = numbered(
    10,
    (level) => `k${level}: &a${level} [${numbered(10, () => (level === 0 ? 'x' : `*a${level - 1}`)).join(', ')}]`,
  );
  return `${head}teams:\n${levels.map((line) => `  ${line}\n`).join('')}`;
}

test.each([
  ['an alias bomb', aliasBomb(), 'E-LIMIT-ALIAS'],
  ['brackets without end', `${head}teams: ${'['.repeat(1_000_000)}`, 'E-LIMIT-DEPTH'],
  ['brackets that are closed', `${head}teams: ${'{a: '.repeat(20_000)}${'}'.repeat(20_000)}`, 'E-LIMIT-DEPTH'],
  ['dashes without end', `${head}teams: \n ${'- '.repeat(500_000)}x`, 'E-LIMIT-DEPTH'],
  ['question marks without end', `${head}teams: \n ${'? '.repeat(500_000)}x`, 'E-LIMIT-DEPTH'],
  ['deep indentation', `${head}${numbered(1000, (index) => `${' '.repeat(index)}k:`).join('\n')}`, 'E-LIMIT-DEPTH'],
  ['a quote without end', `${head}teams: "${'x\n'.repeat(500_000)}`, 'E-YAML'],
  ['thousands of errors', `${head}${'a: ]\n'.repeat(20_000)}`, 'E-YAML'],
  ['thousands of anchors', `${head}teams:\n${numbered(20_000, (index) => `  k${index}: &a${index} {}`).join('\n')}`, 'E-REQUIRED'],
  ['thousands of documents', `${head}${'---\na: 1\n'.repeat(20_000)}`, 'E-YAML'],
])('%s is told of within seconds', (_, text, code) => {
  const { result, ms } = timed(() => load(text));
  expect(result.problems.map((problem) => problem.code)).toContain(code);
  expect(ms).toBeLessThan(6000);
});

test('a file that is too big is not even parsed', () => {
  const { result, ms } = timed(() => load('x'.repeat(9_000_000)));
  expect(result.problems.map(({ code }) => code)).toEqual(['E-LIMIT-SIZE']);
  expect(ms).toBeLessThan(1000);
});

test('all files together have a limit as well', () => {
  const files = {
    'docform.yaml': `${head}include: [a.yaml, b.yaml]\n`,
    'a.yaml': `# ${'a'.repeat(100)}`,
    'b.yaml': `# ${'b'.repeat(100)}`,
  };
  expect(load(files, { limits: { totalBytes: 200 } }).problems.map(({ code, span }) => `${code} ${span.column}`)).toEqual([
    'E-LIMIT-SIZE 19',
  ]);
});

test('a wide map of duplicates, and thousands of references that lead nowhere', () => {
  const wide = `${head}teams:\n${numbered(30_000, (index) => `  t${index % 15_000}: { title: T${index} }`).join('\n')}\n`;
  const duplicates = timed(() => load(wide));
  expect(duplicates.result.problems).toHaveLength(15_000);
  const spaces = `${head}collections:\n${numbered(5000, (index) => `  collection-${index}: { title: C${index} }`).join('\n')}\nspaces:\n${numbered(5000, (index) => `  s${index}: { collection: kollection-${index} }`).join('\n')}\n`;
  const lost = timed(() => load(spaces));
  expect(lost.result.problems).toHaveLength(5000);
  expect(lost.result.problems[0]?.hint).toContain('did you mean "collection-0"?');
  expect(duplicates.ms + lost.ms).toBeLessThan(15_000);
});

test('ten thousand resources load in a few seconds, most of which is parsing', () => {
  const { result, ms } = timed(() => loadDesired(seedConfiguration(createWorld('large', 1))));
  expect(result.resources.length).toBeGreaterThan(10_000);
  expect(ms).toBeLessThan(12_000);
});

test.each(['empty', 'small', 'medium', 'large'] as const)('the configuration that seed %s writes is valid', (seed) => {
  expect(load(seedConfiguration(createWorld(seed, 1))).problems).toEqual([]);
});
