/** Blocks changes unless a flag or a rule of `policy.allow` overrides the guard. */
import type { Address } from '../../core/address.ts';
import type { Allowed } from '../../core/allowed.ts';
import { findAllowingRule, type Guarded, isAllowedByFlag, type Overridable, withOverrides } from '../context/allow.ts';
import type { Matched } from '../identity/matched.ts';
import type { Blocked } from '../result/change.ts';

/** The part of a change that guards decide. */
interface Guardable {
  readonly address: Address;
  readonly id?: string;
  blocked?: Blocked;
  allowed?: readonly Allowed[];
}

/** Blocks the change, unless another guard blocks it already or an override for the address allows it. */
export function blockUnlessAllowed(
  matched: Pick<Matched, 'world' | 'matches'>,
  change: Guardable,
  blocked: Overridable,
  address = change.address,
): void {
  const id = address === change.address ? change.id : knownIdAt(matched, address);
  const guarded = { code: blocked.code, address, id };
  if (change.blocked || isAllowedByOverride(matched, change, blocked, guarded)) return;
  change.blocked = withOverrides(blocked, [guarded]);
}

/** Records the rule that lets the guard pass. */
export function isAllowedByOverride(
  { world }: Pick<Matched, 'world'>,
  change: Guardable,
  { code, reason }: Overridable,
  guarded: Guarded,
): boolean {
  if (isAllowedByFlag(world, guarded.address)) return true;
  const rule = findAllowingRule(world, guarded);
  if (rule === undefined) return false;
  if (change.allowed?.some((each) => each.code === code) !== true)
    change.allowed = [...(change.allowed ?? []), { code, reason, rule }];
  return true;
}

function knownIdAt({ world, matches }: Pick<Matched, 'world' | 'matches'>, address: Address) {
  return matches.idOf(address) ?? world.ledger.get(address)?.id;
}
