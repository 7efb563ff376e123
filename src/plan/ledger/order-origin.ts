/** Tells who changed the order of siblings since docform last applied it. */
import { type Address, withinContainer } from '../../core/address.ts';
import { isEqual } from '../../core/equal.ts';
import { markedPositions, siblingMark } from '../../core/order-mark.ts';
import type { Origin } from '../change.ts';
import { change, type Draft } from '../draft.ts';
import type { Move } from '../moves/moves.ts';
import { knownOrder } from './orders-kept.ts';

interface Siblings {
  readonly container: Address;
  /** Those that stand there now, in their order. */
  readonly current: readonly Address[];
  readonly wanted: readonly Address[];
  readonly moves: readonly Move[];
}

/** What only the platform has changed is told with the first move; what both sides have changed blocks it, as nobody's order is to be undone unseen. */
export function tellOrigin(draft: Draft, { container, current, wanted, moves }: Siblings): void {
  if (moves.length === 0) return;
  const before = orderBefore(draft, container, current);
  const known = new Set(before);
  const first = moves.find(({ item }) => known.has(item));
  const origin = originBetween(
    before,
    current.filter((each) => known.has(each)),
    wanted.filter((each) => known.has(each)),
  );
  const match = first && draft.matches.at.get(first.item);
  if (match === undefined || origin === undefined || origin === 'configuration') return;
  const { address, kind } = match.resource;
  const made = change(draft, address, 'move', kind);
  const place = withinContainer(container);
  if (origin === 'platform') made.notes.push(`the order ${place} was changed on the platform since the last apply`);
  else if (draft.world.input.allowances?.addresses.includes(address) !== true)
    made.blocked ??= {
      code: 'B-CONFLICT',
      reason: `the order ${place} was changed on the platform and in the configuration since the last apply`,
      hint: `docform drift --write ${container} takes in the order that is on the platform now; or put what is right into the configuration`,
      override: `--allow ${address}`,
    };
}

/** Those that the ledger knows a place of, in the order it knows. */
function orderBefore(draft: Draft, container: Address, current: readonly Address[]): readonly Address[] {
  const positions = markedPositions(knownOrder(draft.world, container) ?? '');
  const placed = current.flatMap((address) => {
    const at = positions.get(siblingMark(draft.identities.idOf(address) ?? ''));
    return at === undefined ? [] : [{ address, at }];
  });
  return placed.sort((a, b) => a.at - b.at).map(({ address }) => address);
}

/** undefined: they stand as they are declared. */
function originBetween(
  before: readonly Address[],
  now: readonly Address[],
  wanted: readonly Address[],
): Origin | undefined {
  if (isEqual(now, wanted)) return undefined;
  if (isEqual(before, now)) return 'configuration';
  return isEqual(before, wanted) ? 'platform' : 'both';
}
