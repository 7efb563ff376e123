/** Section group: created empty; its sections join and leave by calls of their own. */
import {
  createSectionGroup,
  deleteSectionGroup,
  listSectionGroups,
  moveSectionGroup,
  updateSectionGroup,
} from '../contract/site-section-groups.ts';
import { callWith, defineKind, positionOf, type StepInput } from './define-kind.ts';
import { text } from './field.ts';
import { decodeItem } from './reply.ts';

function pathOf({ organization, id, up }: StepInput) {
  return { organizationId: organization, siteId: up('site'), siteSectionGroupId: id };
}

export const sectionGroup = defineKind({
  name: 'section-group',
  segment: 'groups',
  title: 'section group',
  description: 'Sections that stand together in the navigation of a site.',
  parents: ['site'],
  key: 'name',
  naturalKeys: [['title']],
  orderedIn: ['site'],
  fields: {
    title: text('Title in the navigation.', { min: 1, max: 100 }, { required: true }),
    icon: text('Name of its icon.', { max: 50 }, { clearable: true }),
  },
  reading: {
    by: 'list',
    call: ({ organization, parentId }) => callWith(listSectionGroups, { organizationId: organization, siteId: parentId }),
    decode: decodeItem({ needs: ['title'], may: ['icon'] }),
  },
  create: ({ organization, fields, up }) => callWith(createSectionGroup, { organizationId: organization, siteId: up('site') }, fields),
  update: (step) => [callWith(updateSectionGroup, pathOf(step), step.fields)],
  move: (step) => {
    const position = positionOf(step, (kind, id) => ({ type: kind === 'section-group' ? 'site-section-group' : 'site-section', id }));
    return callWith(moveSectionGroup, pathOf(step), position);
  },
  delete: (step) => callWith(deleteSectionGroup, pathOf(step)),
});
