/** Tests that flags take precedence over the environment, and the environment over the stream, for colour and redrawing. */
import { expect, test } from 'vitest';
import { canRedraw, hasColor, painterFor } from '../../src/cli/io/color.ts';
import { proxyFor } from '../../src/cli/target/target.ts';

test.each([
  ['a terminal has colour', 'auto', {}, true, true],
  ['a pipe has none', 'auto', {}, false, false],
  ['NO_COLOR', 'auto', { NO_COLOR: '1' }, true, false],
  ['an empty NO_COLOR means nothing', 'auto', { NO_COLOR: '' }, true, true],
  ['DOCFORM_NO_COLOR', 'auto', { DOCFORM_NO_COLOR: '1' }, true, false],
  ['FORCE_COLOR', 'auto', { FORCE_COLOR: '1' }, false, true],
  ['TERM=dumb', 'auto', { TERM: 'dumb' }, true, false],
  ['--color always beats NO_COLOR', 'always', { NO_COLOR: '1' }, false, true],
  ['--no-color beats FORCE_COLOR', 'never', { FORCE_COLOR: '1' }, true, false],
] as const)('colour is chosen by precedence: %s', (_, choice, environment, isTerminal, expected) => {
  expect(hasColor(choice, environment, isTerminal)).toBe(expected);
});

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ CI: 'true' }, true, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ TERM: 'dumb' }, true, false],
] as const)(
  'canRedraw with environment %j on a terminal %s returns the expected value',
  (environment, isTerminal, expected) => {
    expect(canRedraw(environment, isTerminal)).toBe(expected);
  },
);

test('painting adds only colour', () => {
  expect(painterFor(true)('delete', 'x')).toBe('\u001b[31mx\u001b[39m');
  expect(painterFor(false)('delete', 'x')).toBe('x');
});

test.each([
  ['https://api.acme.dev', { HTTPS_PROXY: 'http://p:1' }, 'http://p:1'],
  ['https://api.acme.dev', { https_proxy: 'http://p:1' }, 'http://p:1'],
  ['https://api.acme.dev', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'x.dev, .acme.dev' }, undefined],
  ['https://api.acme.dev', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'cme.dev' }, 'http://p:1'],
  ['https://api.acme.dev', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '*' }, undefined],
  ['https://api.acme.dev:8443', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'acme.dev:443' }, 'http://p:1'],
  ['http://127.0.0.1:4010', { HTTP_PROXY: 'http://p:1' }, undefined],
  ['https://api.acme.dev', {}, undefined],
])('proxyFor with %s and %j returns the expected proxy', (url, environment, expected) => {
  expect(proxyFor(url, environment)).toBe(expected);
});
