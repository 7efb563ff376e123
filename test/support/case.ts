/** Reads cases, one YAML file each: the initial platform, the configuration, and the expected plan and calls. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Dialect } from '../../src/core/dialect.ts';
import type { Allowances } from '../../src/plan/result/change.ts';
import { withCertificates } from './certificates.ts';
import type { LiveDocument } from './live-world.ts';
import { filesBelow, projectDirectory } from './sources.ts';

export interface Case {
  /** `share-link/is-created-inactive` */
  readonly name: string;
  readonly live: LiveDocument;
  /** Default: `2025-06`. */
  readonly dialect?: Dialect;
  /** Calls before the plan, for states that `live` cannot express: `DELETE /spaces/old`. */
  readonly before: readonly string[];
  readonly ledger: LedgerText;
  /** Managed lists in the ledger, in addition to those of `ledger: all`. */
  readonly managed: readonly string[];
  /** Addresses by container, in the order that the ledger contains. */
  readonly orders?: { readonly [container: string]: readonly string[] };
  readonly allow?: Allowances;
  /** Configuration text without `version` and `organization`. */
  readonly desired: string;
  /** Files that the configuration references. */
  readonly files: { readonly [path: string]: string };
  /** The text of the plan, without its heading. */
  readonly plan: string;
  /** The writes in their order, one per line. */
  readonly requests: string;
  /** The text of the plan after the apply, if that plan is not empty. */
  readonly second: string;
}

/** `all` (ana@acme.dev only if `live` contains her), a list of owned addresses, or a map from addresses to addresses in `live` or to complete entries. */
type LedgerText = 'all' | readonly string[] | { readonly [address: string]: string | LedgerEntryText };

export interface LedgerEntryText {
  readonly of?: string;
  readonly protect?: boolean;
  readonly claimed?: true;
  readonly applied?: { readonly [field: string]: string };
  /** Last applied values, which the ledger contains as fingerprints. */
  readonly was?: { readonly [field: string]: unknown };
}

export const casesFolder = 'test/cases';

const plain: Case = {
  ...{ name: 'a case', live: {}, before: [], ledger: [], managed: [], orders: {}, files: {} },
  ...{ desired: '', plan: '', requests: '', second: '' },
};

const keys = [...Object.keys(plain), 'allow', 'dialect'].filter((key) => key !== 'name');

/** A case that a test defines. By default, the ledger contains all of its objects. */
export function caseOf(said: Partial<Case>): Case {
  return { ...plain, ledger: 'all', ...said };
}

export function caseNames(): readonly string[] {
  return filesBelow(casesFolder, '.yaml').map((path) => path.slice(casesFolder.length + 1, -'.yaml'.length));
}

/** Caches cases, because many laws generate examples from each. */
const known = new Map<string, Case>();

export function readCase(name: string): Case {
  const each = known.get(name) ?? parsedCase(name);
  known.set(name, each);
  return each;
}

function parsedCase(name: string): Case {
  const text = readFileSync(join(projectDirectory, casesFolder, `${name}.yaml`), 'utf8');
  const said = parse(withCertificates(text)) as Partial<Case>;
  const unknown = Object.keys(said).filter((key) => !keys.includes(key));
  if (unknown.length > 0) throw new Error(`${name}: unknown key ${unknown.join(', ')}`);
  return { ...plain, ...said, name, live: said.live ?? {} };
}
