/** The actions of changes, and the name of a change. */
import type { Address } from '../../core/address.ts';

/** `invite` sends an invitation: the object exists after a person accepts it. `adopt`, `rename`, `release`, `record` (protection, `prune: all` and external references), `pending` (people who have not joined) and `unmanage` (fields, orders and lists that are no longer declared) change only the ledger. */
export type Action =
  | 'create'
  | 'invite'
  | 'update'
  | 'move'
  | 'replace'
  | 'delete'
  | 'adopt'
  | 'rename'
  | 'release'
  | 'record'
  | 'pending'
  | 'unmanage';

/** A change of a plan. A plan has at most one change of an address with an action. */
export interface NamedChange {
  readonly address: Address;
  readonly action: Action;
}

export function changeKey({ address, action }: NamedChange): string {
  return `${address}:${action}`;
}
