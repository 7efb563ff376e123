/** Fingerprints of text: stable across versions, and comparable without formatting. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprint, isFingerprintOf } from '../../src/core/digest.ts';

test('a fingerprint has the thirteen digits that ledgers contain', () => {
  expect(['', 'null', '"Docs"', '{"ref":"spaces/home"}', '"日本語"'].map(fingerprint)).toEqual([
    '488bdcb81aee8',
    '0fce888ee8f6b',
    '4c5a09b95ca88',
    '1d7ac4b23c656',
    '12cb31199f4ce',
  ]);
});

test('isFingerprintOf distinguishes all texts', () => {
  const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string());
  const marks = fc.oneof(fc.stringMatching(/^[0-9a-fA-F]{12,14}$/), fc.string());
  fc.assert(
    fc.property(texts, marks, fc.nat(12), (text, mark, at) => {
      const own = fingerprint(text);
      const near = `${own.slice(0, at)}${own[at] === '0' ? '1' : '0'}${own.slice(at + 1)}`;
      for (const each of [own, mark, near, own.toUpperCase(), `${own}0`, own.slice(1), ''])
        expect(isFingerprintOf(text, each)).toBe(each === own);
    }),
  );
});
