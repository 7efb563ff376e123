/** Groups of sections: they stand among the sections of the root, and leave theirs behind when they go. */

import type { Static } from '@sinclair/typebox';
import {
  addSectionToGroup,
  createSectionGroup,
  deleteSectionGroup,
  listSectionGroups,
  moveSectionGroup,
  removeSectionFromGroup,
  type SiteSectionGroup,
  updateSectionGroup,
} from '../../contract/site-section-groups.ts';
import { defined } from '../answers/defined.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { lastPlace, movedTo, siblings } from '../order.ts';
import { mapPage, pageOfChildren } from '../pages.ts';
import type { Row } from '../records.ts';
import { kindsIn, resource } from '../resource.ts';
import { route } from '../route.ts';
import { inOrganization } from '../rules/needs.ts';
import { requireInScope, requireObject, requireSite } from '../rules/require.ts';
import { type Navigation, readNavigation } from '../rules/structure.ts';
import { addObject, changed, rewrite } from '../rules/write.ts';
import { type Seedling, type SiteBed, withUsual } from '../seed/planter.ts';
import { plantSection, sectionAnswer } from './section.ts';

export interface SectionGroupRecord {
  title: string;
  icon?: string;
}

declare module '../records.ts' {
  interface Records {
    'section-group': SectionGroupRecord;
  }
}

/** Puts a section of the root at the end of a group. */
function joinGroup(context: Context, section: Row<'section'>, group: Row<'section-group'>): void {
  if (section.data.group !== undefined) {
    throw conflict(`section ${JSON.stringify(section.id)} is in ${section.data.group === group.id ? 'this' : 'another'} group already`);
  }
  const position = lastPlace(context.store, ['section'], group.id);
  rewrite(context, section, { ...section.data, group: group.id }, { parent: group.id, position });
}

/** Puts a section of a group at the end of the root. */
function leaveGroup(context: Context, section: Row<'section'>): void {
  const { group: _, ...data } = section.data;
  const position = lastPlace(context.store, kindsIn('navigation'), section.scope);
  rewrite(context, section, data, { parent: section.scope, position });
}

/** Removes the group; its sections stand in its place at the root, in their order. */
function removeGroup(context: Context, group: Row<'section-group'>): void {
  const { store } = context;
  const sections = store.children('section', group.id);
  const root = siblings(store, kindsIn('navigation'), group.parent);
  store.remove(group);
  const rows = root.flatMap((row) => (row.id === group.id ? sections : [row]));
  for (const [index, row] of rows.entries()) {
    const { group: _, ...data } = row.data as Row<'section'>['data'];
    store.replace(row, { ...row, parent: group.parent, position: index + 1, data });
  }
}

function sectionGroupAnswer(
  context: Context,
  site: Row<'site'>,
  row: Row<'section-group'>,
  { sectionsIn, siteSpacesIn }: Pick<Navigation, 'sectionsIn' | 'siteSpacesIn'>,
): Static<typeof SiteSectionGroup> {
  return defined({
    object: 'site-section-group' as const,
    id: row.id,
    title: row.data.title,
    icon: row.data.icon,
    sections: sectionsIn(row.id).map((section) => sectionAnswer(context, site, section, siteSpacesIn(section.id))),
  });
}

function groupAnswer(context: Context, site: Row<'site'>, group: Row<'section-group'>) {
  return sectionGroupAnswer(context, site, group, readNavigation(context, site));
}

/** Answers with the ids of its sections. */
export function plantGroup(bed: SiteBed, group: Seedling<'section-group'>): readonly string[] {
  const id = bed.plant(group, { parent: bed.site, order: 'navigation' }, withUsual(group.fields, { title: group.key }));
  const sections = bed.within(bed.of.id, 'section').filter(({ fields }) => fields.group === group.id);
  return sections.map((section) => plantSection(bed, id, section));
}

export const sectionGroups = resource({
  titles: { 'section-group': 'section group' },
  sharedOrder: { 'section-group': 'navigation' },
  seeded: { 'section-group': ['title', 'icon'] },
  routes: [
    route(listSectionGroups, inOrganization('read'), ({ context, path, query }) => {
      const site = requireSite(context, path);
      const navigation = readNavigation(context, site);
      return mapPage(pageOfChildren(context.store, 'section-group', site.id, query), (group) =>
        sectionGroupAnswer(context, site, group, navigation),
      );
    }),
    route(createSectionGroup, inOrganization('create'), ({ context, path, body }) => {
      const site = requireSite(context, path);
      const data = changed<SectionGroupRecord>({ title: body.title }, { icon: body.icon });
      const group = addObject(context, 'section-group', { parent: site.id, among: kindsIn('navigation') }, data);
      for (const id of body.sections ?? []) joinGroup(context, requireInScope(context, 'section', site.id, id), group);
      return groupAnswer(context, site, group);
    }),
    route(deleteSectionGroup, inOrganization('create'), ({ context, path }) => {
      const site = requireSite(context, path);
      removeGroup(context, requireObject(context, 'section-group', path.siteSectionGroupId, site.id));
    }),
    route(updateSectionGroup, inOrganization('create'), ({ context, path, body }) => {
      const site = requireSite(context, path);
      const was = requireObject(context, 'section-group', path.siteSectionGroupId, site.id);
      return groupAnswer(context, site, rewrite(context, was, changed(was.data, { title: body.title, icon: body.icon })));
    }),
    route(addSectionToGroup, inOrganization('create'), ({ context, path, body }) => {
      const site = requireSite(context, path);
      const group = requireObject(context, 'section-group', path.siteSectionGroupId, site.id);
      joinGroup(context, requireInScope(context, 'section', site.id, body.sectionId), group);
      return groupAnswer(context, site, group);
    }),
    route(removeSectionFromGroup, inOrganization('create'), ({ context, path }) => {
      const site = requireSite(context, path);
      const group = requireObject(context, 'section-group', path.siteSectionGroupId, site.id);
      const section = requireInScope(context, 'section', site.id, path.siteSectionId);
      if (section.parent !== group.id) throw notFound('section in this group', section.id);
      leaveGroup(context, section);
    }),
    route(moveSectionGroup, inOrganization('create'), ({ context, path, body }) => {
      const site = requireSite(context, path);
      const was = requireObject(context, 'section-group', path.siteSectionGroupId, site.id);
      const kinds = { 'site-section': 'section', 'site-section-group': 'section-group' } as const;
      const moved = movedTo(context, was, kindsIn('navigation'), body.position, ({ type, id }) => ({ kind: kinds[type], id }));
      return groupAnswer(context, site, moved);
    }),
  ],
  plant: plantGroup,
});
