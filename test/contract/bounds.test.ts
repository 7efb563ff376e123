/** Lengths, patterns, nulls, references and required fields of request bodies, compared with hand-written facts. */
import type { TSchema } from '@sinclair/typebox';
import { describe, expect, test } from 'vitest';
import { accepts, createAjv, named } from './operation.ts';

const characters = (length: number) => 'x'.repeat(length);

describe('request bodies', () => {
  test.each([
    ['updateCollection.title', 0, 50],
    ['updateCollection.description', 0, 100],
    ['createCollection.title', 0, 50],
    ['updateSpace.title', 0, 50],
    ['createSite.title', 2, 128],
    ['updateSite.title', 2, 128],
    ['updateSite.basename', 1, 100],
    ['createSection.title', 0, 64],
    ['updateSection.title', 2, 128],
    ['updateSection.path', 1, 100],
    ['updateSection.condition', 1, 1024],
    ['updateSection.icon', 0, 50],
    ['updateSection.description', 0, 256],
    ['createSectionGroup.title', 1, 100],
    ['createSectionGroup.icon', 0, 50],
    ['updateSectionGroup.title', 1, 100],
    ['updateSiteSpace.path', 1, 100],
    ['updateSiteSpace.condition', 1, 1024],
    ['createShareLink.name', 0, 50],
    ['updateShareLink.name', 0, 50],
    ['createCustomField.name', 1, 50],
    ['createCustomField.title', 0, 100],
    ['createCustomField.description', 0, 200],
    ['updateCustomField.placeholder', 0, 100],
    ['updateOrganization.title', 2, 255],
    ['updateOrganization.hostname', 3, 32],
    ['createTeam.title', 1, 64],
    ['updateTeam.title', 1, 64],
    ['createSamlProvider.label', 1, 30],
    ['updateSamlProvider.label', 1, 30],
    ['createSamlProvider.entityID', 0, 1024],
    ['createSamlProvider.certificate', 0, 10_000],
    ['createOpenApiSpec.slug', 1, 100],
    ['createTranslation.title', 1, 100],
  ])('%s has %i to %i characters', (operation, least, most) => {
    expect(accepts(operation, characters(least))).toBe(true);
    expect(accepts(operation, characters(most))).toBe(true);
    expect(accepts(operation, characters(most + 1))).toBe(false);
    if (least > 0) expect(accepts(operation, characters(least - 1))).toBe(false);
  });

  test('updateSpace.emoji is an emoji, of at most 50 characters', () => {
    const most = `${'1f600-'.repeat(8)}1f`;
    expect([most, `${most}4`, '📘', 'x', ''].map((text) => [text.length, accepts('updateSpace.emoji', text)])).toEqual([
      [50, true],
      [51, false],
      [2, true],
      [1, false],
      [0, false],
    ]);
  });

  test.each([
    ['updateCollection.defaultLevel', true],
    ['updateSpace.defaultLevel', true],
    ['moveCollection.parent', true],
    ['moveSpace.parent', true],
    ['updateSite.proxy', true],
    ['updateSection.condition', true],
    ['updateSection.icon', true],
    ['updateSection.description', true],
    ['createSectionGroup.icon', true],
    ['updateSectionGroup.icon', true],
    ['updateSiteSpace.condition', true],
    ['updateOrganization.defaultRole', true],
    ['updateOrganization.defaultContent', true],
    ['updateOrganization.logo', true],
    ['updateMember.role', true],
    ['updateSamlProvider.defaultRole', true],
    ['updateSamlProvider.defaultTeam', false],
    ['updateCollection.description', false],
    ['updateSection.path', false],
    ['updateSite.basename', false],
    ['updateShareLink.name', false],
    ['updateCustomField.description', false],
    ['updateLinkInvite.role', false],
  ])('%s can be null: %s', (operation, isNullable) => {
    expect(accepts(operation, null)).toBe(isNullable);
  });

  test.each([
    [
      'updateSite.proxy',
      ['example.com/docs', 'a-b.example.co/x/y'],
      ['example.com', 'https://example.com/docs', 'example.com/', 'example/docs'],
    ],
    ['createOpenApiSpec.slug', ['petstore', 'pet-store-2'], ['Petstore', '-pet', 'pet-', 'pet--backend', 'pet_store']],
    ['createCustomField.name', ['owner', 'a_b-1'], ['Owner', 'a b', 'ä']],
    ['updateOrganization.logo', ['https://acme.dev/logo.png'], ['logo.png', `https://acme.dev/${characters(2048)}`]],
    ['createSamlProvider.ssoURL', ['https://acme.okta.com/sso'], ['acme', `https://acme.dev/${characters(2048)}`]],
    [
      'createOpenApiSpec.source',
      [{ url: 'https://acme.dev/openapi.json' }, { text: 'openapi: 3.1.0' }],
      [{ url: 'nowhere' }, {}, 'text'],
    ],
    ['updateSite.visibility', ['public', 'unlisted', 'share-link', 'visitor-auth'], ['private', 'in-collection']],
    ['updateSite.agentsContext', ['included', 'excluded'], [true]],
    ['updateSpace.editMode', ['live', 'locked'], ['open']],
    ['updateSpace.defaultLevel', ['admin', 'read', 'inherit'], ['guest', 'owner']],
    ['updateMember.role', ['admin', 'create', 'review', 'edit', 'comment', 'read'], ['guest', 'inherit', '']],
    ['setTeamMember.role', ['owner', 'member'], ['admin', null]],
    ['createSite.spaces', [['s1', 's2'], 'empty', 'sample'], [['not an id'], 7]],
    ['updateCustomField.options', [['a'], Array(50).fill('a')], [[], Array(51).fill('a'), [1]]],
    ['aggregateSiteEvents.limit', [1, 1000], [0, 1001, 1.5]],
    [
      'aggregateSiteEvents.range',
      ['lastYear', { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }],
      [{ from: 'yesterday' }],
    ],
    ['updateTeamMembers.memberships', [{}, { u1: { role: 'owner' } }], [{ u1: 'owner' }, { u1: {} }]],
    ['updateTeamMembers.add', [[], ['u1', 'ana@acme.dev']], ['u1']],
    [
      'updateCustomFieldValues.values',
      [{ owner: { value: 'docs' } }, { n: { value: 1 }, t: { value: ['a'] } }],
      [{ owner: 'docs' }, { o: { value: characters(257) } }],
    ],
    [
      'replaceAdaptiveSchema.jsonSchema',
      [{ type: 'object', properties: { a: { type: 'boolean' } }, additionalProperties: false }],
      [{ type: 'object', properties: {} }],
    ],
    ['importChangeRequestContent.url', ['https://acme.dev'], ['acme']],
    ['updateSpaceComment.addedReactions', [['1f44d']], ['1f44d']],
  ])('%s accepts only some values', (operation, good, bad) => {
    for (const value of good) expect(accepts(operation, value), JSON.stringify(value)).toBe(true);
    for (const value of bad) expect(accepts(operation, value), JSON.stringify(value)).toBe(false);
  });

  test.each([
    ['moveSpace', { type: 'collection', collection: 'c' }, { type: 'site-section', siteSection: 's' }],
    ['moveCollection', { type: 'space', space: 's' }, { type: 'space', collection: 's' }],
    ['moveSection', { type: 'site-section', siteSection: 's' }, { type: 'site-section', id: 's' }],
    ['moveSectionGroup', { type: 'site-section', id: 's' }, { type: 'site-section', siteSection: 's' }],
    ['moveSectionGroup', { type: 'site-section-group', id: 'g' }, { type: 'site-space', id: 's' }],
    ['moveSiteSpace', { type: 'site-space', siteSpace: 's' }, { type: 'site-space', space: 's' }],
  ])('%s accepts only its own form of reference', (name, good, bad) => {
    const validate = createAjv().compile(named(name).body ?? {});
    expect(validate({ position: { after: good } })).toBe(true);
    expect(validate({ position: { before: good } })).toBe(true);
    expect(validate({ position: { after: bad } })).toBe(false);
  });

  test.each([
    ['createSite', []],
    ['createCollection', []],
    ['moveSpace', []],
    ['createSection', ['spaceId']],
    ['createSectionGroup', ['title']],
    ['addSectionToGroup', ['sectionId']],
    ['createSiteSpace', ['spaceId']],
    ['createShareLink', ['name']],
    ['updateShareLink', []],
    ['createCustomField', ['name', 'type']],
    ['createTeam', ['title']],
    ['updateTeam', ['title']],
    ['updateTeamMembers', []],
    ['createSamlProvider', ['label']],
    ['updateSamlProvider', []],
    ['createOpenApiSpec', ['slug', 'source']],
    ['putOpenApiSpec', ['source']],
    ['updateTranslation', ['title']],
    ['transferSpace', ['organization']],
    ['createSpaceComment', ['body']],
    ['updateSpaceComment', []],
    ['aggregateSiteEvents', ['range']],
    ['importChangeRequestContent', ['source', 'url']],
  ])('%s requires %j', (name, required) => {
    expect([...(((named(name).body as TSchema).required ?? []) as string[])].sort()).toEqual(required);
  });
});
