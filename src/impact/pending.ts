/** Computes the impact of pending declarations, as if the people joined right after the apply. */
import { listOf } from '../core/address.ts';
import { count } from '../core/count.ts';
import { groupBy } from '../core/group-by.ts';
import type { Impact } from '../core/impact.ts';
import type { Desired, DesiredResource, Live } from '../core/state.ts';
import { naturalKeyFields, type Shapes, shapeOf } from '../kinds/shape.ts';
import type { Plan, Step } from '../plan/change.ts';
import { foreseen, joinedIds } from './foreseen.ts';
import type { Scene } from './scene.ts';

interface PendingInput {
  readonly plan: Pick<Plan, 'pending' | 'ids'>;
  /** After the plan. */
  readonly live: Live;
  readonly desired: Desired;
  readonly shapes: Shapes;
}

interface Joined {
  readonly before: Live;
  readonly after: Live;
  readonly ids: Plan['ids'];
}

/** The states after the people join, and after their declarations are applied. Both contain earlier accepted declarations. */
export function joined({ plan, live, desired, shapes }: PendingInput): Joined {
  const accepted = new Map(plan.pending.map(({ address, isAccepted }) => [address, isAccepted]));
  const declared = desired.resources.filter(({ address }) => accepted.has(address));
  const isOfList = ({ kind }: DesiredResource) => shapeOf({ shapes }, kind).bulk === true;
  const carriedOut = (on: Live, steps: readonly Step[]): Live =>
    foreseen(on, { changes: [], steps, ids: plan.ids }, shapes);
  const stepsOf = (isAccepted: boolean): readonly Step[] => {
    const own = declared.filter(({ address }) => accepted.get(address) === isAccepted);
    return [
      ...own
        .filter((each) => !isOfList(each))
        .map(({ address, kind, fields }) => stepOf({ address, kind, operation: 'update', fields })),
      ...[...groupBy(own.filter(isOfList), ({ address }) => listOf(address))].map(([address, members]) =>
        bulkOf(address, members),
      ),
    ];
  };
  const joining = declared
    .filter((each) => !isOfList(each))
    .map(({ address, kind, fields }) => {
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
  return { ...step, id: `${step.address}#${step.operation}`, needs: [], follows: [] };
}

/** Equal consequences for several people are merged unless they are high-risk. */
export function asPending(impact: readonly Impact[], { after }: Scene): readonly Impact[] {
  const told = impact.map((each) => pendingOne(each, after.find('member', each.address) !== undefined));
  const groups = groupBy(told, ({ severity, address, subject, source: _, ...said }) =>
    JSON.stringify(severity === 'high-risk' ? [address, subject, said] : [listOf(address), said]),
  );
  return [...groups.values()].flatMap((group) =>
    group.length > 1 && group[0] !== undefined ? [together(group, group[0])] : group,
  );
}

function together(group: readonly Impact[], first: Impact): Impact {
  const who = group.map(({ subject }) => subject).sort();
  return { ...first, address: listOf(first.address), subject: count(group.length, 'person', 'people'), who };
}

/** The role of a new member depends on the invitation. */
function pendingOne({ before, what, ...rest }: Impact, isMember: boolean): Impact {
  const said = isMember && rest.topic === 'role' ? 'organization role' : what;
  return {
    ...{ ...rest, what: said.startsWith('pending: ') ? said : `pending: ${said}` },
    ...(isMember || before === undefined ? {} : { before }),
  };
}
