/** Finds the changes that an apply made, but the platform does not show. */
import type { Address } from '../../core/address.ts';
import { groupBy, isEqual } from '../../core/compare.ts';
import { orderMark } from '../../core/ledger-marks.ts';
import { mapOrEmpty } from '../../core/state.ts';
import { type Change, type Plan, remoteChanges } from '../result/change.ts';
import type { ApplyReport } from '../result/outcome.ts';

export interface Verified {
  readonly left: readonly Change[];
  /** Addresses that could not be read, with the reason. */
  readonly unread: readonly { readonly address: Address; readonly reason: string }[];
  /** Fingerprints of the texts that the platform stored differently, by address and field. */
  readonly rewritten: { readonly [address: Address]: { readonly [mark: string]: string } };
  /** Marks of the orders that the platform lists although all moves succeeded, by container. */
  readonly listed: { readonly [container: Address]: string };
}

/** Considers only applied changes. */
export function verifyApply(second: Plan, applied: Plan, report: Pick<ApplyReport, 'changes'>): Verified {
  const done = new Set(report.changes.filter(({ status }) => status === 'done').map(({ address }) => address));
  for (const { address, status } of report.changes) if (status !== 'done') done.delete(address);
  const sent = new Map<Address, Change[]>();
  for (const change of remoteChanges(applied))
    if (done.has(change.address)) sent.set(change.address, [...(sent.get(change.address) ?? []), change]);
  const unmoved = applied.orders.flatMap(({ container, wanted }) =>
    second.orders.filter(
      (order) =>
        order.container === container &&
        isEqual(order.wanted, wanted) &&
        wanted.every((address) => done.has(address) || !applied.changes.some((change) => change.address === address)),
    ),
  );
  const stuck = new Set(unmoved.flatMap(({ wanted }) => wanted));
  const isOrderNotShown = ({ action, address, fields }: Change) =>
    action === 'move' && fields.length === 0 && stuck.has(address);
  const left = remoteChanges(second).flatMap((change) =>
    isOrderNotShown(change) ? [] : changeStillNeeded(change, sent.get(change.address) ?? []),
  );
  return {
    left,
    rewritten: Object.fromEntries(
      left.flatMap((change) => {
        const marks = marksOfRewrittenValues(change, sent.get(change.address) ?? [], second);
        return marks.length === 0 ? [] : [[change.address, Object.fromEntries(marks)] as const];
      }),
    ),
    unread: [
      ...second.unknown.flatMap(({ hides, reason }) =>
        hides.filter((address) => sent.has(address)).map((address) => ({ address, reason })),
      ),
      ...[...new Set(unmoved.map(({ container }) => container))].map((address) => ({ address, reason: unmovedReason })),
    ],
    listed: Object.fromEntries(
      [...groupBy(unmoved, ({ container }) => container)].map(([container, orders]) => [
        container,
        orderMark(orders.flatMap(({ current }) => current).flatMap((address) => second.ids[address] ?? [])),
      ]),
    ),
  };
}

const unmovedReason =
  'the platform accepted the moves, but still lists another order. docform does not repeat the moves: check the order on the platform';

function changeStillNeeded(change: Change, sent: readonly Change[]): readonly Change[] {
  // With `--allow`, every plan invites the person again.
  if (change.action === 'invite') return [];
  const made = sent.some(({ action }) => action === 'create' || action === 'replace');
  if (change.action !== 'update') return made || sent.some(({ action }) => action === change.action) ? [change] : [];
  const names = new Set(sent.flatMap(({ fields }) => fields.map(({ field }) => field)));
  const fields = change.fields.filter(({ field }) => names.has(field));
  return fields.length === 0 ? [] : [{ ...change, fields }];
}

/** The value from before the apply shows a field that the platform ignored, or an old answer, so it does not count as rewritten. */
function marksOfRewrittenValues({ address, action, fields }: Change, sent: readonly Change[], { stateUpdates }: Plan) {
  const stored = Object.entries(stateUpdates.stored?.[address] ?? {});
  if (action !== 'update') return [];
  return stored.filter(([mark]) => {
    const fieldValueIn = (changes: Change['fields']) => {
      const field = changes.find(({ field: name }) => name === mark || mark.startsWith(`${name}.`));
      return (
        field && (field.field === mark ? field.before : mapOrEmpty(field.before)[mark.slice(field.field.length + 1)])
      );
    };
    const now = fieldValueIn(fields);
    return now !== undefined && !sent.some((change) => isEqual(fieldValueIn(change.fields), now));
  });
}
