/** Apply sends no update whose values the last answer about the object already shows. */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Transport, WireRequest } from '../../src/contract/transport.ts';
import { type Case, caseNames, readCase } from '../support/case.ts';
import { caseOfPair, drawAccessPair } from './access-world.ts';
import { applyCase } from './apply-case.ts';
import { drawn } from './draw.ts';
import { always, settings } from './law.ts';

interface Answer {
  readonly [member: string]: unknown;
}

/** Where an object is updated, if the answer to another request contains it. */
function ownPath({ method, path }: WireRequest, { object, id }: Answer): string {
  if (method === 'GET' || method === 'PATCH') return path;
  if (object === 'space' || object === 'collection') return `/v1/${String(object)}s/${String(id)}`;
  const site = /^.*\/sites\/[^/]+/.exec(path)?.[0];
  return object === 'site-space' ? `${site}/site-spaces/${String(id)}` : `${path}/${String(id)}`;
}

/** No document states the level of a new collection, and the path that the platform gives to the section that it adds itself. */
function isUnstated({ path, body }: WireRequest, isFirstSection: boolean): boolean {
  const [name, ...others] = Object.keys(body ?? {});
  if (others.length > 0) return false;
  return (name === 'path' && isFirstSection) || (name === 'defaultLevel' && path.startsWith('/v1/collections/'));
}

async function needlessIn(each: Case): Promise<{ readonly writes: number; readonly needless: readonly string[] }> {
  const isFirstSection = !each.live.sites || !JSON.stringify(each.live.sites).includes('"section"');
  const answers = new Map<string, Answer>();
  const needless: string[] = [];
  let writes = 0;
  const around =
    (send: Transport): Transport =>
    async (request, more) => {
      if (request.method !== 'GET') writes++;
      const known = answers.get(request.path);
      const sent = Object.entries(request.body ?? {});
      const isShown = sent.every(([name, value]) => isDeepStrictEqual(known?.[name] ?? null, value ?? null));
      if (request.method === 'PATCH' && known !== undefined && isShown && !isUnstated(request, isFirstSection))
        needless.push(`${request.path} ${JSON.stringify(request.body)}`);
      const answer = await send(request, more);
      const body = answer.body as Answer | undefined;
      if (answer.status < 300 && typeof body?.id === 'string') answers.set(ownPath(request, body), body);
      return answer;
    };
  await applyCase(each, { around }, async () => {});
  return { writes, needless };
}

/** One in this many cases, and another part for each seed. */
const parts = 3;

test('no case sends a value that the last answer shows', async () => {
  let writes = 0;
  const { seed = 0, numRuns = 1 } = settings(1);
  for (const name of caseNames().filter((_, at) => (at + seed) % parts < numRuns)) {
    const found = await needlessIn(readCase(name));
    writes += found.writes;
    expect({ name, needless: found.needless }).toEqual({ name, needless: [] });
  }
  expect(writes).toBeGreaterThan(100);
});

test('no generated pair sends a value that the last answer shows', async () => {
  await always(15, [drawn(drawAccessPair)], async (pair) => {
    expect((await needlessIn(caseOfPair(pair))).needless).toEqual([]);
  });
});
