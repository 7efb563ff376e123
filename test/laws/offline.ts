/** Compares a plan without the platform with a plan that read the platform. */
import { type Address, createWithinTest, listOf } from '../../src/core/address.ts';
import type { Desired, Ledger } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { renameInLedger } from '../../src/plan/context/renamed-ledger.ts';
import type { Plan } from '../../src/plan/result/change.ts';
import { partialPlan } from '../../src/plan/scope/partial.ts';

interface Planned {
  readonly desired: Desired;
  /** The ledger before the apply. */
  readonly ledger: Ledger;
  readonly plan: Plan;
}

/** Lines such as `update teams/docs title` of both plans: renames, deletes, releases, and fields whose applied values are in the ledger. */
export function toldOfflineAndInWhole(
  made: Planned,
): readonly [offline: readonly string[], inWhole: readonly string[]] {
  const { entries } = renameInLedger({ ...made, shapes });
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
  const goesAlong = createWithinTest(
    new Set(made.plan.changes.flatMap(({ action, address }) => (action === 'delete' ? [address] : []))),
  );
  // Deleting a section also deletes its wrapped site-spaces, which only the platform knows.
  const takenBy = new Map(
    made.plan.steps.flatMap(({ address, cascades }) => (cascades === undefined ? [] : [[address, cascades] as const])),
  );
  const inWhole = made.plan.changes.flatMap(({ action, address, from, fields }) => {
    if (action === 'delete' || action === 'release')
      return [address, ...(takenBy.get(address) ?? [])].flatMap((each) =>
        entries.has(each) && !goesAlong(listOf(each)) ? [lineOf(action, each)] : [],
      );
    if (action === 'rename') return [lineOf(action, address, from)];
    // Only the complete plan contains unmanaged orders and lists.
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
