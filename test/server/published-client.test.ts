/** Tests a published client with all objects that both APIs have in common. */

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { certificateOne } from '../support/certificates.ts';
import {
  MemberRole,
  SiteInsightsEventType,
  SiteInsightsQueryRangePreset,
  SiteVisibility,
  SpaceEditMode,
  TeamMemberRole,
} from './published-package.ts';
import { all, type PublishedPlatform, refusal, startPublished } from './published-platform.ts';

let at: PublishedPlatform;
let org: string;
let orgs: PublishedPlatform['client']['orgs'];
let spaces: PublishedPlatform['client']['spaces'];

beforeAll(async () => {
  at = await startPublished({ seed: 'medium' });
  org = at.organization;
  ({ orgs, spaces } = at.client);
});
// Replies match the description of the client, except known differences.
afterEach(() => expect(at.differences()).toEqual([]));
afterAll(() => at.close());

const idOf = <Item extends { readonly id: string }>(items: readonly Item[], isIt: (item: Item) => boolean): string =>
  items.find(isIt)?.id ?? expect.fail('it is not there');

/** The space Home of the fixture, with a change request. */
async function homeSpace(): Promise<string> {
  const members = await all((query) => orgs.listMembersInOrganizationById(org, { ...query, search: 'ana@acme.dev' }));
  const found = await all((query) => orgs.listSpacesForOrganizationMember(org, members[0]?.id ?? '', query));
  return idOf(
    found.map(({ space }) => space),
    ({ title }) => title === 'Home',
  );
}

test('the published client reads and changes organizations and invites', async () => {
  const listed = await all((query) => orgs.listOrganizationsForAuthenticatedUser(query), 1);
  expect(listed.map(({ title }) => title)).toEqual(['Acme', 'Globex']);
  const { data } = await orgs.updateOrganizationById(org, { title: 'Acme Inc', defaultRole: MemberRole.Comment });
  expect(data).toMatchObject({ object: 'organization', title: 'Acme Inc', defaultRole: 'comment' });
  expect((await orgs.getOrganizationById(org)).data.title).toBe('Acme Inc');
  const found = await at.client.emailDomains.getOrganizationsForEmailDomain('acme.dev');
  expect(JSON.stringify(found.data)).toContain('"Acme Inc"');
  expect((await orgs.updateOrganizationInviteById(org, 'inv_123', { role: MemberRole.Edit })).data).toMatchObject({
    role: 'edit',
  });
  expect((await orgs.getOrganizationInviteLink(org, 'inv_123')).data).toMatchObject({ object: 'invite', role: 'edit' });
  expect((await orgs.deleteOrganizationInviteById(org, 'inv_123')).status).toBe(205);
  // The member with the claims has another name in the description.
  expect((await orgs.updateOrganizationMemberLastSeenAt(org)).data).not.toHaveProperty('gitbookVisitorClaims');
  const { data: hits } = await orgs.searchOrganizationContent(org, { query: 'start' });
  expect(hits.items.flatMap(({ pages }) => pages.map(({ title }) => title)).length).toBeGreaterThan(0);
});

test('the published client reads and changes members and teams', async () => {
  const people = await all((query) => orgs.listMembersInOrganizationById(org, query), 4);
  expect(people).toHaveLength(14);
  const bo = idOf(people, ({ user }) => user.email === 'bo@acme.dev');
  const eve = idOf(people, ({ user }) => user.email === 'eve@acme.dev');
  expect((await orgs.getMemberInOrganizationById(org, eve)).data.role).toBeNull();
  expect((await orgs.updateMemberInOrganizationById(org, bo, { role: MemberRole.Review })).data.role).toBe('review');
  expect((await orgs.setUserAsSsoMemberForOrganization(org, eve)).data.sso).toBe(true);
  const { data: team } = await orgs.createOrganizationTeam(org, { title: 'Guides', members: [bo] });
  await orgs.updateMembersInOrganizationTeam(org, team.id, {
    add: ['eve@acme.dev'],
    memberships: { [bo]: { role: TeamMemberRole.Owner } },
  });
  const roster = await all((query) => orgs.listTeamMembersInOrganizationById(org, team.id, query), 1);
  expect(roster.map(({ organization, team: { role } }) => [organization.id, role]).sort()).toEqual(
    [
      [bo, 'owner'],
      [eve, 'member'],
    ].sort(),
  );
  await orgs.addMemberToOrganizationTeamById(org, team.id, eve, {});
  await orgs.deleteMemberFromOrganizationTeamById(org, team.id, eve);
  const teams = await orgs.listTeamsForOrganizationMember(org, bo, { title: 'guid' });
  expect(teams.data.items).toMatchObject([{ team: { title: 'Guides', members: 1 }, member: { role: 'owner' } }]);
  expect((await orgs.updateTeamInOrganizationById(org, team.id, { title: 'Handbooks' })).data.title).toBe('Handbooks');
  expect(await all((query) => orgs.listTeamsInOrganizationById(org, { ...query, owner: bo }))).toMatchObject([
    { id: team.id },
  ]);
  await orgs.removeTeamFromOrganizationById(org, team.id);
  expect(await refusal(orgs.getTeamInOrganizationById(org, team.id))).toEqual([404, expect.stringContaining(team.id)]);
  expect((await orgs.removeMemberFromOrganizationById(org, eve)).status).toBe(204);
});

test('the published client reads and changes SAML providers', async () => {
  const { data: made } = await orgs.createOrganizationSamlProvider(org, {
    label: 'Entra',
    defaultRole: MemberRole.Read,
  });
  expect(made).toMatchObject({ label: 'Entra', status: 'pending' });
  const configured = { entityID: 'urn:acme', certificate: certificateOne, ssoURL: 'https://idp.acme.dev/sso' };
  expect((await orgs.updateOrganizationSamlProvider(org, made.id, configured)).data.status).toBe('active');
  expect((await orgs.getOrganizationSamlProviderById(org, made.id)).data).toMatchObject(configured);
  expect((await orgs.listSsoProviderLoginsInOrganization(org)).data.items.map(({ label }) => label)).toEqual([
    'Okta',
    'Entra',
  ]);
  await orgs.deleteOrganizationSamlProvider(org, made.id);
  const left = await all((query) => orgs.listSamlProvidersInOrganizationById(org, query));
  expect(left).toMatchObject([
    { label: 'Okta', defaultTeam: { object: 'team', title: 'Support', permissions: { view: true } } },
  ]);
});

test('the published client reads and changes collections and spaces', async () => {
  const { collections } = at.client;
  const { data: made } = await orgs.createCollection(org, { title: 'Guides' });
  await collections.updateCollectionById(made.id, { description: 'All of them', defaultLevel: 'inherit' });
  expect((await collections.getCollectionById(made.id)).data).toMatchObject({
    title: 'Guides',
    description: 'All of them',
  });
  const { data: copy } = await spaces.duplicateSpace(await homeSpace());
  await spaces.moveSpace(copy.id, { parent: made.id });
  const { data: changed } = await spaces.updateSpaceById(copy.id, {
    title: 'Guide',
    emoji: '1f389',
    editMode: SpaceEditMode.Locked,
  });
  expect(changed).toMatchObject({ title: 'Guide', parent: made.id, visibility: 'in-collection', editMode: 'locked' });
  expect((await collections.listSpacesInCollectionById(made.id)).data).toMatchObject({
    count: 1,
    items: [{ id: copy.id }],
  });
  expect((await refusal(collections.deleteCollectionById(made.id)))[0]).toBe(412);
  expect((await spaces.deleteSpaceById(copy.id)).status).toBe(205);
  expect((await spaces.getSpaceById(copy.id)).data.deletedAt).toMatch(/^\d{4}-/);
  expect((await spaces.restoreSpace(copy.id)).data).not.toHaveProperty('deletedAt');
  const globex = idOf(await all((query) => orgs.listOrganizationsForAuthenticatedUser(query)), ({ id }) => id !== org);
  expect((await spaces.transferSpace(copy.id, { organization: globex })).data.organization).toBe(globex);
  const { data: moved } = await collections.moveCollection(made.id, {});
  expect(moved.id).toBe(made.id);
  expect((await collections.transferCollection(made.id, { organization: globex })).data.organization).toBe(globex);
  const there = await all((query) => orgs.listCollectionsInOrganizationById(globex, { ...query, nested: false }));
  expect(there.map(({ id }) => id)).toContain(made.id);
  await collections.deleteCollectionById(made.id);
});

test('the published client builds a site with sections, a group, and spaces', async () => {
  const { data: site } = await orgs.createSite(org, {
    title: 'Developer docs',
    visibility: SiteVisibility.ShareLink,
    spaces: 'empty',
  });
  expect(site).toMatchObject({ siteSpaces: 1, features: [], published: false });
  const { data: created } = await orgs.addSectionToSite(org, site.id, { spaceId: await homeSpace(), title: 'API' });
  const [first] = await all((query) => orgs.listSiteSections(org, site.id, query), 1);
  expect(first).toMatchObject({ title: 'Developer docs', default: true, siteSpaces: [{ default: true }] });
  const changes = { path: 'api', condition: 'visitor.claims.beta', icon: 'plug', description: 'For programs' };
  expect((await orgs.updateSiteSectionById(org, site.id, created.id, changes)).data).toMatchObject(changes);
  await orgs.moveSiteSection(org, site.id, created.id, {
    position: { before: { type: 'site-section', siteSection: first?.id ?? '' } },
  });
  const { data: group } = await orgs.addSectionGroupToSite(org, site.id, {
    title: 'Reference',
    sections: [created.id],
  });
  expect(group.sections).toMatchObject([{ id: created.id, siteSpaces: [{ space: { title: 'Home' } }] }]);
  await orgs.updateSiteSectionGroupById(org, site.id, group.id, { title: 'References', icon: null });
  await orgs.addSectionToGroup(org, site.id, group.id, { sectionId: first?.id ?? '' });
  const { data: groups } = await orgs.listSiteSectionGroups(org, site.id);
  expect(groups.items).toMatchObject([{ title: 'References', sections: [{ id: created.id }, { id: first?.id }] }]);
  await orgs.removeSectionFromGroup(org, site.id, group.id, first?.id ?? '');
  const position = { after: { type: 'site-section' as const, id: first?.id ?? '' } };
  expect((await orgs.moveSiteSectionGroup(org, site.id, group.id, { position })).data.id).toBe(group.id);
  expect((await orgs.moveSiteSectionGroup(org, site.id, group.id, {})).data.id).toBe(group.id);
  const { data: copy } = await spaces.duplicateSpace(await homeSpace());
  const { data: added } = await orgs.addSpaceToSite(org, site.id, { spaceId: copy.id, sectionId: created.id });
  expect(added).toMatchObject({ object: 'site-space', section: created.id });
  const inSection = (await all((query) => orgs.listSiteSpaces(org, site.id, query), 2)).filter(
    ({ section }) => section === created.id,
  );
  await orgs.moveSiteSpace(org, site.id, added.id, {
    position: { before: { type: 'site-space', siteSpace: inSection[0]?.id ?? '' } },
  });
  expect((await orgs.updateSiteSpaceById(org, site.id, added.id, { path: 'v2', condition: null })).data.path).toBe(
    'v2',
  );
  expect((await orgs.listSiteSpaces(org, site.id, { default: true })).data.count).toBe(1);
  await orgs.deleteSiteSpaceById(org, site.id, added.id);
  const { data: published } = await orgs.getPublishedContentSite(org, site.id, {});
  expect(published.structure).toMatchObject({ type: 'sections', structure: [{ id: first?.id }, { id: created.id }] });
  const { data: whole } = await orgs.updateSiteById(org, site.id, {
    proxy: 'acme.dev/developers',
    adaptiveContent: { enabled: true },
  });
  expect(whole).toMatchObject({
    proxy: { origin: 'acme.dev/developers' },
    urls: { published: 'https://acme.dev/developers' },
  });
  expect(whole.features.map(({ id }) => id)).toEqual(['sites-sections', 'sites-adaptive-content']);
  await orgs.deleteSiteSectionGroupById(org, site.id, group.id);
  await orgs.deleteSiteSectionById(org, site.id, created.id);
  expect(await all((query) => orgs.listSites(org, { ...query, title: 'developer' }))).toMatchObject([{ id: site.id }]);
  expect((await orgs.deleteSiteById(org, site.id)).status).toBe(205);
});

test('the published client reads and changes share links and visitor claims', async () => {
  const { data: site } = await orgs.createSite(org, { title: 'Partners', visibility: SiteVisibility.ShareLink });
  const { data: link } = await orgs.createSiteShareLink(org, site.id, { name: 'Resellers' });
  expect(
    (await orgs.updateSiteShareLinkById(org, site.id, link.id, { active: false, name: 'Old' })).data,
  ).toMatchObject({ active: false });
  expect((await orgs.listSiteShareLinks(org, site.id)).data.items).toMatchObject([{ name: 'Old', active: false }]);
  await orgs.deleteSiteShareLinkById(org, site.id, link.id);
  const beta = { type: 'boolean' as const, description: 'Beta tester' };
  await orgs.updateSiteAdaptiveSchema(org, site.id, {
    jsonSchema: { type: 'object', properties: { beta }, additionalProperties: false },
  });
  expect((await orgs.getSiteAdaptiveSchema(org, site.id)).data.jsonSchema.properties).toEqual({ beta });
  expect((await orgs.listSiteAdaptiveTemplateConditions(org, site.id)).data.items).toMatchObject([
    { description: 'Beta tester' },
  ]);
  const nothing = { siteSection: null, siteSpace: null, siteShareKey: null, space: null, revision: null, page: null };
  const session = {
    visitorId: 'v',
    sessionId: 's',
    cookies: {},
    userAgent: '',
    language: null,
    referrer: null,
    visitorAuthClaims: { beta: true },
  };
  const location = { ...nothing, url: 'https://acme.dev/docs' };
  await orgs.trackEventsInSiteById(org, site.id, { events: [{ type: 'page_view', session, location }] });
  const select = [{ column: 'eventType' as const }, { column: 'eventsCount' as const }];
  const { data } = await orgs.aggregateSiteEvents(org, site.id, {
    select,
    range: SiteInsightsQueryRangePreset.LastYear,
  });
  expect(data.columns).toMatchObject([
    { column: 'eventType', values: [SiteInsightsEventType.PageView] },
    { column: 'eventsCount', values: [1] },
  ]);
  expect((await orgs.listSiteVisitorSegments(org, site.id)).data.items).toMatchObject([
    { claims: { beta: true }, events: 1 },
  ]);
});
