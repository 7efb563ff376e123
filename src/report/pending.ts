/** Pending declarations: each high-risk one alone, and equal others as groups. */
import { keyIn, listOf } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import { openingFields, type Pending } from '../plan/change.ts';
import type { ChangeView, PlanView } from '../plan/plan-view.ts';
import { packed } from './packed.ts';
import { valuePair } from './values.ts';

type PendingPlan = Pick<PlanView, 'pending' | 'changes'>;

interface PendingGroup {
  /** One address, or the number, list and keys of several. */
  readonly names: string;
  readonly text: string;
  readonly number: number;
  readonly mark: '!' | undefined;
}

/** Accepted declarations that the configuration no longer contains. */
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
