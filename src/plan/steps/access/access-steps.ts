/** Finds the steps of a plan that change audiences, and the objects that they change. */
import { canChangeAudience, canFieldChangeAudience, canKindChangeAudience } from '../../../access/audience/changes.ts';
import { indexState, type State } from '../../../access/audience/state.ts';
import { groupBy } from '../../../core/compare.ts';
import { cacheFirstResult } from '../../../core/once.ts';
import type { LiveObject } from '../../../core/state.ts';
import { identityOf } from '../../../kinds/shape.ts';
import type { Drafted } from '../../draft/drafted.ts';
import type { Step } from '../../result/step.ts';
import { type Effect, effectsOfStep, type Identity, type Ids, indexIds } from './access-effects.ts';

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

export function startAccessSteps(draft: Drafted): Work {
  const ids = indexIds(draft);
  const { shapes } = draft.world;
  const keyOf = (object: Identity) => identityOf(shapes, object);
  const all = [...draft.steps.values()].flatMap((step): readonly Decisive[] => {
    if (!canStepChangeAudience(step)) return [];
    const effects = effectsOfStep(draft, step, ids).filter((effect) => {
      const live = presentObject(draft, effect);
      const isCreated = ['create', 'bulk', 'restore'].includes(step.operation) && effect.changed(undefined);
      const before = live ?? (isCreated ? undefined : { ...toIdentity(effect), fields: {} });
      return canChangeAudience(before, effect.changed(before));
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
    isWhole: cacheFirstResult(() => indexState({ ...draft.world.live, objects: [] }, shapes).isWhole),
    ends: cacheFirstResult(() => statesBeforeAndAfter({ draft, all, keyOf })),
  };
}

/** Whether the step can change an audience. Most updates cannot, and their effects cost time. */
function canStepChangeAudience({ operation, kind, fields, companions = [] }: Step): boolean {
  if (operation === 'update' || operation === 'publish' || operation === 'widen' || operation === 'temporary')
    return Object.keys(fields).some((name) => canFieldChangeAudience(kind, name));
  return canKindChangeAudience(kind) || companions.length > 0;
}

export function toIdentity({ kind, id, parentId }: Identity) {
  return { kind, id, parentId };
}

export function presentObject({ world }: Drafted, { kind, id, parentId }: Identity) {
  const live = world.liveObject(kind, id, parentId);
  return live?.isDeleted ? undefined : live;
}

/** Now, and after all steps. */
function statesBeforeAndAfter({ draft, all, keyOf }: Pick<Work, 'draft' | 'all' | 'keyOf'>): readonly State[] {
  const { live, shapes } = draft.world;
  const objects = new Map(live.objects.filter(({ isDeleted }) => !isDeleted).map((object) => [keyOf(object), object]));
  applyEffects(objects, keyOf, all);
  return [indexState(live, shapes), indexState({ ...live, objects: [...objects.values()] }, shapes)];
}

export function applyEffects(objects: Map<string, LiveObject>, keyOf: Work['keyOf'], steps: readonly Decisive[]) {
  for (const { effects } of steps)
    for (const effect of effects) {
      const key = keyOf(effect);
      const changed = effect.changed(objects.get(key));
      if (changed === undefined) objects.delete(key);
      else objects.set(key, changed);
    }
}
