/** Paths of redirects are written as URLs have them. */
import { expect, test } from 'vitest';
import { load } from './memory-files.ts';

test('a redirect from a path with letters outside ASCII is refused with the encoded path', () => {
  const text =
    'version: 1\norganization: acme\nsites: { docs: { title: Docs, redirects: { "/über": https://acme.dev/x } } }\n';
  expect(load(text).problems).toMatchObject([{ code: 'E-KEY-NAME', hint: 'percent-encode the path: /%C3%BCber' }]);
});
