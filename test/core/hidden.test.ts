/** Invisible characters, and their legitimate uses. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  codePointText,
  findHidden,
  hasHidden,
  replaceHidden,
  visibleEscape,
  yamlEscape,
} from '../../src/core/hidden.ts';
import { unicodeText } from '../support/unicode-text.ts';

test.each([
  '👩‍💻',
  '👩🏽‍🚀',
  '🏳️‍🌈',
  '❤️',
  '1️⃣',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'می‌خواهم',
  'ه‍',
  'क्‍ष',
  'ന്‍',
  'ක්‍ෂ',
  '葛󠄀城',
  'a\tb\nc',
  'Docs – “API”',
])('characters that emoji and scripts need are not hidden: %s', (text) => {
  expect([...findHidden(text)]).toEqual([]);
});

test.each([
  'a\u200bb',
  'a\u200db',
  'a\u200cb',
  '1\ufe0f',
  'a\ufe0f',
  '❤\ufe0f\ufe0f',
  'م\u200c',
  '🏴\u{e0061}\u{e0062}\u{e007f}',
  '\u202e',
  '\u3164',
  '\r',
])('invisible characters are hidden: %j', (text) => {
  expect(hasHidden(text)).toBe(true);
});

test('each hidden character has its offset and code point', () => {
  expect([...findHidden('ab\u200bc\u{e0041}')].map(({ at, character }) => [at, codePointText(character)])).toEqual([
    [2, 'U+200B'],
    [4, 'U+E0041'],
  ]);
  expect(yamlEscape('\u{e0041}')).toBe('\\U000e0041');
});

test('withHidden replaces only hidden characters', () => {
  fc.assert(
    fc.property(unicodeText(), (text) => {
      const shown = replaceHidden(text, visibleEscape);
      expect(hasHidden(shown)).toBe(false);
      expect(replaceHidden(shown, visibleEscape)).toBe(shown);
      if (!hasHidden(text)) expect(shown).toBe(text);
    }),
  );
});

test('every default-ignorable and control character is found in ordinary text', () => {
  const ignorable = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}]/u;
  const all = Array.from({ length: 0x11_00_00 }, (_, at) => at).filter((at) => at < 0xd8_00 || at > 0xdf_ff);
  const characters = all
    .map((at) => String.fromCodePoint(at))
    .filter((each) => ignorable.test(each) && !'\t\n'.includes(each));
  expect(characters.length).toBeGreaterThan(4_000);
  expect(characters.filter((each) => !hasHidden(`é → a${each}b – ✓`))).toEqual([]);
});
