/** The scope of a partial plan: the addresses that patterns or a Git revision select. */
import { type Address, type ListAddress, listOf, patternWithin } from '../core/address.ts';
import { canonicalJson } from '../core/json.ts';
import type { Desired, DesiredResource, Ledger } from '../core/state.ts';
import { addressPath, type Shapes } from '../kinds/shape.ts';

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

/** `mayGrow`: includes what a change of the scope depends on. Otherwise, the change is blocked. */
export interface Limit {
  readonly selects: Selects;
  readonly mayGrow: boolean;
  readonly part: Omit<PartOnly, 'leftOut'>;
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
    ...[...known.desired.lists.map(({ list }) => list), ...known.ledger.lists],
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

/** As the `selected` addresses of a scope: resources, containers whose order changed with their members, and lists. */
export function changedSince(before: Desired, desired: Desired, ledger: Ledger, shapes: Shapes): readonly string[] {
  const [was, now] = [before, desired].map(
    ({ resources }) => new Map(resources.map((each) => [each.address, meaningOf(each)])),
  );
  const lists = changedLists(before, desired, ledger, shapes);
  const containers = [...new Set([...Object.keys(before.orders), ...Object.keys(desired.orders)])].filter(
    (container) => before.orders[container]?.join('\n') !== desired.orders[container]?.join('\n'),
  );
  const selected = [
    ...[...new Set([...(was?.keys() ?? []), ...(now?.keys() ?? [])])].filter(
      (each) => was?.get(each) !== now?.get(each),
    ),
    ...changedMoves(before, desired),
    ...containers.flatMap((container) => [container, ...(desired.orders[container] ?? [])]),
    ...lists.flatMap((list) => [list, `${list}/*`]),
  ];
  return [...new Set(selected)].sort();
}

/** The declaration without its position in files. */
function meaningOf({ span, fieldSpans, ...declaration }: DesiredResource) {
  return canonicalJson(declaration);
}

/** Both addresses of each added or removed rename. */
function changedMoves(before: Desired, desired: Desired) {
  const [old = new Map(), current = new Map()] = [before, desired].map(
    ({ moved }) => new Map(moved.map((entry) => [`${entry.from} ${entry.to} ${entry.reused}`, entry])),
  );
  const changed = [...[...old].filter(([key]) => !current.has(key)), ...[...current].filter(([key]) => !old.has(key))];
  return changed.flatMap(([, { from, to }]) => [from, to]);
}

/** Lists that were added or removed, or whose prune or protect policy changed. */
function changedLists(before: Desired, desired: Desired, ledger: Ledger, shapes: Shapes) {
  const [old, current] = [before, desired].map(
    ({ lists }) => new Map(lists.map(({ list, prune, pruneIsNamed }) => [list, `${prune} ${pruneIsNamed}`])),
  );
  const all = new Set([
    ...[...(old?.keys() ?? []), ...(current?.keys() ?? []), ...ledger.lists],
    ...Object.keys(ledger.resources).map(listOf),
  ]);
  const hasOtherPolicy = (kind = ''): boolean =>
    before.policy.prune(kind) !== desired.policy.prune(kind) ||
    before.policy.protect.includes(kind) !== desired.policy.protect.includes(kind);
  return [...all].filter(
    (list) => old?.get(list) !== current?.get(list) || hasOtherPolicy(addressPath(`${list}/any`, shapes)?.at(-1)?.kind),
  );
}
