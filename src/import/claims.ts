/** Leaves out of an import what Git Sync writes: its file stays the only declaration of the structure. */
import { type Address, listOf, topLevelAddress } from '../core/address.ts';
import type { Desired } from '../core/state.ts';
import { indexDeclared } from '../kinds/declaration/resources.ts';
import { type Shapes, shapeOf } from '../kinds/shape.ts';
import type { Selected } from './select.ts';

/** Blocks of resources that Git Sync also writes stay as they are declared. */
export function withoutClaims(selected: Selected, { resources }: Desired, shapes: Shapes): Selected {
  const declared = indexDeclared(resources.filter(({ claim }) => claim !== undefined));
  if (declared.size === 0) return selected;
  const isItem = (kind: string, address: Address) =>
    shapeOf({ shapes }, kind).itemWord !== undefined && declared.has(topLevelAddress(address));
  return {
    ...selected,
    isAsked: (address) => !declared.has(address) && selected.isAsked(address),
    resources: selected.resources.flatMap((resource) => {
      const was = declared.get(resource.address);
      return was === undefined && isItem(resource.kind, resource.address) ? [] : [was ?? resource];
    }),
    orders: Object.fromEntries(Object.entries(selected.orders).filter(([container]) => !declared.has(container))),
    lists: selected.lists.filter((list) => !structureLists.test(list) || !declared.has(listOf(list))),
  };
}

const structureLists = /\/(?:sections|groups|links|spaces)$/;
