/** Space: made by duplicating another one (or along with a site); found through an admin, as no list of all spaces exists. */
import { call } from '../contract/endpoint.ts';
import { deleteSpace, duplicateSpace, getSpace, moveSpace, restoreSpace, updateSpace } from '../contract/spaces.ts';
import { fieldsOf } from './contract-field.ts';
import { contentMove, defineKind } from './define-kind.ts';
import { flag, raisedLevel, ref } from './field.ts';
import { itemOf, readItem, textOf, withFields } from './reply.ts';

const field = fieldsOf(duplicateSpace, updateSpace);

export const space = defineKind({
  name: 'space',
  segment: 'spaces',
  title: 'space',
  description: 'A body of content.',
  key: 'name',
  exampleKey: 'home',
  naturalKeys: [['title']],
  narrowedBy: 'collection',
  pruneMustBeNamed: true,
  protectedByDefault: true,
  restorable: true,
  createNeeds: 'copyOf',
  companionOf: {
    ...{ container: 'site', link: 'site-space', field: 'space' },
    begins: { field: 'sample', says: "it begins with the platform's sample content" },
  },
  loss: 'its content, for good after 7 days in the trash',
  orderedIn: ['collection'],
  orderedApart: true,
  moveCarriesContainer: true,
  fields: {
    title: field('title', 'Name of the space.', { example: 'Home' }),
    emoji: field('emoji', 'Its emoji: the character, or its code points such as `1f3e0`.', { example: '📝', copied: true }),
    editMode: field('editMode', '`locked`: nobody can edit it directly.', {
      usual: 'live',
      opens: {
        by: 'rise',
        order: [['locked'], ['live']],
        says: 'it can be edited directly again',
        shuts: 'nobody can edit it directly any more',
      },
      locks: { value: 'locked', kinds: ['field-values'] },
    }),
    defaultLevel: field('defaultLevel', 'What members may do with it.', {
      nullIsValue: true,
      usual: 'inherit',
      opens: raisedLevel,
    }),
    collection: ref('collection', 'Collection it stands in; null: the top level.', { clearable: true, writtenBy: 'move', copied: true }),
    copyOf: ref('space', 'Space it is made from, by duplicating. Read at creation only.', { writtenBy: 'create' }),
    sample: flag(
      "Begins with the platform's sample content, where it comes along with a new site; otherwise empty. Read at creation only.",
      {
        writtenBy: 'create',
      },
    ),
  },
  reading: {
    by: 'discovery',
    isLeveled: true,
    call: (_input, id) => call(getSpace, { path: { spaceId: id } }),
    // A member's spaces and site-spaces embed it.
    decode: (value) => {
      const item = itemOf(itemOf(value)?.space) ?? itemOf(value);
      const decoded = readItem(item, { needs: ['title'], may: ['emoji', 'editMode', 'defaultLevel'] });
      if (decoded === undefined) return undefined;
      const whole = withFields(decoded, { collection: textOf(item?.parent) ?? null });
      return item?.deletedAt ? { ...whole, isDeleted: true } : whole;
    },
  },
  create: ({ fields }) => call(duplicateSpace, { path: { spaceId: String(fields.copyOf ?? '') } }),
  update: ({ id, body }) => [call(updateSpace, { path: { spaceId: id }, body })],
  move: (step) => call(moveSpace, { path: { spaceId: step.id }, body: contentMove(step) }),
  restore: ({ id }) => call(restoreSpace, { path: { spaceId: id } }),
  delete: ({ id }) => call(deleteSpace, { path: { spaceId: id } }),
});
