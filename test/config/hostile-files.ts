/** Configurations that a naive parser would read in quadratic time or with a stack overflow. */
import { head } from './memory-files.ts';

export function numbered<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Name, size, the text of that size, and the code of the problem. */
export const hostileFiles: readonly (readonly [string, number, (size: number) => string, string])[] = [
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
];
