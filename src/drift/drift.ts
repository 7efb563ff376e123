/** Drift: what is otherwise on the platform than docform has left it, and than the configuration wants it. Pure. */
import { byAddress } from '../core/address.ts';
import { compareTexts } from '../core/compare.ts';
import { inCanonicalOrder } from '../plan/canonical-order.ts';
import { ordersKept } from '../plan/ledger/orders-kept.ts';
import { type PlanInput, startDraft } from '../plan/plan.ts';
import { changedEntries } from './changed.ts';
import type { Drift, DriftEntry } from './entry.ts';
import { type Examined, examine } from './examined.ts';
import { applyRules } from './ignore.ts';
import { misorderedEntries } from './misordered.ts';
import { missingEntries } from './missing.ts';
import { unmanagedEntries } from './unmanaged.ts';
import { unreadLists } from './unread.ts';

export interface DriftInput extends Omit<PlanInput, 'allowances'> {
  /** `YYYY-MM-DD` in UTC: rules whose last day is before it are over. */
  readonly today: string;
}

/**
 * What docform applied is what the ledger remembers; so an edit of the configuration that was not applied yet is no drift, and what it
 * does not touch is told the same with it. Where the platform has what the configuration wants there is nothing to tell either.
 */
export function drift({ today, ...input }: DriftInput): Drift {
  const examined = examine(startDraft({ ...input, desired: inCanonicalOrder(input.desired, input.shapes) }));
  const unordered = misorderedEntries(examined);
  const entries: readonly DriftEntry[] = [
    ...changedEntries(examined),
    ...missingEntries(examined),
    ...unordered.entries,
    ...unmanagedEntries(examined),
  ];
  const sorted = [...entries].sort((a, b) => byAddress(a, b) || compareTexts(a.class, b.class));
  return {
    organization: input.desired.organization,
    basis: examined.hasLedger ? 'ledger' : 'configuration',
    ...applyRules(sorted, input.desired.drift?.ignore ?? [], today),
    unknown: [...unreadLists(examined), ...unordered.unread].sort((a, b) => compareTexts(a.list, b.list)),
    notes: notesOf(examined, input),
  };
}

function notesOf({ hasLedger, draft }: Examined, { ledger, unsettled }: Omit<DriftInput, 'today'>): readonly string[] {
  // Of one alone there is no order to note, nor of what the platform does not show in order.
  const hasSiblings = ordersKept(draft).some(
    ({ members = [] }) => members.filter((address) => ledger.resources[address] !== undefined).length > 1,
  );
  return [
    ...(hasLedger ? [] : ['there is no ledger: compared with the configuration, so edits that were not applied yet are shown as well']),
    ...(ledger.orders === undefined && hasSiblings
      ? ['the ledger knows no orders yet, so these are not compared: the next apply notes them']
      : []),
    ...(unsettled !== undefined && unsettled.size > 0 ? ['an apply ended in the middle of its work: the next one finishes it'] : []),
  ];
}
