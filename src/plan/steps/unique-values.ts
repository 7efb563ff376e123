/** Orders steps that take a unique value, and gives a temporary value to resources that swap theirs. */
import { isReference, type LiveObject } from '../../core/state.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { shapeOf } from '../../kinds/shape.ts';
import { displayName } from '../context/world.ts';
import { addChange, addStep, type Draft, type DraftStep } from '../draft/draft.ts';
import { type Drafted, deleteStepOf } from '../draft/drafted.ts';
import { addNeed } from '../draft/edges.ts';
import { temporaryValue } from '../fields/compare.ts';

interface Wait {
  readonly field: string;
  readonly taker: DraftStep;
  readonly holder: DraftStep;
}

/** The holder of a unique value releases it before another takes it. Swaps use a temporary value. */
export function orderUniqueValues(draft: Draft): void {
  if (draft.steps.size === 0) return;
  const holders = indexHolders(draft);
  const waits = new Map<string, Wait>();
  for (const taker of [...draft.steps.values()]) {
    if (taker.operation !== 'update' && taker.operation !== 'create') continue;
    for (const [name, field] of uniqueFields(draft, taker.kind)) {
      const value = taker.fields[name];
      if (typeof value !== 'string') continue;
      const holder = holders.get(`${taker.kind}.${name}:${uniquenessScope(draft, taker, field)}:${value}`);
      if (holder === undefined || (holder === draft.matches.at.get(taker.address)?.live && !draft.deleting.has(holder)))
        continue;
      const release = findRelease(draft, holder, name, taker);
      if (release?.operation === 'update')
        waits.set(`${taker.address}.${name}`, { field: name, taker, holder: release });
      else if (release) addNeed(taker, release.id);
    }
  }
  breakCycles(draft, waits);
}

function uniqueFields(draft: Drafted, kind: string): readonly (readonly [string, FieldShape])[] {
  return Object.entries(draft.world.shapes.get(kind)?.fields ?? {}).filter(([, field]) => field.unique !== undefined);
}

function indexHolders(draft: Drafted): ReadonlyMap<string, LiveObject> {
  const holders = new Map<string, LiveObject>();
  // Only kinds with a changed unique value.
  const kinds = new Set([...draft.steps.values()].map(({ kind }) => kind));
  const fieldsOf = new Map([...kinds].map((kind) => [kind, uniqueFields(draft, kind)]));
  for (const live of draft.world.live.objects) {
    if (live.isDeleted) continue;
    for (const [name, field] of fieldsOf.get(live.kind) ?? []) {
      const value = live.fields[name];
      if (typeof value === 'string')
        holders.set(`${live.kind}.${name}:${field.unique === 'organization' ? '' : live.parentId}:${value}`, live);
    }
  }
  return holders;
}

/** The scope of uniqueness, for the live holder. */
function uniquenessScope(draft: Drafted, taker: DraftStep, field: FieldShape) {
  if (field.unique === 'organization') return '';
  const match = draft.matches.at.get(taker.address);
  if (match?.live) return String(match.live.parentId);
  const parent = match?.resource.parent ?? '';
  const wrap = draft.creates.wraps.find((each) => each.takenBy === parent);
  return draft.matches.idOf(wrap?.container ?? parent) ?? '';
}

function findRelease(draft: Draft, holder: LiveObject, name: string, taker: DraftStep) {
  const removal = deleteStepOf(draft, holder);
  if (removal !== undefined) return draft.steps.get(removal);
  const address = draft.deleting.get(holder) ?? draft.matches.addressOfLive(holder);
  const update = address === undefined ? undefined : draft.steps.get(`${address}#update`);
  if (update && name in update.fields) return update;
  const shape = shapeOf(draft.world, holder.kind);
  const who = address ?? `the unmanaged ${shape.title} "${displayName(draft.world, holder)}" (${holder.id})`;
  const made = draft.changeAt.get(`${taker.address}:update`) ?? draft.changeAt.get(`${taker.address}:create`);
  if (made)
    made.blocked ??= {
      code: 'B-VALUE-IN-USE',
      reason: `${name} "${String(taker.fields[name])}" is used by ${who}`,
      hint: `${address === undefined ? pinHint(draft, holder, taker) : ''}change the ${name} of one of the two`,
    };
  return undefined;
}

/** The holder of the value can be the declared object itself. Explains how to pin it. */
function pinHint(draft: Drafted, holder: LiveObject, taker: DraftStep) {
  const shape = shapeOf(draft.world, taker.kind);
  const declared = draft.matches.at.get(taker.address)?.resource;
  if (declared === undefined || shape.singleton) return '';
  if (shape.key === 'name')
    return `if the two are the same, pin it: \`id: ${holder.id}\` at ${taker.address}; otherwise, `;
  const value = declared.fields[shape.key.field];
  const id = holder.fields[shape.key.field];
  return value !== undefined && isReference(value) && typeof id === 'string'
    ? `if the two are the same, pin its content: \`id: ${id}\` at ${value.ref}; otherwise, `
    : '';
}

/** Every step follows the release of its value. In each cycle, the first address gets a temporary value. */
function breakCycles(draft: Draft, waits: ReadonlyMap<string, Wait>) {
  const aside = new Map<string, DraftStep>();
  const settled = new Set<string>();
  for (const start of [...waits.keys()].sort()) {
    const path = new Set<string>();
    let at: string | undefined = start;
    while (at !== undefined && waits.has(at) && !settled.has(at) && !path.has(at)) {
      path.add(at);
      const wait = waits.get(at);
      at = wait && `${wait.holder.address}.${wait.field}`;
    }
    if (at !== undefined && path.has(at)) {
      const ring = [...path];
      const chosen = ring.slice(ring.indexOf(at)).sort()[0] ?? at;
      const wait = waits.get(chosen);
      if (wait) aside.set(chosen, addTemporaryValue(draft, wait));
    }
    for (const each of path) settled.add(each);
  }
  for (const { taker, holder, field } of waits.values())
    addNeed(taker, aside.get(`${holder.address}.${field}`)?.id ?? holder.id);
}

function addTemporaryValue(draft: Draft, { taker, field }: Wait) {
  const aside = addStep(draft, taker, 'temporary', { [field]: temporaryValue(taker.address) });
  addNeed(taker, aside.id);
  const made = addChange(draft, taker, 'update');
  made.steps.unshift(aside.id);
  made.notes.push(
    `uses the temporary ${field} ${temporaryValue(taker.address)} during apply, because resources swap their values`,
  );
  return aside;
}
