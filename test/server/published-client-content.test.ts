/** Tests a published client with comments, change requests, links, specifications and refusals. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ContentReferenceStatus, ImportContentSource, SiteVisibility } from './published-package.ts';
import { all, type PublishedPlatform, refusal, startPublished } from './published-platform.ts';

let at: PublishedPlatform;
let org: string;
let orgs: PublishedPlatform['client']['orgs'];
let spaces: PublishedPlatform['client']['spaces'];
let home: string;

beforeAll(async () => {
  at = await startPublished({ seed: 'medium' });
  org = at.organization;
  ({ orgs, spaces } = at.client);
  const [ana] = await all((query) => orgs.listMembersInOrganizationById(org, { ...query, search: 'ana@acme.dev' }));
  const found = await all((query) => orgs.listSpacesForOrganizationMember(org, ana?.id ?? '', query));
  home = found.find(({ space }) => space.title === 'Home')?.space.id ?? '';
});
// Replies match the description of the client, except known differences.
afterEach(() => expect(at.differences()).toEqual([]));
afterAll(() => at.close());

test('the published client reads and writes comments and replies of a space', async () => {
  const { data: made } = await spaces.postCommentInSpace(home, { body: { markdown: 'Is **this** right?' } });
  expect(made).toMatchObject({ object: 'comment', status: 'open', replies: 0, postedBy: { displayName: 'Ana Ruiz' } });
  const document = (await spaces.getCommentInSpace(home, made.id, { format: 'document' })).data.body;
  expect(document).toMatchObject({ document: { object: 'document', nodes: [{ object: 'block', type: 'paragraph' }] } });
  await spaces.updateCommentInSpace(home, made.id, { addedReactions: ['1f44d'], resolved: true });
  const resolved = await spaces.listCommentsInSpace(home, {
    status: 'resolved',
    authors: [made.postedBy.id],
    order: 'desc',
    limit: 1,
  });
  expect(resolved.data.items).toMatchObject([
    { id: made.id, reactions: [{ emoji: '1f44d', count: 1 }], resolvedBy: { object: 'user' } },
  ]);
  const { data: reply } = await spaces.postCommentReplyInSpace(home, made.id, { body: document });
  expect(reply).toMatchObject({ object: 'comment-reply', body: { markdown: 'Is **this** right?' } });
  await spaces.updateCommentReplyInSpace(home, made.id, reply.id, { body: { markdown: 'Yes.' } });
  expect((await spaces.getCommentReplyInSpace(home, made.id, reply.id)).data).toMatchObject({
    editedAt: expect.any(String),
  });
  expect(await all((query) => spaces.listCommentRepliesInSpace(home, made.id, query))).toMatchObject([
    { body: { markdown: 'Yes.' } },
  ]);
  const others = await all((query) => spaces.listCommentsInSpace(home, query), 1);
  expect((await spaces.getSpaceById(home)).data.comments).toBe(others.filter(({ status }) => status === 'open').length);
  await spaces.deleteCommentInSpace(home, made.id);
  expect(await refusal(spaces.getCommentInSpace(home, made.id))).toEqual([404, expect.stringContaining(made.id)]);
});

test('text of a former member still has a name', async () => {
  const { data: made } = await at
    .clientOf('ida@acme.dev')
    .spaces.postCommentInSpace(home, { body: { markdown: 'Farewell' } });
  expect(made.postedBy.displayName).toBe('Ida Novak');
  await orgs.removeMemberFromOrganizationById(org, made.postedBy.id);
  expect((await spaces.getCommentInSpace(home, made.id)).data.postedBy).toMatchObject({
    object: 'user',
    displayName: made.postedBy.id,
  });
});

test('the published client reads and writes comments and replies of a change request', async () => {
  const { data: made } = await spaces.postCommentInChangeRequest(home, '1', { body: { markdown: 'Ready?' } });
  await spaces.updateCommentInChangeRequest(home, '1', made.id, { body: { markdown: 'Ready now?' } });
  expect((await spaces.getCommentInChangeRequest(home, '1', made.id)).data.body).toEqual({ markdown: 'Ready now?' });
  const { data: reply } = await spaces.postCommentReplyInChangeRequest(
    home,
    '1',
    made.id,
    { body: { markdown: 'Soon' } },
    { format: 'document' },
  );
  expect(reply.body).toHaveProperty('document');
  expect((await spaces.getCommentReplyInChangeRequest(home, '1', made.id, reply.id)).data.body).toEqual({
    markdown: 'Soon',
  });
  expect(await all((query) => spaces.listCommentRepliesInChangeRequest(home, '1', made.id, query))).toHaveLength(1);
  expect((await all((query) => spaces.listCommentsInChangeRequest(home, '1', query), 1)).map(({ id }) => id)).toContain(
    made.id,
  );
  await spaces.deleteCommentInChangeRequest(home, '1', made.id);
});

test('the published client reads the content, links and imports of a change request', async () => {
  const { data: before } = await spaces.getRevisionOfChangeRequestById(home, '1', { metadata: false });
  expect(before.files[0]).not.toHaveProperty('git');
  const { data: pages } = await spaces.listPagesInChangeRequest(home, '1');
  const [first] = pages.pages;
  const { data: page } = await spaces.getPageInChangeRequestById(home, '1', first?.id ?? '', { format: 'markdown' });
  expect(page).toMatchObject({ id: first?.id, type: 'document', markdown: expect.stringMatching(/\w/) });
  const [file] = await all((query) => spaces.listFilesInChangeRequestById(home, '1', query), 1);
  expect((await spaces.getFileInChangeRequestById(home, '1', file?.id ?? '')).data).toEqual(file);
  const backlinks = await spaces.listChangeRequestFileBacklinks(home, '1', file?.id ?? '');
  expect(backlinks.data.items.map((one) => one.kind === 'page' && one.page.title)).toEqual(['Start', 'Refunds']);
  const { data: links } = await spaces.listSpaceLinks(home, { status: ContentReferenceStatus.Ok });
  // A client can rely on the kind.
  expect(links.items.map(({ targetReference: target }) => target?.kind === 'page' && target.page.title)).toContain(
    'Setup',
  );
  expect((await spaces.listPageLinksInChangeRequest(home, '1', first?.id ?? '')).data.items).toEqual(expect.any(Array));
  const wanted = { url: 'https://acme.dev/help', source: ImportContentSource.Website };
  const { data: imported } = await spaces.importContentInChangeRequest(home, '1', wanted);
  expect((await spaces.getRevisionOfChangeRequestById(home, '1')).data).toMatchObject({
    id: imported.revision,
    parents: [before.id],
  });
});

test('the published client reads specifications and their versions', async () => {
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Acme', version: '1' }, paths: {} });
  const { data: made } = await orgs.createOpenApiSpec(org, { slug: 'acme', source: { text } });
  expect(made).toMatchObject({ object: 'openapi-spec', slug: 'acme', processingState: 'pending' });
  await orgs.createOrUpdateOpenApiSpecBySlug(org, 'acme', { source: { url: 'https://api.acme.dev/openapi.json' } });
  const versions = await all((query) => orgs.listOpenApiSpecVersions(org, 'acme', query), 1);
  expect(versions).toHaveLength(2);
  const { data: latest } = await orgs.getLatestOpenApiSpecVersion(org, 'acme');
  expect((await orgs.getOpenApiSpecVersionById(org, 'acme', latest.id)).data).toEqual(latest);
  expect((await orgs.getLatestOpenApiSpecVersionContent(org, 'acme')).data).toHaveProperty('filesystem');
  expect((await orgs.getOpenApiSpecVersionContentById(org, 'acme', latest.id)).data).toHaveProperty('url');
  expect((await orgs.getOpenApiSpecBySlug(org, 'acme')).data.lastVersion).toBe(latest.id);
  expect((await all((query) => orgs.listOpenApiSpecs(org, query), 1)).map(({ slug }) => slug)).toEqual([
    'payments',
    'webhooks',
    'acme',
  ]);
  expect((await refusal(orgs.createOpenApiSpec(org, { slug: 'acme', source: { text } })))[0]).toBe(409);
  expect((await orgs.deleteOpenApiSpecBySlug(org, 'acme')).status).toBe(205);
});

test('translations have the same paths, but other objects', async () => {
  const listed = await all((query) => orgs.listTranslations(org, query), 1);
  expect(listed.length).toBeGreaterThan(0);
  expect((await orgs.getTranslation(org, listed[0]?.id ?? '')).data.id).toBe(listed[0]?.id);
  const nothing = { object: 'document' as const, data: {}, nodes: [] };
  const [code, message] = await refusal(orgs.updateTranslation(org, listed[0]?.id ?? '', { instructions: nothing }));
  expect([code, message]).toEqual([400, expect.stringContaining('title')]);
  expect((await orgs.deleteTranslation(org, listed[0]?.id ?? '')).status).toBe(205);
});

test('a refusal has a code and a message', async () => {
  expect(await refusal(at.clientOf('').orgs.getOrganizationById(org))).toEqual([401, expect.stringContaining('token')]);
  expect((await refusal(at.clientOf('bo@acme.dev').orgs.updateOrganizationById(org, { title: 'Mine' })))[0]).toBe(403);
  expect((await refusal(orgs.updateOrganizationById(org, { title: 'x' })))[0]).toBe(400);
  expect((await refusal(orgs.getSiteById(org, 'unknown')))[0]).toBe(404);
  const [site, other] = await all((query) => orgs.listSites(org, query));
  await orgs.updateSiteById(org, site?.id ?? '', { basename: 'held', visibility: SiteVisibility.Public });
  expect((await refusal(orgs.updateSiteById(org, other?.id ?? '', { basename: 'held' })))[0]).toBe(409);
  at.faults.add({ match: { operation: 'getSite' }, effect: { type: 'rate-limit', resetAfterMs: 60_000 }, times: 1 });
  expect((await refusal(orgs.getSiteById(org, site?.id ?? '')))[0]).toBe(429);
});
