/** From what the tests did to what is covered: each operation with what was seen of it, and the tests that show its state. */
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/index.ts';
import { coverage } from '../../src/server/coverage/coverage.ts';
import type { Entry } from './record.ts';

export interface TestName {
  readonly file: string;
  readonly title: string;
}

export interface Measured {
  readonly operation: string;
  /** Some test had it succeed as the contract says. */
  readonly isImplemented: boolean;
  /** Replies passed the contract's closed schema, and where the operation takes a body or query, a wrong one was refused. */
  readonly isValidated: boolean;
  /** Some test saw it change the state, or answer the same request otherwise once the state had changed. */
  readonly isStateful: boolean;
  /** The tests that saw that, those that do little else first. */
  readonly tests: readonly TestName[];
}

/** As many as the table names for one operation. */
const mostTests = 3;

export function measured(entries: readonly Entry[]): readonly Measured[] {
  const byOperation = grouped(entries, ({ operation }) => operation);
  const byTest = grouped(entries, keyOf);
  return coverage.flatMap(({ operation }) => {
    const endpoint = endpoints.find(({ name }) => name === operation);
    return endpoint === undefined ? [] : [measuredOperation(endpoint, byOperation.get(operation) ?? [], byTest)];
  });
}

type Groups = ReadonlyMap<string, readonly Entry[]>;

function grouped(entries: readonly Entry[], key: (entry: Entry) => string): Groups {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const group = groups.get(key(entry)) ?? [];
    group.push(entry);
    groups.set(key(entry), group);
  }
  return groups;
}

function keyOf({ file, title }: Entry): string {
  return `${file}\n${title}`;
}

function measuredOperation(endpoint: Endpoint, entries: readonly Entry[], byTest: Groups): Measured {
  const isImplemented = entries.some(({ isSuccess }) => isSuccess);
  const takesInput = endpoint.body !== undefined || endpoint.query !== undefined;
  const stateful = grouped(
    entries.filter(({ isStateful }) => isStateful),
    keyOf,
  );
  return {
    operation: endpoint.name,
    isImplemented,
    isValidated: isImplemented && (!takesInput || entries.some(({ isRefusedBySchema }) => isRefusedBySchema)),
    isStateful: stateful.size > 0,
    tests: mostDevoted(stateful, byTest).slice(0, mostTests),
  };
}

/** Tests that do little else come first. */
function mostDevoted(stateful: Groups, byTest: Groups): readonly TestName[] {
  return [...stateful]
    .map(([key, entries]) => ({ key, entries, share: entries.length / (byTest.get(key)?.length ?? 1) }))
    .sort((one, other) => other.share - one.share || (one.key < other.key ? -1 : 1))
    .flatMap(({ entries: [entry] }) => (entry === undefined ? [] : [{ file: entry.file, title: entry.title }]));
}
