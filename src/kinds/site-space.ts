/** Site-space: a space on a site. Space and section cannot change. */
import * as contract from '../contract/site-spaces.ts';
import {
  createSiteSpace as createInVendor,
  updateSiteSpace as updateInVendor,
} from '../contract/vendor/site-structure.ts';
import { callOf, defineKind, fieldsOf, positionOf, type StepInput } from './define-kind.ts';
import { conditionWords, draftWords } from './field.ts';
import { flagged, idIn, itemOf, readItem, textOf, withFields } from './reading.ts';
import { readingInTree, siteSpaceItems, sort } from './vendor-structure.ts';

function creation<B>(step: StepInput & { body: B }) {
  const sectionId = step.up('section');
  return { ...step, body: sectionId === '' ? step.body : { ...step.body, sectionId } };
}

const field = fieldsOf(contract.createSiteSpace, contract.updateSiteSpace);
const vendorField = fieldsOf(createInVendor, updateInVendor);

function decode(value: unknown) {
  const item = itemOf(value);
  const decoded = readItem(item, { needs: ['path'], may: ['condition', 'draft', 'hidden'] });
  const space = idIn(item?.space);
  const section = textOf(item?.section);
  if (decoded === undefined || space === undefined) return undefined;
  const whole = withFields(decoded, { space });
  return flagged(item, section === undefined ? whole : { ...whole, parentId: section });
}

/** The part of the vendor's dialect that needs no drafts. */
const inVendor2025 = {
  reading: readingInTree(decode, siteSpaceItems),
  move: (step: StepInput) => sort(step, 'site-space'),
};

export const siteSpace = defineKind({
  name: 'site-space',
  segment: 'spaces',
  title: 'site-space',
  description: 'A space on a site: in a section, or at the root of a flat site.',
  parents: ['section', 'site'],
  key: { field: 'space' },
  naturalKeys: [['space']],
  itemWord: 'space',
  orderedIn: ['section', 'site'],
  lastStays: true,
  loss: 'its URL on the site',
  fields: {
    space: field.ref('spaceId', 'space', 'Space that the site shows.', { required: true, change: 'replace' }),
    path: field('path', 'Path in the section or site.', { example: 'home', unique: 'parent' }),
    condition: field('condition', 'Visitors see the space only if they meet this condition.', conditionWords),
    draft: vendorField('draft', 'Whether the space is a draft on this site, which readers cannot see.', draftWords),
    hidden: vendorField('hidden', 'Whether the navigation omits the space. Readers can still open its URL.', {
      dialects: ['vendor'],
      defaultValue: false,
    }),
  },
  reading: {
    by: 'list',
    placed: 'as-listed',
    // One list per site contains the site-spaces of all sections.
    call: callOf(contract.listSiteSpaces),
    decode,
  },
  create: (step) => callOf(contract.createSiteSpace)(creation(step)),
  update: callOf(contract.updateSiteSpace),
  move: (step) => {
    const body = positionOf(step, (_kind, id) => ({ type: 'site-space' as const, siteSpace: id }));
    return callOf(contract.moveSiteSpace)({ ...step, body });
  },
  delete: callOf(contract.deleteSiteSpace),
  overrides: {
    'vendor-2025': inVendor2025,
    vendor: {
      ...inVendor2025,
      create: (step) => callOf(createInVendor)(creation(step)),
      update: callOf(updateInVendor),
    },
  },
});
