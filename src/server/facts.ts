/** The facts of `docs/platform`: test coverage of the contract's operations, and choices where the contract is silent. */

import { endpoints } from '../contract/2025-06/index.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { readShippedText } from '../disk/shipped-text.ts';
import { compared } from './store/compare.ts';

/** Test results of an operation, from `docs/platform/coverage.json`. */
export interface TestResults {
  /** A test received the success status of the contract. */
  readonly implemented: boolean;
  /** All replies matched the closed schema, and invalid queries or bodies were refused. */
  readonly validated: boolean;
  /** A test observed a change of the stored objects, or a different answer after a change. */
  readonly stateful: boolean;
  /** Test files, the most specific first. */
  readonly tests: readonly string[];
}

export interface Coverage extends TestResults {
  /** The name in the contract, such as `createShareLink`. */
  readonly operation: string;
  readonly section: string;
  readonly method: string;
  readonly path: string;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Sorted by section, then by path, because the order of module exports is not stable. */
function inOrder(one: Endpoint, other: Endpoint) {
  if (one.section !== other.section) return sections.indexOf(one.section) - sections.indexOf(other.section);
  return compared(one.path, other.path) || methods.indexOf(one.method) - methods.indexOf(other.method);
}

const sections = [...new Set(endpoints.map(({ section }) => section))];

const untested: TestResults = { implemented: false, validated: false, stateful: false, tests: [] };

export function coverageOf(rows: { [operation: string]: TestResults }): readonly Coverage[] {
  return endpoints.toSorted(inOrder).map(({ name, section, method, path }) => ({
    operation: name,
    section,
    method,
    path,
    ...(rows[name] ?? untested),
  }));
}

export const coverage: readonly Coverage[] = coverageOf(JSON.parse(readShippedText('../docs/platform/coverage.json')));

export interface Choice {
  readonly subject: string;
  readonly choice: string;
  readonly reason: string;
}

/** A heading, a paragraph with the choice, and a paragraph with the reason. */
const section = /^## (.+)\n\n(.+)\n\nWhy: (.+)$/gm;

export const choices: readonly Choice[] = [...readShippedText('../docs/platform/DIFFERENCES.md').matchAll(section)].map(
  ([, subject = '', choice = '', reason = '']) => ({ subject, choice, reason }),
);
