/** Tests fuzzed and invalid requests on a port: no 500, no crash, and the next valid request is answered. */
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPlatform, type Listening, type Platform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { broken, lineOf } from './fuzz-check.ts';
import { plans, type RawRequest, requestOf } from './fuzz-plan.ts';
import { copyOf, crawl, type Known } from './known.ts';
import { type Observer, observe } from './observer.ts';
import { speak } from './open.ts';
import { bytesOf, exchange } from './raw-socket.ts';

let directory: string;
let platform: Platform;
let listening: Listening;
let observer: Observer;
let known: Known;
const faults: unknown[] = [];

beforeAll(async () => {
  directory = directoryWith();
  const data = join(directory, 'state.db');
  platform = createPlatform({ data, seed: 'medium', onFault: (error) => faults.push(error) });
  known = await crawl(speak(platform));
  listening = await platform.listen({ port: 0 });
  observer = observe(data);
});
afterAll(async () => {
  await listening.close();
  observer.close();
  platform.close();
});

/** Paths that URL would normalize. */
const untidy: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.replace('/v1/', '/v1/../v1/'),
  (path) => `${path}/..`,
  (path) => path.replace('/v1/', '/./v1/'),
  (path) => path.replaceAll('/', '//'),
  (path) => path.slice(1),
  (path) => `http://elsewhere.example${path}`,
  (path) => `${path}#part`,
  (path) => `${path}\\..\\x`,
  () => '*',
];

const addressed = fc.tuple(
  plans,
  fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: untidy.length - 1 })),
);

test('300 fuzzed requests as raw bytes are answered', async () => {
  const { seed = 1 } = fc.readConfigureGlobal() ?? {};
  let succeeded = 0;
  for (const [plan, how] of fc.sample(addressed, { numRuns: 300, seed })) {
    const planned = requestOf(plan, copyOf(known), [platform.token]);
    const raw: RawRequest = { ...planned, path: untidy[how]?.(planned.path) ?? planned.path };
    const version = observer.version();
    const answer = await exchange(listening.port, bytesOf(raw));
    const line = lineOf(raw, [platform.token]);
    expect(faults, line).toEqual([]);
    // The HTTP parser answers invalid HTTP without a body.
    const isUnparsed = answer.text === '' && [0, 400, 431].includes(answer.status);
    const url = new URL(
      `http://localhost${raw.path.replace(/^(http:\/\/[^/]*)?\/?/, '/').split('#')[0]}?${raw.search}`,
    );
    const sent = { ...answer, method: raw.method, url };
    const isTidy = raw.path === planned.path;
    const hasChanged = version !== observer.version();
    if (isUnparsed) expect(hasChanged, line).toBe(false);
    else if (isTidy || answer.status >= 400)
      expect(raw.method === 'HEAD' ? undefined : broken(raw, sent, false, hasChanged), line).toBeUndefined();
    if (answer.status > 0 && answer.status < 300) succeeded += 1;
  }
  expect(succeeded).toBeGreaterThan(75);
});

const long = 'x'.repeat(40_000);

/** Bytes that are not a complete request. `$ORG` and `$TOKEN` are filled in. */
const brokenRequests: readonly string[] = [
  ...[
    '',
    '\r\n',
    '\0\0\0\0',
    '\x16\x03\x01\x02\x00\x01\x00',
    'GET\r\n\r\n',
    'GET /v1/orgs\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ],
  'GET /v1/orgs HTTP/1.0\r\n\r\n',
  'GET /v1/orgs HTTP/1.1\r\n\r\n',
  'GET /v1/orgs HTTP/1.1\nhost: localhost\nconnection: close\n\n',
  `GET /${long} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
  `GET /v1/orgs HTTP/1.1\r\nhost: localhost\r\nx-long: ${long}\r\n\r\n`,
  'GET /v1/or gs HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'GET /v1/orgs HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer \u0001\u0002\r\n\r\n',
  'GET /v1/orgs HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n',
  'GET /v1/orgs HTTP/1.1\r\nhost: ]:/not a host\r\nconnection: close\r\nauthorization: $TOKEN\r\n\r\n',
  'CONNECT localhost:443 HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'TRACE /v1/orgs HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: $TOKEN\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
  'GET /v1/orgs HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade, close\r\nupgrade: websocket\r\nsec-websocket-key: eA==\r\n\r\n',
  'PUT $ORG/teams HTTP/1.1\r\nhost: localhost\r\nauthorization: $TOKEN\r\ncontent-length: -1\r\n\r\n{"title":"X"}',
  'PUT $ORG/teams HTTP/1.1\r\nhost: localhost\r\nauthorization: $TOKEN\r\ncontent-length: 5\r\ncontent-length: 7\r\n\r\n{"title":"X"}',
  'PUT $ORG/teams HTTP/1.1\r\nhost: localhost\r\nauthorization: $TOKEN\r\ncontent-length: 13\r\ntransfer-encoding: chunked\r\n\r\n{"title":"X"}',
  'PUT $ORG/teams HTTP/1.1\r\nhost: localhost\r\nauthorization: $TOKEN\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{"title":"X"}\r\n0\r\n\r\n',
  'PUT $ORG/teams HTTP/1.1\r\nhost: localhost\r\nauthorization: $TOKEN\r\ntransfer-encoding: gzip\r\n\r\n{"title":"X"}',
  'PUT $ORG/teams HTTP/1.1\r\nhost: localhost\r\nauthorization: $TOKEN\r\nconnection: close\r\ncontent-length: 5\r\n\r\n\xff\xfe\x00{"',
];

/** The first half of a request that would write. */
const cutShort: readonly string[] = [
  'PUT $ORG/teams HTTP/1.1\r\nhost: local',
  'PUT $ORG/teams HTTP/1.1\r\nhost: localhost\r\nauthorization: $TOKEN\r\ncontent-length: 400\r\n\r\n{"title":"Half"}',
  'PUT $ORG/teams HTTP/1.1\r\nhost: localhost\r\nauthorization: $TOKEN\r\ntransfer-encoding: chunked\r\n\r\nf\r\n{"title":"Half"}\r\n',
  'PUT $ORG/teams HTTP/1.1\r\nhost: localhost\r\nauthorization: $TOKEN\r\nexpect: 100-continue\r\ncontent-length: 16\r\n\r\n',
];

function filled(text: string): Buffer {
  const whole = text.replace('$ORG', `/v1/orgs/${platform.organization}`).replace('$TOKEN', `Bearer ${platform.token}`);
  return Buffer.from(whole, 'latin1');
}

async function requireAlive(): Promise<void> {
  const response = await fetch(`${listening.url}/v1/orgs`, { headers: { authorization: `Bearer ${platform.token}` } });
  expect(response.status).toBe(200);
  expect(((await response.json()) as { readonly count: number }).count).toBe(2);
}

test('invalid and interrupted requests change nothing', async () => {
  const digest = observer.digest();
  for (const text of brokenRequests) {
    // An incomplete request waits for the rest, so the client disconnects.
    const isOpen = !text.includes('\r\n\r\n') && !text.includes('\n\n');
    const { status, text: body } = await exchange(listening.port, filled(text), isOpen);
    expect(status, text.slice(0, 100)).toBeLessThan(500);
    if (status >= 400 && body.startsWith('{'))
      expect((JSON.parse(body) as { error: { code: number } }).error.code).toBe(status);
  }
  for (const text of cutShort) await exchange(listening.port, filled(text), true);
  await requireAlive();
  expect(faults).toEqual([]);
  expect(observer.digest()).toBe(digest);
});

test('twenty requests in one packet are answered in order', async () => {
  const one = (last: boolean): string =>
    `GET /v1/orgs HTTP/1.1\r\nhost: localhost\r\nauthorization: $TOKEN\r\n${last ? 'connection: close\r\n' : ''}\r\n`;
  const bytes = Buffer.concat(Array.from({ length: 20 }, (_, at) => filled(one(at === 19))));
  const { text } = await exchange(listening.port, bytes);
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(19);
  await requireAlive();
});
