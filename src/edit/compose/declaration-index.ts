/** An index of a declaration: its resources by address, by list, and in the order that readers see. */
import { type Address, type ListAddress, listAddress } from '../../core/address.ts';
import { groupBy } from '../../core/group-by.ts';
import type { Declaration, DesiredResource, KindName } from '../../core/state.ts';
import { heldIn } from '../../declaration/container.ts';
import { declaredAt } from '../../declaration/resources.ts';
import type { Shapes } from '../../kinds/shape.ts';

export interface DeclarationIndex {
  /** Declared resources; who is only looked up is not among them. */
  readonly at: ReadonlyMap<Address, DesiredResource>;
  readonly inList: (list: ListAddress) => readonly DesiredResource[];
  /** The list is declared, also where nothing stands in it. */
  readonly isListed: (list: ListAddress) => boolean;
  /** What stands in order in a container; undefined: nothing does, and nothing says so. */
  readonly sequenceOf: (container: DesiredResource, kinds: readonly KindName[]) => readonly DesiredResource[] | undefined;
}

const made = new WeakMap<Declaration, DeclarationIndex>();

/** Made once per declaration. */
export function declarationIndex(declaration: Declaration, shapes: Shapes): DeclarationIndex {
  const known = made.get(declaration);
  if (known !== undefined) return known;
  const index = build(declaration, shapes);
  made.set(declaration, index);
  return index;
}

function build({ resources: all, orders, lists }: Declaration, shapes: Shapes): DeclarationIndex {
  const at = declaredAt(all);
  const resources = [...at.values()];
  const segmentOf = (kind: KindName): string => shapes.get(kind)?.segment ?? '';
  const byList = groupBy(resources, ({ kind, parent }) => listAddress(parent, segmentOf(kind)));
  const held = heldIn(resources, shapes);
  const listed = new Set<ListAddress>(lists);
  return {
    at,
    inList: (list) => byList.get(list) ?? [],
    isListed: (list) => listed.has(list),
    sequenceOf: ({ address }, kinds) => {
      const order = (orders[address] ?? []).flatMap((each) => at.get(each) ?? []);
      const placed = new Set(order);
      const rest = (held.get(address) ?? []).filter((each) => kinds.includes(each.kind) && !placed.has(each));
      const isStated = orders[address] !== undefined || kinds.some((kind) => listed.has(listAddress(address, segmentOf(kind))));
      return order.length + rest.length > 0 || isStated ? [...order, ...rest] : undefined;
    },
  };
}
