/** Section: created together with its first site-space; everything but the title is set by a PATCH after. */
import { addSectionToGroup, removeSectionFromGroup } from '../contract/site-section-groups.ts';
import { createSection, deleteSection, listSections, moveSection, updateSection } from '../contract/site-sections.ts';
import { listSiteSpaces } from '../contract/site-spaces.ts';
import { firstEmbedded, firstListed, wrapperOf } from './brought.ts';
import { callWith, defineKind, positionOf, type StepInput } from './define-kind.ts';
import { changedCondition, ref, text } from './field.ts';
import { flagged, flaggedAmong, itemOf, readItem, textOf, withFields } from './reply.ts';

function pathOf({ organization, id, up }: StepInput) {
  return { organizationId: organization, siteId: up('site'), siteSectionId: id };
}

function groupPath({ organization, container, up }: StepInput) {
  return { organizationId: organization, siteId: up('site'), siteSectionGroupId: container ?? '' };
}

export const section = defineKind({
  name: 'section',
  segment: 'sections',
  title: 'section',
  description: 'A part of a site, with one or more spaces.',
  parents: ['site'],
  key: 'name',
  naturalKeys: [['path'], ['title']],
  bearsFirst: 'site-space',
  orderedIn: ['site', 'section-group'],
  movesBeside: ['section'],
  loss: 'its addresses on the site',
  fields: {
    title: text('Title in the navigation.', { min: 2, max: 128 }, { createMax: 64 }),
    path: text('Path on the site.', { min: 1, max: 100 }, { unique: 'site', writtenBy: 'update' }),
    icon: text('Name of its icon.', { max: 50 }, { clearable: true, writtenBy: 'update' }),
    description: text('What it holds.', { max: 256 }, { clearable: true, writtenBy: 'update' }),
    condition: text(
      'When a visitor sees it.',
      { min: 1, max: 1024, format: 'condition' },
      { clearable: true, writtenBy: 'update', after: ['adaptive-schema'], opens: changedCondition },
    ),
    default: ref('site-space', 'Space shown first.', { within: 'self', deferred: true, writtenBy: 'update', firstIsUsual: true }),
    group: ref('section-group', 'Group it stands in; null: the root.', { within: 'site', clearable: true, writtenBy: 'move' }),
  },
  reading: {
    by: 'list',
    call: ({ organization, parentId }) => callWith(listSections, { organizationId: organization, siteId: parentId }),
    // `default`, a site-space, is a flag on those that the section embeds; a listing of site-spaces may flag that of the site only.
    decode: (item) => {
      const decoded = readItem(item, { needs: ['title', 'path'], may: ['icon', 'description', 'condition'] });
      const more = { group: textOf(itemOf(item)?.sectionGroup) ?? null, default: flaggedAmong(itemOf(item)?.siteSpaces) };
      return decoded && flagged(item, withFields(decoded, more));
    },
  },
  create: ({ organization, fields, up }) => {
    const { space, ...rest } = fields;
    return callWith(createSection, { organizationId: organization, siteId: up('site') }, { spaceId: space ?? '', ...rest });
  },
  bind: (reply) => {
    const id = textOf(itemOf(reply)?.id);
    return id === undefined ? undefined : { id, brought: firstEmbedded(itemOf(reply)?.siteSpaces) };
  },
  lookUps: [
    {
      roles: ['first'],
      call: ({ organization, up }) => callWith(listSiteSpaces, { organizationId: organization, siteId: up('site') }),
      find: (items, _step, id) => firstListed(id, items),
    },
    {
      roles: ['wrapper'],
      call: ({ organization, up }) => callWith(listSections, { organizationId: organization, siteId: up('site') }),
      find: (items, _step, id) => wrapperOf(id, items),
    },
  ],
  update: (step) => {
    const { default: first, ...rest } = step.fields;
    return [callWith(updateSection, pathOf(step), { ...rest, ...(first === undefined ? {} : { defaultSiteSpace: first }) })];
  },
  move: (step) =>
    callWith(
      moveSection,
      pathOf(step),
      positionOf(step, (_kind, id) => ({ type: 'site-section', siteSection: id })),
    ),
  join: (step) => callWith(addSectionToGroup, groupPath(step), { sectionId: step.id }),
  leave: (step) => callWith(removeSectionFromGroup, { ...groupPath(step), siteSectionId: step.id }),
  delete: (step) => callWith(deleteSection, pathOf(step)),
});
