/** Inverts an apply: the configuration with the former state, and the parts that cannot be restored. */
import { type Address, createWithinTest, isWithin } from '../../core/address.ts';
import { pluralTitle, titleWithArticle } from '../../core/count.ts';
import type { Desired } from '../../core/state.ts';
import {
  finishAmendment,
  type Lack,
  limitOrders,
  removeWithChildren,
  repairUntilComplete,
  replaceFields,
} from '../../kinds/declaration/amendment.ts';
import { membersByContainer, orderedContainerOf } from '../../kinds/declaration/container.ts';
import { isOrderOptional, type Order, type Orders } from '../../kinds/declaration/order.ts';
import {
  declarationPart,
  isReferenceRequired,
  referencesOf,
  removeReference,
} from '../../kinds/declaration/resources.ts';
import { shapeOf } from '../../kinds/shape.ts';
import {
  addDeleted,
  clearTakenOver,
  type Inverse,
  type InverseInput,
  putReferencesBack,
  putValuesBack,
  type Restored,
  restoreFields,
  startWork,
  undeclareCreated,
  type Work,
} from './inverse-changes.ts';
import type { DoneChange } from './undo-record.ts';

export function inverse(input: InverseInput): Inverse {
  const work = startWork(input);
  const rigid = rigidContainers(work);
  const isRigid = ({ address, kind }: DoneChange) =>
    input.shapes.get(kind)?.orderedIn !== undefined && rigid.some((container) => isWithin(address, container));
  const done = input.done.filter((each) => !isRigid(each));
  const kept = namedByRigid(work, rigid);
  const created = done.filter(({ action }) => action === 'create');
  for (const { address } of created) {
    const keeper = kept.get(address);
    if (keeper !== undefined) work.lost.push({ address, why: `not deleted: ${keeper} needs it` });
  }
  undeclareCreated(
    work,
    created.filter(({ address }) => !kept.has(address)),
  );
  for (const each of done) if (each.action === 'delete') addDeleted(work, each);
  for (const each of done) if (each.action === 'delete' || each.action === 'replace') putValuesBack(work, each);
  for (const each of done) {
    if (each.action === 'update' || each.action === 'move' || each.action === 'replace')
      restoreFields(work, each, rigid);
  }
  putReferencesBack(work);
  clearTakenOver(work);
  repairUntilComplete(work.amendment, (lack) => mendInverse(work, lack));
  const orders = formerOrders(work);
  tellUnordered(work, done, orders);
  const rearranged = rearrangedIn(input.desired, done);
  const source = { orders: limitOrders(work.amendment, input.desired.orders, orders), lists: input.former.lists };
  const after = finishAmendment(work.amendment, declarationPart(input.desired), source, rearranged);
  const changed = [...rearranged].filter((container) =>
    isRearranged(input.desired.orders[container], after.orders[container]),
  );
  return {
    after,
    restored: [...work.restored, ...changed.map((address): Restored => ({ address, what: 'order' }))],
    lost: work.lost,
  };
}

/** Containers whose members were wrapped: the wrapper cannot be removed without the members. */
function rigidContainers({ amendment: { at }, done, live, shapes, former, lost }: Work): readonly Address[] {
  const found = new Set<Address>();
  const withLinks = new Set(live.objects.map((object) => `${object.kind} ${object.parentId}`));
  for (const { address, kind, action } of done) {
    const parent = action === 'create' ? at.get(address)?.parent : undefined;
    const container = parent === undefined || parent === null ? undefined : at.get(parent);
    const wraps = container === undefined ? undefined : shapes.get(container.kind)?.wraps;
    if (container === undefined || wraps?.wrapper !== kind || found.has(container.address)) continue;
    const id = former.ids.get(container.address);
    if (!withLinks.has(`${wraps.child} ${id}`)) continue;
    found.add(container.address);
    const why = `its structure is not restored: without its ${pluralTitle(shapeOf({ shapes }, kind))}, every site-space would be recreated`;
    lost.push({ address: container.address, why });
  }
  return [...found];
}

/** The resources that unchanged structure needs, by address, each with one resource that needs it. */
function namedByRigid(work: Work, rigid: readonly Address[]): ReadonlyMap<Address, Address> {
  const staying = work.desired.resources.filter(({ address, kind }) => {
    return work.shapes.get(kind)?.orderedIn !== undefined && rigid.some((container) => isWithin(address, container));
  });
  return new Map(
    staying.flatMap((resource) =>
      referencesOf(resource, work.shapes).map(({ names }) => [names, resource.address] as const),
    ),
  );
}

/** Resources that require the reference are removed as well. The others lose the reference. */
function mendInverse(work: Work, lack: Lack) {
  const { amendment, lost } = work;
  const { resource } = lack;
  const { address } = resource;
  if (lack.is === 'name' && !isReferenceRequired(resource, lack.name.field, work.shapes)) {
    const { field, names } = lack.name;
    // The loss of a reference from a present resource to a removed one is expected.
    const isRemoved = createWithinTest(amendment.removed)(names);
    if (amendment.added.has(address) || !isRemoved)
      lost.push({ address, field, why: `the value refers to ${names}, which is not declared` });
    replaceFields(amendment, resource, removeReference(resource, lack.name).fields);
    return true;
  }
  // A new resource is removed together with what it requires.
  const isNew = !amendment.added.has(address) && !work.formerAt.has(address);
  const isExpected = isNew && lack.is === 'name' && createWithinTest(amendment.removed)(lack.name.names);
  if (!isExpected) lost.push({ address, why: `not restored: ${lackText(work, lack)}` });
  removeWithChildren(amendment, address);
  return true;
}

function lackText(work: Work, lack: Lack) {
  if (lack.is === 'parent') return 'its container is not declared';
  if (lack.is === 'name') return `it requires ${lack.name.names}, which is not declared`;
  return `it requires ${titleWithArticle(shapeOf(work, lack.kind))}, and none of its former ones is declared`;
}

/** Containers with moved members. */
function rearrangedIn({ orders }: Desired, done: readonly DoneChange[]): ReadonlySet<Address> {
  const moved = movedOf(done);
  return new Set(Object.keys(orders).filter((container) => orders[container]?.some((address) => moved.has(address))));
}

function movedOf(done: readonly DoneChange[]): ReadonlySet<Address> {
  return new Set(done.filter(({ action }) => action === 'move').map(({ address }) => address));
}

/** The former orders. Restored containers get an order even if none was declared. */
function formerOrders({ former, live, amendment, formerAt }: Work): Orders {
  const named = new Map([...formerAt.keys()].map((address) => [former.ids.get(address), address]));
  const shown = [...amendment.added].flatMap((container): readonly (readonly [Address, Order])[] => {
    const ids = live.orders[former.ids.get(container) ?? '']?.flat() ?? [];
    return former.orders[container] !== undefined || ids.length < 2
      ? []
      : [[container, ids.flatMap((id) => named.get(id) ?? [])]];
  });
  return { ...former.orders, ...Object.fromEntries(shown) };
}

/** Without a declared order, a restored object cannot get its former position. */
function tellUnordered({ amendment, desired, shapes, lost }: Work, done: readonly DoneChange[], former: Orders) {
  const held = membersByContainer(amendment.at.values(), shapes);
  const containers = [...movedOf(done), ...amendment.added].flatMap((address) => {
    const resource = amendment.at.get(address);
    const container = resource && isOrderOptional(resource, shapes) ? orderedContainerOf(resource, shapes) : null;
    return container === null || desired.orders[container] !== undefined ? [] : [container];
  });
  for (const container of new Set(containers))
    if ((held.get(container) ?? []).length > 1 && (former[container] ?? []).length === 0)
      lost.push({
        address: container,
        field: 'order',
        why: 'docform did not read the former order, because it is not declared',
      });
}

/** Whether members of both orders are in another order. */
function isRearranged(now: Order = [], then: Order = []) {
  const [isThere, wasThere] = [new Set(now), new Set(then)];
  const common = now.filter((address) => wasThere.has(address));
  const others = then.filter((address) => isThere.has(address));
  return common.some((address, at) => others[at] !== address);
}
