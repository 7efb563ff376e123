/** Section, created together with its first site-space. */
import { call } from '../contract/endpoint.ts';
import { addSectionToGroup, removeSectionFromGroup } from '../contract/site-section-groups.ts';
import { createSection, deleteSection, listSections, moveSection, updateSection } from '../contract/site-sections.ts';
import { listSiteSpaces } from '../contract/site-spaces.ts';
import { createSection as createInVendor, updateSection as updateInVendor } from '../contract/vendor/site-structure.ts';
import { callOf, defineKind, fieldsOf, positionOf, type StepInput, siteOf } from './define-kind.ts';
import { conditionWords, draftWords, ref } from './field.ts';
import { embedding, flagged, flaggedAmong, inGroup, itemOf, readItem, textOf, withFields } from './reading.ts';
import {
  firstEmbedded,
  firstListed,
  readingInTree,
  sectionItems,
  sectionLookUps,
  sort,
  wrapperOf,
} from './vendor-structure.ts';

function groupPath(step: StepInput) {
  return { ...siteOf(step), siteSectionGroupId: step.container ?? '' };
}

/** The planner adds the space of the first site-space. */
function creation<B>(step: StepInput & { body: B }) {
  return { ...step, body: { spaceId: String(step.fields.space ?? ''), ...step.body } };
}

const field = fieldsOf(createSection, updateSection);
const vendorField = fieldsOf(createInVendor, updateInVendor);

// Only the embedded site-spaces have a reliable `default` flag: lists of site-spaces can flag the default of the site
// only.
function decode(item: unknown) {
  const decoded = readItem(item, { needs: ['title', 'path'], may: ['icon', 'description', 'condition', 'draft'] });
  const { siteSpaces } = itemOf(item) ?? {};
  const whole = inGroup(item, decoded && withFields(decoded, { default: flaggedAmong(siteSpaces) }));
  return embedding(whole && flagged(item, whole), 'site-space', siteSpaces);
}

/** The part of the vendor's dialect that needs no drafts. */
const inVendor2025 = {
  reading: readingInTree(decode, sectionItems),
  movesBeside: undefined,
  lookUps: sectionLookUps,
  move: (step: StepInput) => sort(step, 'section'),
};

export const section = defineKind({
  name: 'section',
  segment: 'sections',
  title: 'section',
  description: 'A tab of a site, with one or more spaces.',
  parents: ['site'],
  key: 'name',
  exampleKey: 'guides',
  naturalKeys: [['path'], ['title']],
  itemWord: 'section',
  listKey: 'spaces',
  firstCompanion: 'site-space',
  orderedIn: ['site', 'section-group'],
  movesBeside: ['section'],
  loss: 'its URLs on the site',
  fields: {
    title: field('title', 'Title in the navigation.', { example: 'Guides' }),
    path: field('path', 'Path on the site.', { example: 'guides', unique: 'site' }),
    icon: field('icon', 'Name of the icon.', { example: 'book' }),
    description: field('description', 'Description of the content.', { example: 'From zero to a first page' }),
    condition: field('condition', 'Visitors see the section only if they meet this condition.', conditionWords),
    default: field.ref('defaultSiteSpace', 'site-space', 'Site-space that readers see first.', {
      within: 'self',
      deferred: true,
      defaultsToFirst: true,
    }),
    group: ref('section-group', 'Section group that contains the section. `null` means the root.', {
      within: 'site',
      clearable: true,
      writtenBy: 'move',
    }),
    draft: vendorField('draft', 'Whether the section is a draft, which readers cannot see.', draftWords),
  },
  reading: {
    by: 'list',
    placed: 'depth-first',
    call: callOf(listSections),
    decode,
  },
  create: (step) => callOf(createSection)(creation(step)),
  bind: (reply) => {
    const id = textOf(itemOf(reply)?.id);
    return id === undefined ? undefined : { id, companionIds: firstEmbedded(itemOf(reply)?.siteSpaces) };
  },
  lookUps: [
    {
      roles: ['first'],
      call: (step) => call(listSiteSpaces, { path: siteOf(step) }),
      find: (items, _step, id) => firstListed(id, items),
    },
    {
      roles: ['wrapper'],
      call: (step) => call(listSections, { path: siteOf(step) }),
      find: (items, _step, id) => wrapperOf(id, items),
    },
  ],
  update: callOf(updateSection),
  move: (step) => {
    const body = positionOf(step, (_kind, id) => ({ type: 'site-section' as const, siteSection: id }));
    return callOf(moveSection)({ ...step, body });
  },
  join: (step) => call(addSectionToGroup, { path: groupPath(step), body: { sectionId: step.id } }),
  leave: (step) => call(removeSectionFromGroup, { path: { ...groupPath(step), siteSectionId: step.id } }),
  delete: callOf(deleteSection),
  overrides: {
    'vendor-2025': inVendor2025,
    vendor: {
      ...inVendor2025,
      joinsDirectly: true,
      create: (step) => callOf(createInVendor)(creation(step)),
      update: callOf(updateInVendor),
      join: (step) => callOf(updateInVendor)({ ...step, body: { siteSectionGroupId: step.container ?? null } }),
      leave: (step) => callOf(updateInVendor)({ ...step, body: { siteSectionGroupId: null } }),
    },
  },
});
