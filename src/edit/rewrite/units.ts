/** Splits an edit into changes that can be written or left out separately. */
import { type Address, createWithinTest, topLevelAddress } from '../../core/address.ts';
import { canonicalJson } from '../../core/json.ts';
import type { Desired, DesiredResource } from '../../core/state.ts';
import { indexDeclared } from '../../kinds/declaration/resources.ts';
import { isContainerField } from '../../kinds/field.ts';
import type { Shapes } from '../../kinds/shape.ts';
import type { Wanted } from './editing.ts';

/** The fields of one resource, or the structure below one top-level resource. */
export type Unit = { readonly is: 'fields' | 'structure'; readonly address: Address };

function said({ fields, pin, protect, replace }: DesiredResource) {
  return canonicalJson({ fields, pin, protect, replace });
}

/** Structure first, because fields can refer to new resources. */
export function unitsBetween(before: Desired, after: Wanted): readonly Unit[] {
  const [old, now] = [indexDeclared(before.resources), indexDeclared(after.resources)];
  const oldLists = new Set(before.lists.map(({ list }) => list));
  const newLists = new Set(after.lists);
  const tops = new Set<Address>();
  const fields: Unit[] = [];
  for (const address of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(address), now.get(address)];
    if (was === undefined || is === undefined) tops.add(topLevelAddress(address));
    else if (said(was) !== said(is)) fields.push({ is: 'fields', address });
  }
  for (const container of new Set([...Object.keys(before.orders), ...Object.keys(after.orders)])) {
    if (canonicalJson(before.orders[container] ?? null) !== canonicalJson(after.orders[container] ?? null))
      tops.add(topLevelAddress(container));
  }
  for (const list of new Set([...oldLists, ...newLists]))
    if (oldLists.has(list) !== newLists.has(list)) tops.add(topLevelAddress(list));
  return [...[...tops].map((address): Unit => ({ is: 'structure', address })), ...fields];
}

/** The declaration with these changes only. */
export function onlyThese(before: Desired, after: Wanted, units: readonly Unit[], shapes: Shapes): Wanted {
  const isStructured = createWithinTest(
    new Set(units.flatMap(({ is, address }) => (is === 'structure' ? [address] : []))),
  );
  const fields = new Set(units.flatMap(({ is, address }) => (is === 'fields' ? [address] : [])));
  const [old, now] = [indexDeclared(before.resources), indexDeclared(after.resources)];
  const isThere = (address: Address) => (isStructured(address) ? now.has(address) : old.has(address));
  const resources = [...new Set([...now.keys(), ...old.keys()])].filter(isThere).flatMap((address) => {
    const [was, is] = [old.get(address), now.get(address)];
    const resource =
      is === undefined
        ? was
        : was === undefined || fields.has(address)
          ? is
          : isStructured(address)
            ? placed(was, is, shapes)
            : was;
    return resource === undefined ? [] : [resource];
  });
  const containers = new Set([...Object.keys(before.orders), ...Object.keys(after.orders)]);
  const orders = [...containers].flatMap((container) => {
    const order = isStructured(container) ? after.orders[container] : before.orders[container];
    return order === undefined ? [] : [[container, order.filter(isThere)] as const];
  });
  const lists = new Set([...before.lists.map(({ list }) => list), ...after.lists]);
  const declared = [...lists].filter((list) =>
    isStructured(list) ? after.lists.includes(list) : before.lists.some((each) => each.list === list),
  );
  return { ...after, resources, orders: Object.fromEntries(orders), lists: declared };
}

/** The structure of the files declares the group of a section and the default space of a flat site. */
function placed(was: DesiredResource, is: DesiredResource, shapes: Shapes): DesiredResource {
  const place = Object.entries(is.fields).filter(([name]) => {
    const field = shapes.get(is.kind)?.fields[name];
    return field !== undefined && (field.derived === true || isContainerField(field));
  });
  return { ...was, fields: { ...was.fields, ...Object.fromEntries(place) } };
}
