/** Removal of e-mail addresses from text and JSON, in any context and in linear time. */
import { expect, test } from 'vitest';
import { withoutEmails } from '../../src/report/wording/sanitize.ts';

test.each([
  ['ana@acme.dev, bo+x@acme.dev.', '***, ***.'],
  ["o'hara@acme.dev zoë@bücher.example", '*** ***'],
  ['?search=ana%40acme.dev&page=1', '***&page=1'],
  ['people: none (a @ b, @team, npm@)', 'people: none (a @ b, @team, npm@)'],
])('e-mail addresses are removed from: %s', (text, wanted) => expect(withoutEmails(text)).toBe(wanted));

test('JSON without e-mail addresses is still valid', () => {
  const value = {
    title: 'Notes\nana@acme.dev',
    path: 'C:\\bo@acme.dev',
    word: '"kim@acme.dev"',
    control: '\u0001zoe@acme.dev',
  };
  expect(JSON.parse(withoutEmails(JSON.stringify(value)))).toEqual({
    ...{ title: 'Notes\n***', path: 'C:\\***', word: '"***"', control: '\u0001***' },
  });
});

test('a word of a million letters is returned unchanged', () => {
  const word = 'a'.repeat(1_000_000);
  expect(withoutEmails(word)).toBe(word);
});
