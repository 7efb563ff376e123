/** The structure of sites in the `gitbook` dialect: one order of sections, nested groups and external links. */
import type { Static } from '@sinclair/typebox';
import { moveSectionGroup as moveInContract } from '../../contract/2025-06/site-section-groups.ts';
import { updateSection as updateSectionInContract } from '../../contract/2025-06/site-sections.ts';
import { updateSiteSpace as updateSiteSpaceInContract } from '../../contract/2025-06/site-spaces.ts';
import * as gitbook from '../../contract/gitbook/site-structure.ts';
import { getPublishedSite } from '../../contract/gitbook/sites.ts';
import { conflict, invalid } from '../http/errors.ts';
import { mapPage, pageOfItems } from '../http/pages.ts';
import { contentOf, requirePage } from '../resources/revision.ts';
import { siteAnswer } from '../resources/site.ts';
import {
  addGroup,
  addSection,
  containerOf,
  type OpenSite,
  openSite,
  sectionAnswer,
  sectionGroupAnswer,
  siteSpaceAnswer,
  siteSpaceAnswerById,
  withSiteSpaces,
} from '../resources/site-structure.ts';
import { defined } from '../rules/answers.ts';
import { change, changed } from '../rules/changes.ts';
import type { Context } from '../rules/context.ts';
import { type FixtureResource, type SiteFixtureContext, withDefaults } from '../rules/fixture-context.ts';
import { addSpace } from '../rules/new-space.ts';
import { addObject, requireInScope, requireObject } from '../rules/objects.ts';
import { lastPlace, movedTo } from '../rules/order.ts';
import {
  type BodyOf,
  creator,
  inOrganization,
  navigationKinds,
  type RouteInput,
  reader,
  removeRow,
  resource,
  route,
  visibleSpaces,
} from '../rules/resource.ts';
import { requirePublished, requireShareKey, requireVisibleSpace } from '../rules/rights.ts';
import { addSiteSpace } from '../rules/site-space.ts';
import { type Grouped, isGroup, isSection, placeInGroup } from '../rules/structure.ts';
import type { Kind, Row } from '../store/records.ts';
import { brandingsOf } from './customization.ts';
import { answerOfContract } from './reshaped.ts';

function withoutDrafts({ navigation, ...site }: OpenSite): OpenSite {
  const live = <R extends Row>(rows: readonly R[]): readonly R[] =>
    rows.filter(({ data }) => (data as { draft?: boolean }).draft !== true);
  return {
    ...site,
    navigation: {
      ...navigation,
      root: live(navigation.root),
      membersOf: (id) => live(navigation.membersOf(id)),
      siteSpacesIn: (id) => live(navigation.siteSpacesIn(id)),
    },
  };
}

function itemAnswer(site: OpenSite, item: Row): gitbook.StructureItem {
  if (isSection(item)) return sectionAnswer(site, item);
  return isGroup(item) ? groupItem(site, item) : externalLinkAnswer(item as Row<'external-link'>);
}

function groupItem(site: OpenSite, group: Row<'section-group'>): gitbook.StructureGroup {
  return defined({
    ...sectionGroupAnswer(site, group),
    sectionGroup: group.data.group,
    draft: group.data.draft === true,
    children: site.navigation.membersOf(group.id).map((member) => itemAnswer(site, member)),
  });
}

/** A site with site-spaces outside sections is flat, even if it has groups. */
function structureAnswer(open: OpenSite): Static<typeof gitbook.SiteStructure> {
  const { root, siteSpacesIn } = open.navigation;
  const flat = siteSpacesIn(open.site.id);
  if (flat.length === 0 && root.length > 0)
    return { type: 'sections', structure: root.map((item) => itemAnswer(open, item)) };
  return { type: 'siteSpaces', structure: flat.map((row) => siteSpaceAnswer(open, undefined, row)) };
}

const kinds = {
  'site-space': 'site-space',
  'site-section': 'section',
  'site-section-group': 'section-group',
  'site-external-link': 'external-link',
} as const satisfies { [type: string]: Kind };

function sort(context: Context, site: Row<'site'>, { item, position }: BodyOf<typeof gitbook.sortSiteStructure>) {
  const row: Row = requireInScope<Kind>(context, kinds[item.type], site.id, item.id);
  const among = row.kind === 'site-space' ? (['site-space'] as const) : navigationKinds();
  if (position.before !== undefined || position.after !== undefined)
    movedTo(context, row, among, position, ({ type, id }) => ({ kind: kinds[type], id }));
  else context.store.replace(row, { ...row, position: lastPlace(context.store, among, row.parent) });
  return row.kind === 'site-space'
    ? siteSpaceAnswerById(context, row as Row<'site-space'>)
    : itemAnswer(openSite(context, site), row);
}

/** The change of a flag: null removes it, undefined leaves it. */
function storedFlag(flag: boolean | undefined) {
  return flag === false ? null : flag;
}

/** The change of localized texts: none and null remove the texts, undefined leaves them. */
function storedTexts(texts: { readonly [language: string]: string } | null | undefined) {
  if (texts === undefined || texts === null) return texts;
  return Object.keys(texts).length === 0 ? null : texts;
}

/** `group`: the id of a group, or null for the root. An item that is already there keeps its position. */
function moveToGroup<R extends Row<Grouped>>(context: Context, row: R, group: string | null | undefined) {
  if (group === undefined || (row.data.group ?? null) === group) return row;
  if (group !== null) requireNoCycle(context, row, requireInScope(context, 'section-group', row.scope, group));
  return placeInGroup(context, row, group ?? undefined);
}

function requireNoCycle(context: Context, row: Row<Grouped>, group: Row<'section-group'>) {
  if (row.id === group.id) throw invalid('a section group cannot be moved into itself or into one of its members');
  if (group.data.group !== undefined)
    requireNoCycle(context, row, requireInScope(context, 'section-group', row.scope, group.data.group));
}

const groupRoutes = [
  route(gitbook.listSectionGroups, reader, ({ context, site: row, query }) => {
    const site = openSite(context, row);
    return mapPage(pageOfItems(site.navigation.groups, query), (group) => groupItem(site, group));
  }),
  route(gitbook.createSectionGroup, creator, ({ context, site, body }) => {
    const { draft, parent, sections, ...given } = body;
    const group = addGroup(context, site, { ...given, draft: storedFlag(draft) }, sections);
    return groupItem(openSite(context, site), moveToGroup(context, group, parent));
  }),
  route(gitbook.updateSectionGroup, creator, ({ context, site, row: was, body }) => {
    const { draft, parentSectionGroupId: parent, ...given } = body;
    const row = moveToGroup(context, change(context, was, { ...given, draft: storedFlag(draft) }), parent);
    return groupItem(openSite(context, site), row);
  }),
  route(moveInContract, creator, (input) => {
    answerOfContract(moveInContract, input as RouteInput);
    return groupItem(openSite(input.context, input.site), input.row);
  }),
];

function spaceFor(context: Context, site: Row<'site'>, id: string | null, title: string | null | undefined) {
  if (id !== null) return requireVisibleSpace(context, site.scope, id);
  return addSpace(context, site.scope, site.scope, { title: title ?? 'Untitled' });
}

function linkOtherSpace(context: Context, site: Row<'site'>, row: Row<'site-space'>, id: string) {
  const space = requireVisibleSpace(context, site.scope, id);
  if (context.store.linkingTo('site-space', id).some((other) => other.parent === row.parent && other.id !== row.id))
    throw conflict(`space ${JSON.stringify(id)} is already there`);
  return change(context, row, { space: space.id }, { target: space.id });
}

/** A space that the request creates has no page yet. */
function requireLandingPage(context: Context, space: string | null, pageId: string | null | undefined) {
  if (typeof pageId !== 'string') return;
  if (space === null) throw invalid('body.pageId: a new space has no pages');
  requirePage(contentOf(context, { space: requireObject(context, 'space', space) }), pageId);
}

const sectionRoutes = [
  route(gitbook.createSection, inOrganization('create', visibleSpaces), (input) => {
    const { context, site, body } = input;
    const { spaceId, title, icon, draft, siteSectionGroupId: group, pageId } = body;
    requireLandingPage(context, spaceId, pageId);
    const added = addSection(context, site, spaceFor(context, site, spaceId, title), title ?? undefined);
    for (const siteSpace of context.store.children('site-space', added.id)) change(context, siteSpace, { pageId });
    const row = moveToGroup(context, change(context, added, { icon, draft: storedFlag(draft) }), group);
    return withSiteSpaces(context, input.site, row);
  }),
  route(gitbook.updateSection, creator, (input) => {
    const { context, site, row, body } = input;
    const { draft, localizedTitle, localizedDescription } = body;
    const texts = {
      localizedTitle: storedTexts(localizedTitle),
      localizedDescription: storedTexts(localizedDescription),
    };
    moveToGroup(context, change(context, row, { draft: storedFlag(draft), ...texts }), body.siteSectionGroupId);
    answerOfContract(updateSectionInContract, input as RouteInput);
    return withSiteSpaces(context, site, input.row);
  }),
  route(gitbook.createSiteSpace, inOrganization('create', visibleSpaces), ({ context, site, body }) => {
    const { spaceId, draft, title, sectionId, pageId } = body;
    requireLandingPage(context, spaceId, pageId);
    const container = containerOf(context, site, sectionId);
    const added = addSiteSpace(context, container, spaceFor(context, site, spaceId, title));
    return siteSpaceAnswerById(context, change(context, added, { draft: storedFlag(draft), pageId }));
  }),
  route(gitbook.updateSiteSpace, creator, (input) => {
    const { context, site, row: was, body } = input;
    const { draft, hidden, spaceId } = body;
    requireLandingPage(context, spaceId ?? was.data.space, body.pageId);
    // Another space has other pages.
    const pageId = body.pageId ?? (body.pageId === null || spaceId !== undefined ? null : undefined);
    const linked = spaceId === undefined ? was : linkOtherSpace(context, site, was, spaceId);
    change(context, linked, { draft: storedFlag(draft), hidden: storedFlag(hidden), pageId });
    answerOfContract(updateSiteSpaceInContract, input as RouteInput);
    return siteSpaceAnswerById(context, input.row);
  }),
];

interface ExternalLinkRecord extends Omit<Static<typeof gitbook.SiteExternalLink>, 'object' | 'id' | 'sectionGroup'> {
  group?: string;
}

declare module '../store/records.ts' {
  interface Records {
    'external-link': ExternalLinkRecord;
  }
}

function externalLinkAnswer({ id, data }: Row<'external-link'>): Static<typeof gitbook.SiteExternalLink> {
  const { group, draft = false, ...shown } = data;
  return defined({ object: 'site-external-link' as const, id, ...shown, sectionGroup: group, draft });
}

function requireWebUrl(url: string | undefined) {
  if (url !== undefined && !/^https?:\/\/./i.test(url)) throw invalid('body.url: must be an HTTP or HTTPS URL');
}

function loadLink(fixture: SiteFixtureContext, parent: string, link: FixtureResource<'external-link'>) {
  const { group: _, ...stated } = link.fields;
  const data = withDefaults(stated, { title: link.key, url: 'https://example.com/' });
  const group = parent === fixture.site ? undefined : parent;
  fixture.add(link, { parent, scope: fixture.site, order: 'navigation' }, { ...data, ...defined({ group }) });
  return [];
}

const linkRoutes = [
  route(gitbook.createExternalLink, creator, ({ context, site, body }) => {
    const { title, url, parent, draft, ...given } = body;
    requireWebUrl(url);
    if (context.store.count('site-space', site.id) > 0) throw invalid('a site without sections has no external links');
    const data = changed<ExternalLinkRecord>({ title, url }, { ...given, draft: storedFlag(draft) });
    const link = addObject(context, 'external-link', { parent: site.id, among: navigationKinds() }, data);
    return externalLinkAnswer(moveToGroup(context, link, parent));
  }),
  route(gitbook.updateExternalLink, creator, ({ context, row: was, body }) => {
    const { parent, draft, ...given } = body;
    requireWebUrl(given.url);
    const row = change(context, was, { ...given, draft: storedFlag(draft) });
    return externalLinkAnswer(moveToGroup(context, row, parent));
  }),
  route(gitbook.deleteExternalLink, creator, removeRow),
];

export const siteStructure = resource({
  inNavigation: { 'external-link': loadLink },
  fixtureFields: {
    'external-link': [
      'title',
      'url',
      'description',
      'icon',
      'condition',
      'draft',
      'group',
      'localizedTitle',
      'localizedDescription',
    ],
  },
  routes: [
    route(gitbook.getSiteStructure, reader, ({ context, site, query }) =>
      structureAnswer(openSite(context, site, requireShareKey(context, site, query.shareKey))),
    ),
    route(getPublishedSite, { of: 'visitor', least: 'read' }, ({ context, path, query }) => {
      const site = requirePublished(context, path, query.shareKey);
      const shareKey = requireShareKey(context, site, query.shareKey);
      const structure = structureAnswer(withoutDrafts(openSite(context, site, shareKey)));
      const shown = { site: siteAnswer(context, site, shareKey), structure };
      return {
        object: 'published-content-site' as const,
        ...shown,
        customizations: brandingsOf(context, site),
        scripts: [],
      };
    }),
    route(gitbook.sortSiteStructure, creator, ({ context, site, body }) => sort(context, site, body)),
    ...groupRoutes,
    ...sectionRoutes,
    ...linkRoutes,
  ],
});
