/** Routes of contract section "Site section groups". */
import {
  addSectionToGroup,
  createSectionGroup,
  deleteSectionGroup,
  listSectionGroups,
  moveSectionGroup,
  removeSectionFromGroup,
  updateSectionGroup,
} from '../../contract/site-section-groups.ts';
import { sectionGroupAnswer } from '../answers/site.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { navigationKinds, placeBeside, readRelation, requireSibling } from '../order.ts';
import { mapPage, pageOfChildren } from '../pages.ts';
import type { Row, SectionGroupRecord } from '../records.ts';
import { route } from '../route.ts';
import { changed } from '../rules/changed.ts';
import { readNavigation } from '../rules/navigation.ts';
import { requireInScope, requireObject, requireSite } from '../rules/require.ts';
import { joinGroup, leaveGroup, removeGroup } from '../rules/sections.ts';
import { addObject, rewrite } from '../rules/write.ts';

function answer(context: Context, site: Row<'site'>, group: Row<'section-group'>) {
  return sectionGroupAnswer(context, site, group, readNavigation(context, site));
}

export const sectionGroupRoutes = [
  route(listSectionGroups, ({ context, path, query }) => {
    const site = requireSite(context, path);
    const navigation = readNavigation(context, site);
    return mapPage(pageOfChildren(context.store, 'section-group', site.id, query), (group) =>
      sectionGroupAnswer(context, site, group, navigation),
    );
  }),
  route(createSectionGroup, ({ context, path, body }) => {
    const site = requireSite(context, path);
    const data = changed<SectionGroupRecord>({ title: body.title }, { icon: body.icon });
    const group = addObject(context, 'section-group', { parent: site.id, among: navigationKinds }, data);
    for (const id of body.sections ?? []) joinGroup(context, requireInScope(context, 'section', site.id, id), group);
    return answer(context, site, group);
  }),
  route(deleteSectionGroup, ({ context, path }) => {
    const site = requireSite(context, path);
    removeGroup(context, requireObject(context, 'section-group', path.siteSectionGroupId, site.id));
  }),
  route(updateSectionGroup, ({ context, path, body }) => {
    const site = requireSite(context, path);
    const was = requireObject(context, 'section-group', path.siteSectionGroupId, site.id);
    return answer(context, site, rewrite(context, was, changed(was.data, { title: body.title, icon: body.icon })));
  }),
  route(addSectionToGroup, ({ context, path, body }) => {
    const site = requireSite(context, path);
    const group = requireObject(context, 'section-group', path.siteSectionGroupId, site.id);
    joinGroup(context, requireInScope(context, 'section', site.id, body.sectionId), group);
    return answer(context, site, group);
  }),
  route(removeSectionFromGroup, ({ context, path }) => {
    const site = requireSite(context, path);
    const group = requireObject(context, 'section-group', path.siteSectionGroupId, site.id);
    const section = requireInScope(context, 'section', site.id, path.siteSectionId);
    if (section.parent !== group.id) throw notFound('section in this group', section.id);
    leaveGroup(context, section);
  }),
  route(moveSectionGroup, ({ context, path, body }) => {
    const site = requireSite(context, path);
    const was = requireObject(context, 'section-group', path.siteSectionGroupId, site.id);
    if (body.position === undefined) return answer(context, site, was);
    const { relation, reference } = readRelation(body.position);
    const kind = reference.type === 'site-section' ? 'section' : 'section-group';
    const sibling = requireSibling<'section' | 'section-group'>(context.store, kind, reference.id, was, site.id);
    const position = placeBeside(context.store, navigationKinds, sibling, relation);
    return answer(context, site, rewrite(context, was, was.data, { position }));
  }),
];
