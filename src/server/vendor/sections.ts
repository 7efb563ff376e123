/** Sections and site-spaces in the vendor's dialect: drafts, hidden site-spaces, and groups as a field. */
import { updateSection as updateSectionInContract } from '../../contract/site-sections.ts';
import { updateSiteSpace as updateSiteSpaceInContract } from '../../contract/site-spaces.ts';
import { Space } from '../../contract/spaces.ts';
import * as vendor from '../../contract/vendor/site-structure.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import type { Row } from '../records.ts';
import { inOrganization, type RouteInput, resource, route, visibleSpaces } from '../resource.ts';
import { addSection, withSiteSpaces } from '../resources/section.ts';
import { siteSpaceAnswerById } from '../resources/site-space.ts';
import { addSpace } from '../rules/content.ts';
import { changed, requireInScope, requireSite, rewrite } from '../rules/objects.ts';
import { requireVisibleSpace } from '../rules/rights.ts';
import { addSiteSpace } from '../rules/structure.ts';
import { answerOfContract } from './contract-route.ts';
import { moveToGroup, storedFlag } from './navigation.ts';

const { maxLength: maxSpaceTitleLength = Number.POSITIVE_INFINITY } = Space.properties.title;

function spaceFor(context: Context, site: Row<'site'>, id: string | null, title: string | null | undefined) {
  if (id !== null) return requireVisibleSpace(context, site.scope, id);
  const short = [...(title ?? 'Untitled')].slice(0, maxSpaceTitleLength).join('');
  return addSpace(context, site.scope, site.scope, { title: short });
}

function linkOtherSpace(context: Context, site: Row<'site'>, row: Row<'site-space'>, id: string): Row<'site-space'> {
  const space = requireVisibleSpace(context, site.scope, id);
  if (context.store.linkingTo('site-space', id).some((other) => other.parent === row.parent && other.id !== row.id))
    throw conflict(`space ${JSON.stringify(id)} is already there`);
  return rewrite(context, row, { ...row.data, space: space.id }, { target: space.id });
}

export const sectionsOfVendor = resource({
  routes: [
    route(vendor.createSection, inOrganization('create', visibleSpaces), ({ context, path, body }) => {
      const { spaceId, title, icon, draft, siteSectionGroupId: group } = body;
      const before = requireSite(context, path);
      const added = addSection(context, before, spaceFor(context, before, spaceId, title), title ?? undefined);
      const row = rewrite(context, added, changed(added.data, { icon, draft: storedFlag(draft) }));
      if (group !== undefined) moveToGroup(context, row, group);
      const site = requireSite(context, path);
      return withSiteSpaces(context, site, requireInScope(context, 'section', site.id, row.id));
    }),
    route(vendor.updateSection, inOrganization('create'), (input) => {
      const { context, site, row: was, body } = input;
      const row = rewrite(context, was, changed(was.data, { draft: storedFlag(body.draft) }));
      if (body.siteSectionGroupId !== undefined) moveToGroup(context, row, body.siteSectionGroupId);
      answerOfContract(updateSectionInContract, vendor.updateSection, input as RouteInput);
      return withSiteSpaces(context, site, requireInScope(context, 'section', site.id, row.id));
    }),
    route(vendor.createSiteSpace, inOrganization('create', visibleSpaces), ({ context, site, body }) => {
      const { spaceId, draft, title, sectionId } = body;
      const section = sectionId ?? site.data.defaultSection;
      const container = section === undefined ? site : requireInScope(context, 'section', site.id, section);
      const added = addSiteSpace(context, container, spaceFor(context, site, spaceId, title));
      const row = rewrite(context, added, changed(added.data, { draft: storedFlag(draft) }));
      return siteSpaceAnswerById(context, row);
    }),
    route(vendor.updateSiteSpace, inOrganization('create'), (input) => {
      const { context, site, row: was, body } = input;
      const { draft, hidden, spaceId } = body;
      const linked = spaceId === undefined ? was : linkOtherSpace(context, site, was, spaceId);
      rewrite(context, linked, changed(linked.data, { draft: storedFlag(draft), hidden: storedFlag(hidden) }));
      answerOfContract(updateSiteSpaceInContract, vendor.updateSiteSpace, input as RouteInput);
      return siteSpaceAnswerById(context, requireInScope(context, 'site-space', site.id, was.id));
    }),
  ],
});
