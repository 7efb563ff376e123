/** The fifth stage of a plan: blocks dangerous changes unless an override names the address or number. */
import { titleWithArticle, wordForm } from '../../core/count.ts';
import { cacheFirstResult } from '../../core/once.ts';
import type { KindName } from '../../core/state.ts';
import { shapeOf } from '../../kinds/shape.ts';
import { blockUnlessAllowed } from '../draft/overrides.ts';
import type { Blocked, Plan } from '../result/change.ts';
import type { StepId } from '../result/step.ts';
import type { Limited } from '../scope/limit.ts';
import { objectName, objectsWithWiderAudience } from '../steps/access/grown.ts';
import { guardBound } from './bounds.ts';
import { guardDeletes } from './deletes.ts';
import { guardElsewhere } from './elsewhere.ts';
import { guardFoundByName } from './found-by-name.ts';
import { type GuardedChange, type Guarding, startGuarding } from './guarding.ts';
import { guardLastInList, guardLastOne } from './last-one.ts';
import { guardProviders } from './providers.ts';
import { guardReplaced } from './replaced.ts';

/** The plan with everything that guards decide about it. */
export interface Guarded extends Limited {
  /** Guards of the whole plan. */
  readonly guards: readonly Blocked[];
  readonly last: ReadonlySet<StepId>;
  readonly furtherNeeds: readonly (readonly [StepId, StepId])[];
  readonly part: Plan['part'] | undefined;
}

/** Each change is judged once: those in the scope beside the others in the scope, and those outside as changes of the whole plan. */
export function guardPlan(limited: Limited): Guarded {
  const guarding = startGuarding(limited);
  const guards = applyGuards(guarding);
  const { changes, changeAt, last, needs } = guarding;
  const part = limited.part && { ...limited.part, leftOut: summarizeLeftOut(limited) };
  return { ...limited, changes, changeAt, guards, last, furtherNeeds: needs, part };
}

function summarizeLeftOut({ whole, selects }: Limited): NonNullable<Plan['part']>['leftOut'] {
  if (whole === undefined) return { changes: 0, blocked: [] };
  const guarding = startGuarding(whole, (address) => !selects(address));
  applyGuards(guarding);
  const blocked = guarding.judged.flatMap((each) => (each.blocked === undefined ? [] : [each.address]));
  return { changes: guarding.judged.length, blocked: [...new Set(blocked)].sort() };
}

/** Returns the guards of the whole plan. */
function applyGuards(guarding: Guarding): readonly Blocked[] {
  const { world, judged } = guarding;
  for (const shape of world.shapes.values()) {
    if (shape.keepsOne) guardLastOne(guarding, shape, shape.keepsOne);
    if (shape.keepsOneInEach) guardLastInList(guarding, shape, shape.keepsOneInEach);
    for (const [name, field] of Object.entries(shape.fields))
      for (const kind of field.after ?? []) guardProviders(guarding, shape, name, kind);
  }
  const awaited = awaitedKinds(guarding);
  for (const each of judged) {
    guardIrreversibleDelete(guarding, each);
    guardConflict(guarding, each);
    guardDeleteWhileAwaited(guarding, each, awaited);
  }
  guardReplaced(guarding);
  const grown = cacheFirstResult(() => objectsWithWiderAudience(guarding));
  guardFoundByName(guarding, (object) => grown().has(objectName(object)));
  const { desired, others = [] } = world.input;
  for (const bound of desired.bounds ?? []) guardBound(guarding, bound);
  if (others.length > 0) guardElsewhere(guarding, others);
  return guardDeletes(guarding);
}
/** Blocks deletes that cannot be reverted, unless another guard blocks them already. */
function guardIrreversibleDelete(draft: Guarding, change: GuardedChange) {
  const { world } = draft;
  const shape = world.shapes.get(change.kind);
  if (change.action !== 'delete' || shape === undefined) return;
  if (shape.missing === undefined && shape.losesForGood === undefined) return;
  const cannot = shape.missing === undefined ? 'restore the data of' : 'recreate';
  blockUnlessAllowed(draft, change, {
    code: 'B-PERMANENT',
    reason: `the API cannot ${cannot} ${titleWithArticle(shape)}${shape.loss === undefined ? '' : `; the delete removes ${shape.loss}`}`,
    hint: world.ledger.has(change.address)
      ? `to keep the ${shape.title}, declare it again; to stop managing it, run \`docform forget ${change.address}\` (deletes nothing)`
      : `to keep the ${shape.title}, declare it`,
  });
}

function guardConflict(draft: Guarding, change: GuardedChange) {
  const fields = change.fields.filter(({ origin }) => origin === 'both').map(({ field }) => field);
  if (fields.length === 0) return;
  blockUnlessAllowed(draft, change, {
    code: 'B-CONFLICT',
    reason: `${fields.join(' and ')} ${wordForm(fields.length, 'was', 'were')} changed on the platform and in the configuration since the last apply`,
    hint: `to keep the value on the platform (the first one shown), run \`docform drift --write ${change.address}\`; to apply the configuration, allow this change`,
  });
}

/** Kinds of new objects that wait until a person creates an object. */
function awaitedKinds({ waiting, matches }: Guarding): ReadonlySet<KindName> {
  const pending = [...waiting].flatMap(([address, { state }]) => (state === 'pending' ? [address] : []));
  const shapes = pending.flatMap((address) => matches.at.get(address)?.shape ?? []);
  return new Set(shapes.flatMap(({ name, companionOf }) => [name, companionOf?.link ?? name]));
}

/** A pending object can be the deleted one under another name, or its successor. */
function guardDeleteWhileAwaited(draft: Guarding, change: GuardedChange, awaited: ReadonlySet<KindName>) {
  const isGoing = change.action === 'delete' || change.action === 'replace';
  if (!isGoing || !awaited.has(change.kind)) return;
  blockUnlessAllowed(draft, change, {
    code: 'B-SUCCESSOR-PENDING',
    reason: `a new ${shapeOf(draft.world, change.kind).title} is pending, and could be the successor of this one`,
    hint: 'create the pending objects on the platform first; if this object was renamed, add a `moved` line',
  });
}
