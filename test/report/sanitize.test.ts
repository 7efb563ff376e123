/** Masking and stripping. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inlineCode, maskSecrets, oneLine, quoted, stripControls } from '../../src/report/sanitize.ts';

test('a secret is masked wherever it stands, encoded too', () => {
  const secret = 'tok/en+"1';
  const text = `a ${secret} b ${encodeURIComponent(secret)} c ${JSON.stringify({ secret })}`;
  expect(maskSecrets(text, [secret])).toBe('a *** b *** c {"secret":"***"}');
});

test('the longer of two secrets that share a beginning is masked whole', () => {
  expect(maskSecrets('abcdefgh', ['abcd', 'abcdefgh'])).toBe('***');
});

test('an empty or tiny secret masks nothing', () => {
  expect(maskSecrets('a b c', ['', 'a'])).toBe('a b c');
});

test('no text keeps a control character or a change of direction', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(stripControls(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      expect(oneLine(text)).not.toMatch(/[\n\r\t]/);
    }),
  );
});

test('a quoted value is still the value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(JSON.parse(quoted(text))).toBe(text);
    }),
  );
});

test('inline code is never ended by what it holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('`', 'a', ' ') }), (text) => {
      const code = inlineCode(text);
      const fence = /^`+/.exec(code)?.[0] ?? '';
      const inside = code.slice(fence.length, -fence.length);
      expect(inside.match(/`+/g)?.every((run) => run.length < fence.length) ?? true).toBe(true);
    }),
  );
});
