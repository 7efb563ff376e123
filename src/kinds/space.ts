/** Spaces: duplicates of other spaces, or created with a site. Collections contain them. */

import * as contract from '../contract/2025-06/collections.ts';
import {
  deleteSpace,
  duplicateSpace,
  getSpace,
  moveSpace,
  restoreSpace,
  updateSpace,
} from '../contract/2025-06/spaces.ts';
import {
  createOrganizationSpace,
  listOrganizationSpaces,
  SpaceIcon,
  updateSpace as updateSpaceInGitbook,
} from '../contract/gitbook/spaces.ts';
import { Language } from '../contract/gitbook/translations.ts';
import { withoutUndefined } from '../core/defined.ts';
import { gitbookDialects } from '../core/dialect.ts';
import {
  type BodyOf,
  callOf,
  defineFieldsOf,
  defineKind,
  fieldFromSchema,
  movePosition,
  requestBody,
  type StepInput,
} from './define-kind.ts';
import { booleanField, exposureByRank, levelExposure, referenceField, textField } from './field.ts';
import { addFields, addGitSync, type Decoded, decodeMembers, objectOrUndefined, textOrUndefined } from './reading.ts';

function moveBody(step: StepInput): BodyOf<typeof moveSpace> {
  const position = movePosition(step, (kind, id) =>
    kind === 'collection' ? { type: 'collection' as const, collection: id } : { type: 'space' as const, space: id },
  );
  return { ...withoutUndefined({ parent: step.container }), ...position };
}

const field = defineFieldsOf(duplicateSpace, updateSpace);

/** Lists of a member's spaces and of site-spaces embed the space. */
function decodeSpace(value: unknown): Decoded | undefined {
  const item = objectOrUndefined(objectOrUndefined(value)?.space) ?? objectOrUndefined(value);
  const decoded = decodeMembers(item, { needs: ['title'], may: ['emoji', 'editMode', 'defaultLevel', 'language'] });
  if (decoded === undefined) return undefined;
  const icon = textOrUndefined(objectOrUndefined(item?.urls)?.icon) ?? null;
  const whole = addFields(decoded, { collection: textOrUndefined(item?.parent) ?? null, icon });
  return addGitSync(item, item?.deletedAt ? { ...whole, isDeleted: true } : whole);
}

const reading = {
  by: 'discovery',
  isLeveled: true,
  call: callOf(getSpace),
  decode: decodeSpace,
} as const;

const companionOf = { container: 'site', link: 'site-space', field: 'space' };

const fields = {
  title: field('title', 'Name of the space.', { example: 'Home' }),
  emoji: field('emoji', 'Emoji of the space: the character, or its code points such as `1f3e0`.', {
    example: '📝',
    copied: true,
  }),
  icon: fieldFromSchema(
    SpaceIcon,
    'Image that GitBook shows for the space, by URL. `null` removes it. A space has an emoji as well.',
    { dialects: gitbookDialects, clearable: true, writtenBy: 'update', example: 'https://acme.dev/icon.png' },
  ),
  editMode: field('editMode', 'Whether people can edit the space directly (`live`) or not (`locked`).', {
    defaultValue: 'live',
    exposure: exposureByRank(
      [['locked'], ['live']],
      'people can edit it directly again',
      'people can no longer edit it directly',
    ),
    locks: { value: 'locked', kinds: ['field-values'] },
  }),
  defaultLevel: field('defaultLevel', 'Default permission level of members for the space.', {
    nullIsValue: true,
    defaultValue: 'inherit',
    exposure: levelExposure,
  }),
  collection: referenceField('collection', 'Collection that contains the space. `null` means the top level.', {
    clearable: true,
    writtenBy: 'move',
    copied: true,
  }),
  copyOf: referenceField('space', 'Space to duplicate. Used only when docform creates the space.', {
    writtenBy: 'create',
  }),
  template: textField(
    'Id of the template from which the platform creates the space. By default, the space is empty. Used only when docform creates the space.',
    { dialects: gitbookDialects, writtenBy: 'create', isRecorded: true, example: 'tmpl_123' },
  ),
  language: fieldFromSchema(Language, 'Language of the space.', {
    dialects: gitbookDialects,
    copied: true,
    example: 'en',
  }),
  sample: booleanField(
    'Whether a space that the platform creates with a new site contains sample content. By default, the space is empty. Used only at creation.',
    {
      writtenBy: 'create',
      dialects: ['2025-06'],
    },
  ),
};

/** GitBook lists all spaces, and creates a space without a site. */
const inGitbook = {
  reading: {
    ...reading,
    all: callOf(listOrganizationSpaces),
  },
  createsEmpty: true,
  createSends: ['title', 'emoji', 'editMode', 'collection', 'language'],
  companionOf,
  create: (step: StepInput) => {
    const { copyOf, template, language, collection } = step.fields;
    if (copyOf !== undefined) return callOf(duplicateSpace)(step, String(copyOf));
    const content = template === undefined ? { empty: true as const } : { template: { id: String(template) } };
    const parent = typeof collection === 'string' ? collection : undefined;
    const body = {
      ...requestBody(fields, step.fields),
      ...content,
      ...withoutUndefined({ language: textOrUndefined(language), parent }),
    };
    return callOf(createOrganizationSpace)({ ...step, body });
  },
  update: (step: StepInput) => {
    const { icon, ...others } = step.fields;
    const updateInGitbook = (body: BodyOf<typeof updateSpaceInGitbook>) =>
      callOf(updateSpaceInGitbook)({ ...step, body });
    const body = {
      ...requestBody(fields, others),
      ...withoutUndefined({ language: textOrUndefined(others.language) }),
    };
    // One request can set the emoji or the icon, but not both.
    if (typeof icon === 'string' && others.emoji !== undefined)
      return [updateInGitbook(body), updateInGitbook({ icon })];
    return [updateInGitbook({ ...body, ...withoutUndefined({ icon: icon as string | null | undefined }) })];
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
  loss: 'its content, after 7 days in the trash: until then, an undo restores the space to the declared sites',
  orderedIn: ['collection'],
  orderedApart: true,
  moveCarriesContainer: true,
  fields,
  reading,
  create: (step) => callOf(duplicateSpace)(step, String(step.fields.copyOf ?? '')),
  update: callOf(updateSpace),
  move: (step) => callOf(moveSpace)({ ...step, body: moveBody(step) }),
  restore: callOf(restoreSpace),
  delete: callOf(deleteSpace),
  overrides: { gitbook: inGitbook, 'gitbook-0.180': inGitbook },
});

const collectionField = defineFieldsOf(contract.createCollection, contract.updateCollection);

export const collection = defineKind({
  name: 'collection',
  segment: 'collections',
  title: 'collection',
  description: 'A folder for spaces and other collections.',
  key: 'name',
  exampleKey: 'product',
  naturalKeys: [['title']],
  mayBeExternal: true,
  narrowedBy: 'parent',
  pruneMustBeNamed: true,
  deletedEmpty: true,
  loss: 'its permissions',
  orderedIn: ['organization', 'collection'],
  orderedApart: true,
  moveCarriesContainer: true,
  fields: {
    title: collectionField('title', 'Name of the collection.', { required: true, example: 'Product' }),
    description: collectionField('description', 'Description of the content.', { example: 'All our products' }),
    parent: collectionField.ref(
      'parent',
      'collection',
      'Collection that contains this collection. `null` means the top level.',
      {
        clearable: true,
        writtenBy: 'move',
      },
    ),
    defaultLevel: collectionField('defaultLevel', 'Default permission level of members for the content.', {
      nullIsValue: true,
      defaultValue: 'inherit',
      exposure: levelExposure,
    }),
  },
  reading: {
    by: 'list',
    call: callOf(contract.listCollections),
    one: callOf(contract.getCollection),
    isLeveled: true,
    decode: (item) => {
      const decoded = decodeMembers(item, { needs: ['title'], may: ['description', 'defaultLevel'] });
      return decoded && addFields(decoded, { parent: textOrUndefined(objectOrUndefined(item)?.parent) ?? null });
    },
  },
  create: callOf(contract.createCollection),
  update: callOf(contract.updateCollection),
  move: (step) => callOf(contract.moveCollection)({ ...step, body: moveBody(step) }),
  delete: callOf(contract.deleteCollection),
});
