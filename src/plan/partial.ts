/** What configuration and ledger tell of a plan without the platform: a part of it, that nothing can be applied from. Pure. */
import { type Address, byAddress, isWithin, listOf } from '../core/address.ts';
import { markedPositions, siblingMark } from '../core/order-mark.ts';
import type { SourceSpan } from '../core/problem.ts';
import type { Desired, DesiredResource, KindName, Ledger, LedgerEntry } from '../core/state.ts';
import { nowOf } from '../kinds/renames.ts';
import { addressPath, type KindShape, type Shapes, shapeOf } from '../kinds/shape.ts';
import { type Grounds, isReleased, protectedIn } from './deletes/dropped.ts';
import { lastAppliedOf } from './ledger/last-applied.ts';

/** `create`: made, or found by its name. `move`: the order within it. `release`: it stays, and is no longer managed. */
export type PartialAction = 'create' | 'update' | 'rename' | 'move' | 'delete' | 'release';

export interface PartialChange {
  readonly address: Address;
  readonly kind: KindName;
  readonly action: PartialAction;
  /** Of an update: fields that are declared otherwise than they were last applied. */
  readonly fields: readonly string[];
  /** Of a rename. */
  readonly from?: Address;
  /** It would be blocked, whatever the platform says. */
  readonly isProtected?: true;
  readonly span?: SourceSpan;
}

export interface PartialPlan {
  readonly organization: string;
  /** By address. */
  readonly changes: readonly PartialChange[];
  /** Declared resources of which the ledger does not know how they were last applied. */
  readonly untold: number;
}

interface Known {
  readonly entry: LedgerEntry;
  /** The address that the ledger has it under. */
  readonly from: Address;
}

export function partialPlan(desired: Desired, ledger: Ledger, shapes: Shapes): PartialPlan {
  const now = nowOf(desired.moved, ledger, shapes);
  const known = new Map<Address, Known>(Object.entries(ledger.resources).map(([from, entry]) => [now(from), { entry, from }]));
  const declared = desired.resources.filter(({ isLookUp }) => isLookUp !== true);
  const addresses = new Set(desired.resources.map(({ address }) => address));
  const dropped = [...known.keys()].filter((address) => !addresses.has(address));
  const grounds: Grounds = {
    policy: desired.policy,
    listAt: new Map(desired.lists.map((list) => [list.list, list])),
    ledger: new Map([...known].map(([address, { entry }]) => [address, entry])),
  };
  const changes = [
    ...declared.flatMap((resource) => changesOf(resource, known.get(resource.address), shapeOf({ shapes }, resource.kind))),
    ...ordersIn(desired, ledger, known, now, shapes),
    ...droppedChanges(dropped, { grounds, shapes }),
  ];
  const untold = declared.filter(({ address, fields }) => isUntold(known.get(address)?.entry, fields)).length;
  return { organization: desired.organization, changes: changes.sort(byAddress), untold };
}

function isUntold(entry: LedgerEntry | undefined, fields: DesiredResource['fields']): boolean {
  return entry !== undefined && entry.applied === undefined && Object.keys(fields).length > 0;
}

function changesOf(resource: DesiredResource, known: Known | undefined, shape: KindShape): readonly PartialChange[] {
  const { address, kind, span } = resource;
  const base = { address, kind, fields: [], span };
  const marks = lastAppliedOf(shape, resource.fields);
  // What stands with its owner is noted only where it says something.
  if (known === undefined) return shape.singleton && Object.keys(marks).length === 0 ? [] : [{ ...base, action: 'create' }];
  const { entry, from } = known;
  const renamed: readonly PartialChange[] =
    listOf(from) === listOf(address) && from !== address ? [{ ...base, action: 'rename', from }] : [];
  const { applied } = entry;
  if (applied === undefined) return renamed;
  const fields = [
    ...new Set(
      Object.keys(marks)
        .filter((mark) => marks[mark] !== applied[mark])
        .map((mark) => mark.split('.', 1)[0] ?? mark),
    ),
  ];
  return fields.length === 0 ? renamed : [...renamed, { ...base, action: 'update', fields }];
}

/** Containers whose members are wanted in another order than they were last put in. */
function ordersIn(
  desired: Desired,
  ledger: Ledger,
  known: ReadonlyMap<Address, Known>,
  now: (address: Address) => Address,
  shapes: Shapes,
): readonly PartialChange[] {
  const marks = new Map(
    Object.entries(ledger.orders ?? {}).map(([container, mark]) => [addressPath(container, shapes) ? now(container) : container, mark]),
  );
  return Object.entries(desired.orders).flatMap(([container, members]): readonly PartialChange[] => {
    const mark = marks.get(container);
    if (mark === undefined) return [];
    const positions = markedPositions(mark);
    const places = members.flatMap((member) => positions.get(siblingMark(known.get(member)?.entry.id ?? '')) ?? []);
    if (places.every((place, at) => at === 0 || place > (places[at - 1] ?? -1))) return [];
    return [{ address: container, kind: addressPath(container, shapes)?.at(-1)?.kind ?? '', action: 'move', fields: [] }];
  });
}

interface Around {
  readonly grounds: Grounds;
  readonly shapes: Shapes;
}

/** What stands in something that goes, goes with it. */
function droppedChanges(dropped: readonly Address[], around: Around): readonly PartialChange[] {
  const all = dropped.flatMap((address) => droppedChange(address, around) ?? []);
  const gone = all.filter(({ action }) => action === 'delete').map(({ address }) => address);
  return all.filter(({ address }) => !gone.some((other) => other !== address && isWithin(address, other)));
}

function droppedChange(address: Address, { grounds, shapes }: Around): PartialChange | undefined {
  const kind = addressPath(address, shapes)?.at(-1)?.kind;
  if (kind === undefined) return undefined;
  const shape = shapeOf({ shapes }, kind);
  const base = { address, kind, fields: [] };
  if (isReleased(grounds, address, shape)) return { ...base, action: 'release' };
  const isProtected = protectedIn(grounds, address, shape) !== undefined;
  return { ...base, action: 'delete', ...(isProtected ? { isProtected } : {}) };
}
