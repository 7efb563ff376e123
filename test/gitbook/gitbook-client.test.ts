/** GitBook's own client drives the `gitbook` dialect of the reference platform over HTTP. Its types check the requests. */

import { GitBookAPI as Client143 } from 'gitbook-api-0.143';
import { GitBookAPI as Client202 } from 'gitbook-api-0.202';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  Api,
  MemberRoleOrGuest,
  SiteVisibility,
  TranslationLanguage,
} from '../../node_modules/gitbook-api-0.202/dist/client.d.ts';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';

type Client = Api<unknown>;

let platform: StartedPlatform;
let organization: string;

beforeAll(async () => {
  platform = await startPlatform({ seed: 'medium', dialect: 'gitbook' });
  organization = platform.organization;
});

afterAll(() => platform.close());

const newest = (): Client => clientOf(Client202);

/** Both versions have the operations of their tests in the same form. */
function clientOf(version: typeof Client202 | typeof Client143): Client {
  return new version({ endpoint: platform.url, authToken: platform.token }) as unknown as Client;
}

interface Named {
  readonly title?: string;
  readonly name?: string;
  readonly label?: string;
}

const namesIn = ({ data }: { readonly data: { readonly items: readonly Named[] } }) =>
  data.items.map(({ title, name, label }) => title ?? name ?? label);

const all = { limit: 1000 };
const statusOf = async (answer: Promise<{ readonly status: number }>) => (await answer).status;

async function siteWithSections(client: Client) {
  const { data: space } = await client.orgs.createSpace(organization, { title: 'Content' });
  const { data: site } = await client.orgs.createSite(organization, { title: 'Journey', spaces: [space.id] });
  const add = async (title: string) =>
    (await client.orgs.addSectionToSite(organization, site.id, { spaceId: space.id, title })).data.id;
  const [first, second] = [await add('First'), await add('Second')];
  return { site: site.id, space: space.id, first, second };
}

interface Entry extends Named {
  readonly id: string;
  readonly children?: readonly Entry[];
}

type Outline = readonly (string | undefined | Outline)[];

function outline(items: readonly Entry[]): Outline {
  return items.flatMap(({ title, children }) => (children === undefined ? [title] : [title, outline(children)]));
}

async function structureOf(client: Client, site: string): Promise<Outline> {
  const { data } = await client.orgs.getSiteStructure(organization, site);
  return outline(data.structure as unknown as readonly Entry[]);
}

describe.each([
  ['0.143', () => clientOf(Client143)],
  ['0.202', newest],
] as const)('the client %s', (version, open) => {
  test('lists, creates, changes and deletes teams, members, SAML providers and link invites', async () => {
    const { orgs } = open();
    const { data: members } = await orgs.listMembersInOrganizationById(organization, all);
    const member = members.items.find(({ role }) => role !== 'admin')?.id ?? '';
    expect(
      (await orgs.updateMemberInOrganizationById(organization, member, { role: 'comment' as MemberRoleOrGuest })).data
        .role,
    ).toBe('comment');
    const title = `Writers ${version}`;
    const { data: team } = await orgs.createOrganizationTeam(organization, { title });
    await orgs.updateMembersInOrganizationTeam(organization, team.id, { add: [member] });
    await orgs.updateTeamInOrganizationById(organization, team.id, { title: `${title}!` });
    expect(namesIn(await orgs.listTeamsInOrganizationById(organization, all))).toContain(`${title}!`);
    expect((await orgs.listTeamMembersInOrganizationById(organization, team.id)).data.items).toHaveLength(1);
    expect(await statusOf(orgs.removeTeamFromOrganizationById(organization, team.id))).toBe(204);
    const given = { label: `Okta ${version}`, entityID: 'urn:x', ssoURL: 'https://sso.acme.dev/', certificate: 'x' };
    const { data: provider } = await orgs.createOrganizationSamlProvider(organization, given);
    await orgs.updateOrganizationSamlProvider(organization, provider.id, { defaultRole: 'read' as MemberRoleOrGuest });
    expect(namesIn(await orgs.listSamlProvidersInOrganizationById(organization))).toContain(given.label);
    await orgs.deleteOrganizationSamlProvider(organization, provider.id);
    expect(namesIn(await orgs.listSamlProvidersInOrganizationById(organization))).not.toContain(given.label);
    const { data: invite } = await orgs.createOrganizationInvite(organization, { role: 'read' as MemberRoleOrGuest });
    await orgs.updateOrganizationInviteById(organization, invite.id, { role: 'edit' as MemberRoleOrGuest });
    expect(await statusOf(orgs.deleteOrganizationInviteById(organization, invite.id))).toBeLessThan(300);
  });

  test('lists, creates, moves, changes and deletes collections and spaces', async () => {
    const { orgs, collections, spaces } = open();
    const [title, inside] = [`Shelf ${version}`, `Space ${version}`];
    const { data: shelf } = await orgs.createCollection(organization, { title });
    const { data: nested } = await orgs.createCollection(organization, { title: 'Nested', parent: shelf.id });
    await collections.moveCollection(nested.id, { parent: null });
    await collections.updateCollectionById(shelf.id, { description: 'All of it' });
    expect(namesIn(await orgs.listCollectionsInOrganizationById(organization, all))).toContain(title);
    const { data: space } = await orgs.createSpace(organization, { title: inside, parent: shelf.id });
    expect(namesIn(await collections.listSpacesInCollectionById(shelf.id))).toEqual([inside]);
    await spaces.moveSpace(space.id, { parent: null });
    expect((await spaces.updateSpaceById(space.id, { title: `${inside}!` })).data.title).toBe(`${inside}!`);
    const { data: copy } = await spaces.duplicateSpace(space.id);
    await spaces.deleteSpaceById(copy.id);
    expect((await spaces.restoreSpace(copy.id)).data.id).toBe(copy.id);
    expect(namesIn(await orgs.listSpacesInOrganizationById(organization, all))).toContain(`${inside}!`);
    for (const { id } of [shelf, nested])
      expect(await statusOf(collections.deleteCollectionById(id))).toBeLessThan(300);
  });

  test('lists, writes and deletes OpenAPI specifications, and changes the organization', async () => {
    const { orgs } = open();
    const slug = `spec-${version.replace('.', '-')}`;
    await orgs.createOrUpdateOpenApiSpecBySlug(organization, slug, { source: { url: 'https://acme.dev/api.json' } });
    const slugs = async () => (await orgs.listOpenApiSpecs(organization, all)).data.items.map((each) => each.slug);
    expect(await slugs()).toContain(slug);
    await orgs.deleteOpenApiSpecBySlug(organization, slug);
    expect(await slugs()).not.toContain(slug);
    const title = `Acme ${version}`;
    expect((await orgs.updateOrganizationById(organization, { title })).data.title).toBe(title);
    expect((await orgs.getOrganizationById(organization)).data.title).toBe(title);
  });

  test('lists, creates, sorts, changes and deletes sites, sections, groups, site-spaces and share links', async () => {
    const client = open();
    const { orgs } = client;
    const { site, first, second } = await siteWithSections(client);
    const { data: group } = await orgs.addSectionGroupToSite(organization, site, {
      title: 'Outer',
      sections: [second],
    });
    await orgs.addSectionGroupToSite(organization, site, { title: 'Inner', parent: group.id });
    const item = { type: 'site-section' as const, id: first };
    const position = { after: { type: 'site-section-group' as const, id: group.id } };
    await orgs.sortSiteStructure(organization, site, { item, position });
    const [wrapper, ...others] = await structureOf(client, site);
    expect([wrapper, others]).toEqual([expect.any(String), ['Outer', ['Second', 'Inner', []], 'First']]);
    await orgs.updateSiteSectionById(organization, site, first, { title: 'Start', icon: 'book' });
    const { data: other } = await orgs.createSpace(organization, { title: 'Other' });
    const { data: siteSpace } = await orgs.addSpaceToSite(organization, site, { spaceId: other.id, sectionId: first });
    await orgs.updateSiteSpaceById(organization, site, siteSpace.id, { path: 'other' });
    const { data: listed } = await orgs.listSiteSpaces(organization, site, all);
    expect(listed.items.find(({ id }) => id === siteSpace.id)?.path).toBe('other');
    await orgs.deleteSiteSpaceById(organization, site, siteSpace.id);
    const { data: link } = await orgs.createSiteShareLink(organization, site, { name: 'Partner' });
    await orgs.updateSiteShareLinkById(organization, site, link.id, { active: false });
    expect(namesIn(await orgs.listSiteShareLinks(organization, site))).toEqual(['Partner']);
    await orgs.deleteSiteShareLinkById(organization, site, link.id);
    await orgs.deleteSiteSectionGroupById(organization, site, group.id);
    await orgs.deleteSiteSectionById(organization, site, first);
    expect(await structureOf(client, site)).toEqual([wrapper, 'Second', 'Inner', []]);
    await orgs.updateSiteById(organization, site, { title: 'Renamed', visibility: 'unlisted' as SiteVisibility });
    expect(namesIn(await orgs.listSites(organization, all))).toContain('Renamed');
    expect(await statusOf(orgs.deleteSiteById(organization, site))).toBe(205);
  });
});

test('the client 0.202 moves sections, groups and links between groups with one request each', async () => {
  const client = newest();
  const { orgs } = client;
  const { site, space, first, second } = await siteWithSections(client);
  const { data: outer } = await orgs.addSectionGroupToSite(organization, site, { title: 'Outer' });
  const { data: inner } = await orgs.addSectionGroupToSite(organization, site, { title: 'Inner', draft: true });
  await orgs.updateSiteSectionGroupById(organization, site, inner.id, { parentSectionGroupId: outer.id, draft: false });
  await orgs.updateSiteSectionById(organization, site, first, { siteSectionGroupId: outer.id });
  await orgs.updateSiteSectionById(organization, site, first, { siteSectionGroupId: inner.id });
  const url = 'https://status.acme.dev/';
  const { data: link } = await orgs.addExternalLinkToSite(organization, site, {
    title: 'Status',
    url,
    parent: outer.id,
  });
  const item = { type: 'site-external-link' as const, id: link.id };
  const before = { type: 'site-section-group' as const, id: inner.id };
  await orgs.sortSiteStructure(organization, site, { item, position: { before } });
  const [wrapper, ...others] = await structureOf(client, site);
  expect(others).toEqual(['Second', 'Outer', ['Status', 'Inner', ['First']]]);
  const { data: changed } = await orgs.updateSiteExternalLinkById(organization, site, link.id, {
    ...{ title: 'State', description: 'Incidents', parent: null },
  });
  expect([changed.title, changed.sectionGroup]).toEqual(['State', undefined]);
  await orgs.deleteSiteExternalLinkById(organization, site, link.id);
  await orgs.addSectionToSite(organization, site, { spaceId: space, title: 'Third', siteSectionGroupId: inner.id });
  expect(await structureOf(client, site)).toEqual([wrapper, 'Second', 'Outer', ['Inner', ['First', 'Third']]]);
  expect(await statusOf(orgs.deleteSiteSectionById(organization, site, second))).toBe(205);
  await orgs.deleteSiteById(organization, site);
});

test('the client 0.202 lists, creates and deletes translations, and replaces the visitor schema', async () => {
  const { orgs } = newest();
  const { data: space } = await orgs.createSpace(organization, {
    title: 'Manual',
    language: 'en' as TranslationLanguage,
  });
  const { data: translation } = await orgs.createTranslation(organization, {
    source: { space: space.id, language: 'en' as TranslationLanguage },
    language: 'de' as TranslationLanguage,
  });
  const ids = async () => (await orgs.listTranslations(organization)).data.items.map(({ id }) => id);
  expect(await ids()).toContain(translation.id);
  await orgs.deleteTranslation(organization, translation.id);
  expect(await ids()).not.toContain(translation.id);
  const { data: site } = await orgs.createSite(organization, { title: 'Adaptive', spaces: [space.id] });
  await orgs.updateSiteById(organization, site.id, { adaptiveContent: { enabled: true } });
  const claims = { partner: { type: 'boolean' as const, description: 'Partner' } };
  const properties = {
    ...claims,
    unsigned: {
      type: 'object' as const,
      description: 'Unsigned claims of the site visitor.' as const,
      properties: {},
      additionalProperties: false as const,
    },
  };
  const jsonSchema = { type: 'object' as const, properties, additionalProperties: false as const };
  await orgs.updateSiteAdaptiveSchema(organization, site.id, { jsonSchema });
  expect((await orgs.getSiteAdaptiveSchema(organization, site.id)).data.jsonSchema.properties).toMatchObject(claims);
});
