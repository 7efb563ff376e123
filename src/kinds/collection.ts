/** Collection: created with title and parent only. */

import {
  createCollection,
  deleteCollection,
  getCollection,
  listCollections,
  moveCollection,
  updateCollection,
} from '../contract/collections.ts';
import { call } from '../contract/endpoint.ts';
import { contentMove, defineKind, fieldsOf } from './define-kind.ts';
import { levelExposure } from './field.ts';
import { itemOf, readItem, textOf, withFields } from './reading.ts';

const field = fieldsOf(createCollection, updateCollection);

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
  loss: 'its access settings',
  orderedIn: ['organization', 'collection'],
  orderedApart: true,
  moveCarriesContainer: true,
  fields: {
    title: field('title', 'Name of the collection.', { required: true, example: 'Product' }),
    description: field('description', 'Description of the content.', { example: 'All our products' }),
    parent: field.ref('parent', 'collection', 'Collection that contains this collection. `null` means the top level.', {
      clearable: true,
      writtenBy: 'move',
    }),
    defaultLevel: field('defaultLevel', 'Default permission level of members for the content.', {
      nullIsValue: true,
      defaultValue: 'inherit',
      exposure: levelExposure,
    }),
  },
  reading: {
    by: 'list',
    call: ({ organization }) => call(listCollections, { path: { organizationId: organization } }),
    one: (_input, id) => call(getCollection, { path: { collectionId: id } }),
    isLeveled: true,
    decode: (item) => {
      const decoded = readItem(item, { needs: ['title'], may: ['description', 'defaultLevel'] });
      return decoded && withFields(decoded, { parent: textOf(itemOf(item)?.parent) ?? null });
    },
  },
  create: ({ organization, body }) => call(createCollection, { path: { organizationId: organization }, body }),
  update: ({ id, body }) => [call(updateCollection, { path: { collectionId: id }, body })],
  move: (step) => call(moveCollection, { path: { collectionId: step.id }, body: contentMove(step) }),
  delete: ({ id }) => call(deleteCollection, { path: { collectionId: id } }),
});
