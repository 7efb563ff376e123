/** Collection: created with title and parent only, and moved to another parent or place by one call. */
import { roles } from '../contract/roles.ts';
import {
  createCollection,
  deleteCollection,
  getCollection,
  listCollections,
  moveCollection,
  updateCollection,
} from '../contract/collections.ts';
import { callWith, contentMove, defineKind } from './define-kind.ts';
import { choice, raisedRole, ref, text } from './field.ts';
import { itemOf, readItem, textOf, withFields } from './reply.ts';

export const collection = defineKind({
  name: 'collection',
  segment: 'collections',
  title: 'collection',
  description: 'A folder of spaces and further collections.',
  key: 'name',
  naturalKeys: [['title']],
  narrowedBy: 'parent',
  pruneMustBeNamed: true,
  deletedEmpty: true,
  loss: 'who may access it',
  orderedIn: ['organization', 'collection'],
  moveCarriesContainer: true,
  fields: {
    title: text('Name of the collection.', { max: 50 }, { required: true }),
    description: text('What it holds.', { max: 100 }, { writtenBy: 'update' }),
    parent: ref('collection', 'Collection it stands in; null: the top level.', {
      clearable: true,
      writtenBy: 'move',
      placedAtCreation: true,
    }),
    defaultLevel: choice('What members may do with its content.', [...roles, 'inherit'], {
      clearable: true,
      nullIsValue: true,
      usual: 'inherit',
      opens: raisedRole('more people may read or change what is in it', 'fewer people may read or change what is in it'),
      writtenBy: 'update',
    }),
  },
  reading: {
    by: 'list',
    call: ({ organization }) => callWith(listCollections, { organizationId: organization }),
    one: (_input, id) => callWith(getCollection, { collectionId: id }),
    isLeveled: true,
    decode: (item) => {
      const decoded = readItem(item, { needs: ['title'], may: ['description', 'defaultLevel'] });
      return decoded && withFields(decoded, { parent: textOf(itemOf(item)?.parent) ?? null });
    },
  },
  create: ({ organization, fields }) => callWith(createCollection, { organizationId: organization }, fields),
  update: ({ id, fields }) => [callWith(updateCollection, { collectionId: id }, fields)],
  move: (step) => callWith(moveCollection, { collectionId: step.id }, contentMove(step)),
  delete: ({ id }) => callWith(deleteCollection, { collectionId: id }),
});
