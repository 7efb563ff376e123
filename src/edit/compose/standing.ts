/** Where declared resources stand: by address, by list, and in the order that readers see. */
import { type Address, type ListAddress, listAddress } from '../../core/address.ts';
import { groupBy } from '../../core/group-by.ts';
import type { Declaration, DesiredResource, KindName } from '../../core/state.ts';
import { heldIn } from '../../declaration/container.ts';
import { declaredAt } from '../../declaration/resources.ts';
import type { Shapes } from '../../kinds/shape.ts';

export interface Standing {
  /** Declared resources; who is only looked up is not among them. */
  readonly at: ReadonlyMap<Address, DesiredResource>;
  readonly inList: (list: ListAddress) => readonly DesiredResource[];
  /** The list is declared, also where nothing stands in it. */
  readonly isListed: (list: ListAddress) => boolean;
  /** What stands in order in a container; undefined: nothing does, and nothing says so. */
  readonly sequenceOf: (container: DesiredResource, kinds: readonly KindName[]) => readonly DesiredResource[] | undefined;
}

const made = new WeakMap<Declaration, Standing>();

/** Made once per declaration. */
export function standingOf(declaration: Declaration, shapes: Shapes): Standing {
  const known = made.get(declaration);
  if (known !== undefined) return known;
  const standing = build(declaration, shapes);
  made.set(declaration, standing);
  return standing;
}

function build({ resources, orders, lists }: Declaration, shapes: Shapes): Standing {
  const at = declaredAt(resources);
  const standing = [...at.values()];
  const segmentOf = (kind: KindName): string => shapes.get(kind)?.segment ?? '';
  const byList = groupBy(standing, ({ kind, parent }) => listAddress(parent, segmentOf(kind)));
  const held = heldIn(standing, shapes);
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
