/** Tests the processing of specifications by the clock. */
import { beforeEach, expect, test } from 'vitest';
import { nestedTexts } from './nested-texts.ts';
import { type Json, type Opened, open } from './open.ts';

let at: Opened;
let nowMs: number;

beforeEach(() => {
  nowMs = Date.UTC(2026, 5, 17, 12);
  at = open({ seed: 'empty', now: () => nowMs });
});

const put = (source: object): Promise<Json> => at.put('~/openapi/api', { source });
const state = async (): Promise<unknown[]> => {
  const spec = await at.get('~/openapi/api');
  return [spec.processingState, spec.lastProcessedAt, spec.lastProcessErrorCode];
};
const url = 'https://api.acme.dev/openapi.json';

test('a version exists at once, and is processed three seconds later', async () => {
  const made = await put({ url });
  expect(made).toMatchObject({ processingState: 'pending' });
  expect(made).not.toHaveProperty('lastProcessedAt');
  expect((await at.get('~/openapi/api/versions/latest')).id).toBe(made.lastVersion);
  const endsAt = new Date(nowMs + 3000).toISOString();
  nowMs += 999;
  expect(await state()).toEqual(['pending', undefined, undefined]);
  nowMs += 1;
  expect(await state()).toEqual(['progress', undefined, undefined]);
  nowMs += 2000;
  expect(await state()).toEqual(['complete', endsAt, undefined]);
  expect((await at.list('~/openapi'))[0]).toMatchObject({ processingState: 'complete', lastProcessedAt: endsAt });
});

test('while a version is processed, the outcome is that of the version before', async () => {
  await put({ text: 'nothing' });
  nowMs += 5000;
  const [, endedAt, code] = await state();
  expect(code).toBe('PARSE_ERROR');
  await put({ url });
  expect(await state()).toEqual(['pending', endedAt, 'PARSE_ERROR']);
  nowMs += 500;
  await put({ url });
  expect(await state()).toEqual(['pending', endedAt, 'PARSE_ERROR']);
  nowMs += 3000;
  expect(await state()).toEqual(['complete', new Date(nowMs).toISOString(), undefined]);
});

test('text must be a specification in JSON or YAML, and url must use http or https', async () => {
  const codes: unknown[] = [];
  const sources = [
    { text: '{"openapi":"3.1.0"}' },
    { text: 'openapi: 3.0.3\ninfo:\n  title: API\n' },
    { text: '{"swagger":"2.0"}' },
    { text: 'swagger: "2.0"' },
    { text: '' },
    { text: '{"openapi":' },
    { text: 'openapi: [' },
    { text: '[]' },
    { text: 'just words' },
    { text: '{"asyncapi":"3.0.0"}' },
    { url: 'HTTP://api.acme.dev/openapi.json' },
    { url: 'ftp://api.acme.dev/openapi.json' },
    { url: 'mailto:api@acme.dev' },
  ];
  for (const source of sources) {
    await put(source);
    nowMs += 3000;
    codes.push((await state())[2]);
  }
  const parse = 'PARSE_ERROR';
  const fetch = 'FETCH_ERROR';
  expect(codes).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    parse,
    parse,
    parse,
    parse,
    parse,
    parse,
    undefined,
    fetch,
    fetch,
  ]);
  expect(await at.list('~/openapi/api/versions')).toHaveLength(sources.length);
});

test('the specifications of a fixture are already processed', async () => {
  for (const spec of await open({ seed: 'medium', now: () => nowMs }).list('~/openapi'))
    expect(spec.processingState).toBe('complete');
});

test.each(nestedTexts)('a text of nested %s is refused', async (_, text) => {
  await put({ text: text(80_000) });
  nowMs += 3000;
  expect((await state())[2]).toBe('PARSE_ERROR');
});
