/** Redirects of sites in the `gitbook` dialect. A site has one redirect for each source path. */
import type { Static } from '@sinclair/typebox';
import * as gitbook from '../../contract/gitbook/redirects.ts';
import { notFound, Refusal } from '../http/errors.ts';
import { mapPage, pageOfItems } from '../http/pages.ts';
import { contentOf, requirePage, requirePageAt } from '../resources/revision.ts';
import { defined } from '../rules/answers.ts';
import { change } from '../rules/changes.ts';
import type { Context } from '../rules/context.ts';
import { type FixtureResource, type SiteFixtureContext, withDefaults } from '../rules/fixture-context.ts';
import { addObject, findNamed, freeKey, requireInScope, requireObject, uniqueKey } from '../rules/objects.ts';
import { type BodyOf, creator, reader, removeRow, resource, route } from '../rules/resource.ts';
import type { Row } from '../store/records.ts';

type Destination = RedirectRecord['destination'];

type RedirectRecord = Omit<Static<typeof gitbook.SiteRedirect>, 'object' | 'id'>;

declare module '../store/records.ts' {
  interface Records {
    redirect: RedirectRecord;
  }
}

function redirectAnswer({ id, data }: Row<'redirect'>) {
  return defined({ object: 'site-redirect' as const, id, ...data });
}

type InputDestination = BodyOf<typeof gitbook.createRedirect>['destination'];

/** The page at a path is stored by its id, so the redirect stays if the page moves. */
function pageAt(
  context: Context,
  site: Row<'site'>,
  { spaceId, path }: { spaceId: string; path: string },
): Destination {
  const siteSpace = context.store.linkingTo('site-space', spaceId).find(({ scope }) => scope === site.id);
  if (siteSpace === undefined) throw notFound('space of the site', spaceId);
  const content = contentOf(context, { space: requireObject(context, 'space', spaceId) });
  return { kind: 'site-page', siteSpaceId: siteSpace.id, pageId: requirePageAt(content, path).page.id };
}

function resolvedDestination(context: Context, site: Row<'site'>, given: InputDestination): Destination {
  const to = given.kind === 'path' ? pageAt(context, site, given) : given;
  requireDestination(context, site, to);
  return to;
}

function requireDestination(context: Context, site: Row<'site'>, to: Destination) {
  if (to.kind === 'external') return;
  if (to.kind === 'site-section') requireInScope(context, 'section', site.id, to.siteSectionId);
  else {
    const { data } = requireInScope(context, 'site-space', site.id, to.siteSpaceId);
    const space = requireObject(context, 'space', data.space);
    if (to.kind === 'site-page') requirePage(contentOf(context, { space }), to.pageId);
  }
}

function freeSource(context: Context, site: Row<'site'>, source: string, ownId?: string) {
  const taken = `the path ${JSON.stringify(source)} already has a redirect`;
  return freeKey(context, ['redirect', site.id, source], ownId, taken);
}

function addRedirect(context: Context, site: Row<'site'>, given: BodyOf<typeof gitbook.createRedirect>) {
  const { source, destination: to } = given;
  const key = freeSource(context, site, source);
  const destination = resolvedDestination(context, site, to);
  const stated = { draft: false, permanent: false, captureWildcard: false, ...given, destination };
  const data = { ...stated, createdAt: context.now };
  return addObject(context, 'redirect', { parent: site.id, uniqueKey: key }, data);
}

function changeRedirect(
  context: Context,
  site: Row<'site'>,
  was: Row<'redirect'>,
  given: BodyOf<typeof gitbook.updateRedirect>,
) {
  const { source = was.data.source, destination: to, ...others } = given;
  const key = freeSource(context, site, source, was.id);
  const destination = to && resolvedDestination(context, site, to);
  return change(context, was, { ...others, source, destination, updatedAt: context.now }, { uniqueKey: key });
}

type Entry = BodyOf<typeof gitbook.replaceRedirects>['redirects'][number];

/** A refused entry does not affect the others. */
function replaceOne(context: Context, site: Row<'site'>, entry: Entry) {
  const { source, intent = 'live' } = entry;
  try {
    return { ...replaced(context, site, entry), source };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: 'error', source, draft: intent === 'draft', error: error.message };
  }
}

function replaced(context: Context, site: Row<'site'>, entry: Entry) {
  const { source, intent = 'live', destination, permanent, captureWildcard = false } = entry;
  const was = findNamed(context, 'redirect', site.id, source);
  const draft = intent === 'draft';
  if (intent === 'publish') {
    if (was === undefined) throw new Refusal(404, `the path ${JSON.stringify(source)} has no redirect`);
    return { status: 'published', draft: false, id: changeRedirect(context, site, was, { draft: false }).id };
  }
  if (destination === undefined) throw new Refusal(400, 'destination: is required');
  if (destination === null) {
    if (was === undefined) throw new Refusal(404, `the path ${JSON.stringify(source)} has no redirect`);
    context.store.remove(was);
    return { status: 'deleted', draft: was.data.draft };
  }
  const given = { destination, draft, captureWildcard, ...defined({ permanent }) };
  if (was === undefined) return { status: 'created', draft, id: addRedirect(context, site, { source, ...given }).id };
  return { status: 'updated', draft, id: changeRedirect(context, site, was, given).id };
}

interface RedirectFields extends Partial<Omit<RedirectRecord, 'destination'>> {
  url?: string;
  section?: string;
  siteSpace?: string;
  page?: string;
}

function loadRedirect(fixture: SiteFixtureContext, redirect: FixtureResource<'redirect'>) {
  const { source = '/', url, section, siteSpace, page, ...stated } = redirect.fields as RedirectFields;
  const [pageSpace = '', pageId = ''] = page?.split('/') ?? [];
  const destination: Destination =
    url !== undefined
      ? { kind: 'external', url }
      : section !== undefined
        ? { kind: 'site-section', siteSectionId: fixture.idOf('section', section) ?? section }
        : siteSpace !== undefined
          ? { kind: 'site-space', siteSpaceId: fixture.idOf('site-space', siteSpace) ?? siteSpace }
          : { kind: 'site-page', siteSpaceId: pageSpace, pageId };
  const record = { ...withDefaults(stated, { draft: false, permanent: false, captureWildcard: false }), source };
  const uniqueKeyOfSource = uniqueKey('redirect', fixture.site, source);
  fixture.add(
    redirect,
    { parent: fixture.site, uniqueKey: uniqueKeyOfSource },
    { ...record, destination, createdAt: fixture.tick() },
  );
}

export const redirects = resource({
  inSite: { redirect: loadRedirect },
  fixtureFields: {
    redirect: ['source', 'url', 'section', 'siteSpace', 'page', 'draft', 'permanent', 'captureWildcard'],
  },
  routes: [
    route(gitbook.listRedirects, reader, ({ context, site, query }) => {
      const { search = '', draft } = query;
      const kept = context.store
        .children('redirect', site.id)
        .filter(({ data }) => data.source.includes(search) && (draft === undefined || data.draft === draft));
      return mapPage(pageOfItems(kept, query), redirectAnswer);
    }),
    route(gitbook.createRedirect, creator, ({ context, site, body }) =>
      redirectAnswer(addRedirect(context, site, body)),
    ),
    route(gitbook.replaceRedirects, creator, ({ context, site, body }) => ({
      results: body.redirects.map((entry) => replaceOne(context, site, entry)),
    })),
    route(gitbook.updateRedirect, creator, ({ context, site, row, body }) =>
      redirectAnswer(changeRedirect(context, site, row, body)),
    ),
    route(gitbook.deleteRedirect, creator, removeRow),
  ],
});
