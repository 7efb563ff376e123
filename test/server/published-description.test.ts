/** Tests every operation against the description of a published client: replies and bodies, except known differences. */
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/2025-06/index.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { bodyProblem } from './contract-check.ts';
import { speak } from './open.ts';
import {
  publishedAlternatives,
  publishedBody,
  publishedOperation,
  publishedQuery,
  publishedSuccess,
  replyDifferences,
} from './published-description.ts';
import { ignoredParameters, knownInBodies, knownInReplies, missingThere, unexpected } from './published-known.ts';
import { samples } from './published-samples.ts';
import { requestOf } from './rights-requests.ts';
import { openRightsWorld } from './rights-world.ts';

const shared = endpoints.flatMap((endpoint) => {
  const operation = publishedOperation(endpoint);
  return operation === undefined ? [] : [{ endpoint, operation }];
});

test('every operation except custom fields is described, with the same status', () => {
  const found = shared.map(({ endpoint }) => endpoint.name);
  expect(endpoints.map(({ name }) => name).filter((name) => !found.includes(name))).toEqual(missingThere);
  const other = shared.filter(({ endpoint, operation }) => !publishedSuccess(operation).includes(endpoint.success));
  expect(other.map(({ endpoint }) => endpoint.name)).toEqual([]);
});

test('every query parameter of the description is read, except known ones', () => {
  const ignored = shared.flatMap(({ endpoint, operation }) => {
    const read = Object.keys(endpoint.query?.properties ?? {});
    return publishedQuery(operation).flatMap((name) => (read.includes(name) ? [] : [`${endpoint.name} ${name}`]));
  });
  expect(ignored).toEqual(ignoredParameters);
});

test('every reply matches the description, except known differences', async () => {
  const found: [string, string][] = [];
  let world = await openRightsWorld();
  for (const { endpoint, operation } of shared) {
    const { status, body, message } = await world.send(...requestOf(endpoint.name, world.ids));
    expect(status, `${endpoint.name}: ${message}`).toBe(endpoint.success);
    found.push(
      ...replyDifferences(operation, status, body).map((difference): [string, string] => [endpoint.name, difference]),
    );
    if (endpoint.method === 'GET') continue;
    // Each operation starts with the same fixture.
    world.platform.close();
    world = await openRightsWorld();
  }
  world.platform.close();
  expect(unexpected(knownInReplies, found)).toEqual({ unknown: [], gone: [] });
});

test('every refusal matches the description', async () => {
  const world = await openRightsWorld();
  const unknown = speak({ ...world.platform, token: 'unknown' });
  for (const { endpoint, operation } of shared) {
    const { status, body } = await unknown.send(...requestOf(endpoint.name, world.ids));
    expect([endpoint.name, status, replyDifferences(operation, status, body)]).toEqual([endpoint.name, 401, []]);
  }
  world.platform.close();
});

/** Objections of the contract's schemas to bodies that a client can send. */
function refusedBySchema(endpoint: Endpoint, bodies: readonly unknown[]): readonly string[] {
  return bodies.flatMap((body) => bodyProblem(endpoint, body, 'open')?.replace(/ \[\{.*$/s, '') ?? []);
}

test('every body of the description is accepted, except known ones', async () => {
  const world = await openRightsWorld();
  const found: [string, string][] = [];
  for (const { endpoint, operation } of shared) {
    const schema = publishedBody(operation);
    const bodies = schema === undefined ? [] : samples({ alternatives: publishedAlternatives }, schema);
    expect(bodies.length > 0, endpoint.name).toBe(endpoint.body !== undefined);
    const refused = [...refusedBySchema(endpoint, bodies)];
    // Rules refuse parts of these bodies that the schemas accept.
    if (['replaceAdaptiveSchema', 'aggregateSiteEvents'].includes(endpoint.name)) {
      const [method, path] = requestOf(endpoint.name, { ...world.ids, siteId: world.ids.internalSite ?? '' });
      for (const body of bodies) {
        const { status, message } = await world.send(method, path, body);
        if (status >= 400) refused.push(message);
      }
    }
    found.push(...refused.map((difference): [string, string] => [endpoint.name, difference]));
  }
  world.platform.close();
  expect(unexpected(knownInBodies, found)).toEqual({ unknown: [], gone: [] });
});

test('the comparison detects a different member, word, type, list item and variant', () => {
  const seen = (name: string, body: unknown) => {
    const operation = shared.find(({ endpoint }) => endpoint.name === name)?.operation ?? expect.fail(name);
    return replyDifferences(operation, 200, body);
  };
  expect(seen('listSsoLogins', { items: [{ id: 'a', label: 'A' }, { id: 7 }] })).toEqual([
    '/items/*/id must be string',
    '/items/*/label is missing',
    '/items/*/startURL is missing',
  ]);
  const link = { status: 'gone', relation: 'reference', locationReferences: [], targetReference: { kind: 'url' } };
  expect(seen('listSpaceLinks', { items: [link], stats: { total: 1, broken: { total: 0 } } })).toEqual([
    '/items/*/status must be equal to one of the allowed values',
    '/items/*/targetReference/url is missing',
  ]);
  expect(seen('getOrganization', undefined)).toEqual(['there is no body']);
  const known = [{ reason: '', operations: ['a', 'b'], differences: [/x/] }];
  expect(
    unexpected(known, [
      ['a', 'x'],
      ['c', 'x'],
    ]),
  ).toEqual({ unknown: ['c: x'], gone: ['b: /x/'] });
});
