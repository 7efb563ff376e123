/** Live state as a declaration, with ids, and the fields that a configuration cannot express. */
import { type Address, listOf } from '../../core/address.ts';
import { groupBy, groupByPair } from '../../core/compare.ts';
import { cachePerObject } from '../../core/once.ts';
import type { Declaration } from '../../core/state.ts';

export interface AsDeclared extends Declaration {
  readonly ids: ReadonlyMap<Address, string>;
  readonly leftOut: readonly { readonly why: string; readonly address?: Address; readonly field?: string }[];
}

export function whyFieldLeftOut({ leftOut }: Pick<AsDeclared, 'leftOut'>, address: Address, field?: string) {
  return leftOutFieldsAt({ leftOut }, address).find((each) => each.field === field)?.why;
}

export function leftOutFieldsAt({ leftOut }: Pick<AsDeclared, 'leftOut'>, address: Address): AsDeclared['leftOut'] {
  return leftOutByAddress(leftOut).get(address) ?? [];
}

export function addressOfObject(declared: AsDeclared, list: Address, id: string | undefined): Address | undefined {
  return id === undefined ? undefined : addressesByList(declared).get(list, id)?.[0]?.address;
}

const leftOutByAddress = cachePerObject((leftOut: AsDeclared['leftOut']) => groupBy(leftOut, ({ address }) => address));

const addressesByList = cachePerObject(({ resources, ids }: AsDeclared) =>
  groupByPair(
    resources,
    ({ address }) => listOf(address),
    ({ address }) => ids.get(address) ?? '',
  ),
);
