/** Reads live state as a declaration: each object with its id, and with the fields that no configuration can say. */
import { type Address, listOf } from '../core/address.ts';
import type { Declaration } from '../core/state.ts';

export interface AsDeclared extends Declaration {
  readonly ids: ReadonlyMap<Address, string>;
  readonly leftOut: readonly { readonly why: string; readonly address?: Address; readonly field?: string }[];
}

/** Why none can say it: of a field, or of a resource as a whole. */
export function whyLeftOut({ leftOut }: Pick<AsDeclared, 'leftOut'>, address: Address, field?: string): string | undefined {
  return leftOut.find((each) => each.address === address && each.field === field)?.why;
}

/** Under which address of a list the object with this id is declared. */
export function addressOfId({ resources, ids }: AsDeclared, list: Address, id: string | undefined): Address | undefined {
  return resources.find(({ address }) => listOf(address) === list && ids.get(address) === id)?.address;
}
