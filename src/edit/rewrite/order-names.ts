/** Names for the `order` list of a container: keys, or addresses where a key is ambiguous. */
import { type Address, keyIn } from '../../core/address.ts';
import { isEqual } from '../../core/equal.ts';
import { containerKind, keepsOrderIn } from '../../kinds/shape.ts';
import type { Tree } from '../tree/tree.ts';
import { attempt, type Editing } from './editing.ts';
import { editedValue } from './value-edits.ts';

/** undefined: no order is stated. */
export function orderNames(editing: Editing, container: Address, when: 'before' | 'after'): readonly string[] | undefined {
  const { orders } = when === 'before' ? editing.declared : editing.wanted;
  const kind = containerKind(container, editing.shapes);
  const segments = [...editing.shapes.values()].filter((shape) => keepsOrderIn(shape, kind)).map(({ segment }) => segment);
  return orders[container]?.map((address) => {
    const key = keyIn(address);
    const isAmbiguous = segments.filter((segment) => editing[when].at.has(`${segment}/${key}`)).length > 1;
    return isAmbiguous ? address : key;
  });
}

/** Edits an `order` that is written. `container`: before and after; `isJoined`: another file has part of it, and takes all of it. undefined: the key goes. */
export function editedOrder(
  editing: Editing,
  tree: Tree,
  container: { readonly before: Address; readonly after: Address },
  isJoined = false,
): Tree | undefined {
  const after = orderNames(editing, container.after, 'after');
  if (after === undefined) return undefined;
  const before = orderNames(editing, container.before, 'before');
  if (isJoined) return isEqual(before, after) ? tree : undefined;
  const edit = { before, after };
  return attempt(editing, { address: container.before }, () => editedValue(editing.anchored, tree, edit), tree);
}
