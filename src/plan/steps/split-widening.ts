/** Splits updates that widen access and also release an object for its delete, so that the delete can come in between. */
import type { DesiredValue, LiveObject } from '../../core/state.ts';
import { exposureDirection, isCondition } from '../../kinds/field.ts';
import { shapeOf } from '../../kinds/shape.ts';
import { addStep, type Draft, type DraftStep } from '../draft/draft.ts';
import { type Drafted, isDeleting } from '../draft/drafted.ts';
import { addNeed } from '../draft/edges.ts';

export function splitWidening(draft: Draft): void {
  if (draft.deleting.size === 0) return;
  for (const update of [...draft.steps.values()]) {
    const live = update.operation === 'update' ? draft.matches.at.get(update.address)?.live : undefined;
    if (live === undefined || draft.heldBack.has(update.address)) continue;
    const widening = Object.entries(update.fields).filter(([name, value]) => isWidening(draft, live, name, value));
    if (widening.length === 0 || !releasesDeletedObject(draft, update, live)) continue;
    for (const [name] of widening) delete update.fields[name];
    const later = addStep(draft, update, 'widen', Object.fromEntries(widening));
    addNeed(later, update.id);
    for (const change of draft.changes) if (change.steps.includes(update.id)) change.steps.push(later.id);
  }
}

function isWidening({ world }: Drafted, { kind, fields }: LiveObject, name: string, value: DesiredValue): boolean {
  const field = shapeOf(world, kind).fields[name];
  if (field === undefined) return false;
  return (isCondition(field) && value === null) || exposureDirection(field, fields[name], value)?.topic === 'opened';
}

/** Whether a reference to a deleted object changes. */
function releasesDeletedObject(draft: Drafted, { fields }: DraftStep, live: LiveObject): boolean {
  const shape = shapeOf(draft.world, live.kind);
  return Object.keys(fields).some((name) => {
    const type = shape.fields[name]?.type;
    const former = type?.is === 'ref' ? draft.world.liveObject(type.to, String(live.fields[name])) : undefined;
    return former !== undefined && isDeleting(draft, former);
  });
}
