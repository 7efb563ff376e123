/** Collection: created with title and parent only. */

import * as contract from '../contract/collections.ts';
import { callOf, contentMove, defineKind, fieldsOf } from './define-kind.ts';
import { levelExposure } from './field.ts';
import { itemOf, readItem, textOf, withFields } from './reading.ts';

const field = fieldsOf(contract.createCollection, contract.updateCollection);

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
    call: callOf(contract.listCollections),
    one: callOf(contract.getCollection),
    isLeveled: true,
    decode: (item) => {
      const decoded = readItem(item, { needs: ['title'], may: ['description', 'defaultLevel'] });
      return decoded && withFields(decoded, { parent: textOf(itemOf(item)?.parent) ?? null });
    },
  },
  create: callOf(contract.createCollection),
  update: callOf(contract.updateCollection),
  move: (step) => callOf(contract.moveCollection)({ ...step, body: contentMove(step) }),
  delete: callOf(contract.deleteCollection),
});
