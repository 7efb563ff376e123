/** Places blocked changes in a plan: a cause comes before its consequences. */
import type { Address } from '../../core/address.ts';
import { isReference } from '../../core/value.ts';
import type { Draft, DraftChange } from '../draft.ts';
import type { Matches } from '../identity/identity.ts';

/** Distance of a consequence from its cause, smaller than the distance between two steps. */
const next = 1 / 1024;

type RankOf = (change: DraftChange) => number;

/** A blocked change has no step. It comes before its contents and the changes that refer to it. */
export function causesFirst({ changes, matches }: Pick<Draft, 'changes' | 'matches'>, stepRank: RankOf): RankOf {
  const causes = new Map(changes.filter(isCause).map((each) => [each.address, each]));
  if (causes.size === 0) return stepRank;
  const ranks = new Map<Address, number>();
  const lower = (address: Address, rank: number): void => {
    const cause = causes.get(address);
    if (cause === undefined || (ranks.get(address) ?? stepRank(cause)) <= rank) return;
    ranks.set(address, rank);
    for (const needed of neededBy(cause, matches)) lower(needed, rank - next);
  };
  for (const each of changes)
    for (const needed of neededBy(each, matches)) lower(needed, (ranks.get(each.address) ?? stepRank(each)) - next);
  return (each) => (isCause(each) ? (ranks.get(each.address) ?? stepRank(each)) : stepRank(each));
}

function isCause({ blocked, steps, action }: DraftChange): boolean {
  return blocked !== undefined && steps.length === 0 && action === 'create';
}

/** Containers and references, without fields that are set later (defaults). */
function neededBy({ address, action }: DraftChange, matches: Matches): readonly Address[] {
  const match = matches.at.get(address);
  if (match === undefined || action !== 'create') return [];
  const { parent, fields } = match.resource;
  const named = Object.entries(fields).flatMap(([name, value]) =>
    isReference(value) && match.shape.fields[name]?.deferred !== true ? [value.ref] : [],
  );
  return [...(parent === null ? [] : [parent]), ...named];
}
