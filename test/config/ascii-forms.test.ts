/** Hosts, paths and e-mail addresses with letters outside ASCII are refused with the form that the platform accepts. */
import { expect, test } from 'vitest';
import { load } from './memory-files.ts';

test.each([
  ['settings: { logo: "https://bücher.example" }', 'write the host in punycode: https://xn--bcher-kva.example'],
  ['settings: { logo: https://acme.dev/straße }', 'write the path percent-encoded: https://acme.dev/stra%C3%9Fe'],
  [
    'settings: { logo: https://bücher.example/straße/ }',
    'write the host in punycode and the path percent-encoded: https://xn--bcher-kva.example/stra%C3%9Fe/',
  ],
  [
    'sites: { docs: { title: Docs, proxy: bücher.example/docs } }',
    'write the host in punycode: xn--bcher-kva.example/docs',
  ],
  ['members: { ana@bücher.example: read }', 'write the host in punycode: ana@xn--bcher-kva.example'],
  [
    'sites: { docs: { title: Docs, redirects: { /old: https://bücher.example/x } } }',
    'write the host in punycode: https://xn--bcher-kva.example/x',
  ],
  [
    'sites: { docs: { title: Docs, redirects: { /über: https://acme.dev/x } } }',
    'write the path percent-encoded: /%C3%BCber',
  ],
  [
    'openapi: { pay: { url: https://bücher.example/a.json } }',
    'write the host in punycode: https://xn--bcher-kva.example/a.json',
  ],
])('%s', (text, hint) => {
  expect(load(`version: 1\norganization: acme\n${text}\n`).problems).toMatchObject([{ hint }]);
});

test('no form is proposed for a text that is not valid in ASCII either', () => {
  const { problems } = load('version: 1\norganization: acme\nsettings: { logo: über }\n');
  expect(problems).toMatchObject([{ code: 'E-FORMAT' }]);
  expect(problems[0]).not.toHaveProperty('hint');
});
