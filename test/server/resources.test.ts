/** Tests that each file defines one resource, with record, titles and routes. */
import { expect, test } from 'vitest';
import { resources, routes } from '../../src/server/resources/index.ts';
import { filesBelow, readSources } from '../support/sources.ts';

const files = readSources('src/server/resources').filter(({ path }) => !path.endsWith('/index.ts'));

test('each file defines one resource, and the registry contains all', () => {
  const without = files.filter(({ text }) => text.match(/^export const \w+ = resource\(\{$/gm)?.length !== 1);
  expect(without.map(({ path }) => path)).toEqual([]);
  expect(resources).toHaveLength(files.length);
  expect(new Set(resources).size).toBe(files.length);
});

test('each kind has at most one title, in the file of its resource', () => {
  const titled = resources.flatMap(({ titles = {} }) => Object.keys(titles));
  expect(new Set(titled).size).toBe(titled.length);
  const kept = files.flatMap(({ text }) =>
    [...(/interface Records \{\n([\s\S]*?)\n {2}\}/.exec(text)?.[1] ?? '').matchAll(/^ {4}'?([\w-]+)'?:/gm)].map(
      ([, kind]) => kind,
    ),
  );
  expect(kept.length).toBeGreaterThan(20);
  expect(kept).toEqual(expect.arrayContaining(titled));
});

test('each requirement of an operation is defined in its route only', () => {
  expect(routes).toHaveLength(127);
  const answering = filesBelow('src/server', '.ts').filter((path) => !/^src\/server\/(resources|gitbook)\//.test(path));
  const elsewhere = readSources('src/server').filter(
    ({ path, text }) => answering.includes(path) && /^\s+route\(\w+,/m.test(text),
  );
  expect(elsewhere.map(({ path }) => path)).toEqual([]);
});
