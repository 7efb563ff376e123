/** The calls for the structure of a site in the vendor's dialect. */
import { call } from '../contract/endpoint.ts';
import { getSiteStructure, sortSiteStructure } from '../contract/vendor/site-structure.ts';
import { firstListed, wrapperOf } from './companions.ts';
import { callOf, type LookUp, positionOf, type StepInput, siteOf } from './define-kind.ts';
import type { ReadInput, Reading } from './reading.ts';
import { itemTypes, sectionItems, siteSpaceItems, structureOrders } from './structure-items.ts';

type Tree = Extract<Reading, { by: 'list' }>;

export function readingInTree(decode: Tree['decode'], pick: NonNullable<Tree['tree']>['pick']): Tree {
  return { by: 'list', placed: 'in-structure', call: structureOf, decode, tree: { pick, orders: structureOrders } };
}

const structureOf = ({ organization, up }: Pick<ReadInput, 'organization' | 'up'>) =>
  callOf(getSiteStructure)({ organization, up });

/** One call moves every kind, beside siblings of any kind. */
export function sort(step: StepInput, kind: keyof typeof itemTypes) {
  const { position = {} } = positionOf(step, (beside, id) => ({
    type: itemTypes[beside as keyof typeof itemTypes],
    id,
  }));
  return call(sortSiteStructure, {
    path: siteOf(step),
    body: { item: { type: itemTypes[kind], id: step.id }, position },
  });
}

export const sectionLookUps: readonly LookUp[] = [
  { roles: ['first'], call: structureOf, find: (items, _step, id) => firstListed(id, siteSpaceItems(items)) },
  { roles: ['wrapper'], call: structureOf, find: (items, _step, id) => wrapperOf(id, sectionItems(items)) },
];
