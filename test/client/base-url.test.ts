/** URLs that can get a token. */
import { expect, test } from 'vitest';
import { createHttpTransport, parseBaseUrl, withoutVersionSuffix } from '../../src/remote/client/http.ts';

test.each([
  ['https://api.example.com', ''],
  ['https://api.example.com/', ''],
  ['https://api.example.com/docs/api//', '/docs/api'],
  ['http://localhost:4010', ''],
  ['http://127.0.0.1:4010', ''],
  ['http://127.9.9.9', ''],
  ['http://[::1]:4010', ''],
])('%s is accepted', (text, prefix) => {
  const url = parseBaseUrl(text);
  expect(withoutVersionSuffix(url)).toBe(url.origin + prefix);
});

test.each([
  ['https://api.example.com/v1', 'https://api.example.com'],
  ['https://api.example.com/v1/', 'https://api.example.com'],
  ['http://127.0.0.1:4010/docs/v1', 'http://127.0.0.1:4010/docs'],
  ['https://api.example.com/v1beta', 'https://api.example.com/v1beta'],
  ['https://v1', 'https://v1'],
  ['https://api.example.com/v2', 'https://api.example.com/v2'],
])('%s loses its version: %s', (text, address) => {
  expect(withoutVersionSuffix(parseBaseUrl(text))).toBe(address);
});

test.each([
  ['http://api.example.com', 'http is allowed only for loopback addresses'],
  ['http://10.0.0.1', 'http is allowed only for loopback addresses'],
  ['http://localhost.example.com', 'http is allowed only for loopback addresses'],
  ['http://127.0.0.1.example.com', 'http is allowed only for loopback addresses'],
  ['http://[::2]', 'http is allowed only for loopback addresses'],
  ['ftp://api.example.com', 'ftp:'],
  ['file:///etc/passwd', 'file:'],
  ['api.example.com', 'not a URL'],
  ['', 'not a URL'],
  ['https://user:hunter2@api.example.com', 'user name or password'],
  ['https://api.example.com/?key=hunter2', 'query'],
  ['https://api.example.com/#hunter2', 'fragment'],
])('%s is refused', (text, reason) => {
  expect(() => parseBaseUrl(text)).toThrow(expect.objectContaining({ code: 'E-API-URL', exit: 3 }));
  expect(() => parseBaseUrl(text)).toThrow(reason);
  expect(() => parseBaseUrl(text)).not.toThrow('hunter2');
});

test.each(['', 'two words', 'line\nbreak', 'tökén'])('the token %j is refused without being repeated', (token) => {
  const create = () => createHttpTransport({ baseUrl: 'https://api.example.com', token });
  expect(create).toThrow('the token is empty or contains invalid characters');
  if (token !== '') expect(create).not.toThrow(token);
});
