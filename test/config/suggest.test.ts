/** Suggestions for misspelt words. */
import { expect, test } from 'vitest';
import { createSuggest } from '../../src/config/problem-list.ts';

test('a misspelt word suggests the closest word', () => {
  const suggest = createSuggest();
  expect(suggest('titel', ['path', 'title'])).toBe('title');
  expect(suggest('share_links', ['shareLinks'])).toBe('shareLinks');
  expect(suggest('colour', ['icon', 'title'])).toBeUndefined();
});

test('a word of three letters suggests only words with one other letter or swapped letters', () => {
  const suggest = createSuggest();
  expect(suggest('foo', ['who', 'fmt'])).toBeUndefined();
  expect(suggest('fmr', ['who', 'fmt'])).toBe('fmt');
  expect(suggest('ulr', ['url', 'kind'])).toBe('url');
});

test('a short e-mail address does not suggest another person at the same host', () => {
  const suggest = createSuggest();
  expect(suggest('bo@acme.dev', ['jon@acme.dev', 'ana@acme.dev'])).toBeUndefined();
  expect(suggest('bernhard@acme.dev', ['bo@acme.dev', 'bernard@acme.dev'])).toBe('bernard@acme.dev');
  expect(suggest('ana@acme.de', ['ana@acme.dev'])).toBe('ana@acme.dev');
});
