/** Assumes the applied order where the platform lists another order that did not change since the last apply. */
import { topContainer, topContainerId } from '../../core/address.ts';
import { idMark, intendedPositions, listedPositions } from '../../core/ledger-marks.ts';
import type { Ledger, Live } from '../../core/state.ts';

type Positions = ReadonlyMap<string, number>;

/** Replaces a listed order by the applied order, so that no plan repeats the moves. The listed order counts again as soon as it changes. */
export function withAssumedOrders(live: Live, { resources, orders: applied = {} }: Ledger): Live {
  const orders = { ...live.orders };
  const assumed: string[] = [];
  for (const [container, mark] of Object.entries(applied)) {
    const id = container === topContainer ? topContainerId : resources[container]?.id;
    const runs = id === undefined ? undefined : live.orders[id];
    const positions = { applied: intendedPositions(mark), listed: listedPositions(mark) };
    if (id === undefined || runs === undefined || positions.listed.size === 0) continue;
    const asApplied = runs.map((run) => inAppliedOrder(run, positions));
    if (asApplied.every((run, at) => run === runs[at])) continue;
    orders[id] = asApplied;
    assumed.push(id);
  }
  return assumed.length === 0 ? live : { ...live, orders, assumedOrders: assumed };
}

/** Unmanaged siblings keep their positions. */
function inAppliedOrder(run: readonly string[], { applied, listed }: { applied: Positions; listed: Positions }) {
  const placesIn = (positions: Positions, ids: readonly string[]): readonly number[] =>
    ids.flatMap((id) => positions.get(idMark(id)) ?? []);
  const known = run.filter((id) => listed.has(idMark(id)) && applied.has(idMark(id)));
  if (known.length < 2 || !isAscending(placesIn(listed, known)) || isAscending(placesIn(applied, known))) return run;
  const placeOf = (id: string) => applied.get(idMark(id)) ?? 0;
  const managed = run.filter((id) => applied.has(idMark(id))).sort((a, b) => placeOf(a) - placeOf(b));
  return run.map((id) => (applied.has(idMark(id)) ? (managed.shift() ?? id) : id));
}

function isAscending(places: readonly number[]) {
  return places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
}
