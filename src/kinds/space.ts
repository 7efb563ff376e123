/** Space: made by duplicating another one (or along with a site); found through an admin, as no list of all spaces exists. */
import { roles } from '../contract/roles.ts';
import { deleteSpace, duplicateSpace, getSpace, moveSpace, restoreSpace, updateSpace } from '../contract/spaces.ts';
import { callWith, contentMove, defineKind } from './define-kind.ts';
import { choice, flag, raisedRole, ref, text } from './field.ts';
import { itemOf, readItem, textOf, withFields } from './reply.ts';

export const space = defineKind({
  name: 'space',
  segment: 'spaces',
  title: 'space',
  description: 'A body of content.',
  key: 'name',
  naturalKeys: [['title']],
  narrowedBy: 'collection',
  pruneMustBeNamed: true,
  protectedByDefault: true,
  restorable: true,
  createNeeds: 'copyOf',
  bornWith: {
    ...{ container: 'site', link: 'site-space', field: 'space' },
    begins: { field: 'sample', says: "it begins with the platform's sample content" },
  },
  loss: 'its content, for good after 7 days in the trash',
  orderedIn: ['collection'],
  moveCarriesContainer: true,
  fields: {
    title: text('Name of the space.', { max: 50 }, { writtenBy: 'update' }),
    emoji: text('Code point of its emoji, such as `1f3e0`.', { max: 50 }, { writtenBy: 'update', copied: true }),
    editMode: choice('`locked`: nobody can edit it directly.', ['live', 'locked'], {
      writtenBy: 'update',
      usual: 'live',
      locks: { value: 'locked', kinds: ['field-values'] },
    }),
    defaultLevel: choice('What members may do with it.', [...roles, 'inherit'], {
      clearable: true,
      nullIsValue: true,
      usual: 'inherit',
      opens: raisedRole('more people may read or change what is in it', 'fewer people may read or change what is in it'),
      writtenBy: 'update',
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
    call: (_input, id) => callWith(getSpace, { spaceId: id }),
    // A member's spaces and site-spaces embed it.
    decode: (value) => {
      const item = itemOf(itemOf(value)?.space) ?? itemOf(value);
      const decoded = readItem(item, { needs: ['title'], may: ['emoji', 'editMode', 'defaultLevel'] });
      if (decoded === undefined) return undefined;
      return { ...withFields(decoded, { collection: textOf(item?.parent) ?? null }), ...(item?.deletedAt ? { isDeleted: true } : {}) };
    },
  },
  create: ({ fields }) => callWith(duplicateSpace, { spaceId: String(fields.copyOf ?? '') }),
  update: ({ id, fields }) => [callWith(updateSpace, { spaceId: id }, fields)],
  move: (step) => callWith(moveSpace, { spaceId: step.id }, contentMove(step)),
  restore: ({ id }) => callWith(restoreSpace, { spaceId: id }),
  delete: ({ id }) => callWith(deleteSpace, { spaceId: id }),
});
