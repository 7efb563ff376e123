/** Cuts a plan down to some of its changes; what the ledger will say of the rest stays what it says now. */
import type { Address } from '../../core/address.ts';
import { groupBy } from '../../core/group-by.ts';
import type { DesiredValue, Value } from '../../core/value.ts';
import type { Shapes } from '../../kinds/shape.ts';
import {
  type Change,
  isStateOnly,
  type OrderKept,
  type Plan,
  remoteChanges,
  type StateUpdates,
  type Step,
} from '../change.ts';
import { prefixesOf } from '../touched.ts';
import { partsOf } from './agreement.ts';
import { type Comparison, keyOf } from './kept.ts';

/** Changes to be made, with the fields of each that are not: `title`, or `values.status` of a map that is compared key by key. */
type Kept = ReadonlyMap<Change, readonly string[]>;

export function cutPlan({ plan, saved, shapes, unsettled }: Comparison, kept: Kept): Plan {
  const approved = new Map(saved.changes.map((change) => [keyOf(change), change.id]));
  // What an earlier run was making belongs to nobody else; a rename is what the configuration says.
  const isMade = (change: Change): boolean =>
    change.action === 'rename' ||
    unsettled.has(change.address) ||
    (approved.has(keyOf(change)) && approved.get(keyOf(change)) === change.id);
  const records = plan.changes.filter((change) => isStateOnly(change.action));
  const ignored = records.filter((change) => !isMade(change));
  const changes = plan.changes.flatMap((change) => {
    const without = kept.get(change);
    if (without !== undefined) return [cutChange(change, without)];
    return isStateOnly(change.action) && isMade(change) ? [change] : [];
  });
  const addresses = new Set(changes.map(({ address }) => address));
  const steps = stepsOf(plan, kept);
  const ids = new Set(steps.map((step) => step.id));
  return {
    ...plan,
    changes,
    steps: steps.map((step) => ({
      ...step,
      needs: step.needs.filter((id) => ids.has(id)),
      follows: step.follows.filter((id) => ids.has(id)),
    })),
    unmanaged: [],
    pending: plan.pending.filter(({ address }) => saved.pending.some((each) => each.address === address)),
    unknown: [],
    notes: plan.notes.filter(({ address }) => addresses.has(address)),
    // How many deletes there may be was decided with the approved plan: no others are left.
    guards: saved.guards,
    stateUpdates: { ...cutStateUpdates(plan, kept, ignored, shapes), ...cutOrders(plan, ids) },
  };
}

function stepsOf(plan: Plan, kept: Kept): readonly Step[] {
  const owners = groupBy(
    [...kept.keys()].flatMap((change) => change.steps.map((id) => ({ id, change }))),
    ({ id }) => id,
  );
  return plan.steps.flatMap((step) => {
    const changes = (owners.get(step.id) ?? []).map(({ change }) => [change, kept.get(change) ?? []] as const);
    const cut = changes.length === 0 ? undefined : cutStep(step, new Map(changes));
    return cut === undefined ? [] : [cut];
  });
}

/** The step as far as these changes, which it is of, ask for it. */
export function cutStep(step: Step, changes: Kept): Step | undefined {
  const isOf = (address: Address) => [...changes].find(([change]) => change.address === address);
  if (step.items !== undefined) {
    const items = step.items.flatMap((item) => {
      const owner = isOf(item.address);
      return owner === undefined ? [] : [{ ...item, fields: cutFields(item.fields, owner[1]) }];
    });
    return items.length === 0 ? undefined : { ...step, items };
  }
  return step.operation === 'update' ? { ...step, fields: cutFields(step.fields, [...changes.values()].flat()) } : step;
}

/** The change without these of its fields. */
export function cutChange(change: Change, without: readonly string[]): Change {
  const part = (field: string, value: Value | undefined) =>
    value === undefined ? undefined : cutFields({ [field]: value }, without)[field];
  const fields = change.fields.filter(({ field }) => !without.includes(field));
  return {
    ...change,
    fields: fields.map((each) => ({
      ...each,
      before: part(each.field, each.before),
      after: part(each.field, each.after),
    })),
  };
}

/** The same fields but for these; of a map, but for these keys. */
function cutFields<V extends DesiredValue>(
  fields: { readonly [field: string]: V },
  without: readonly string[],
): { readonly [field: string]: V } {
  const entries = Object.entries(fields).flatMap(([field, value]) => {
    if (without.includes(field)) return [];
    const keys = without.filter((name) => name.startsWith(`${field}.`)).map((name) => name.slice(field.length + 1));
    if (keys.length === 0 || typeof value !== 'object' || value === null) return [[field, value] as const];
    return [[field, Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key))) as V] as const];
  });
  return Object.fromEntries(entries);
}

/** Whatever differs and is not changed keeps its mark; whatever nobody has approved to adopt or release stays as the ledger has it. */
function cutStateUpdates(
  { stateUpdates, ...plan }: Plan,
  kept: Kept,
  ignored: readonly Change[],
  shapes: Shapes,
): StateUpdates {
  const unadopted = new Set(ignored.filter(({ action }) => action === 'adopt').map(({ address }) => address));
  const released = new Set(ignored.filter(({ action }) => action === 'release').map(({ address }) => address));
  const withheld: { [address: Address]: readonly string[] } = {};
  for (const change of remoteChanges(plan)) {
    const fields = kept.get(change) ?? [...partsOf(change, shapes).keys()];
    if (fields.length > 0) withheld[change.address] = [...(withheld[change.address] ?? []), ...fields];
  }
  const unrecorded = groupBy(
    ignored.filter(({ action }) => action === 'record' || action === 'unmanage'),
    ({ address }) => address,
  );
  const set = Object.entries(stateUpdates.set).filter(
    ([address]) => !unrecorded.has(address) && !prefixesOf(address).some((prefix) => unadopted.has(prefix)),
  );
  const unaccepted = new Set(ignored.filter(({ action }) => action === 'pending').map(({ address }) => address));
  const pending = Object.entries(stateUpdates.pending ?? {}).filter(([address]) => !unaccepted.has(address));
  return {
    ...stateUpdates,
    pending: Object.fromEntries(pending),
    set: Object.fromEntries(set),
    remove: stateUpdates.remove.filter((address) => !released.has(address)),
    lists: stateUpdates.lists.filter((list) => !unrecorded.has(list)),
    ...(stateUpdates.unlisted === undefined
      ? {}
      : { unlisted: stateUpdates.unlisted.filter((list) => !unrecorded.has(list)) }),
    entries: withFormerProtection(stateUpdates.entries, unrecorded),
    ...(Object.keys(withheld).length > 0 ? { withheld } : {}),
  };
}

/** Nobody has approved another protection than the ledger knows. */
function withFormerProtection(
  entries: StateUpdates['entries'],
  unrecorded: ReadonlyMap<Address, readonly Change[]>,
): StateUpdates['entries'] {
  if (unrecorded.size === 0) return entries;
  return Object.fromEntries(
    Object.entries(entries).map(([address, entry]) => {
      const fields = unrecorded.get(address)?.flatMap((change) => (change.action === 'record' ? change.fields : []));
      const former = fields?.find(({ field }) => field === 'protect')?.before;
      return [address, typeof former === 'boolean' ? { ...entry, protect: former } : entry];
    }),
  );
}

/** An order that needs a step which is not made is not reached; with some of its moves made, it is none that anybody knows. */
function cutOrders({ stateUpdates: { orders } }: Plan, ids: ReadonlySet<string>): Pick<StateUpdates, 'orders'> {
  const reached = orders?.map((order): OrderKept => {
    if (order.after.every((id) => ids.has(id))) return order;
    const isDisturbed = order.disturbing?.some((id) => ids.has(id)) === true;
    return {
      container: order.container,
      after: [],
      ...(isDisturbed || order.former === undefined ? {} : { former: order.former }),
    };
  });
  return reached === undefined ? {} : { orders: reached };
}
