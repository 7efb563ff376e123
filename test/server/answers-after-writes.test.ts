/** Two platforms on one file give the same answers after each write as a platform that has just been opened. */
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/2025-06/index.ts';
import { createPlatform, type Platform } from '../../src/server/index.ts';
import { settings } from '../laws/law.ts';
import { directoryWith } from '../support/directory.ts';
import { plans, type RawRequest, requestOf } from './fuzz-plan.ts';
import { crawl, knownPath, pathsLike } from './known.ts';
import { speak } from './open.ts';

const token = 'kept';
const now = () => Date.UTC(2026, 5, 17);
const writesBetween = 10;

type Asked = Partial<RawRequest> & Pick<RawRequest, 'path'>;

function answerOf(platform: Platform, { method = 'GET', path, search = '', authorization, body = '' }: Asked) {
  return platform.answer({
    method,
    path,
    search: new URLSearchParams(search),
    origin: 'http://platform.test',
    authorization,
    body,
  });
}

async function ask(platform: Platform, asked: Asked) {
  const { status, body } = await answerOf(platform, asked);
  return [status, body] as const;
}

test('answers after writes of this or another process equal those of a new platform', async () => {
  const { seed, numRuns = 1 } = settings<unknown>(5);
  const data = join(directoryWith(), 'state.db');
  const open = () => createPlatform({ data, seed: 'medium', token, now });
  const platforms = [open(), open()] as const;
  const known = await crawl(speak(platforms[0]));
  const users = [
    token,
    ...pathsLike(known, '/v1/orgs/{organizationId}/members')
      .flatMap((path) => (known.ids.get(path) ?? []).slice(0, 2))
      .map((user) => platforms[0].tokenFor(user)),
  ];
  const reads = endpoints.filter(({ method }) => method === 'GET');
  const picked = [0, 1, 2, 3].flatMap((pick) =>
    reads.flatMap((endpoint) => knownPath(known, endpoint, pick, pick) ?? []),
  );
  const asked = [...new Set(picked)].flatMap((path, at) => {
    const authorization = `Bearer ${users[at % users.length]}`;
    return ['', 'limit=1000', 'limit=2'].map((search) => ({ path, search, authorization }));
  });
  for (const request of asked.filter(({ search }) => search === 'limit=2')) {
    const page = (
      JSON.parse((await ask(platforms[0], request))[1] ?? '{}') as { readonly next?: { readonly page: string } }
    ).next?.page;
    if (page !== undefined) asked.push({ ...request, search: `limit=2&page=${page}` });
  }
  let succeeded = 0;
  let different = 0;
  let before = new Map<string, string>();
  for (const [round, batch] of Array.from({ length: numRuns }, (_, at) =>
    fc.sample(plans, { numRuns: writesBetween, seed: (seed ?? 0) + at }),
  ).entries()) {
    const [writer, other] = round % 2 === 0 ? platforms : ([platforms[1], platforms[0]] as const);
    for (const plan of batch) {
      const request = requestOf(plan, known, [token]);
      const [status] = await ask(writer, request);
      if (request.method !== 'GET' && status < 300) succeeded += 1;
    }
    // Both answer before a third process opens the file, because that could make them read everything again.
    const given = new Map<Asked, unknown>();
    for (const request of asked) given.set(request, [await ask(writer, request), await ask(other, request)]);
    const fresh = open();
    const after = new Map<string, string>();
    for (const [request, answers] of given) {
      const expected = await ask(fresh, request);
      expect(answers, JSON.stringify(request)).toEqual([expected, expected]);
      after.set(JSON.stringify(request), String(expected[1]));
    }
    for (const [request, text] of after) if (before.has(request) && before.get(request) !== text) different += 1;
    fresh.close();
    before = after;
  }
  expect(succeeded).toBeGreaterThan(numRuns);
  expect(different).toBeGreaterThan(numRuns);
  for (const platform of platforms) platform.close();
});
