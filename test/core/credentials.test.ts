/** Credentials in URLs are replaced by digests, and nothing else changes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasCredentials, maskCredentials } from '../../src/core/credentials.ts';
import { sha256Hex } from '../../src/core/digest.ts';

const digest = (text: string) => `sha256:${sha256Hex(text)}`;

test.each([
  ['https://user:pa-ss@acme.dev/x', 'https://#@acme.dev/x', 'user:pa-ss'],
  ['https://ghp_token@acme.dev', 'https://#@acme.dev', 'ghp_token'],
  ['git+ssh://git:secret@acme.dev:22/x', 'git+ssh://#@acme.dev:22/x', 'git:secret'],
  ['https://user:p@ss@acme.dev/x', 'https://#@acme.dev/x', 'user:p@ss'],
  ['https://user:pa/ss@acme.dev/x', 'https://#@acme.dev/x', 'user:pa/ss'],
  ['https://user:pa#ss?x@acme.dev/x', 'https://#@acme.dev/x', 'user:pa#ss?x'],
  ["https://user:it's@acme.dev/x", 'https://#@acme.dev/x', "user:it's"],
  ['see <https://a.dev/?access_token=abc&x=1>', 'see <https://a.dev/?access_token=#&x=1>', 'abc'],
  ['https://a.dev/s.yaml?x=1&X-Amz-Signature=abc#y', 'https://a.dev/s.yaml?x=1&X-Amz-Signature=##y', 'abc'],
  ['https://a.dev/#id_token=abc', 'https://a.dev/#id_token=#', 'abc'],
  ['/path?api_key=abc', '/path?api_key=#', 'abc'],
  ['https://a.dev/?apiKey=abc&amp;x', 'https://a.dev/?apiKey=#&amp;x', 'abc'],
  ['https://a.dev/?key=abc', 'https://a.dev/?key=#', 'abc'],
])('credentials are masked in %s', (text, expected, credential) => {
  const at = expected.indexOf('#', expected.startsWith('https://a.dev/#id') ? expected.indexOf('=') : 0);
  expect(maskCredentials(text)).toBe(expected.slice(0, at) + digest(credential) + expected.slice(at + 1));
  expect(maskCredentials(maskCredentials(text))).toBe(maskCredentials(text));
});

test.each([
  'https://acme.dev/@scope/name',
  'https://acme.dev:8080/@scope/name',
  'http://localhost:4010/x?user=a@b.dev',
  'https://acme.dev/?page=abc&monkey=1&q=token',
  'mail bo@acme.dev, then open https://acme.dev',
  'the token=abc of a text without a URL',
  `https://${digest('x')}@acme.dev/?token=${digest('y')}`,
])('nothing is masked in %s', (text) => {
  expect(maskCredentials(text)).toBe(text);
  expect(hasCredentials(text)).toBe(text.includes('sha256:'));
});

test('no credential survives in JSON, and JSON remains valid', () => {
  const word = fc.string({ unit: 'grapheme-ascii', minLength: 6, maxLength: 12 }).map(encodeURIComponent);
  fc.assert(
    fc.property(word, word, word, (user, password, token) => {
      const url = `https://${user}:${password}@acme.dev/x?a=b&access_token=${token}`;
      const json = maskCredentials(JSON.stringify({ url, note: `"${url}"\n${url}` }));
      const { note } = JSON.parse(json);
      expect(note.split('\n')).toHaveLength(2);
      expect(json).not.toContain(`${user}:${password}@`);
      expect(json).not.toContain(`=${token}`);
    }),
  );
});
