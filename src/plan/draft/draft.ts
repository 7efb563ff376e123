/** A plan under construction: steps and changes that can still get edges, notes and blocks. */

import type { Address } from '../../core/address.ts';
import type { Allowed } from '../../core/allowed.ts';
import { groupBy } from '../../core/compare.ts';
import { once } from '../../core/once.ts';
import type { DesiredResource, DesiredValue, LiveObject } from '../../core/state.ts';
import { type Guarded, isAllowedByFlag, type Overridable, overridable, ruleFor } from '../context/allow.ts';
import { kindOf, liveParentOf, type World } from '../context/world.ts';
import type { Creates } from '../identity/creates.ts';
import type { Foreseen, Match, Matches } from '../identity/identity.ts';
import { changeKey } from '../result/action.ts';
import type { Action, Change, FieldChange, SiblingOrder } from '../result/change.ts';
import type { HeldBack } from '../result/ledger-updates.ts';
import type { BulkItem, Operation, Step, StepId } from '../result/step.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A step that can still change. The plan contains the same objects. */
export interface DraftStep extends Mutable<Omit<Step, 'fields' | 'items' | 'needs' | 'follows'>> {
  readonly fields: { [field: string]: DesiredValue };
  items?: BulkItem[];
  readonly needs: Set<StepId>;
  readonly follows: Set<StepId>;
}

export interface DraftChange
  extends Mutable<Omit<Change, 'fields' | 'lost' | 'notes' | 'steps' | 'title' | 'objects' | 'span' | 'allowed'>> {
  readonly fields: FieldChange[];
  readonly lost: string[];
  readonly notes: string[];
  readonly steps: StepId[];
  allowed?: Allowed[];
}

export interface Draft {
  readonly world: World;
  readonly matches: Matches;
  readonly waiting: Foreseen['waiting'];
  readonly creates: Creates;
  /** Declared resources that differ from the platform or the ledger. All others are skipped. */
  readonly open: Set<Match>;
  readonly steps: Map<StepId, DraftStep>;
  readonly changes: DraftChange[];
  /** `address:action` -> change. */
  readonly changeAt: Map<string, DraftChange>;
  /** The step that creates an address without an id. */
  readonly producers: Map<Address, StepId>;
  readonly deleting: Map<LiveObject, Address>;
  /** Ids of undeclared containers that a step names, by placeholder address. */
  readonly unmanagedIds: Map<Address, string>;
  /** Values of new objects until they are restricted. */
  readonly heldBack: Map<Address, readonly HeldBack[]>;
  /** By address: fingerprints of texts on the platform that differ from the applied ones. */
  readonly stored: Map<Address, { readonly [mark: string]: string }>;
  readonly notes: { readonly address: Address; readonly text: string }[];
  readonly orders: SiblingOrder[];
}

type Subject = Pick<DesiredResource, 'address' | 'kind'>;

export function step(
  draft: Draft,
  { address, kind }: Subject,
  operation: Operation,
  fields: { [field: string]: DesiredValue } = {},
): DraftStep {
  const id = `${address}#${operation}`;
  let found = draft.steps.get(id);
  if (found === undefined) {
    found = { id, operation, address, kind, fields: {}, needs: new Set(), follows: new Set() };
    draft.steps.set(id, found);
  }
  Object.assign(found.fields, fields);
  return found;
}

/** `kind` is missing if the address alone decides it. */
export function change(
  draft: Draft,
  { address, kind = kindOf(draft.world, address) ?? '' }: Pick<Subject, 'address'> & Partial<Subject>,
  action: Action,
  steps: readonly DraftStep[] = [],
): DraftChange {
  const key = changeKey({ address, action });
  let found = draft.changeAt.get(key);
  if (found === undefined) {
    const match = draft.matches.at.get(address);
    found = { address, kind, action, fields: [], lost: [], notes: [], steps: [] };
    const id = match?.state === 'matched' ? match.live?.id : undefined;
    if (id !== undefined) found.id = id;
    draft.changeAt.set(key, found);
    draft.changes.push(found);
  }
  for (const each of steps) if (!found.steps.includes(each.id)) found.steps.push(each.id);
  return found;
}

export function itemsIn({ steps }: Pick<Draft, 'steps'>): (bulk: DraftStep, address: Address) => readonly BulkItem[] {
  const bulks = once(() => {
    const withItems = [...steps.values()].filter(({ items }) => items !== undefined);
    return new Map(withItems.map((each) => [each, groupBy(each.items ?? [], ({ address }) => address)]));
  });
  return (bulk, address) => bulks().get(bulk)?.get(address) ?? [];
}

export function holdBack({ heldBack }: Pick<Draft, 'heldBack'>, address: Address, held: HeldBack): void {
  heldBack.set(address, [...(heldBack.get(address) ?? []), held]);
}

export function note({ notes }: Pick<Draft, 'notes'>, address: Address, text: string): void {
  notes.push({ address, text });
}

/** The change that creates a resource. Later steps of a new resource belong to it. */
export function ownChange(draft: Draft, address: Address, otherwise: Action): DraftChange {
  const kind = draft.matches.at.get(address)?.resource.kind ?? '';
  return draft.changeAt.get(`${address}:create`) ?? change(draft, { address, kind }, otherwise);
}

export function needs(after: DraftStep, before: StepId | undefined): void {
  if (before !== undefined && before !== after.id) after.needs.add(before);
}

/** Blocks the change, unless another guard blocks it already or an override for the address allows it. */
export function blockUnlessAllowed(
  draft: Pick<Draft, 'world' | 'matches'>,
  change: DraftChange,
  blocked: Overridable,
  address = change.address,
): void {
  const id = address === change.address ? change.id : idAt(draft, address);
  const guarded = { code: blocked.code, address, id };
  if (change.blocked || isAllowed(draft, change, blocked, guarded)) return;
  change.blocked = overridable(blocked, [guarded]);
}

/** Records the rule that lets the guard pass. */
export function isAllowed(
  { world }: Pick<Draft, 'world'>,
  change: DraftChange,
  { code, reason }: Overridable,
  guarded: Guarded,
): boolean {
  if (isAllowedByFlag(world, guarded.address)) return true;
  const rule = ruleFor(world, guarded);
  if (rule === undefined) return false;
  if (change.allowed?.some((each) => each.code === code) !== true)
    change.allowed = [...(change.allowed ?? []), { code, reason, rule }];
  return true;
}

function idAt({ world, matches }: Pick<Draft, 'world' | 'matches'>, address: Address) {
  return matches.idOf(address) ?? world.ledger.get(address)?.id;
}

/** Whether the object is deleted, alone or with its container. */
export function isDeleting(draft: Pick<Draft, 'world' | 'deleting'>, live: LiveObject): boolean {
  if (draft.deleting.has(live)) return true;
  const parent = liveParentOf(draft.world, live);
  return parent !== undefined && isDeleting(draft, parent);
}

export function removalOf(draft: Draft, live: LiveObject): StepId | undefined {
  // The platform's wrapper around the object, if no declared wrapper takes over.
  const wrap = draft.creates.wraps.find((each) => each.takenBy === undefined && each.swallowed.includes(live));
  for (const address of [draft.deleting.get(live), wrap?.wrapper])
    if (draft.steps.has(`${address}#delete`)) return `${address}#delete`;
  const parent = liveParentOf(draft.world, live);
  return parent && removalOf(draft, parent);
}
