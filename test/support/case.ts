/** A case: what is there, what is wanted, and the plan and the calls that follow from it; one YAML file each. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Allowances } from '../../src/plan/change.ts';
import type { LiveDocument } from './live-world.ts';
import { filesBelow, projectDirectory } from './sources.ts';

export interface Case {
  /** `share-link/is-created-inactive` */
  readonly name: string;
  readonly live: LiveDocument;
  /** Calls made before planning, to reach what no `live` says: `DELETE /spaces/old`. */
  readonly before: readonly string[];
  readonly ledger: LedgerText;
  /** Lists the ledger says are managed, beside those of `ledger: all`. */
  readonly managed: readonly string[];
  /** Addresses by container, in the order that the ledger knows. */
  readonly orders?: { readonly [container: string]: readonly string[] };
  readonly allow?: Allowances;
  /** Configuration text; `version` and `organization` are put before it. */
  readonly desired: string;
  /** Files that the configuration names. */
  readonly files: { readonly [path: string]: string };
  /** The text of the plan, without its heading. */
  readonly plan: string;
  /** The writes in their order, one per line. */
  readonly requests: string;
  /** The text of the plan made after applying, where that one has something to do as well. */
  readonly second: string;
}

/** `all` (of ana@acme.dev only where `live` names her); or the addresses that are owned; or, by address, the address in `live` of what it owns, or its whole entry. */
export type LedgerText = 'all' | readonly string[] | { readonly [address: string]: string | LedgerEntryText };

export interface LedgerEntryText {
  readonly of?: string;
  readonly protect?: boolean;
  readonly applied?: { readonly [field: string]: string };
  /** Values as last applied, of which the ledger keeps the marks. */
  readonly was?: { readonly [field: string]: unknown };
}

export const casesFolder = 'test/cases';

const plain: Case = {
  ...{ name: 'a case', live: {}, before: [], ledger: [], managed: [], orders: {}, files: {} },
  ...{ desired: '', plan: '', requests: '', second: '' },
};

const keys = [...Object.keys(plain), 'allow'].filter((key) => key !== 'name');

/** What a test says of a case of its own, all of which docform owns unless it says otherwise. */
export function caseOf(said: Partial<Case>): Case {
  return { ...plain, ledger: 'all', ...said };
}

export function caseNames(): readonly string[] {
  return filesBelow(casesFolder, '.yaml').map((path) => path.slice(casesFolder.length + 1, -'.yaml'.length));
}

/** What was read before: of each case many laws make examples. */
const known = new Map<string, Case>();

export function readCase(name: string): Case {
  const each = known.get(name) ?? parsedCase(name);
  known.set(name, each);
  return each;
}

function parsedCase(name: string): Case {
  const text = readFileSync(join(projectDirectory, casesFolder, `${name}.yaml`), 'utf8');
  const said = parse(text) as Partial<Case>;
  const unknown = Object.keys(said).filter((key) => !keys.includes(key));
  if (unknown.length > 0) throw new Error(`${name}: unknown key ${unknown.join(', ')}`);
  return { ...plain, ...said, name, live: said.live ?? {} };
}
