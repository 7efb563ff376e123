/** Only loopback hosts can be reached without TLS. */
import { expect, test } from 'vitest';
import { isLoopback } from '../../src/core/url.ts';

test.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.1.2.3', '::1', '[::1]'])('%s is a loopback host', (host) => {
  expect(isLoopback(host)).toBe(true);
});

test.each(['localhost.example', '127.example', '127.0.0.1.example', '128.0.0.1', '[::2]', '[::1', '0.0.0.0', ''])(
  '%j is not a loopback host',
  (host) => {
    expect(isLoopback(host)).toBe(false);
  },
);
