/** Section group. Sections join and leave by their own calls. In the vendor's dialect, a group can contain groups. */
import {
  createSectionGroup,
  deleteSectionGroup,
  listSectionGroups,
  moveSectionGroup,
  updateSectionGroup,
} from '../contract/site-section-groups.ts';
import {
  createSectionGroup as createInVendor,
  updateSectionGroup as updateInVendor,
} from '../contract/vendor/site-structure.ts';
import { callOf, defineKind, fieldsOf, positionOf, type StepInput } from './define-kind.ts';
import { draftWords } from './field.ts';
import { embedding, inGroup, itemOf, readItem, withFields } from './reading.ts';
import { groupItems, readingInTree, sort } from './vendor-structure.ts';

function moveTo(step: StepInput, group: string | null) {
  return callOf(updateInVendor)({ ...step, body: { parentSectionGroupId: group } });
}

const field = fieldsOf(createSectionGroup, updateSectionGroup);
const vendorField = fieldsOf(createInVendor, updateInVendor);

function decode(item: unknown) {
  const decoded = readItem(item, { needs: ['title'], may: ['icon', 'draft'] });
  return embedding(decoded && withFields(decoded, { group: null }), 'section', itemOf(item)?.sections);
}

/** The part of the vendor's dialect that needs no nested groups. */
const inVendor2025 = {
  orderedIn: ['site'],
  reading: readingInTree(decode, groupItems),
  move: (step: StepInput) => sort(step, 'section-group'),
} as const;

/** The planner adds `sections`. */
function creation<B>(step: StepInput & { body: B }) {
  const { sections } = step.fields;
  return Array.isArray(sections) ? { ...step, body: { ...step.body, sections: sections.map(String) } } : step;
}

export const sectionGroup = defineKind({
  name: 'section-group',
  segment: 'groups',
  title: 'section group',
  description: 'A menu of sections, external links and groups in the navigation of a site.',
  parents: ['site'],
  key: 'name',
  exampleKey: 'learn',
  naturalKeys: [['title']],
  itemWord: 'group',
  listKey: 'sections',
  narrowedBy: 'group',
  orderedIn: ['site', 'section-group'],
  takesIn: ['section'],
  fields: {
    title: field('title', 'Title in the navigation.', { required: true, example: 'Learn' }),
    icon: field('icon', 'Name of the icon.', { example: 'book' }),
    group: vendorField.ref('parent', 'section-group', 'Section group that contains the group. `null` means the root.', {
      within: 'site',
      writtenBy: 'move',
    }),
    draft: vendorField('draft', 'Whether the group and its members are drafts, which readers cannot see.', draftWords),
  },
  reading: {
    by: 'list',
    placed: 'by-members',
    call: callOf(listSectionGroups),
    decode,
  },
  create: (step) => callOf(createSectionGroup)(creation(step)),
  update: callOf(updateSectionGroup),
  move: (step) => {
    const position = positionOf(step, (kind, id) => ({
      type: kind === 'section-group' ? ('site-section-group' as const) : ('site-section' as const),
      id,
    }));
    return callOf(moveSectionGroup)({ ...step, body: position });
  },
  delete: callOf(deleteSectionGroup),
  overrides: {
    contract: { orderedIn: ['site'] },
    'vendor-2025': inVendor2025,
    vendor: {
      reading: readingInTree((item) => inGroup(item, decode(item)), groupItems),
      move: inVendor2025.move,
      joinsDirectly: true,
      create: (step) => callOf(createInVendor)(creation(step)),
      update: callOf(updateInVendor),
      join: (step) => moveTo(step, step.container ?? null),
      leave: (step) => moveTo(step, null),
    },
  },
});
