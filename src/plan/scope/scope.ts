/** The scope of a partial plan: the addresses that patterns select. */
import { type Address, type ListAddress, listOf, patternWithin } from '../../core/address.ts';
import type { Desired, Ledger } from '../../core/state.ts';

export interface Scope {
  /** Patterns of addresses, and configuration files. Empty: everything. */
  readonly only: readonly string[];
  readonly except: readonly string[];
  /** The revision as given: a branch, tag or commit. */
  readonly since?: string;
  /** Full hash of the commit. */
  readonly commit?: string;
  /** Addresses whose configuration changed since the commit; `LIST/*` stands for the members of a list. */
  readonly selected?: readonly string[];
}

/** The scope of a partial plan, and what the plan does not cover. */
export interface PartOnly extends Scope {
  /** Number of lists that were read. */
  readonly read: number;
  /** Lists that only a complete plan reads, sorted. */
  readonly notRead: readonly ListAddress[];
  /** Changes outside the scope, as far as their lists were read, and the addresses of blocked ones. */
  readonly leftOut: { readonly changes: number; readonly blocked: readonly Address[] };
}

export interface Limit {
  readonly selects: Selects;
  /** What happens to a change of the scope that depends on a change outside. `grow`: the scope includes both. `shrink`: the scope includes neither. `block`: the change is blocked. */
  readonly conflict: 'grow' | 'shrink' | 'block';
  /** Missing: no flag limits the plan. */
  readonly part?: Omit<PartOnly, 'leftOut'>;
}

export type Selects = (address: Address) => boolean;

interface Known {
  readonly desired: Pick<Desired, 'resources' | 'lists'>;
  readonly ledger: Pick<Ledger, 'resources' | 'lists'>;
}

/** `unmatched`: patterns that select nothing. */
export function selectionOf({ only, except, selected }: Scope, known: Known) {
  const matchers = new Map([...only, ...except].map((pattern) => [pattern, matcherOf(pattern, known)]));
  const isOneOf = (patterns: readonly string[], address: Address) =>
    patterns.some((pattern) => matchers.get(pattern)?.(address));
  const changed = selected && new Set(selected);
  const all = [
    ...known.desired.resources.map(({ address }) => address),
    ...known.desired.lists.map(({ list }) => list),
    ...known.ledger.lists,
    ...Object.keys(known.ledger.resources),
  ];
  const results = new Map<Address, boolean>();
  const selects: Selects = (address) => {
    const result =
      results.get(address) ??
      ((changed === undefined || changed.has(address) || changed.has(`${listOf(address)}/*`)) &&
        (only.length === 0 || isOneOf(only, address)) &&
        !isOneOf(except, address));
    results.set(address, result);
    return result;
  };
  return { selects, unmatched: [...matchers].flatMap(([pattern, matches]) => (all.some(matches) ? [] : [pattern])) };
}

/** A file selects everything that it declares, and undeclared objects in these resources. */
function matcherOf(pattern: string, { desired }: Known): Selects {
  if (!/\.ya?ml$/.test(pattern)) return patternWithin(pattern.replace(/(?<!\/)\/+$/, ''));
  const file = pattern.replace(/^(\.\/)+/, '');
  const files = new Map([
    ...desired.lists.map(({ list, span }) => [list, span?.file] as const),
    ...desired.resources.map(({ address, span }) => [address, span.file] as const),
  ]);
  const isIn: Selects = (address) =>
    files.has(address) ? files.get(address) === file : address.includes('/') && isIn(listOf(address));
  return isIn;
}
