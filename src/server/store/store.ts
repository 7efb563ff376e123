/** What the platform stores: objects, facts and snapshots. */

import type { Kind, Row } from './records.ts';

export type Place = Pick<Row, 'position' | 'id'>;

export interface PageQuery {
  /** Only rows after this place, which need not contain a row. Siblings at the same position are ordered by id. */
  after?: Place;
  limit: number;
  descending?: boolean;
  where?: { name: string; is: string | null };
}

/** Queries. Lists are copies, because a caller can write while it iterates. */
export interface Reads {
  /** The object with this id. `parent` is required where several objects have one id, such as a user in several teams. */
  find<K extends Kind>(kind: K, id: string, parent?: string): Row<K> | undefined;
  /** All objects with this id, such as the memberships of a user. */
  all<K extends Kind>(kind: K, id: string): Row<K>[];
  children<K extends Kind>(kind: K, parent: string): Row<K>[];
  page<K extends Kind>(kind: K, parent: string, query: PageQuery): Row<K>[];
  /** All objects of a site or organization, by parent, each in sibling order. */
  inScope<K extends Kind>(kind: K, scope: string): Row<K>[];
  linkingTo<K extends Kind>(kind: K, target: string): Row<K>[];
  findByKey(uniqueKey: string): { kind: string; id: string } | undefined;
  count(kind: Kind, parent: string, where?: PageQuery['where']): number;
  countInScope(kind: Kind, scope: string): number;
  /** The number of objects with this id that link to `target`, such as the teams of a user in one organization. */
  countWithTarget(kind: Kind, id: string, target: string): number;
  neighbour(
    kinds: readonly Kind[],
    parent: string,
    position: number,
    direction: 'before' | 'after',
  ): number | undefined;
  lastPosition(kinds: readonly Kind[], parent: string): number | undefined;
}

export interface SnapshotRow {
  readonly name: string;
  readonly takenAt: string;
  readonly objects: number;
}

/** Facts about the platform itself, which are not part of the state. */
export const tokenFactName = 'token';
export const firstSeedFactName = 'firstSeed';

/** Tokens are not part of the state. A token remains valid until its user is no longer a member of any organization. */
export function isOfState(row: Pick<Row, 'kind'>): boolean {
  return row.kind !== 'token';
}

export function isFactOfState(name: string): boolean {
  return name !== tokenFactName && name !== firstSeedFactName;
}

export interface Store extends Reads {
  /** Throws if another object has the same place or unique key. */
  insert<K extends Kind>(row: Row<K>): void;
  /** Replaces everything except the id. */
  replace<K extends Kind>(previous: Row<K>, row: Row<K>): void;
  remove(row: Row): void;
  removeScope(scope: string): void;
  readFact(name: string): string | undefined;
  writeFact(name: string, value: string): void;

  countObjects(): number;
  /** A hash of all objects. */
  digest(): string;
  /** All objects in sibling order; with a name, those of an existing snapshot. */
  everything(snapshot?: string): Row[];
  removeState(): void;
  removeOrphanTokens(): void;
  listSnapshots(): readonly SnapshotRow[];
  /** Copies objects and facts, and replaces a snapshot of the same name. */
  takeSnapshot(name: string, takenAt: string): void;
  /** Replaces objects and facts by those of a snapshot. False if there is no such snapshot. */
  restoreSnapshot(name: string): boolean;
  removeSnapshot(name: string): boolean;

  /** Runs `work`. If it throws, all its writes are reverted. */
  transact<T>(mode: 'read' | 'write', work: () => T): T;
  /** Like `transact`, but the writes of requests that arrive together can share one commit. Settles when all that `work` read or wrote is durable. */
  together<T>(mode: 'read' | 'write', work: () => T): Promise<T>;
  close(): void;
}
