/** Masking of secrets and escaping of texts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  escapeMarkdown,
  inlineCode,
  jsonLine,
  jsonText,
  maskSecrets,
  oneLine,
  quoted,
  visible,
} from '../../src/report/wording/sanitize.ts';
import { unicodeText } from '../support/unicode-text.ts';

test('a secret is masked everywhere, also in encoded form', () => {
  const secret = 'tok/en+"1';
  const text = `a ${secret} b ${encodeURIComponent(secret)} c ${JSON.stringify({ secret })}`;
  expect(maskSecrets(text, [secret])).toBe('a *** b *** c {"secret":"***"}');
});

test('the longer of two secrets that share a beginning is masked whole', () => {
  expect(maskSecrets('abcdefgh', ['abcd', 'abcdefgh'])).toBe('***');
});

test('an empty or very short secret masks nothing', () => {
  expect(maskSecrets('a b c', ['', 'a'])).toBe('a b c');
});

test('escaped text contains no control characters and no changes of direction', () => {
  fc.assert(
    fc.property(unicodeText(), (text) => {
      expect(visible(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      expect(oneLine(text)).not.toMatch(/[\n\r\t]/);
    }),
  );
});

test('a quoted value can be parsed to the same value', () => {
  fc.assert(
    fc.property(unicodeText(), (text) => {
      expect(JSON.parse(quoted(text))).toBe(text);
    }),
  );
});

test('inline code cannot be ended by its content', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('`', 'a', ' ') }), (text) => {
      const code = inlineCode(text);
      const fence = /^`+/.exec(code)?.[0] ?? '';
      const inside = code.slice(fence.length, -fence.length);
      expect(inside.match(/`+/g)?.every((run) => run.length < fence.length) ?? true).toBe(true);
    }),
  );
});

const invisible = [
  '\u200b',
  '\u200d',
  '\u00ad',
  '\u034f',
  '\u115f',
  '\u3164',
  '\uffa0',
  '\u180e',
  '\u2028',
  '\u202e',
  '\u2066',
];
const more = [
  '\u2060',
  '\ufeff',
  '\ufe0f',
  '\ufff9',
  '\u2800',
  '\u0085',
  '\u009b',
  '\u061c',
  '\u{e0041}',
  '\u{e0101}',
  '\u001b',
];

test.each([...invisible, ...more])(
  'an invisible character is printed as its code point in every text: %j',
  (character) => {
    const number = character.codePointAt(0)?.toString(16).toUpperCase();
    for (const show of [visible, oneLine, inlineCode, escapeMarkdown]) {
      expect(show(`a${character}b`)).not.toContain(character);
      expect(show(`a${character}b`).replaceAll('\\{', '{').replaceAll('\\}', '}').replaceAll('\\\\', '\\')).toContain(
        `a\\u{${number}}b`,
      );
    }
    expect(quoted(`a${character}b`)).not.toBe(quoted('ab'));
    expect(quoted(`a${character}b`)).not.toContain(character);
  },
);

test('JSON contains no invisible characters, and parses to the same value', () => {
  const value = { [`k${invisible.join('')}`]: [more.join('x'), '👩‍💻 می‌خواهم', '\ud800'] };
  for (const text of [jsonText(value), jsonLine(value)]) {
    expect(text).not.toMatch(/[^\P{Default_Ignorable_Code_Point}]|[\u0080-\u009f\u2028\u2029\u2800]/u);
    expect(JSON.parse(text)).toEqual(value);
  }
  fc.assert(
    fc.property(unicodeText(), (text) => {
      expect(JSON.parse(jsonText({ text }))).toEqual({ text });
      expect(jsonLine({ text }).slice(0, -1)).not.toMatch(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/u);
    }),
  );
});

test('unusual spaces are distinguishable from normal spaces in values', () => {
  expect(new Set(['a b', 'a\u00a0b', 'a\u2009b', 'a\u202fb'].map(quoted))).toHaveProperty('size', 4);
  expect(quoted('a\u00a0b')).toBe('"a\\u00a0b"');
});

test('pipes and backticks are unchanged in inline code', () => {
  expect(inlineCode('a || b')).toBe('`a || b`');
  expect(inlineCode('a ` b')).toBe('``a ` b``');
});

test.each([
  ['www.evil.dev', /www\./],
  ['see WWW.evil.dev', /WWW\./],
  ['https://evil.dev', /:\/\//],
  ['ana@acme.dev', /@a/],
  ['mailto:ana@acme.dev', /mailto:/],
  ['@acme/team', /@a/],
  ['#12 GH-12 !12 $12 %12 ~bug &12', /#1|GH-1|!1|\$1|%1|~b|amp;1/],
])('free text never becomes a link in Markdown: %s', (text, link) => {
  expect(escapeMarkdown(text)).not.toMatch(link);
  expect(escapeMarkdown(text).replaceAll('&#8203;', '').replaceAll('\\', '').replaceAll('&amp;', '&')).toBe(text);
});
