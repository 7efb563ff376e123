/** Finds the part of the organization that an import of some addresses needs to read. Pure. */

import { type Address, compilePatternReach, listAddress } from '../core/address.ts';
import type { Extent } from '../core/extent.ts';
import type { Desired, KindName, Ledger } from '../core/state.ts';
import { type KindShape, keepsOrderIn, type Shapes } from '../kinds/shape.ts';
import { nameObjects } from './names.ts';

interface ExtentInput {
  readonly addresses: readonly Address[];
  readonly ledger: Ledger;
  readonly desired?: Desired;
  readonly shapes: Shapes;
  /** Kinds whose lists the import does not read. */
  readonly unread: ReadonlySet<KindName>;
}

export function extentOf({ addresses, ledger, desired, shapes, unread }: ExtentInput): Extent {
  const reached = addresses.map(compilePatternReach);
  const reaches = (address: Address) => reached.some((each) => each(address));
  const asked = [...shapes.values()].filter(
    ({ parents, segment }) => parents === undefined && reaches(listAddress(null, segment)),
  );
  return {
    kinds: neededKinds(
      asked,
      [...shapes.values()].filter(({ name }) => !unread.has(name)),
    ),
    reaches,
    entered: (objects) => {
      const { at } = nameObjects({ objects, lists: [], orders: {} }, ledger, desired, shapes);
      return [...at.values()].flatMap(({ object, address }) => (reaches(address) ? [object] : []));
    },
  };
}

/** Also the kinds to which the contents of the requested objects refer. */
function neededKinds(asked: readonly KindShape[], all: readonly KindShape[]): ReadonlySet<KindName> {
  const contents = new Set(asked.map(({ name }) => name));
  for (const kind of contents) for (const { name, parents } of all) if (parents?.includes(kind)) contents.add(name);
  const ordered = all.filter((shape) => asked.some(({ name }) => keepsOrderIn(shape, name)));
  const needed = new Set([...contents, ...ordered.map(({ name }) => name)]);
  for (const kind of needed)
    for (const { type } of Object.values(all.find(({ name }) => name === kind)?.fields ?? {})) {
      if (type.is === 'ref') needed.add(type.to);
      if (type.is === 'keyed') needed.add(type.keysRefer);
    }
  return needed;
}
