/** Space: a duplicate of another space, or created with a site. */
import { deleteSpace, duplicateSpace, getSpace, moveSpace, restoreSpace, updateSpace } from '../contract/spaces.ts';
import { createOrganizationSpace, listOrganizationSpaces } from '../contract/vendor/spaces.ts';
import { Language } from '../contract/vendor/translations.ts';
import { vendorDialects } from '../core/dialect.ts';
import { callOf, contentMove, defineKind, fieldLike, fieldsOf, type StepInput } from './define-kind.ts';
import { flag, levelExposure, ref, text } from './field.ts';
import type { Decoded } from './reading.ts';
import { itemOf, readItem, textOf, withFields } from './reading.ts';

const field = fieldsOf(duplicateSpace, updateSpace);

/** Lists of a member's spaces and of site-spaces embed the space. */
function decode(value: unknown): Decoded | undefined {
  const item = itemOf(itemOf(value)?.space) ?? itemOf(value);
  const decoded = readItem(item, { needs: ['title'], may: ['emoji', 'editMode', 'defaultLevel', 'language'] });
  if (decoded === undefined) return undefined;
  const whole = withFields(decoded, { collection: textOf(item?.parent) ?? null });
  return item?.deletedAt ? { ...whole, isDeleted: true } : whole;
}

const reading = {
  by: 'discovery',
  isLeveled: true,
  call: callOf(getSpace),
  decode,
} as const;

const companionOf = { container: 'site', link: 'site-space', field: 'space' };

/** The vendor's platform lists all spaces, and creates a space without a site. */
const inVendor = {
  reading: {
    ...reading,
    all: callOf(listOrganizationSpaces),
  },
  createsEmpty: true,
  companionOf,
  create: (step: StepInput) => {
    const { copyOf, template, language } = step.fields;
    if (copyOf !== undefined) return callOf(duplicateSpace)(step, String(copyOf));
    const content = template === undefined ? { empty: true as const } : { template: { id: String(template) } };
    const body = { ...content, ...(language === undefined ? {} : { language: String(language) }) };
    return callOf(createOrganizationSpace)({ ...step, body });
  },
} as const;

export const space = defineKind({
  name: 'space',
  segment: 'spaces',
  title: 'space',
  description: 'A container for documentation content.',
  key: 'name',
  exampleKey: 'home',
  naturalKeys: [['title']],
  mayBeExternal: true,
  narrowedBy: 'collection',
  pruneMustBeNamed: true,
  protectedByDefault: true,
  restorable: true,
  createNeeds: 'copyOf',
  companionOf: {
    ...companionOf,
    begins: { field: 'sample', note: "the new space contains the platform's sample content" },
  },
  loss: 'its content, permanently after 7 days in the trash',
  orderedIn: ['collection'],
  orderedApart: true,
  moveCarriesContainer: true,
  fields: {
    title: field('title', 'Name of the space.', { example: 'Home' }),
    emoji: field('emoji', 'Emoji of the space: the character, or its code points such as `1f3e0`.', {
      example: '📝',
      copied: true,
    }),
    editMode: field('editMode', 'Whether people can edit the space directly (`live`) or not (`locked`).', {
      defaultValue: 'live',
      exposure: {
        by: 'rise',
        order: [['locked'], ['live']],
        widens: 'people can edit it directly again',
        restricts: 'people can no longer edit it directly',
      },
      locks: { value: 'locked', kinds: ['field-values'] },
    }),
    defaultLevel: field('defaultLevel', 'Default permission level of members for the space.', {
      nullIsValue: true,
      defaultValue: 'inherit',
      exposure: levelExposure,
    }),
    collection: ref('collection', 'Collection that contains the space. `null` means the top level.', {
      clearable: true,
      writtenBy: 'move',
      copied: true,
    }),
    copyOf: ref('space', 'Space to duplicate. Used only when docform creates the space.', { writtenBy: 'create' }),
    template: text(
      'Id of the template from which the platform creates the space. By default, the space is empty. Used only when docform creates the space.',
      {},
      { dialects: vendorDialects, writtenBy: 'create', isRecorded: true, example: 'tmpl_123' },
    ),
    language: fieldLike(Language, 'Language of the space.', {
      dialects: vendorDialects,
      writtenBy: 'create',
      change: 'note',
      copied: true,
      example: 'en',
    }),
    sample: flag(
      'Whether a space that the platform creates with a new site contains sample content. By default, the space is empty. Used only at creation.',
      {
        writtenBy: 'create',
        dialects: ['contract'],
      },
    ),
  },
  reading,
  create: (step) => callOf(duplicateSpace)(step, String(step.fields.copyOf ?? '')),
  update: callOf(updateSpace),
  move: (step) => callOf(moveSpace)({ ...step, body: contentMove(step) }),
  restore: callOf(restoreSpace),
  delete: callOf(deleteSpace),
  overrides: { vendor: inVendor, 'vendor-2025': inVendor },
});
