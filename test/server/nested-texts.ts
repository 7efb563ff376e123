/** Specifications that are nested so deeply that a simple parser would overflow its stack. */
export const nestedTexts: readonly (readonly [string, (size: number) => string])[] = [
  ['brackets', (size) => `openapi: ${'['.repeat(size)}`],
  ['braces that are closed', (size) => `openapi: ${'{a: '.repeat(size)}${'}'.repeat(size)}`],
  ['dashes', (size) => `openapi:\n ${'- '.repeat(size)}x`],
];
