/** Orders steps: swaps of unique values, a stable topological order without cycles of edges for order only, and blocked changes before their consequences. */

import type { Address } from '../../core/address.ts';
import { present } from '../../core/defined.ts';
import { isReference, type LiveObject } from '../../core/state.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { shapeOf } from '../../kinds/shape.ts';
import type { StepId } from '../change.ts';
import { temporaryValue } from '../compare.ts';
import { change, type Draft, type DraftChange, type DraftStep, needs, removalOf, step } from '../draft.ts';
import type { Matches } from '../identity/identity.ts';
import { nameOf } from '../world.ts';

/** Each step comes after all that it needs and follows. Among free steps, the first drafted comes first. Throws on a cycle of needs. */
export function orderSteps(
  steps: ReadonlyMap<StepId, DraftStep>,
  directly: ReadonlyMap<StepId, StepId> = new Map(),
): readonly DraftStep[] {
  for (const each of steps.values()) {
    for (const set of [each.needs, each.follows])
      for (const id of set) if (!steps.has(id) || id === each.id) set.delete(id);
    for (const id of each.needs) each.follows.delete(id);
  }
  const ids = [...steps.keys()];
  const ranks = new Map(ids.map((id, rank) => [id, rank]));
  const after = new Map<StepId, number[]>();
  const open = ids.map((id) => (steps.get(id)?.needs.size ?? 0) + (steps.get(id)?.follows.size ?? 0));
  for (const [rank, each] of [...steps.values()].entries()) {
    for (const id of [...each.needs, ...each.follows]) {
      const list = after.get(id);
      if (list) list.push(rank);
      else after.set(id, [rank]);
    }
  }
  const ready: number[] = [];
  for (const [rank, count] of open.entries()) if (count === 0) pushRank(ready, rank);
  // These start before all others.
  const ahead: number[] = [];
  const ordered: DraftStep[] = [];
  const done = new Set<StepId>();
  while (ordered.length < ids.length) {
    const rank = ahead.pop() ?? popRank(ready) ?? loosen(steps, ranks, done);
    const each = steps.get(ids[rank] ?? '');
    if (each === undefined || done.has(each.id)) continue;
    ordered.push(each);
    done.add(each.id);
    for (const next of after.get(each.id) ?? []) {
      open[next] = (open[next] ?? 0) - 1;
      if (open[next] === 0) pushRank(ready, next);
    }
    const closing = directly.get(each.id);
    const rankOfClosing = closing === undefined ? undefined : ranks.get(closing);
    if (rankOfClosing !== undefined && open[rankOfClosing] === 0) ahead.push(rankOfClosing);
  }
  return ordered;
}

/** In a cycle, the first step that only waits for order continues. */
function loosen(steps: ReadonlyMap<StepId, DraftStep>, ranks: ReadonlyMap<StepId, number>, done: ReadonlySet<StepId>) {
  const left = [...steps.values()].filter((each) => !done.has(each.id));
  const found = left.find((each) => [...each.needs].every((id) => done.has(id)));
  if (found === undefined)
    throw new Error(`these steps wait for each other: ${left.map((each) => each.id).join(', ')}`);
  for (const id of [...found.follows]) if (!done.has(id)) found.follows.delete(id);
  return ranks.get(found.id) ?? 0;
}

/** Adds a rank to a heap, whose first item is the smallest rank. */
export function pushRank(heap: number[], rank: number): void {
  let at = heap.push(rank) - 1;
  while (at > 0) {
    const up = (at - 1) >> 1;
    if ((heap[up] ?? 0) <= rank) break;
    heap[at] = heap[up] ?? 0;
    at = up;
  }
  heap[at] = rank;
}

export function popRank(heap: number[]): number | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (top === undefined || last === undefined || heap.length === 0) return top;
  let at = 0;
  for (;;) {
    let down = 2 * at + 1;
    if (down >= heap.length) break;
    if (down + 1 < heap.length && (heap[down + 1] ?? 0) < (heap[down] ?? 0)) down++;
    if ((heap[down] ?? 0) >= last) break;
    heap[at] = heap[down] ?? 0;
    at = down;
  }
  heap[at] = last;
  return top;
}

/** Distance of a consequence from its cause, smaller than the distance between two steps. */
const next = 1 / 1024;

type RankOf = (change: DraftChange) => number;

/** A blocked change has no step. It comes before its contents and the changes that refer to it. */
export function causesFirst({ changes, matches }: Pick<Draft, 'changes' | 'matches'>, stepRank: RankOf): RankOf {
  const causes = new Map(changes.filter(isCause).map((each) => [each.address, each]));
  if (causes.size === 0) return stepRank;
  const ranks = new Map<Address, number>();
  const lower = (address: Address, rank: number) => {
    const cause = causes.get(address);
    if (cause === undefined || (ranks.get(address) ?? stepRank(cause)) <= rank) return;
    ranks.set(address, rank);
    for (const needed of neededBy(cause, matches)) lower(needed, rank - next);
  };
  for (const each of changes)
    for (const needed of neededBy(each, matches)) lower(needed, (ranks.get(each.address) ?? stepRank(each)) - next);
  return (each) => (isCause(each) ? (ranks.get(each.address) ?? stepRank(each)) : stepRank(each));
}

function isCause({ blocked, steps, action }: DraftChange) {
  return blocked !== undefined && steps.length === 0 && action === 'create';
}

/** Containers and references, without fields that are set later (defaults). */
function neededBy({ address, action }: DraftChange, matches: Matches): readonly Address[] {
  const match = matches.at.get(address);
  if (match === undefined || action !== 'create') return [];
  const { parent, fields } = match.resource;
  const named = Object.entries(fields).flatMap(([name, value]) =>
    isReference(value) && match.shape.fields[name]?.deferred !== true ? [value.ref] : [],
  );
  return present(parent ?? undefined, ...named);
}

interface Wait {
  readonly field: string;
  readonly taker: DraftStep;
  readonly holder: DraftStep;
}

/** The holder of a unique value releases it before another takes it. Swaps use a temporary value. */
export function draftUniqueKeys(draft: Draft): void {
  if (draft.steps.size === 0) return;
  const holders = indexHolders(draft);
  const waits = new Map<string, Wait>();
  for (const taker of [...draft.steps.values()]) {
    if (taker.operation !== 'update' && taker.operation !== 'create') continue;
    for (const [name, field] of uniqueFields(draft, taker.kind)) {
      const value = taker.fields[name];
      if (typeof value !== 'string') continue;
      const holder = holders.get(`${taker.kind}.${name}:${wantedScope(draft, taker, field)}:${value}`);
      if (holder === undefined || (holder === draft.matches.at.get(taker.address)?.live && !draft.deleting.has(holder)))
        continue;
      const release = releaseOf(draft, holder, name, taker);
      if (release?.operation === 'update')
        waits.set(`${taker.address}.${name}`, { field: name, taker, holder: release });
      else if (release) needs(taker, release.id);
    }
  }
  breakRings(draft, waits);
}

function uniqueFields(draft: Draft, kind: string): readonly (readonly [string, FieldShape])[] {
  return Object.entries(draft.world.shapes.get(kind)?.fields ?? {}).filter(([, field]) => field.unique !== undefined);
}

function indexHolders(draft: Draft): ReadonlyMap<string, LiveObject> {
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
function wantedScope(draft: Draft, taker: DraftStep, field: FieldShape) {
  if (field.unique === 'organization') return '';
  const match = draft.matches.at.get(taker.address);
  if (match?.live) return String(match.live.parentId);
  const parent = match?.resource.parent ?? '';
  const wrap = draft.creates.wraps.find((each) => each.takenBy === parent);
  return draft.matches.idOf(wrap?.container ?? parent) ?? '';
}

function releaseOf(draft: Draft, holder: LiveObject, name: string, taker: DraftStep) {
  const removal = removalOf(draft, holder);
  if (removal !== undefined) return draft.steps.get(removal);
  const address = draft.deleting.get(holder) ?? draft.matches.addressOfLive(holder);
  const update = address === undefined ? undefined : draft.steps.get(`${address}#update`);
  if (update && name in update.fields) return update;
  const shape = shapeOf(draft.world, holder.kind);
  const who = address ?? `the unmanaged ${shape.title} "${nameOf(draft.world, holder)}" (${holder.id})`;
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
function pinHint(draft: Draft, holder: LiveObject, taker: DraftStep) {
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
function breakRings(draft: Draft, waits: ReadonlyMap<string, Wait>) {
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
      if (wait) aside.set(chosen, stepAside(draft, wait));
    }
    for (const each of path) settled.add(each);
  }
  for (const { taker, holder, field } of waits.values())
    needs(taker, aside.get(`${holder.address}.${field}`)?.id ?? holder.id);
}

function stepAside(draft: Draft, { taker, field }: Wait) {
  const aside = step(draft, taker, 'temporary', { [field]: temporaryValue(taker.address) });
  needs(taker, aside.id);
  const made = change(draft, taker, 'update');
  made.steps.unshift(aside.id);
  made.notes.push(
    `uses the temporary ${field} ${temporaryValue(taker.address)} during apply, because resources swap their values`,
  );
  return aside;
}
