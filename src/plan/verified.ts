/** Finds remaining changes after an apply: values that the platform has changed. */
import type { Address } from '../core/address.ts';
import { type Change, type Plan, remoteChanges } from './change.ts';
import type { ApplyReport } from './outcome.ts';

export interface Verified {
  readonly left: readonly Change[];
  /** Addresses that could not be read, with the reason. */
  readonly unread: readonly { readonly address: Address; readonly reason: string }[];
}

/** Considers only applied changes. */
export function verifiedBy(second: Plan, applied: Plan, report: Pick<ApplyReport, 'changes'>): Verified {
  const done = new Set(report.changes.filter(({ status }) => status === 'done').map(({ address }) => address));
  for (const { address, status } of report.changes) if (status !== 'done') done.delete(address);
  const sent = new Map<Address, Change[]>();
  for (const change of remoteChanges(applied))
    if (done.has(change.address)) sent.set(change.address, [...(sent.get(change.address) ?? []), change]);
  return {
    left: remoteChanges(second).flatMap((change) => stillWanted(change, sent.get(change.address) ?? [])),
    unread: second.unknown.flatMap(({ hides, reason }) =>
      hides.filter((address) => sent.has(address)).map((address) => ({ address, reason })),
    ),
  };
}

function stillWanted(change: Change, sent: readonly Change[]): readonly Change[] {
  const made = sent.some(({ action }) => action === 'create' || action === 'replace');
  if (change.action !== 'update') return made || sent.some(({ action }) => action === change.action) ? [change] : [];
  const names = new Set(sent.flatMap(({ fields }) => fields.map(({ field }) => field)));
  const fields = change.fields.filter(({ field }) => names.has(field));
  return fields.length === 0 ? [] : [{ ...change, fields }];
}
