/** How much of the contract this platform answers: each operation with what the tests showed of it. */
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/index.ts';
import { coverageRows } from './coverage-rows.ts';
import { coverageTests } from './coverage-tests.ts';

export interface Coverage {
  /** Its name in the contract: `createShareLink`. */
  readonly operation: string;
  readonly section: string;
  readonly method: string;
  readonly path: string;
  /** A test had it succeed with the status of the contract. */
  readonly implemented: boolean;
  /** Its replies passed the closed schema, and a query or body that its schema does not take was refused. */
  readonly validated: boolean;
  /** A test saw it change the stored objects, or answer the same request otherwise once they had changed. */
  readonly stateful: boolean;
  /** The tests that saw that, as `file › title`. */
  readonly tests: readonly string[];
}

const rows = new Map(coverageRows.map((row) => [row[0], row]));

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** By section as the contract has them, then by path; how a module lists what it exports depends on who loads it. */
function inOrder(one: Endpoint, other: Endpoint): number {
  if (one.section !== other.section) return sections.indexOf(one.section) - sections.indexOf(other.section);
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return methods.indexOf(one.method) - methods.indexOf(other.method);
}

const sections = [...new Set(endpoints.map(({ section }) => section))];

/** One entry per operation; measured by `npm run coverage`. */
export const coverage: readonly Coverage[] = endpoints.toSorted(inOrder).map(({ name, section, method, path }) => {
  const [, implemented = false, validated = false, stateful = false, tests = []] = rows.get(name) ?? [];
  return {
    ...{ operation: name, section, method, path, implemented, validated, stateful },
    tests: tests.flatMap((at) => coverageTests[at] ?? []),
  };
});
