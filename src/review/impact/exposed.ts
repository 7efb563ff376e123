/** Finds the objects that more people can read or write after an apply that did not complete than before it and after the whole plan. */

import type { Audience, Way } from '../../access/audience/audience.ts';
import {
  audienceInState,
  canFieldChangeAudience,
  findWidenings,
  type Widening,
} from '../../access/audience/changes.ts';
import { permissionKinds } from '../../access/audience/of-object.ts';
import { groupOf, indexState, parentOf, type State } from '../../access/audience/state.ts';
import { isEqual } from '../../core/compare.ts';
import { withoutMissing } from '../../core/defined.ts';
import type { Executed, Exposed, Unmade } from '../../core/exposed.ts';
import type { Desired, Live, LiveObject } from '../../core/state.ts';
import { canRestrict } from '../../kinds/field.ts';
import { placeField, type Shapes, shapeOf, topKind } from '../../kinds/shape.ts';
import type { Step } from '../../plan/result/step.ts';
import { asIntended } from './as-intended.ts';
import { type ForeseenPlan, foreseen, foreseenAfter } from './simulation/foreseen.ts';
import { type Scene, sceneOf } from './simulation/scene.ts';
import { audienceText } from './topics/audience-text.ts';
import { siteSpacesOf } from './topics/readers.ts';

interface ExposedInput {
  readonly plan: ForeseenPlan;
  readonly live: Live;
  readonly desired: Desired;
  readonly shapes: Shapes;
}

export function exposedAfter(
  { plan, live, desired, shapes }: ExposedInput,
  { done, possible }: Executed<Step>,
): readonly Exposed[] {
  // An earlier apply can have left something open.
  const before = asIntended(live, plan.unset, shapes);
  const planned = indexState(foreseen(live, plan, shapes), shapes);
  const exposedBy = (executed: ReadonlyMap<string, Step>) => {
    const steps = plan.steps.flatMap(({ id }) => withoutMissing(executed.get(id)));
    const after = foreseenAfter(live, plan, steps, shapes);
    return exposedIn(sceneOf({ before, after, desired, ids: plan.ids, shapes }), planned);
  };
  const certain = exposedBy(done);
  if (possible.size === 0) return certain;
  const known = new Set(certain.map(({ address }) => address));
  const others = exposedBy(new Map([...done, ...possible])).filter(({ address }) => !known.has(address));
  return [...certain, ...others.map((each) => ({ ...each, isPossible: true as const }))];
}

/** `after` of the scene: now. */
function exposedIn(scene: Scene, planned: State): readonly Exposed[] {
  const wider = findWidenings(scene.after, [scene.before, planned]);
  return outermost(scene.after, wider).map(({ object, now, ways }): Exposed => {
    const [before, then] = [audienceInState(scene.before, object), audienceInState(planned, object)];
    const textIn = (state: State, audience: Audience, others: readonly Audience[]) =>
      audienceText(scene, state, { object, audience, others, differing: ways });
    return {
      address: scene.addressOf(object),
      kind: object.kind,
      on: ways.some(({ by }) => by === 'site') ? 'readers' : 'people',
      // A copy gets its title after the create.
      subject: scene.subjectOf(planned.find(object.kind, object.id, object.parentId) ?? object),
      now: textIn(scene.after, now, [before, then]),
      before: textIn(scene.before, before, [now]),
      planned: textIn(planned, then, [now]),
      spaces: [...new Set(spacesIn(scene.after, object).map(scene.titleOf))],
      unmade: pendingRestrictions(scene, planned, object, ways),
    };
  });
}

function spacesIn(state: State, object: LiveObject): readonly LiveObject[] {
  return object.kind === 'site' || object.kind === 'section' ? siteSpacesOf(state, object) : [];
}

/** Without objects whose container has the same new readers, and spaces that only such an object shows. */
function outermost(state: State, wider: readonly Widening[]): readonly Widening[] {
  const keyOf = ({ kind, id, parentId }: LiveObject) => `${kind} ${id} ${parentId}`;
  const at = new Map(wider.map((each) => [keyOf(each.object), each]));
  const isIn = (container: LiveObject | undefined, ways: readonly Way[]) => {
    const found = container === undefined ? undefined : at.get(keyOf(container));
    return found !== undefined && ways.every((way) => found.ways.some((each) => isSameWay(way, each)));
  };
  return wider.filter(({ object, ways }) => {
    if (object.kind !== 'space') return !isIn(parentOf(state, object), ways) && !isIn(groupOf(state, object), ways);
    return !ways.every((way) => way.by === 'site' && isIn(state.find('site-space', way.through), [way]));
  });
}

/** The site-space through which readers reach a space does not matter. */
function isSameWay(one: Way, other: Way) {
  const plain = (way: Way) => (way.by === 'site' ? { ...way, through: undefined } : way);
  return isEqual(plain(one) as never, plain(other) as never);
}

/** The differences between now and the planned state that restrict the object. */
function pendingRestrictions(
  scene: Scene,
  planned: State,
  object: LiveObject,
  ways: readonly Way[],
): readonly Unmade[] {
  return deciding(scene.after, object, ways).flatMap((each): readonly Unmade[] => {
    const named = { address: scene.addressOf(each), subject: scene.subjectOf(each) };
    const later = planned.find(each.kind, each.id, each.parentId);
    if (later === undefined) return [named];
    const shape = shapeOf(scene, each.kind);
    return Object.entries(shape.fields).flatMap(([field, fieldShape]): readonly Unmade[] => {
      const [is, then] = [each.fields[field], later.fields[field]];
      if (!canFieldChangeAudience(each.kind, field) || isEqual(is ?? null, then ?? null)) return [];
      if (field === placeField(shape)) return [{ ...named, field, isPlace: true }];
      return canRestrict(fieldShape, is, then) ? [{ ...named, field }] : [];
    });
  });
}

/** The object, its places in sites, their containers, and the permissions and links in them. */
function deciding(state: State, object: LiveObject, ways: readonly Way[]): readonly LiveObject[] {
  const found = new Set<LiveObject>();
  const add = (each: LiveObject | undefined): void => {
    if (each === undefined || found.has(each)) return;
    found.add(each);
    const { kind, id } = each;
    if (kind === 'site') for (const link of state.childrenOf('share-link', id)) found.add(link);
    for (const holder of permissionKinds) for (const own of state.childrenOf(holder, id)) found.add(own);
    if (kind === topKind) for (const invite of state.childrenOf('link-invite', null)) found.add(invite);
    add(parentOf(state, each));
    add(groupOf(state, each));
  };
  add(object);
  for (const way of ways) if (way.by === 'site') add(state.find('site-space', way.through));
  return [...found];
}
