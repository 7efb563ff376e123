/** Merges two ledgers by address. Only contradictory changes are left to a person. */

import type { Address } from '../core/address.ts';
import { withoutUndefined } from '../core/defined.ts';
import { laterInvitation } from '../core/pending-marks.ts';
import type { Ledger, LedgerEntry } from '../core/state.ts';
import {
  type Gone,
  type LedgerTarget,
  ledgerError,
  lineOfEntry,
  lineOfGone,
  type NamedLedger,
  serialiseLedgerEntry,
  textOfLedger,
} from './ledger.ts';

/** An address that both sides changed. A missing side removed it. */
interface LedgerConflict {
  readonly address: Address;
  readonly ours?: LedgerEntry;
  readonly theirs?: LedgerEntry;
}

export interface MergedLedgers {
  /** Contains conflict markers around the lines of each conflict. */
  readonly text: string;
  readonly addresses: number;
  readonly conflicts: readonly LedgerConflict[];
}

/** `base` is missing without a common ancestor. Throws DocformError if the ledgers have different targets. */
export function mergeLedgers(base: NamedLedger | undefined, ours: NamedLedger, theirs: NamedLedger): MergedLedgers {
  requireSame(ours.target, theirs.target);
  const before: Ledger = base?.ledger ?? { resources: {}, lists: [] };
  const conflicts: LedgerConflict[] = [];
  const gone: Gone = { ...ours.gone, ...theirs.gone };
  const maps = [before.resources, ours.ledger.resources, theirs.ledger.resources];
  let addresses = 0;
  const resources = namesIn([...maps, gone]).flatMap((address) => {
    const [was, our, their] = maps.map((entries) => ownValue(entries, address));
    const merged = mergedEntry(was, our, their);
    const left = ownValue(gone, address);
    if (merged === undefined) return left === undefined ? [] : [lineOfGone(address, left)];
    addresses += 1;
    if (merged !== 'conflict') return [lineOfEntry(address, merged)];
    conflicts.push(withoutUndefined({ address, ours: our, theirs: their }));
    const lineOf = (entry: LedgerEntry | undefined) => (entry === undefined ? [] : [lineOfEntry(address, entry)]);
    return ['<<<<<<< ours', ...lineOf(our), '=======', ...lineOf(their), '>>>>>>> theirs'];
  });
  const [our, their] = [ours.ledger, theirs.ledger];
  const merged = withoutUndefined({
    dialect: (our.dialect === before.dialect ? their : our).dialect,
    lists: mergedLists(before.lists, our.lists, their.lists),
    orders: mergedTexts(before.orders, our.orders, their.orders),
    pending: mergedTexts(before.pending, our.pending, their.pending, laterInvitation),
    external: mergedTexts(before.external, our.external, their.external),
    runs: [...(our.runs ?? []), ...(their.runs ?? [])],
  });
  return {
    text: textOfLedger(ours.target, merged, resources),
    addresses,
    conflicts,
  };
}

function requireSame(ours: LedgerTarget, theirs: LedgerTarget) {
  if (ours.host === theirs.host && ours.organization === theirs.organization) return;
  throw ledgerError(
    'E-LEDGER-TARGET',
    `ours belongs to ${ours.organization} on ${ours.host}, theirs to ${theirs.organization} on ${theirs.host}`,
    'keep one of the two ledgers, and use --env NAME for a separate ledger for each target',
  );
}

type Texts = { readonly [name: string]: string };

function ownValue<T>(map: { readonly [name: string]: T }, name: string) {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}

function namesIn(maps: readonly object[]) {
  return [...new Set(maps.flatMap((map) => Object.keys(map)))].sort();
}

/** Takes the changed side if the other side is unchanged. `undefined` is a value like any other. */
function mergedValue<T>(was: T, our: T, their: T): { readonly value: T } | 'conflict' {
  if (our === their || their === was) return { value: our };
  return our === was ? { value: their } : 'conflict';
}

function mergedEntry(was: LedgerEntry | undefined, our: LedgerEntry | undefined, their: LedgerEntry | undefined) {
  const textOf = (entry: LedgerEntry | undefined) => (entry === undefined ? undefined : serialiseLedgerEntry(entry));
  const merged = mergedValue(textOf(was), textOf(our), textOf(their));
  if (merged !== 'conflict') return merged.value === textOf(our) ? our : their;
  if (our === undefined || their === undefined || our.id !== their.id) return 'conflict';
  const protect = mergedValue(was?.protect, our.protect, their.protect);
  const isProtected = protect === 'conflict' ? true : protect.value;
  const applied = mergedTexts(was?.applied, our.applied, their.applied);
  const rewritten = mergedTexts(was?.rewritten, our.rewritten, their.rewritten);
  return withoutUndefined({
    id: our.id,
    protect: isProtected,
    applied,
    rewritten: Object.keys(rewritten).length === 0 ? undefined : rewritten,
    claimed: our.claimed ?? their.claimed,
  });
}

/** If both sides changed a fingerprint, order, pending declaration or external reference, it is unknown which one is later, so the value is dropped unless `later` knows. */
function mergedTexts(
  was: Texts = {},
  our: Texts = {},
  their: Texts = {},
  later: typeof laterInvitation = () => undefined,
) {
  return Object.fromEntries(
    namesIn([was, our, their]).flatMap((name) => {
      const sides = [ownValue(our, name), ownValue(their, name)] as const;
      const merged = mergedValue(ownValue(was, name), ...sides);
      const value = merged === 'conflict' ? later(...sides.filter((side) => side !== undefined)) : merged.value;
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function mergedLists(was: readonly string[], our: readonly string[], their: readonly string[]) {
  return [...new Set([...our, ...their])].filter(
    (list) => !was.includes(list) || (our.includes(list) && their.includes(list)),
  );
}
