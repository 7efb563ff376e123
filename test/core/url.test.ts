/** Checks of percent-encoding. */
import { expect, test } from 'vitest';
import { decoded, isDecodable } from '../../src/core/url.ts';

test.each([
  ['a%20b', 'a b'],
  ['a%', undefined],
  ['a%e4', undefined],
  ['a%zz', undefined],
])('%s is decoded or refused', (text, expected) => {
  expect(decoded(text)).toBe(expected);
  expect(isDecodable(text)).toBe(expected !== undefined);
});
