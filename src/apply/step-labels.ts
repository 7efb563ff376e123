/** Labels for steps in progress output. An object that needs two calls is reported once. */
import type { Address } from '../core/address.ts';
import type { Plan, Step } from '../plan/change.ts';
import type { OperationLabel } from '../plan/outcome.ts';

export interface StepLabel {
  readonly label: OperationLabel;
  readonly alongside?: readonly Address[];
}

export function stepLabels({ changes, steps }: Pick<Plan, 'changes' | 'steps'>): (step: Step) => StepLabel {
  const made = new Set(
    changes.flatMap(({ action, address }) => (action === 'create' || action === 'replace' ? [address] : [])),
  );
  // The update of a singleton creates it.
  const begun = new Set(
    steps.flatMap(({ operation, address, companions = [] }) =>
      operation === 'create' || operation === 'restore' ? [address, ...companions.map((each) => each.address)] : [],
    ),
  );
  return (step) => {
    const alongside = (step.companions ?? []).map(({ address }) => address).filter((address) => made.has(address));
    return {
      label: operationLabel(step, made.has(step.address), begun.has(step.address)),
      ...(alongside.length === 0 ? {} : { alongside }),
    };
  };
}

function operationLabel({ operation, fields, items = [] }: Step, isMade: boolean, isBegun: boolean): OperationLabel {
  if (isMade && operation === 'update') return isBegun ? 'complete' : 'create';
  if (isMade && operation === 'move') return 'place';
  if (operation === 'publish' && Object.values(fields).includes(false)) return 'unpublish';
  if (operation !== 'bulk') return operation;
  const only = items.every((item) => item.operation === items[0]?.operation) ? items[0]?.operation : undefined;
  return only === 'create' ? 'add' : only === 'delete' ? 'remove' : 'bulk';
}
