/** How much of the contract this platform answers: each operation with what the tests showed of it. */
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/index.ts';
import { shippedText } from '../../disk/shipped-text.ts';
import { compared } from '../compare.ts';

/** What the tests showed of an operation; `docs/platform/coverage.json` holds it by the operation's name. */
export interface Seen {
  /** A test had it succeed with the status of the contract. */
  readonly implemented: boolean;
  /** Its replies passed the closed schema, and a query or body that its schema does not take was refused. */
  readonly validated: boolean;
  /** A test saw it change the stored objects, or answer the same request otherwise once they had changed. */
  readonly stateful: boolean;
  /** Files of tests that saw that, those that do little else first. */
  readonly tests: readonly string[];
}

export interface Coverage extends Seen {
  /** Its name in the contract: `createShareLink`. */
  readonly operation: string;
  readonly section: string;
  readonly method: string;
  readonly path: string;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** By section as the contract has them, then by path; how a module lists what it exports depends on who loads it. */
function inOrder(one: Endpoint, other: Endpoint): number {
  if (one.section !== other.section) return sections.indexOf(one.section) - sections.indexOf(other.section);
  return compared(one.path, other.path) || methods.indexOf(one.method) - methods.indexOf(other.method);
}

const sections = [...new Set(endpoints.map(({ section }) => section))];

const unseen: Seen = { implemented: false, validated: false, stateful: false, tests: [] };

/** One entry per operation, with what was seen of it by its name. */
export function coverageOf(rows: { readonly [operation: string]: Seen }): readonly Coverage[] {
  return endpoints
    .toSorted(inOrder)
    .map(({ name, section, method, path }) => ({ operation: name, section, method, path, ...(rows[name] ?? unseen) }));
}

/** As `npm run coverage` measured it last. */
export const coverage: readonly Coverage[] = coverageOf(JSON.parse(shippedText('../docs/platform/coverage.json')));
