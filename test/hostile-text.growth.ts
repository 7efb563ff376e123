/** Measures that texts of pull requests and of the platform are searched in linear time: no regular expression restarts at every character. */
import { expect, test } from 'vitest';
import { misindented } from '../src/config/yaml/indentation.ts';
import type { Redirect } from '../src/core/impact.ts';
import { typedAt } from '../src/language/typed.ts';
import { redirectsFile } from '../src/report/redirects.ts';
import { withoutCommands } from '../src/report/wording/sanitize.ts';
import { head, load } from './config/memory-files.ts';
import { aboutLinear, growthOf } from './support/growth.ts';

const redirect = (path: string): Redirect => ({
  ...{
    from: `https://acme.dev/${path}`,
    to: 'https://acme.dev/new',
    reason: 'moved',
    address: 'sites/docs',
    subject: 'Docs',
    except: [],
  },
});

test.each<[string, (size: number) => unknown]>([
  [
    'a line of spaces that the parser refuses',
    (size) => misindented(`${' '.repeat(size)}\n x: 1`, 'Nested mappings are not allowed', 1),
  ],
  ['an unclosed quoted text', (size) => load(`${head}teams: "${'['.repeat(size)}\n`)],
  ['empty lines', (size) => withoutCommands('\n'.repeat(size))],
  ['slashes in a published URL', (size) => redirectsFile([redirect(`${'/'.repeat(size)}x`)])],
  ['dashes and spaces in an editor', (size) => typedAt(`${'-  '.repeat(size / 8)}! x`, (size / 8) * 3 + 3)],
])('searching takes linear time: %s', async (_, work) => {
  const growth = await growthOf(work, 16_000);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});
