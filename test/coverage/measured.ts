/** Computes the coverage from recorded tests: the results of each operation, and the test files that show its state. */

import { endpoints } from '../../src/contract/2025-06/index.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { coverage, type TestResults } from '../../src/server/facts.ts';
import type { Entry } from './record.ts';

/** Results by operation name. */
export type Measured = { readonly [operation: string]: TestResults };

/** Maximum number of test files that the table lists for an operation. */
const mostTests = 3;

export function measured(entries: readonly Entry[]): Measured {
  const byOperation = grouped(entries, ({ operation }) => operation);
  const byFile = grouped(entries, ({ file }) => file);
  const endpointOf = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));
  return Object.fromEntries(
    coverage.flatMap(({ operation }) => {
      const endpoint = endpointOf.get(operation);
      return endpoint === undefined
        ? []
        : [[operation, measuredOperation(endpoint, byOperation.get(operation) ?? [], byFile)]];
    }),
  );
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

function measuredOperation(endpoint: Endpoint, entries: readonly Entry[], byFile: Groups): TestResults {
  const implemented = entries.some(({ isSuccess }) => isSuccess);
  const takesInput = endpoint.body !== undefined || endpoint.query !== undefined;
  const stateful = grouped(
    entries.filter(({ isStateful }) => isStateful),
    ({ file }) => file,
  );
  return {
    implemented,
    validated: implemented && (!takesInput || entries.some(({ isRefusedBySchema }) => isRefusedBySchema)),
    stateful: stateful.size > 0,
    tests: mostDevoted(stateful, byFile).slice(0, mostTests),
  };
}

/** Files with the highest share of tests for the operation are first. */
function mostDevoted(stateful: Groups, byFile: Groups): readonly string[] {
  const share = (file: string): number => (stateful.get(file)?.length ?? 0) / (byFile.get(file)?.length ?? 1);
  return [...stateful.keys()].sort((one, other) => share(other) - share(one) || (one < other ? -1 : 1));
}
