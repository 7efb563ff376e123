/** Words for what each step does, as people are told; an object that takes two calls to make is told once. */
import type { Address } from '../core/address.ts';
import type { Plan, Step } from '../plan/change.ts';
import type { Deed } from '../plan/outcome.ts';

export interface Told {
  readonly deed: Deed;
  readonly along?: readonly Address[];
}

export function deedsOf({ changes, steps }: Pick<Plan, 'changes' | 'steps'>): (step: Step) => Told {
  const made = new Set(
    changes.flatMap(({ action, address }) => (action === 'create' || action === 'replace' ? [address] : [])),
  );
  // A singleton (a space's values) has no call of its own that makes it: its update does.
  const begun = new Set(
    steps.flatMap(({ operation, address, companions = [] }) =>
      operation === 'create' || operation === 'restore' ? [address, ...companions.map((each) => each.address)] : [],
    ),
  );
  return (step) => {
    const along = (step.companions ?? []).map(({ address }) => address).filter((address) => made.has(address));
    return {
      deed: deedOf(step, made.has(step.address), begun.has(step.address)),
      ...(along.length === 0 ? {} : { along }),
    };
  };
}

function deedOf({ operation, items = [] }: Step, isMade: boolean, isBegun: boolean): Deed {
  if (isMade && operation === 'update') return isBegun ? 'complete' : 'create';
  if (isMade && operation === 'move') return 'place';
  if (operation !== 'bulk') return operation;
  const only = items.every((item) => item.operation === items[0]?.operation) ? items[0]?.operation : undefined;
  return only === 'create' ? 'add' : only === 'delete' ? 'remove' : 'bulk';
}
