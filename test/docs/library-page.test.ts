/** The page of the library contains each public name with its docstring and declaration. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as library from '../../src/index.ts';
import { declarationOf, libraryPage, publicNames } from './library-page.ts';

const names = publicNames(readFileSync(new URL('../../src/index.ts', import.meta.url), 'utf8'));

test('the library exports between 26 and 35 names, as listed in src/index.ts', () => {
  expect(names.length).toBeGreaterThan(25);
  expect(names.length).toBeLessThan(36);
  expect(Object.keys(library).filter((name) => !names.some((each) => each.name === name))).toEqual([]);
});

test('each public name has a docstring and a declaration', () => {
  const page = libraryPage();
  const told = [...page.matchAll(/^### (\w+)\n\n(\S.*)?\n\n```ts\n(.+)/gm)].map(
    ([, name = '', doc = '', text = '']) => ({
      name,
      doc,
      text,
    }),
  );
  expect(told.map(({ name }) => name).sort()).toEqual(names.map(({ name }) => name).sort());
  expect(told.filter(({ doc, text }) => doc.length < 20 || text.length < 10)).toEqual([]);
});

test.each([
  [
    'function f(a: { readonly b: string }): Promise<{ readonly c: number }> {\n  return a;\n}',
    'function f(a: { readonly b: string }): Promise<{ readonly c: number }>',
  ],
  ['function f(a: {\n  readonly b: string;\n}): void {\n  a();\n}', 'function f(a: {\n  readonly b: string;\n}): void'],
  [
    'interface f {\n  readonly b: { readonly c: string };\n}\nconst d = 1;',
    'interface f {\n  readonly b: { readonly c: string };\n}',
  ],
  [
    'class f extends Error {\n  readonly b: string;\n  constructor() {\n  }\n}',
    'class f extends Error {\n  readonly b: string;\n}',
  ],
])('a declaration is told whole: %s', (source, text) => {
  expect(declarationOf(`/** Formats a title. */\nexport ${source}\n`, 'f')).toEqual({ doc: 'Formats a title.', text });
});
