/** Requests that fuzzing found to fail. */
import { beforeEach, expect, test } from 'vitest';
import { type Json, type Opened, open } from './open.ts';

let at: Opened;

beforeEach(() => {
  at = open({ seed: 'medium' });
});

const siteTitled = async (title: string): Promise<Json> => (await at.list(`~/sites?title=${title}`))[0] as Json;

test('a path can contain any character, and is compared as a whole', async () => {
  const flat = (await at.list('~/sites')).find(({ siteSpaces }) => siteSpaces === 2);
  const base = `~/sites/${flat?.id}/site-spaces`;
  const [one, other] = await at.list(base);
  for (const odd of ['a\u0000b', 'a"b', 'a\\b', 'a\ud800', 'a\u2028']) {
    expect((await at.patch(`${base}/${one?.id}`, { path: odd })).path).toBe(odd);
    expect((await at.patch(`${base}/${other?.id}`, { path: 'a' })).path).toBe('a');
    expect(await at.refused('PATCH', `${base}/${other?.id}`, { path: odd })).toBe(409);
    await at.post(`${base}/${one?.id}/move`, { position: { after: { type: 'site-space', siteSpace: other?.id } } });
    await at.post(`${base}/${one?.id}/move`, { position: { before: { type: 'site-space', siteSpace: other?.id } } });
  }
});

test('a parameter named __proto__ is like any other parameter', async () => {
  const strict = open({ seed: 'medium', strict: true });
  for (const path of ['~?__proto__=1', '~/teams?__proto__=1', '~/teams?constructor=1'])
    expect(await strict.refused('GET', path)).toBe(400);
  await at.get('~/teams?__proto__=1');
});

test('claims of the adaptive schema have one of the two shapes of the contract, and other members are dropped', async () => {
  const path = `~/sites/${(await siteTitled('acme')).id}/adaptive-schema`;
  const schema = (unsigned: unknown) => ({
    jsonSchema: { type: 'object', properties: { unsigned }, additionalProperties: false },
  });
  const claim = { type: 'boolean', description: 'Is beta' };
  const wrong: readonly unknown[] = [
    { type: 'object' },
    { type: 'object', properties: null, additionalProperties: false },
    { type: 'object', properties: [claim], additionalProperties: false },
    { type: 'object', properties: { beta: claim } },
    { type: 'object', properties: { beta: { ...claim, description: null } }, additionalProperties: false },
    { type: 'object', properties: { beta: { ...claim, enum: 'x' } }, additionalProperties: false },
    { type: 'object', properties: { beta: null }, additionalProperties: false },
  ];
  for (const unsigned of wrong)
    expect(await at.refused('PUT', path, schema(unsigned)), JSON.stringify(unsigned)).toBe(400);
  const kept = { type: 'object', properties: { beta: claim }, additionalProperties: false };
  await at.put(path, schema({ ...kept, colour: 'red', properties: { beta: { ...claim, colour: 'red' } } }));
  expect((await at.get(path)).jsonSchema.properties.unsigned).toEqual(kept);
});

test('lengths are counted in characters, and no character is split', async () => {
  const site = `~/sites/${(await siteTitled('acme')).id}`;
  const [siteSpace] = await at.list(`${site}/site-spaces`);
  const space = siteSpace?.space.id;
  expect(await at.refused('POST', `${site}/sections`, { spaceId: space, title: '🚀' })).toBe(400);
  expect((await at.post(`${site}/sections`, { spaceId: space, title: '🚀🚀' })).title).toBe('🚀🚀');
  await at.patch(`/v1/spaces/${space}`, { title: `x${'🚀'.repeat(49)}` });
  expect((await at.post(`/v1/spaces/${space}/duplicate`)).title.isWellFormed()).toBe(true);
  const made = await at.post('~/sites', { title: `x${'🚀'.repeat(60)}`, spaces: 'empty' });
  const [first] = await at.list(`~/sites/${made.id}/site-spaces`);
  expect(first?.space.title).toBe(`x${'🚀'.repeat(49)}`);
});

test('a specification that is too deep for JSON is returned as text', async () => {
  const text = `{"openapi":"3.1.0","info":{"title":"x","version":"1"},"x-deep":${'['.repeat(9000)}${']'.repeat(9000)}}`;
  await at.put('~/openapi/payments', { source: { text } });
  expect((await at.get('~/openapi/payments/versions/latest/content')).filesystem).toEqual({ 'payments.json': text });
});

test('other members of the source of a specification are dropped, and text wins over url', async () => {
  const text = '{"openapi":"3.1.0","info":{"title":"x","version":"1"}}';
  for (const [slug, source] of Object.entries({
    one: { text, url: 7, more: [1] },
    two: { text, url: 'https://acme.dev/api.json' },
  })) {
    expect(await at.post('~/openapi', { slug, source })).not.toHaveProperty('sourceURL');
    expect((await at.get(`~/openapi/${slug}/versions/latest/content`)).filesystem).toEqual({
      [`${slug}.json`]: JSON.parse(text),
    });
  }
  expect(
    (await at.post('~/openapi', { slug: 'three', source: { url: 'https://acme.dev/a.json', text: 7 } })).sourceURL,
  ).toBe('https://acme.dev/a.json');
  expect((await at.get('~/openapi/three/versions/latest/content')).filesystem).toEqual({});
});
