/** What is pending as every report tells it: each high-risk declaration by itself, and of the others those that say the same together. */
import { keyIn, listOf } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import { openingFields, type Pending } from '../plan/change.ts';
import type { ChangeView, PlanView } from '../plan/plan-view.ts';
import { packed } from './packed.ts';
import { valuePair } from './values.ts';

type PendingPlan = Pick<PlanView, 'pending' | 'changes'>;

export interface PendingGroup {
  /** The address of one; of several, how many there are in which list, and all their keys. */
  readonly names: string;
  readonly text: string;
  readonly number: number;
  /** It is high-risk. */
  readonly mark: '!' | undefined;
}

/** Declarations that an apply has accepted, and that are gone from the configuration. */
export function withdrawnIn({ pending, changes }: PendingPlan): readonly Pick<ChangeView, 'address'>[] {
  const known = new Set(pending.map(({ address }) => address));
  return changes.filter(({ action, address }) => action === 'pending' && !known.has(address));
}

export function pendingGroups(plan: PendingPlan): readonly PendingGroup[] {
  const [risky, others] = [plan.pending.filter(isHighRisk), plan.pending.filter((each) => !isHighRisk(each))];
  return [
    ...risky.map((each) => groupOf([each.address], textOf(each), '!')),
    ...groupsOf(others.map((each) => ({ ...each, text: textOf(each) }))),
    ...groupsOf(withdrawnIn(plan).map(({ address }) => ({ address, text: 'no longer declared' }))),
  ];
}

function isHighRisk({ fields }: Pending): boolean {
  return openingFields({ fields }).length > 0;
}

function groupsOf(all: readonly { readonly address: string; readonly text: string }[]): readonly PendingGroup[] {
  const groups = groupBy(all, ({ address, text }) => JSON.stringify([listOf(address), text]));
  return [...groups.values()].map((group) =>
    groupOf(
      group.map(({ address }) => address),
      group[0]?.text ?? '',
    ),
  );
}

function groupOf(addresses: readonly string[], text: string, mark?: '!'): PendingGroup {
  const [first = ''] = addresses;
  const items = addresses.map((address) => ({ key: keyIn(address) }));
  const names =
    addresses.length === 1 ? first : `${addresses.length} of ${listOf(first)}: ${packed(items, { hasIds: false })}`;
  return { names, text, number: addresses.length, mark };
}

/** `new: role "admin"; this person becomes an organization admin (role)` */
function textOf({ fields, isAccepted }: Pending): string {
  const values = fields.map((field) => `${field.field} ${valuePair(field, field).after}`).join(', ');
  const risks = openingFields({ fields }).map(
    ({ field, highRisk }) => `${highRisk.replace(/^pending: /, '')} (${field})`,
  );
  const said = [values, ...risks].filter((part) => part !== '').join('; ') || 'declared';
  return isAccepted ? said : `new: ${said}`;
}
