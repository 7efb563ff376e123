/** The structure of sites in the vendor's dialect: one order of sections, nested groups and external links. */
import type { Static } from '@sinclair/typebox';
import { moveSectionGroup as moveInContract } from '../../contract/site-section-groups.ts';
import * as vendor from '../../contract/vendor/site-structure.ts';
import { getPublishedSite } from '../../contract/vendor/sites.ts';
import { defined } from '../answers.ts';
import type { Context } from '../context.ts';
import { lastPlace, movedTo } from '../order.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import type { Kind, Row } from '../records.ts';
import { type BodyOf, inOrganization, navigationKinds, type RouteInput, resource, route } from '../resource.ts';
import { sectionAnswer } from '../resources/section.ts';
import { type SectionGroupRecord, sectionGroupAnswer } from '../resources/section-group.ts';
import { siteAnswer } from '../resources/site.ts';
import { siteSpaceAnswer, siteSpaceAnswerById } from '../resources/site-space.ts';
import { addObject, changed, requireInScope, rewrite } from '../rules/objects.ts';
import { isGroup, isSection, joinGroup, type Navigation, placeInGroup, readNavigation } from '../rules/structure.ts';
import { requirePublished, requireShareKey } from '../rules/visitors.ts';
import { answerOfContract } from './contract-route.ts';
import { externalLinkAnswer } from './external-link.ts';
import { moveToGroup, storedFlag } from './navigation.ts';

interface Site {
  context: Context;
  row: Row<'site'>;
  navigation: Navigation;
  shareKey?: string | undefined;
}

function openSite(context: Context, row: Row<'site'>, shareKey?: string): Site {
  return { context, row, navigation: readNavigation(context, row), shareKey };
}

function withoutDrafts({ navigation, ...site }: Site): Site {
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

function itemAnswer(site: Site, item: Row): vendor.StructureItem {
  if (isSection(item)) return sectionItem(site, item);
  return isGroup(item) ? groupItem(site, item) : externalLinkAnswer(item as Row<'external-link'>);
}

function sectionItem({ context, row, navigation, shareKey }: Site, section: Row<'section'>) {
  return sectionAnswer(context, row, section, navigation.siteSpacesIn(section.id), shareKey);
}

function groupItem(site: Site, group: Row<'section-group'>): vendor.StructureGroup {
  const members = site.navigation.membersOf(group.id);
  return defined({
    ...sectionGroupAnswer(site.context, site.row, group, site.navigation),
    sections: members.filter(isSection).map((section) => sectionItem(site, section)),
    sectionGroup: group.data.group,
    draft: group.data.draft === true,
    children: members.map((member) => itemAnswer(site, member)),
  });
}

/** A site with site-spaces outside sections is flat, even if it has groups. */
function structureAnswer(site: Site): Static<typeof vendor.SiteStructure> {
  const { context, row, navigation, shareKey } = site;
  const flat = navigation.siteSpacesIn(row.id);
  if (flat.length === 0 && navigation.root.length > 0)
    return { type: 'sections', structure: navigation.root.map((item) => itemAnswer(site, item)) };
  const items = flat.map((siteSpace) => siteSpaceAnswer(context, row, undefined, siteSpace, shareKey));
  return { type: 'siteSpaces', structure: items };
}

const kinds = {
  'site-space': 'site-space',
  'site-section': 'section',
  'site-section-group': 'section-group',
  'site-external-link': 'external-link',
} as const satisfies { [type: string]: Kind };

function sort(context: Context, site: Row<'site'>, { item, position }: BodyOf<typeof vendor.sortSiteStructure>) {
  const row: Row = requireInScope<Kind>(context, kinds[item.type], site.id, item.id);
  const among = row.kind === 'site-space' ? (['site-space'] as const) : navigationKinds();
  if (position.before !== undefined || position.after !== undefined)
    movedTo(context, row, among, position, ({ type, id }) => ({ kind: kinds[type], id }));
  else context.store.replace(row, { ...row, position: lastPlace(context.store, among, row.parent) });
  return row.kind === 'site-space'
    ? siteSpaceAnswerById(context, row as Row<'site-space'>)
    : itemAnswer(openSite(context, site), row);
}

function groupAnswer(context: Context, site: Row<'site'>, id: string): vendor.StructureGroup {
  return groupItem(openSite(context, site), requireInScope(context, 'section-group', site.id, id));
}

export const siteStructures = resource({
  routes: [
    route(vendor.getSiteStructure, inOrganization('read'), ({ context, site, query }) => {
      return structureAnswer(openSite(context, site, requireShareKey(context, site, query.shareKey)));
    }),
    route(getPublishedSite, { of: 'visitor', least: 'read' }, ({ context, path, query }) => {
      const site = requirePublished(context, path, query.shareKey);
      const shareKey = requireShareKey(context, site, query.shareKey);
      const structure = structureAnswer(withoutDrafts(openSite(context, site, shareKey)));
      return { object: 'published-content-site' as const, site: siteAnswer(context, site, shareKey), structure };
    }),
    route(vendor.sortSiteStructure, inOrganization('create'), ({ context, site, body }) => sort(context, site, body)),
    route(vendor.listSectionGroups, inOrganization('read'), ({ context, site: row, query }) => {
      const site = openSite(context, row);
      return mapPage(pageOfItems(site.navigation.groups, query), (group) => groupItem(site, group));
    }),
    route(vendor.createSectionGroup, inOrganization('create'), ({ context, site, body }) => {
      const { title, icon, draft, parent, sections = [] } = body;
      const data = changed<SectionGroupRecord>({ title }, { icon, draft: storedFlag(draft) });
      const group = addObject(context, 'section-group', { parent: site.id, among: navigationKinds() }, data);
      if (parent !== undefined)
        placeInGroup(context, group, requireInScope(context, 'section-group', site.id, parent).id);
      for (const id of sections) joinGroup(context, requireInScope(context, 'section', site.id, id), group);
      return groupAnswer(context, site, group.id);
    }),
    route(vendor.updateSectionGroup, inOrganization('create'), ({ context, site, row: was, body }) => {
      const { title, icon, draft, parentSectionGroupId: parent } = body;
      const row = rewrite(context, was, changed(was.data, { title, icon, draft: storedFlag(draft) }));
      if (parent !== undefined) moveToGroup(context, row, parent);
      return groupAnswer(context, site, row.id);
    }),
    route(moveInContract, inOrganization('create'), (input) => {
      answerOfContract(moveInContract, moveInContract, input as RouteInput);
      return groupAnswer(input.context, input.site, input.path.siteSectionGroupId);
    }),
  ],
});
