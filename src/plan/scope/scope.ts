/** The scope of a partial plan: the addresses that patterns select. */
import { type Address, compilePatternWithin, listOf } from '../../core/address.ts';
import type { Desired, Ledger } from '../../core/state.ts';
import type { Scope, Selects } from '../result/scope.ts';

interface Known {
  readonly desired: Pick<Desired, 'resources' | 'lists'>;
  readonly ledger: Pick<Ledger, 'resources' | 'lists'>;
}

/** `unmatched`: patterns that select nothing. */
export function createSelection({ only, except, selected }: Scope, known: Known) {
  const matchers = new Map([...only, ...except].map((pattern) => [pattern, createMatcher(pattern, known)]));
  const matchesOneOf = (patterns: readonly string[], address: Address) =>
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
        (only.length === 0 || matchesOneOf(only, address)) &&
        !matchesOneOf(except, address));
    results.set(address, result);
    return result;
  };
  return { selects, unmatched: [...matchers].flatMap(([pattern, matches]) => (all.some(matches) ? [] : [pattern])) };
}

/** A file selects everything that it declares, and undeclared objects in these resources. */
function createMatcher(pattern: string, { desired }: Known): Selects {
  if (!/\.ya?ml$/.test(pattern)) return compilePatternWithin(pattern.replace(/(?<!\/)\/+$/, ''));
  const file = pattern.replace(/^(\.\/)+/, '');
  const files = new Map([
    ...desired.lists.map(({ list, span }) => [list, span?.file] as const),
    ...desired.resources.map(({ address, span }) => [address, span.file] as const),
  ]);
  const isDeclaredInFile: Selects = (address) =>
    files.has(address) ? files.get(address) === file : address.includes('/') && isDeclaredInFile(listOf(address));
  return isDeclaredInFile;
}
