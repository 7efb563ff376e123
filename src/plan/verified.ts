/** Finds remaining changes after an apply (values that the platform has changed), and the result of a rehearsal. */
import type { Address } from '../core/address.ts';
import { groupBy, isEqual } from '../core/compare.ts';
import { canonicalJson } from '../core/json.ts';
import { orderMark } from '../core/ledger-marks.ts';
import { type Action, type Change, type Plan, remoteChanges } from './change.ts';
import { semantics } from './digest.ts';
import type { ApplyReport } from './outcome.ts';

export interface Verified {
  readonly left: readonly Change[];
  /** Addresses that could not be read, with the reason. */
  readonly unread: readonly { readonly address: Address; readonly reason: string }[];
  /** Marks of the orders that the platform lists although all moves succeeded, by container. */
  readonly listed: { readonly [container: Address]: string };
}

/** Considers only applied changes. */
export function verifiedBy(second: Plan, applied: Plan, report: Pick<ApplyReport, 'changes'>): Verified {
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
  const isStuck = ({ action, address, fields }: Change): boolean =>
    action === 'move' && fields.length === 0 && stuck.has(address);
  return {
    left: remoteChanges(second).flatMap((change) =>
      isStuck(change) ? [] : stillWanted(change, sent.get(change.address) ?? []),
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

function stillWanted(change: Change, sent: readonly Change[]): readonly Change[] {
  // With `--allow`, every plan invites the person again.
  if (change.action === 'invite') return [];
  const made = sent.some(({ action }) => action === 'create' || action === 'replace');
  if (change.action !== 'update') return made || sent.some(({ action }) => action === change.action) ? [change] : [];
  const names = new Set(sent.flatMap(({ fields }) => fields.map(({ field }) => field)));
  const fields = change.fields.filter(({ field }) => names.has(field));
  return fields.length === 0 ? [] : [{ ...change, fields }];
}

interface RehearsalInput {
  readonly planned: Plan;
  readonly onCopy: Plan;
  readonly report: Pick<ApplyReport, 'changes'>;
  readonly second: Plan;
}

export interface RehearsedChange {
  readonly address: Address;
  readonly action: Action;
  readonly message: string;
}

export interface Rehearsed {
  /** Changes that failed on the copy, or depend on a failed change. */
  readonly failures: readonly RehearsedChange[];
  /** Changes in a second plan of the copy. */
  readonly left: readonly { readonly address: Address; readonly action: Action; readonly fields: readonly string[] }[];
  /** Changes for which copy and platform differ, so that the rehearsal proves nothing. */
  readonly unsure: readonly RehearsedChange[];
}

/** Failures, remaining changes, and differences between copy and platform. */
export function rehearsed({ planned, onCopy, report, second }: RehearsalInput): Rehearsed {
  const unlike = unlikeAddresses(planned, onCopy);
  const message = 'copy and platform need different changes';
  const failures: RehearsedChange[] = [];
  for (const { address, action, status, fault, because } of report.changes) {
    if (status === 'done' || unlike.has(address) || (because !== undefined && unlike.has(because))) continue;
    const failure = fault?.message ?? (because === undefined ? 'not started' : `it needs ${because}`);
    failures.push({ address, action, message: failure });
  }
  return {
    failures,
    left: leftOver(onCopy, second, verifiedBy(second, planned, report).left)
      .filter(({ address }) => !unlike.has(address))
      .map(({ address, action, fields }) => ({ address, action, fields: fields.map(({ field }) => field) })),
    unsure: [...unlike].map(([address, action]) => ({ address, action, message })),
  };
}

function unlikeAddresses(planned: Plan, onCopy: Plan): ReadonlyMap<Address, Action> {
  const [real, copied] = [planned, onCopy].map(
    (plan) => new Map(remoteChanges(plan).map((change) => [keyOf(change), change] as const)),
  );
  const unlike = new Map<Address, Action>();
  for (const [one, other] of [
    [real, copied],
    [copied, real],
  ]) {
    for (const [key, change] of one ?? []) {
      const same = other?.get(key);
      if (same === undefined || textOf(same) !== textOf(change)) unlike.set(change.address, change.action);
    }
  }
  return unlike;
}

function keyOf({ action, address }: Change) {
  return `${action} ${address}`;
}

function textOf(change: Change) {
  return canonicalJson({ ...semantics(change), blocked: change.blocked?.code ?? null });
}

/** Applied changes that are needed again, and new changes. */
function leftOver(onCopy: Plan, second: Plan, wantedAgain: readonly Change[]): readonly Change[] {
  const before = new Map(
    remoteChanges(onCopy).map((change) => [keyOf(change), new Set(change.fields.map(({ field }) => field))]),
  );
  const again = new Set(wantedAgain.map(keyOf));
  const appeared = remoteChanges(second).filter((change) => {
    const fields = before.get(keyOf(change));
    return !again.has(keyOf(change)) && (fields === undefined || change.fields.some(({ field }) => !fields.has(field)));
  });
  return [...wantedAgain, ...appeared];
}
