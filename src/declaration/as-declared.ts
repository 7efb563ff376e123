/** Reads live state as a declaration: each object with its id, and with the fields that no configuration can say. */
import { type Address, listOf } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import { onceFor } from '../core/once.ts';
import { groupByPair } from '../core/pair-map.ts';
import type { Declaration } from '../core/state.ts';

export interface AsDeclared extends Declaration {
  readonly ids: ReadonlyMap<Address, string>;
  readonly leftOut: readonly { readonly why: string; readonly address?: Address; readonly field?: string }[];
}

/** Why none can say it: of a field, or of a resource as a whole. */
export function whyLeftOut(
  { leftOut }: Pick<AsDeclared, 'leftOut'>,
  address: Address,
  field?: string,
): string | undefined {
  return leftOutAt({ leftOut }, address).find((each) => each.field === field)?.why;
}

/** What of a resource none can say. */
export function leftOutAt({ leftOut }: Pick<AsDeclared, 'leftOut'>, address: Address): AsDeclared['leftOut'] {
  return leftOutByAddress(leftOut).get(address) ?? [];
}

/** Under which address of a list the object with this id is declared. */
export function addressOfId(declared: AsDeclared, list: Address, id: string | undefined): Address | undefined {
  return id === undefined ? undefined : addressesByList(declared).get(list, id)?.[0]?.address;
}

const leftOutByAddress = onceFor((leftOut: AsDeclared['leftOut']) => groupBy(leftOut, ({ address }) => address));

const addressesByList = onceFor(({ resources, ids }: AsDeclared) =>
  groupByPair(
    resources,
    ({ address }) => listOf(address),
    ({ address }) => ids.get(address) ?? '',
  ),
);
