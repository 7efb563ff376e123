/** Stops managing objects without deleting them, or hands them over to another configuration of the organization. Writes nothing. */

import { companionsOf } from '../apply/ledger-writer.ts';
import { createSuggest } from '../config/problem-list.ts';
import { type Address, isWithin } from '../core/address.ts';
import { withoutUndefined } from '../core/defined.ts';
import type { Desired, Ledger } from '../core/state.ts';
import {
  type Forgetting,
  type ForgettingInput,
  type Forgotten,
  forgetting,
  type HandedOver,
  type HandoverInput,
  handingOver,
  prunedOf,
} from '../edit/forget.ts';
import { carriedBlocks } from '../edit/rewrite/carried.ts';
import { indexDeclared } from '../kinds/declaration/resources.ts';
import { shapes } from '../kinds/index.ts';
import { resolveRenames } from '../kinds/renames.ts';
import { parseAddress } from '../kinds/shape.ts';
import type { Intent } from '../ledger/journal.ts';
import type { ConfigurationOptions, Validation } from './configuration.ts';
import { rewriteConfiguration } from './rewriting.ts';

export function forget(input: Omit<ForgettingInput, 'shapes'>): Forgetting {
  return forgetting({ ...input, shapes });
}

/** Forgotten objects that `prune: all` would delete in later applies. */
export function prunedAfter(forgotten: readonly Forgotten[], desired: Desired): readonly Forgotten[] {
  return prunedOf(forgotten, desired.lists, shapes);
}

export type Misnamed =
  | { readonly reason: 'no-address' | 'list' | 'external' }
  | { readonly reason: 'unknown'; readonly near?: Address }
  | { readonly reason: 'renamed'; readonly now: Address };

/** undefined: the address is known. */
export function misnamed(address: Address, desired: Desired, ledger: Ledger): Misnamed | undefined {
  if (parseAddress(address, shapes) === undefined)
    return { reason: parseAddress(`${address}/x`, shapes) ? 'list' : 'no-address' };
  const declared = indexDeclared(desired.resources);
  if (declared.get(address)?.isExternal) return { reason: 'external' };
  const known = new Set([...declared.keys(), ...Object.keys(ledger.resources), ...Object.keys(ledger.pending ?? {})]);
  const now = resolveRenames(desired.moved, shapes).now(address);
  if (now !== address && known.has(now) && !declared.has(address)) return { reason: 'renamed', now };
  if ([...known].some((each) => isWithin(each, address))) return undefined;
  const near = createSuggest()(address, known);
  return { reason: 'unknown', ...withoutUndefined({ near }) };
}

/** Addresses in or around these that an interrupted apply was changing. */
export function unfinishedAround(
  addresses: readonly Address[],
  open: readonly Intent[],
  desired: Pick<Desired, 'moved'>,
): readonly Address[] {
  const { now } = resolveRenames(desired.moved, shapes);
  const touched = open.flatMap((intent) => [intent.address, ...companionsOf(intent)]).map((address) => now(address));
  return [...new Set(touched)]
    .filter((each) => addresses.some((address) => isWithin(each, address) || isWithin(address, each)))
    .sort();
}

export function handOver(input: Omit<HandoverInput, 'shapes'>): HandedOver {
  return handingOver({ ...input, shapes });
}

interface Files {
  readonly options: ConfigurationOptions;
  readonly validation: Validation;
}

export async function handoverEdits({ source, target, moved }: HandedOver, from: Files, to: Files) {
  const gone = new Set(moved.map(({ address }) => address));
  const blocks = from.validation.desired?.resources.filter(({ address }) => gone.has(address)) ?? [];
  const carried = carriedBlocks(from.validation.sources, blocks);
  return {
    source: await rewriteConfiguration({ ...from, after: source.after }),
    target: await rewriteConfiguration({ ...to, after: target.after, carried }),
  };
}
