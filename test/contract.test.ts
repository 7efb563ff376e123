/** The contract as code, compared with a table of operations and with manually written limits. */

import { readdirSync, readFileSync } from 'node:fs';
import type { TSchema } from '@sinclair/typebox';
import { describe, expect, test } from 'vitest';
import { Revision } from '../src/contract/2025-06/change-request-content.ts';
import { Collection } from '../src/contract/2025-06/collections.ts';
import { Comment, CommentReply, changeRequestComments, spaceComments } from '../src/contract/2025-06/comments.ts';
import { CustomField } from '../src/contract/2025-06/custom-fields.ts';
import { endpoints } from '../src/contract/2025-06/index.ts';
import { OpenApiSpec, OpenApiSpecVersion } from '../src/contract/2025-06/openapi-specifications.ts';
import { LinkInvite, Organization } from '../src/contract/2025-06/organizations.ts';
import { Member, User } from '../src/contract/2025-06/people.ts';
import { deleteShareLink, ShareLink } from '../src/contract/2025-06/share-links.ts';
import { SiteSectionGroup } from '../src/contract/2025-06/site-section-groups.ts';
import { SiteSection } from '../src/contract/2025-06/site-sections.ts';
import { SiteSpace } from '../src/contract/2025-06/site-spaces.ts';
import { getSite, Site, SiteAdaptiveSchema } from '../src/contract/2025-06/sites.ts';
import { Space } from '../src/contract/2025-06/spaces.ts';
import { SamlProvider } from '../src/contract/2025-06/sso.ts';
import { Team } from '../src/contract/2025-06/teams.ts';
import { TranslationSettings } from '../src/contract/2025-06/translation-settings.ts';
import { callPath, createCall, isSuccessStatus } from '../src/contract/endpoint.ts';
import { accepts, createAjv, named } from './contract/operation.ts';
import { readSources } from './support/sources.ts';

const table = readFileSync(new URL('contract/endpoints.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

function propertiesOf(schema: TSchema | undefined): readonly string[] {
  return Object.keys((schema?.properties ?? {}) as object).sort();
}

describe('operations', () => {
  test('are exactly those of the table: method, path, status, section', () => {
    expect(table).toHaveLength(127);
    const ours = endpoints.map(({ method, path, success, section }) => `${method}\t${path}\t${success}\t${section}`);
    expect([...ours].sort()).toEqual([...table].sort());
  });

  test('have unique names', () => {
    expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length);
  });

  test('have the name of their constant', async () => {
    const folder = new URL('../src/contract/2025-06/', import.meta.url);
    const modules = await Promise.all(
      readdirSync(folder)
        .filter((file) => file.endsWith('.ts'))
        .map((file) => import(new URL(file, folder).href) as Promise<object>),
    );
    const constants = modules.flatMap((module): [string, unknown][] => Object.entries(module));
    // Comments of spaces and of change requests are two objects with the same names.
    const members = [spaceComments, changeRequestComments].flatMap((each): [string, unknown][] => Object.entries(each));
    for (const endpoint of endpoints) {
      const member = members.find(([, value]) => value === endpoint)?.[0];
      if (member === undefined) expect(constants.find(([, value]) => value === endpoint)?.[0]).toBe(endpoint.name);
      else for (const word of member.split(/(?=[A-Z])/)) expect(endpoint.name).toContain(word);
    }
  });

  test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s has a well-formed path',
    (_, { path }) => {
      expect(path).toMatch(/^\/v1(\/([a-z][a-z-]*|\{[a-z][A-Za-z]*\}))+$/);
      const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(new Set(parameters).size).toBe(parameters.length);
    },
  );

  test('have request and response bodies only where the contract has them', () => {
    for (const { name, method, body, reply, success } of endpoints) {
      if (method === 'GET' || method === 'DELETE') expect(body, name).toBeUndefined();
      if (success === 204 || success === 205) expect(reply, name).toBeUndefined();
      else expect(reply, name).toBeDefined();
    }
  });

  test('are idempotent unless each call creates something', () => {
    const repeating = endpoints.filter(({ isIdempotent }) => !isIdempotent).map(({ name }) => name);
    expect(repeating.sort()).toEqual([
      'addSectionToGroup',
      'createChangeRequestComment',
      'createChangeRequestCommentReply',
      'createCollection',
      'createCustomField',
      'createOpenApiSpec',
      'createSamlProvider',
      'createSection',
      'createSectionGroup',
      'createShareLink',
      'createSite',
      'createSiteSpace',
      'createSpaceComment',
      'createSpaceCommentReply',
      'createTeam',
      'createTranslation',
      'duplicateSpace',
      'importChangeRequestContent',
      'trackSiteEvents',
      'transferCollection',
      'transferSpace',
    ]);
  });

  test('have the additional statuses that mean success', () => {
    expect(isSuccessStatus(named('putOpenApiSpec'), 201)).toBe(true);
    expect(named('putOpenApiSpec').alsoSuccess).toEqual([201]);
    for (const status of [204, 205]) expect(isSuccessStatus(named('deleteTeam'), status)).toBe(true);
    for (const status of [404, 409]) expect(isSuccessStatus(named('deleteTeam'), status)).toBe(false);
    expect(isSuccessStatus(named('getTeam'), 404)).toBe(false);
    expect(isSuccessStatus(named('getTeam'), 302)).toBe(false);
  });
});

describe('lists', () => {
  const lists = endpoints.filter(({ isPaged }) => isPaged);

  test('are 28, and include every paged response', () => {
    expect(lists.map(({ name }) => name).sort()).toEqual(
      endpoints
        .filter(({ reply }) => propertiesOf(reply).includes('next'))
        .map(({ name }) => name)
        .sort(),
    );
    expect(lists).toHaveLength(28);
  });

  test.each(lists.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s takes page and a limit of at most 1000',
    (_, { query }) => {
      const validate = createAjv().compile({ ...query, required: [] });
      expect(validate({ page: 'p2', limit: 1000 })).toBe(true);
      expect(validate({ limit: 1001 })).toBe(false);
      expect(validate({ limit: -1 })).toBe(false);
      expect(validate({ page: 2 })).toBe(false);
    },
  );

  test.each([
    ['listCollections', ['limit', 'nested', 'page']],
    ['listSites', ['limit', 'page', 'published', 'space', 'title']],
    ['listSections', ['limit', 'page', 'shareKey']],
    ['listSiteSpaces', ['default', 'limit', 'page', 'shareKey']],
    ['listSpaceLinks', ['limit', 'page', 'status']],
    ['listMembers', ['limit', 'order', 'page', 'role', 'search', 'sort']],
    ['listMemberSpaces', ['limit', 'order', 'page']],
    ['listMemberTeams', ['limit', 'page', 'title']],
    ['listTeams', ['limit', 'owner', 'page', 'title']],
    ['searchOrganization', ['limit', 'page', 'query']],
    ['listSpaceComments', ['authors', 'format', 'limit', 'order', 'page', 'status', 'targetPage']],
    ['listChangeRequestComments', ['authors', 'format', 'limit', 'order', 'page', 'status', 'targetPage']],
    ['listSpaceCommentReplies', ['format', 'limit', 'page']],
    ['listChangeRequestFiles', ['computed', 'limit', 'metadata', 'page']],
  ])('%s has its own query', (name, query) => {
    expect(propertiesOf(named(name).query)).toEqual(query);
  });
});

describe('schemas', () => {
  const schemas = endpoints.flatMap(({ name, query, body, reply }) =>
    Object.entries({ query, body, reply }).flatMap(([part, schema]) =>
      schema === undefined ? [] : [[`${name} ${part}`, schema] as const],
    ),
  );

  test('compile in ajv, strictly, all in one instance', () => {
    const ajv = createAjv();
    for (const [what, schema] of schemas) expect(() => ajv.compile(schema), what).not.toThrow();
    expect(schemas.length).toBeGreaterThan(150);
  });

  test('accept unknown fields and unknown values of open enumerations', () => {
    const validate = createAjv().compile(ShareLink);
    expect(validate({ object: 'share-link', id: 'a', createdAt: '2026-01-01T00:00:00.000Z', colour: 'red' })).toBe(
      true,
    );
    expect(accepts('createSite.type', 'of-tomorrow')).toBe(true);
  });

  test.each([
    ['collection', Collection],
    ['space', Space],
    ['site', Site],
    ['site-section', SiteSection],
    ['site-section-group', SiteSectionGroup],
    ['site-space', SiteSpace],
    ['site-adaptive-schema', SiteAdaptiveSchema],
    ['share-link', ShareLink],
    ['user', User],
    ['comment', Comment],
    ['comment-reply', CommentReply],
    ['organization', Organization],
    ['member', Member],
    ['team', Team],
    ['invite', LinkInvite],
    ['saml-provider', SamlProvider],
    ['openapi-spec', OpenApiSpec],
    ['openapi-spec-version', OpenApiSpecVersion],
    ['translation-settings', TranslationSettings],
    ['revision', Revision],
  ])('a %s has its fields', (word, schema) => {
    expect((schema.properties.object as TSchema).const).toBe(word);
    expect(schema.required).toContain('object');
    expect(schema.required).toContain('id' in schema.properties ? 'id' : 'object');
  });

  test.each([
    [Collection, ['defaultLevel', 'id', 'object', 'organization', 'title']],
    [Organization, ['createdAt', 'emailDomains', 'id', 'inviteLinks', 'object', 'plan', 'title', 'type']],
    [Site, ['agentsContext', 'createdAt', 'id', 'object', 'published', 'siteSpaces', 'title', 'type', 'visibility']],
    [SiteSection, ['id', 'object', 'path', 'title']],
    [SiteSectionGroup, ['id', 'object', 'title']],
    [OpenApiSpec, ['createdAt', 'id', 'object', 'processingState', 'slug', 'updatedAt']],
    [OpenApiSpecVersion, ['id', 'object', 'url']],
    [CustomField, ['id', 'name', 'type']],
    [
      Space,
      [
        'changeRequests',
        'changeRequestsDraft',
        'changeRequestsOpen',
        'comments',
        'createdAt',
        'defaultLevel',
        'emoji',
        'id',
        'object',
        'organization',
        'revision',
        'title',
        'updatedAt',
        'visibility',
      ],
    ],
  ])('of %$ resources have the required fields of the contract', (schema, required) => {
    expect([...(schema.required ?? [])].sort()).toEqual(required);
  });

  test('a page can contain pages', () => {
    const validate = createAjv().compile(named('getChangeRequestPage').reply ?? {});
    const page = (children: unknown) => ({ id: 'p', title: 'P', pages: [{ id: 'q', title: 'Q', pages: children }] });
    expect(validate(page([{ id: 'r', title: 'R' }]))).toBe(true);
    expect(validate(page([{ id: 'r' }]))).toBe(false);
  });
});

describe('a call', () => {
  test('percent-encodes its path', () => {
    const target = createCall(deleteShareLink, { path: { organizationId: 'o1', siteId: 'a/b c', shareLinkId: '?x' } });
    expect(callPath(target)).toBe('/v1/orgs/o1/sites/a%2Fb%20c/share-links/%3Fx');
  });

  test.each(['', '.', '..'])('refuses %j as part of a path', (siteId) => {
    expect(() => callPath(createCall(getSite, { path: { organizationId: 'o1', siteId } }))).toThrow(/siteId/);
  });
});

test('roles are listed once', () => {
  const listed = readSources('src').filter(({ text }) =>
    /'admin', 'create', 'review'|'review', 'create', 'admin'/.test(text),
  );
  expect(listed.map(({ path }) => path)).toEqual(['src/contract/roles.ts']);
});
