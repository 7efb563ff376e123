/** Section group. Sections join and leave by their own calls. */
import { call } from '../contract/endpoint.ts';
import {
  createSectionGroup,
  deleteSectionGroup,
  listSectionGroups,
  moveSectionGroup,
  updateSectionGroup,
} from '../contract/site-section-groups.ts';
import { fieldsOf } from './contract-field.ts';
import { defineKind, positionOf, type StepInput } from './define-kind.ts';
import { embedding, itemOf, readItem } from './reply.ts';
import { groupItems } from './structure-items.ts';
import { readingInTree, sort } from './vendor-structure.ts';

function pathOf({ organization, id, up }: StepInput) {
  return { organizationId: organization, siteId: up('site'), siteSectionGroupId: id };
}

const field = fieldsOf(createSectionGroup, updateSectionGroup);

function decode(item: unknown) {
  return embedding(readItem(item, { needs: ['title'], may: ['icon'] }), 'section', itemOf(item)?.sections);
}

const inVendor = {
  reading: readingInTree(decode, groupItems),
  move: (step: StepInput) => sort(step, 'section-group'),
};

export const sectionGroup = defineKind({
  name: 'section-group',
  segment: 'groups',
  title: 'section group',
  description: 'A menu of sections in the navigation of a site.',
  parents: ['site'],
  key: 'name',
  exampleKey: 'learn',
  naturalKeys: [['title']],
  itemWord: 'group',
  listKey: 'sections',
  orderedIn: ['site'],
  takesIn: ['section'],
  fields: {
    title: field('title', 'Title in the navigation.', { required: true, example: 'Learn' }),
    icon: field('icon', 'Name of the icon.', { example: 'book' }),
  },
  reading: {
    by: 'list',
    placed: 'by-members',
    call: ({ organization, parentId }) =>
      call(listSectionGroups, { path: { organizationId: organization, siteId: parentId } }),
    decode,
  },
  // The planner adds `sections`.
  create: ({ organization, fields: { sections }, body, up }) => {
    const path = { organizationId: organization, siteId: up('site') };
    return call(createSectionGroup, {
      path,
      body: Array.isArray(sections) ? { ...body, sections: sections.map(String) } : body,
    });
  },
  update: (step) => [call(updateSectionGroup, { path: pathOf(step), body: step.body })],
  move: (step) => {
    const position = positionOf(step, (kind, id) => ({
      type: kind === 'section-group' ? ('site-section-group' as const) : ('site-section' as const),
      id,
    }));
    return call(moveSectionGroup, { path: pathOf(step), body: position });
  },
  delete: (step) => call(deleteSectionGroup, { path: pathOf(step) }),
  overrides: { vendor: inVendor, 'vendor-2025': inVendor },
});
