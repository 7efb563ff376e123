/** Section groups. */

import type { Static } from '@sinclair/typebox';
import * as contract from '../../contract/site-section-groups.ts';
import { defined } from '../answers.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { type FixtureResource, type SiteFixtureContext, withDefaults } from '../fixture/context.ts';
import { movedTo, siblings } from '../order.ts';
import { mapPage, pageOfChildren } from '../pages.ts';
import type { Row } from '../records.ts';
import { inOrganization, loadNavigation, navigationKinds, resource, route } from '../resource.ts';
import { addObject, changed, requireInScope, rewrite } from '../rules/objects.ts';
import { isSection, joinGroup, type Navigation, placeInGroup, readNavigation } from '../rules/structure.ts';
import { sectionAnswer } from './section.ts';

export interface SectionGroupRecord {
  title: string;
  icon?: string;
  /** Id of the group around it, which is then also the parent. Only the vendor's dialect has nested groups. */
  group?: string;
  draft?: boolean;
}

declare module '../records.ts' {
  interface Records {
    'section-group': SectionGroupRecord;
  }
}

function removeGroup(context: Context, group: Row<'section-group'>) {
  const { store } = context;
  const members = siblings(store, navigationKinds(), group.id);
  const root = siblings(store, navigationKinds(), group.parent);
  store.remove(group);
  const rows = root.flatMap((row) => (row.id === group.id ? members : [row]));
  for (const [index, row] of rows.entries()) {
    const { group: _, ...data } = row.data as Row<'section'>['data'];
    const above = defined({ group: group.data.group });
    store.replace(row, { ...row, parent: group.parent, position: index + 1, data: { ...data, ...above } });
  }
}

export function sectionGroupAnswer(
  context: Context,
  site: Row<'site'>,
  row: Row<'section-group'>,
  { membersOf, siteSpacesIn }: Pick<Navigation, 'membersOf' | 'siteSpacesIn'>,
): Static<typeof contract.SiteSectionGroup> {
  return defined({
    object: 'site-section-group' as const,
    id: row.id,
    title: row.data.title,
    icon: row.data.icon,
    sections: membersOf(row.id)
      .filter(isSection)
      .map((section) => sectionAnswer(context, site, section, siteSpacesIn(section.id))),
  });
}

function groupAnswer(context: Context, site: Row<'site'>, group: Row<'section-group'>) {
  return sectionGroupAnswer(context, site, group, readNavigation(context, site));
}

function loadGroup(fixture: SiteFixtureContext, parent: string, group: FixtureResource<'section-group'>) {
  const { group: _, ...stated } = group.fields;
  const around = parent === fixture.site ? undefined : parent;
  const data = { ...withDefaults(stated, { title: group.key }), ...defined({ group: around }) };
  const id = fixture.add(group, { parent, scope: fixture.site, order: 'navigation' }, data);
  return loadNavigation(fixture, id, group.id);
}

export const sectionGroups = resource({
  inNavigation: { 'section-group': loadGroup },
  fixtureFields: { 'section-group': ['title', 'icon', 'group', 'draft'] },
  routes: [
    route(contract.listSectionGroups, inOrganization('read'), ({ context, site, query }) => {
      const navigation = readNavigation(context, site);
      return mapPage(pageOfChildren(context.store, 'section-group', site.id, query), (group) =>
        sectionGroupAnswer(context, site, group, navigation),
      );
    }),
    route(contract.createSectionGroup, inOrganization('create'), ({ context, site, body }) => {
      const data = changed<SectionGroupRecord>({ title: body.title }, { icon: body.icon });
      const group = addObject(context, 'section-group', { parent: site.id, among: navigationKinds() }, data);
      for (const id of body.sections ?? []) joinGroup(context, requireInScope(context, 'section', site.id, id), group);
      return groupAnswer(context, site, group);
    }),
    route(contract.deleteSectionGroup, inOrganization('create'), ({ context, row }) => removeGroup(context, row)),
    route(contract.updateSectionGroup, inOrganization('create'), ({ context, site, row, body: { title, icon } }) =>
      groupAnswer(context, site, rewrite(context, row, changed(row.data, { title, icon }))),
    ),
    route(contract.addSectionToGroup, inOrganization('create'), ({ context, site, row: group, body }) => {
      joinGroup(context, requireInScope(context, 'section', site.id, body.sectionId), group);
      return groupAnswer(context, site, group);
    }),
    route(contract.removeSectionFromGroup, inOrganization('create'), ({ context, site, path }) => {
      const group = requireInScope(context, 'section-group', site.id, path.siteSectionGroupId);
      const section = requireInScope(context, 'section', site.id, path.siteSectionId);
      if (section.parent !== group.id) throw notFound('section in this group', section.id);
      placeInGroup(context, section, undefined);
    }),
    route(contract.moveSectionGroup, inOrganization('create'), ({ context, site, row: was, body }) => {
      const kinds = { 'site-section': 'section', 'site-section-group': 'section-group' } as const;
      const moved = movedTo(context, was, navigationKinds(), body.position, ({ type, id }) => ({
        kind: kinds[type],
        id,
      }));
      return groupAnswer(context, site, moved);
    }),
  ],
});
