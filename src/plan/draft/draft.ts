/** A plan under construction: steps and changes that can still get edges, notes and blocks. */
import type { Address } from '../../core/address.ts';
import type { Allowed } from '../../core/allowed.ts';
import type { DesiredResource, DesiredValue, LiveObject } from '../../core/state.ts';
import { kindAtAddress } from '../context/world.ts';
import type { Match } from '../identity/identity.ts';
import type { Matched } from '../identity/matched.ts';
import { changeKey } from '../result/action.ts';
import type { Action, FieldChange, SiblingOrder } from '../result/change.ts';
import type { HeldBack } from '../result/ledger-updates.ts';
import type { BulkItem, Operation, Step, StepId } from '../result/step.ts';
import type { Drafted, DraftedChange } from './drafted.ts';
import { copySteps, type Edges, noSteps } from './edges.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A step that can still change. */
export interface DraftStep extends Mutable<Omit<Step, 'fields' | 'items' | 'needs' | 'follows'>> {
  readonly fields: { [field: string]: DesiredValue };
  items?: BulkItem[];
  needs: Edges['needs'];
  follows: Edges['follows'];
}

/** A change that can still change. */
export interface DraftChange extends Mutable<Omit<DraftedChange, 'fields' | 'lost' | 'notes' | 'steps' | 'allowed'>> {
  readonly fields: FieldChange[];
  readonly lost: string[];
  readonly notes: string[];
  readonly steps: StepId[];
  allowed?: readonly Allowed[];
}

export interface Draft extends Drafted {
  readonly open: Set<Match>;
  readonly steps: Map<StepId, DraftStep>;
  readonly changes: DraftChange[];
  readonly changeAt: Map<string, DraftChange>;
  readonly producers: Map<Address, StepId>;
  readonly deleting: Map<LiveObject, Address>;
  readonly unmanagedIds: Map<Address, string>;
  readonly heldBack: Map<Address, readonly HeldBack[]>;
  readonly stored: Map<Address, { readonly [mark: string]: string }>;
  readonly notes: { readonly address: Address; readonly text: string }[];
  readonly orders: SiblingOrder[];
}

/** A draft without changes. */
export function startDraft({ world, matches, waiting, creates }: Matched): Draft {
  return {
    world,
    matches,
    waiting,
    creates,
    open: new Set(),
    steps: new Map(),
    changes: [],
    changeAt: new Map(),
    producers: new Map(),
    deleting: new Map(),
    unmanagedIds: new Map(),
    heldBack: new Map(),
    stored: new Map(),
    notes: [],
    orders: [],
  };
}

/** A draft that continues the result of an earlier stage, and leaves that result as it is. */
export function continueDraft(drafted: Drafted): Draft {
  const { world, matches, waiting, creates } = drafted;
  const steps = new Map<StepId, DraftStep>();
  for (const [id, each] of drafted.steps) steps.set(id, copyStep(each));
  const changes = drafted.changes.map(copyChange);
  return {
    world,
    matches,
    waiting,
    creates,
    open: new Set(drafted.open),
    steps,
    changes,
    changeAt: new Map(changes.map((each) => [changeKey(each), each])),
    producers: new Map(drafted.producers),
    deleting: new Map(drafted.deleting),
    unmanagedIds: new Map(drafted.unmanagedIds),
    heldBack: new Map(drafted.heldBack),
    stored: new Map(drafted.stored),
    notes: [...drafted.notes],
    orders: [...drafted.orders],
  };
}

function copyStep(step: Step): DraftStep {
  const [fields, needs, follows] = [{ ...step.fields }, copySteps(step.needs), copySteps(step.follows)];
  return step.items === undefined
    ? ({ ...step, fields, needs, follows } as DraftStep)
    : { ...step, fields, needs, follows, items: [...step.items] };
}

function copyChange(change: DraftedChange): DraftChange {
  return {
    ...change,
    fields: [...change.fields],
    lost: [...change.lost],
    notes: [...change.notes],
    steps: [...change.steps],
  };
}

type Subject = Pick<DesiredResource, 'address' | 'kind'>;

export function addStep(
  draft: Draft,
  { address, kind }: Subject,
  operation: Operation,
  fields: { [field: string]: DesiredValue } = {},
): DraftStep {
  const id = `${address}#${operation}`;
  let found = draft.steps.get(id);
  if (found === undefined) {
    found = { id, operation, address, kind, fields: {}, needs: noSteps, follows: noSteps };
    draft.steps.set(id, found);
  }
  Object.assign(found.fields, fields);
  return found;
}

/** `kind` is missing if the address alone decides it. */
export function addChange(
  draft: Draft,
  { address, kind = kindAtAddress(draft.world, address) ?? '' }: Pick<Subject, 'address'> & Partial<Subject>,
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

export function addHeldBack({ heldBack }: Pick<Draft, 'heldBack'>, address: Address, held: HeldBack): void {
  heldBack.set(address, [...(heldBack.get(address) ?? []), held]);
}

export function addNote({ notes }: Pick<Draft, 'notes'>, address: Address, text: string): void {
  notes.push({ address, text });
}

/** The change that creates a resource. Later steps of a new resource belong to it. */
export function changeCreating(draft: Draft, address: Address, otherwise: Action): DraftChange {
  const kind = draft.matches.at.get(address)?.resource.kind ?? '';
  return draft.changeAt.get(`${address}:create`) ?? addChange(draft, { address, kind }, otherwise);
}
