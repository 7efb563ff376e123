/** Reports what docform managed until now and the configuration no longer declares: fields, orders and lists. Their values stay on the platform. */
import { type Address, listOf, topContainer } from '../../core/address.ts';
import { asMap } from '../../core/state.ts';
import { type FieldShape, isReadOnce } from '../../kinds/field.ts';
import type { KindShape } from '../../kinds/shape.ts';
import { changeOf } from '../compare.ts';
import { change, type Draft } from '../draft.ts';
import type { Match } from '../identity/identity.ts';
import { kindOf, type World } from '../world.ts';
import { type LastApplied, lastAppliedOf } from './last-applied.ts';

/** The fields with a mark in the ledger that are no longer declared, each with its name in reports: `emoji`, `values.status`. */
export function unmanagedFields(
  shape: KindShape,
  declared: Match['resource']['fields'],
  applied: LastApplied,
): readonly { readonly mark: string; readonly name: string; readonly field: FieldShape }[] {
  const kept = lastAppliedOf(shape, declared);
  const { exactlyOneOf = [] } = shape;
  const marks = Object.keys(applied).sort();
  return Object.entries(shape.fields).flatMap(([name, field]) => {
    // An object has only one of these: declaring another one removes its value.
    const isDisplaced = exactlyOneOf.includes(name) && exactlyOneOf.some((other) => other in declared);
    if (isDisplaced || isReadOnce(field)) return [];
    const own = marks.filter((mark) => (mark === name || mark.startsWith(`${name}.`)) && !(mark in kept));
    return own.map((mark) => ({ mark, name, field }));
  });
}

export function recordUnmanagedFields(draft: Draft, { resource, shape, live, entry }: Match): void {
  if (live === undefined || entry === undefined || entry.id !== live.id) return;
  for (const { mark, name, field } of unmanagedFields(shape, resource.fields, entry.applied ?? {})) {
    const made = change(draft, resource, 'unmanage');
    const value = mark === name ? live.fields[name] : asMap(live.fields[name])[mark.slice(name.length + 1)];
    const { before, ...rest } = changeOf(name, field, undefined, field.writeOnly ? undefined : value, draft.matches);
    made.fields.push({ ...rest, field: mark, before, after: before });
    if (field.clearable && !field.nullIsValue && !field.derived && value !== undefined && value !== null)
      made.notes.push(`to remove the value, declare \`${mark}: null\``);
  }
}

/** Orders in the ledger of containers that are still declared. */
export function recordUnmanagedOrders(draft: Draft): void {
  const { desired, unreadOrders } = draft.world.input;
  for (const container of [...draft.world.orders.keys()].sort()) {
    if (container in desired.orders || unreadOrders?.has(container) || !isReadable(draft, container)) continue;
    const kind = container === topContainer ? 'organization' : (kindOf(draft.world, container) ?? '');
    change(draft, { address: container, kind }, 'unmanage').fields.push({
      field: 'order',
      before: undefined,
      after: undefined,
    });
  }
}

/** Lists in the ledger whose containers are still declared. Returns these lists. */
export function recordUnmanagedLists(draft: Draft): ReadonlySet<Address> {
  const { world } = draft;
  const declared = new Set(world.input.desired.lists.map(({ list }) => list));
  const unmanaged = [...world.lists].filter((list) => !declared.has(list) && isListReadable(draft, list)).sort();
  for (const list of unmanaged) {
    // A flat site and a sectioned site have different lists for the same structure.
    if (listOf(list) in world.input.desired.orders) continue;
    const made = change(draft, { address: list, kind: listKind(world, list) ?? '' }, 'unmanage');
    made.notes.push('objects added to this list outside docform are no longer reported');
  }
  return new Set(unmanaged);
}

/** Unread lists stay in the ledger, because their objects may have to be deleted later. */
function isListReadable(draft: Draft, list: Address) {
  const { world, matches } = draft;
  const kind = listKind(world, list);
  const parent = list.includes('/') ? listOf(list) : topContainer;
  if (kind === undefined || !isReadable(draft, parent)) return false;
  const parentId = parent === topContainer ? null : (matches.at.get(parent)?.live?.id ?? null);
  return world.liveList(kind, parentId)?.unknown === undefined;
}

function listKind(world: World, list: Address) {
  return kindOf(world, `${list}/any`);
}

function isReadable({ matches }: Draft, container: Address) {
  const match = matches.at.get(container);
  return container === topContainer || (match?.state === 'matched' && match.entry?.id === match.live?.id);
}
