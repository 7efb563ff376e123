/** The steps of declarations of people who have not joined yet. */
import { listOf } from '../../../core/address.ts';
import { groupBy } from '../../../core/compare.ts';
import type { DesiredResource, Live } from '../../../core/state.ts';
import { naturalKeyFields, shapeOf } from '../../../kinds/shape.ts';
import type { Step } from '../../../plan/result/step.ts';
import { foreseen, type ImpactInput, joinedIds } from '../simulation/foreseen.ts';

/** The states after the people join, and after their declarations are applied. Both contain earlier accepted declarations. */
export function joined({ plan, live, desired, shapes }: ImpactInput) {
  const invited = plan.changes
    .filter(({ action }) => action === 'invite')
    .map(({ address }) => ({ address, isAccepted: false }));
  const accepted = new Map([...invited, ...plan.pending].map(({ address, isAccepted }) => [address, isAccepted]));
  const declared = desired.resources.filter(({ address }) => accepted.has(address));
  const isOfList = ({ kind }: DesiredResource) => shapeOf({ shapes }, kind).bulk === true;
  const [listed, people] = [declared.filter(isOfList), declared.filter((each) => !isOfList(each))];
  const carriedOut = (on: Live, steps: readonly Step[]): Live =>
    foreseen(on, { changes: [], steps, ids: plan.ids }, shapes);
  const stepsOf = (isAccepted: boolean): readonly Step[] => {
    const isOwn = ({ address }: DesiredResource) => accepted.get(address) === isAccepted;
    return [
      ...people
        .filter(isOwn)
        .map(({ address, kind, fields }) => stepOf({ address, kind, operation: 'update', fields })),
      ...[...groupBy(listed.filter(isOwn), ({ address }) => listOf(address))].map(([address, members]) =>
        bulkOf(address, members),
      ),
    ];
  };
  const joining = people.map(({ address, kind, fields }) => {
    const names = naturalKeyFields(shapeOf({ shapes }, kind), fields) ?? [];
    const known = Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
    return stepOf({ address, kind, operation: 'create', fields: known });
  });
  const [former, next] = [stepsOf(true), stepsOf(false)];
  const before = carriedOut(live, [...joining, ...former]);
  const own = Object.fromEntries(joining.map(({ address }) => [address, address]));
  const ids = { ...own, ...joinedIds({ steps: [...former, ...next], ids: { ...plan.ids, ...own } }, shapes) };
  return { before, after: carriedOut(before, next), ids };
}

function bulkOf(address: string, members: readonly DesiredResource[]): Step {
  const items = members.map((each) => ({ operation: 'create' as const, address: each.address, fields: each.fields }));
  return stepOf({ address, kind: members[0]?.kind ?? '', operation: 'bulk', fields: {}, items });
}

function stepOf(step: Pick<Step, 'address' | 'kind' | 'operation' | 'fields' | 'items'>): Step {
  return { ...step, id: `${step.address}#${step.operation}`, needs: new Set(), follows: new Set() };
}
