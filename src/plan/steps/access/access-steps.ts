/** Finds the steps of a plan that change audiences, and the objects that they change. */
import { isDecisive, isDecisiveField, isDecisiveKind } from '../../../access/audience/changes.ts';
import { type State, stateOf } from '../../../access/audience/state.ts';
import { groupBy } from '../../../core/compare.ts';
import { once } from '../../../core/once.ts';
import type { LiveObject } from '../../../core/state.ts';
import { identityOf } from '../../../kinds/shape.ts';
import type { Drafted } from '../../draft/drafted.ts';
import type { Step } from '../../result/step.ts';
import { type Effect, effectsOf, type Identity, type Ids, idsIn } from './access-effects.ts';

/** A step that changes an audience. */
export interface Decisive {
  readonly step: Step;
  readonly effects: readonly Effect[];
}

export interface Work {
  readonly draft: Drafted;
  readonly ids: Ids;
  readonly all: readonly Decisive[];
  /** Decisive steps by the identity of the object that they change. */
  readonly at: ReadonlyMap<string, readonly Decisive[]>;
  readonly keyOf: (object: Identity) => string;
  readonly isWhole: () => State['isWhole'];
  /** The organization before and after the plan. */
  readonly ends: () => readonly State[];
}

export function startWork(draft: Drafted): Work {
  const ids = idsIn(draft);
  const { shapes } = draft.world;
  const keyOf = (object: Identity) => identityOf(shapes, object);
  const all = [...draft.steps.values()].flatMap((step): readonly Decisive[] => {
    if (!canBeDecisive(step)) return [];
    const effects = effectsOf(draft, step, ids).filter((effect) => {
      const live = liveOf(draft, effect);
      const isCreated = ['create', 'bulk', 'restore'].includes(step.operation) && effect.changed(undefined);
      const before = live ?? (isCreated ? undefined : { ...identity(effect), fields: {} });
      return isDecisive(before, effect.changed(before));
    });
    return effects.length === 0 ? [] : [{ step, effects }];
  });
  const pairs = all.flatMap((each) => each.effects.map((effect) => ({ key: keyOf(effect), each })));
  const at = new Map(
    [...groupBy(pairs, ({ key }) => key)].map(([key, of]) => [key, [...new Set(of.map(({ each }) => each))]]),
  );
  return {
    draft,
    ids,
    all,
    at,
    keyOf,
    isWhole: once(() => stateOf({ ...draft.world.live, objects: [] }, shapes).isWhole),
    ends: once(() => endsOf({ draft, all, keyOf })),
  };
}

/** Whether the step can change an audience. Most updates cannot, and their effects cost time. */
function canBeDecisive({ operation, kind, fields, companions = [] }: Step): boolean {
  if (operation === 'update' || operation === 'publish' || operation === 'widen' || operation === 'temporary')
    return Object.keys(fields).some((name) => isDecisiveField(kind, name));
  return isDecisiveKind(kind) || companions.length > 0;
}

export function identity({ kind, id, parentId }: Identity) {
  return { kind, id, parentId };
}

export function liveOf({ world }: Drafted, { kind, id, parentId }: Identity) {
  const live = world.liveObject(kind, id, parentId);
  return live?.isDeleted ? undefined : live;
}

/** Now, and after all steps. */
function endsOf({ draft, all, keyOf }: Pick<Work, 'draft' | 'all' | 'keyOf'>): readonly State[] {
  const { live, shapes } = draft.world;
  const objects = new Map(live.objects.filter(({ isDeleted }) => !isDeleted).map((object) => [keyOf(object), object]));
  applyAll(objects, keyOf, all);
  return [stateOf(live, shapes), stateOf({ ...live, objects: [...objects.values()] }, shapes)];
}

export function applyAll(objects: Map<string, LiveObject>, keyOf: Work['keyOf'], steps: readonly Decisive[]) {
  for (const { effects } of steps)
    for (const effect of effects) {
      const key = keyOf(effect);
      const changed = effect.changed(objects.get(key));
      if (changed === undefined) objects.delete(key);
      else objects.set(key, changed);
    }
}
