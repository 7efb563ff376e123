/** Checks of percent-encoding. */
import { expect, test } from 'vitest';
import { canPercentDecode, percentDecode } from '../../src/core/url.ts';

test.each([
  ['a%20b', 'a b'],
  ['a%', undefined],
  ['a%e4', undefined],
  ['a%zz', undefined],
])('%s is decoded or refused', (text, expected) => {
  expect(percentDecode(text)).toBe(expected);
  expect(canPercentDecode(text)).toBe(expected !== undefined);
});
