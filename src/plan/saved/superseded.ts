/** Approved changes that the new plan does not hold any more: each is done by now, or something has overtaken it. */
import { isWithin } from '../../core/address.ts';
import { isEqual } from '../../core/equal.ts';
import { type Action, type Beside, type Change, isStateOnly, type Plan } from '../change.ts';
import type { ChangeView } from '../plan-view.ts';
import type { Difference } from './agreement.ts';
import type { Facts, Stopped } from './kept.ts';

/** `completedBy`: an apply of the approved plan was cut short, and these are what is left of its change. */
type Supersession = 'settled' | { readonly completedBy: readonly Change[] } | Pick<Stopped, 'reason' | 'differences'>;

/** What cannot be read cannot be verified, and is refused. */
export function supersessionOf(approved: ChangeView, facts: Facts): Supersession {
  if (isUnreadable(approved, facts)) return { reason: 'it cannot be read now', differences: fieldsThen(approved) };
  switch (approved.action) {
    case 'create':
      return supersededCreate(approved, facts);
    case 'delete':
      return supersededDelete(approved, facts.plan);
    default:
      return supersededUpdate(approved, facts);
  }
}

/** Whatever stands at the address now was not there when the plan was made. */
function supersededCreate(approved: ChangeView, { changesAt, unsettled, orderDifference }: Facts): Supersession {
  const { address } = approved;
  const changes = changesAt.get(address) ?? [];
  const adopted = changes.find(({ action }) => action === 'adopt');
  if (adopted !== undefined && !unsettled.has(address))
    return {
      reason: 'somebody has made it since',
      differences: [{ field: 'id', planned: undefined, now: adopted.id }],
    };
  const others = changes.filter(({ action }) => !isStateOnly(action));
  if (others.every((change) => completes(change, approved, orderDifference)))
    return others.length === 0 ? 'settled' : { completedBy: others };
  return { reason: 'it has been made since, and is not as wanted', differences: others.flatMap(fieldsNow) };
}

/** It sets what the create was to set, and nobody has set yet: fields once applied have a mark, which tells who changed them. */
function completes(
  { action, address, fields, beside }: Change,
  approved: ChangeView,
  orderDifference: Facts['orderDifference'],
): boolean {
  const wanted = new Map(approved.fields.map(({ field, after }) => [field, after]));
  const isPlaced =
    beside === undefined || (isSamePlace(beside, approved.beside) && orderDifference(address) === undefined);
  const isOpen = fields.every(({ field, after, origin }) => origin === undefined && isEqual(after, wanted.get(field)));
  return (action === 'update' || action === 'move') && isPlaced && isOpen;
}

function isSamePlace(a: Beside, b: Beside | undefined): boolean {
  return a.relation === b?.relation && a.address === b.address;
}

function supersededDelete({ address, id }: ChangeView, { ids, stateUpdates }: Plan): Supersession {
  if (ids[address] === undefined || stateUpdates.remove.includes(address)) return 'settled';
  return { reason: 'it is not to be deleted now', differences: [{ field: 'id', planned: id, now: ids[address] }] };
}

/** An update, move or replacement. */
function supersededUpdate(approved: ChangeView, { plan, changesAt, orderDifference }: Facts): Supersession {
  const { address, id } = approved;
  const gone = changesAt.get(address)?.find(({ action }) => undoing.has(action));
  if (gone !== undefined) return { reason: reasonOf(gone.action), differences: fieldsThen(approved) };
  const now = plan.ids[address];
  if (id !== undefined && now !== id)
    return { reason: 'it is another object now', differences: [{ field: 'id', planned: id, now }] };
  const order = approved.beside === undefined ? undefined : orderDifference(address);
  return order === undefined ? 'settled' : { reason: 'the order it stands in has changed', differences: [order] };
}

const undoing: ReadonlySet<Action> = new Set(['create', 'replace', 'delete']);

function reasonOf(action: Action): string {
  if (action === 'create') return 'it is gone';
  return action === 'delete' ? 'it is to be deleted now' : 'it has to be replaced now';
}

/** Nothing is known of it, of what it is to refer to, or of the list it stands in. */
function isUnreadable({ address, fields }: ChangeView, { plan, hidden }: Facts): boolean {
  const isHidden = hidden.has(address) || fields.some(({ after }) => typeof after === 'string' && hidden.has(after));
  return isHidden || plan.unknown.some(({ list }) => isWithin(address, list));
}

function fieldsThen({ fields }: ChangeView): readonly Difference[] {
  return fields.map(({ field, before, after }) => ({ field, planned: before, now: undefined, wanted: after }));
}

function fieldsNow({ fields }: ChangeView): readonly Difference[] {
  return fields.map(({ field, before, after }) => ({ field, planned: undefined, now: before, wanted: after }));
}
