/** A declaration as desired state: under a policy that deletes nothing. */
import type { Declaration, Desired } from '../core/state.ts';
import { addressPath, type Shapes } from '../kinds/shape.ts';

/** Everything is kept, and nothing is protected, as nothing is to be changed. */
export function asDesired({ resources, orders, lists }: Declaration, organization: string, shapes: Shapes): Desired {
  return {
    organization,
    resources,
    orders,
    lists: lists.flatMap((list) => {
      const kind = addressPath(`${list}/x`, shapes)?.at(-1)?.kind;
      return kind === undefined ? [] : [{ list, kind, prune: 'never' as const, pruneIsNamed: false }];
    }),
    moved: [],
    policy: { prune: () => 'never', protect: [], maxDeletes: 0 },
  };
}
