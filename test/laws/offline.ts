/** What a plan without the platform tells, beside a plan that has read the platform as docform left it. */
import { type Address, listOf, withinAny } from '../../src/core/address.ts';
import type { Desired, Ledger } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import type { Plan } from '../../src/plan/change.ts';
import { renamedLedger } from '../../src/plan/ledger/renamed-ledger.ts';
import { partialPlan } from '../../src/plan/partial.ts';

interface Planned {
  readonly desired: Desired;
  /** As it was before. */
  readonly ledger: Ledger;
  readonly plan: Plan;
}

/** Lines such as `update teams/docs title`, of renames, deletes, releases, and fields of which the ledger knows how they were last applied: by both plans. */
export function toldOfflineAndInWhole(
  made: Planned,
): readonly [offline: readonly string[], inWhole: readonly string[]] {
  const { entries } = renamedLedger({ ...made, shapes });
  const updatesOf = (address: Address, fields: readonly string[]): readonly string[] => {
    const marked = new Set(Object.keys(entries.get(address)?.applied ?? {}).map((mark) => fieldIn(mark)));
    return [...new Set(fields.map(fieldIn))]
      .filter((field) => marked.has(field))
      .map((field) => `update ${address} ${field}`);
  };
  const offline = partialPlan(made.desired, made.ledger, shapes).changes.flatMap(
    ({ action, address, fields, from }) => {
      if (action === 'update') return updatesOf(address, fields);
      if (action === 'unmanage') return fields.map((field) => `unmanage ${address} ${field}`);
      return action === 'create' || action === 'move' ? [] : [lineOf(action, address, from)];
    },
  );
  const goesAlong = withinAny(
    new Set(made.plan.changes.flatMap(({ action, address }) => (action === 'delete' ? [address] : []))),
  );
  // What the platform puts a section around goes with that, which only it has.
  const takenBy = new Map(
    made.plan.steps.flatMap(({ address, cascades }) => (cascades === undefined ? [] : [[address, cascades] as const])),
  );
  const inWhole = made.plan.changes.flatMap(({ action, address, from, fields }) => {
    if (action === 'delete' || action === 'release')
      return [address, ...(takenBy.get(address) ?? [])].flatMap((each) =>
        entries.has(each) && !goesAlong(listOf(each)) ? [lineOf(action, each)] : [],
      );
    if (action === 'rename') return [lineOf(action, address, from)];
    // Orders and lists that are no longer managed are for the whole plan alone.
    if (action === 'unmanage')
      return fields.flatMap(({ field }) => (field === 'order' ? [] : [`unmanage ${address} ${field}`]));
    return updatesOf(
      address,
      fields.map(({ field }) => field),
    );
  });
  return [offline.sort(), [...new Set(inWhole)].sort()];
}

function fieldIn(mark: string): string {
  return mark.split('.', 1)[0] ?? mark;
}

function lineOf(action: string, address: Address, from = ''): string {
  return `${action} ${address} ${from}`.trim();
}
