/** Articles, plurals and counts of kinds. */
import { expect, test } from 'vitest';
import { count, pluralTitle, titleWithArticle } from '../src/core/count.ts';
import { shapes } from '../src/kinds/index.ts';
import { readingText } from '../src/report/wording/words.ts';
import { readSources } from './support/sources.ts';

test('each kind has an article and a unique plural', () => {
  const ones = [...shapes.values()].map(titleWithArticle);
  expect(ones).toEqual(
    expect.arrayContaining([
      'a team',
      'an organization',
      'an OpenAPI specification',
      'a SAML provider',
      'custom-field values',
    ]),
  );
  expect([...shapes.values()].map(pluralTitle)).toEqual(
    expect.arrayContaining(['teams', 'SAML providers', 'custom-field values']),
  );
});

test('a count of one uses the singular', () => {
  expect(readingText({ asked: 1, answered: 1, items: 1 })).toBe('1 of 1 list read, 1 object');
  expect(readingText({ asked: 12, answered: 3, items: 0 })).toBe('3 of 12 lists read, 0 objects');
  expect(count(1, 'address', 'addresses')).toBe('1 address');
});

test('no code builds articles or plurals of kinds itself', () => {
  const found = readSources('src').flatMap(({ path, text: source }) =>
    [...source.matchAll(/\b[Aa]n? \$\{[\w.?()]*\btitle\}|\btitle\}s\b/g)].map(([text]) => `${path}: ${text}`),
  );
  expect(found.filter((each) => !each.startsWith('src/core/count.ts'))).toEqual([]);
});
