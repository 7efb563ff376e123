/** Inverts an apply: the configuration with the former state, and the parts that cannot be restored. */
import { type Address, isWithin } from '../../core/address.ts';
import { manyTitles } from '../../core/count.ts';
import { amended, settle, shownOrders } from '../../declaration/amendment.ts';
import { namesIn } from '../../declaration/names.ts';
import { declarationOf } from '../../declaration/resources.ts';
import { shapeOf } from '../../kinds/shape.ts';
import { mendInverse } from './dangling.ts';
import {
  addDeleted,
  clearTakenOver,
  putBack,
  putReferencesBack,
  putValuesBack,
  removeAllCreated,
} from './inverse-changes.ts';
import { formerOrders, isRearranged, rearrangedIn, tellUnordered } from './inverse-orders.ts';
import {
  type DoneChange,
  type Inverse,
  type InverseInput,
  type Restored,
  startWork,
  type Work,
} from './inverse-work.ts';

export function inverse(input: InverseInput): Inverse {
  const work = startWork(input);
  const rigid = rigidContainers(work);
  const isRigid = ({ address, kind }: DoneChange): boolean =>
    input.shapes.get(kind)?.orderedIn !== undefined && rigid.some((container) => isWithin(address, container));
  const done = input.done.filter((each) => !isRigid(each));
  const kept = namedByRigid(work, rigid);
  const created = done.filter(({ action }) => action === 'create');
  for (const { address } of created) {
    const keeper = kept.get(address);
    if (keeper !== undefined) work.lost.push({ address, why: `not deleted: ${keeper} needs it` });
  }
  removeAllCreated(
    work,
    created.filter(({ address }) => !kept.has(address)),
  );
  for (const each of done) if (each.action === 'delete') addDeleted(work, each);
  for (const each of done) if (each.action === 'delete' || each.action === 'replace') putValuesBack(work, each);
  for (const each of done) {
    if (each.action === 'update' || each.action === 'move' || each.action === 'replace') putBack(work, each, rigid);
  }
  putReferencesBack(work);
  clearTakenOver(work);
  settle(work.amendment, (lack) => mendInverse(work, lack));
  const orders = formerOrders(work);
  tellUnordered(work, done, orders);
  const rearranged = rearrangedIn(input.desired, done);
  const source = { orders: shownOrders(work.amendment, input.desired.orders, orders), lists: input.former.lists };
  const after = amended(work.amendment, declarationOf(input.desired), source, rearranged);
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
    const why = `its structure is not restored: without its ${manyTitles(shapeOf({ shapes }, kind))}, every link to a space would be recreated`;
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
      namesIn(resource, work.shapes).map(({ names }) => [names, resource.address] as const),
    ),
  );
}
