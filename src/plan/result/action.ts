/** The actions of changes. */

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
