/** New objects that readers must not see before they are restricted: they are created as drafts, and published once they are restricted. */
import type { Address } from '../../core/address.ts';
import type { Desired, DesiredResource, DesiredValue, LedgerEntry } from '../../core/state.ts';
import { isCondition } from '../../kinds/field.ts';
import { type KindShape, type Shapes, shapeOf } from '../../kinds/shape.ts';
import type { HeldBack } from '../result/ledger-updates.ts';
import { declaredMark } from './compare.ts';

type Fields = { readonly [field: string]: DesiredValue };

/** The values of the create call, and the values after the restriction. */
export interface Holding {
  readonly first: { [field: string]: DesiredValue };
  readonly later: { [field: string]: DesiredValue };
}

function hasRestrictingValue(shape: KindShape, fields: Fields): boolean {
  return Object.entries(fields).some(([name, value]) => {
    const field = shape.fields[name];
    if (field === undefined) return false;
    return (
      (isCondition(field) && value !== null) || (field.untilRestricted !== undefined && field.untilRestricted === value)
    );
  });
}

/** `along`: children that the platform creates with the object. `isSeen`: readers can see its site. `isOutside`: a draft will contain it later. */
export function planHolding(
  shape: KindShape,
  fields: Fields,
  along: readonly { readonly shape: KindShape; readonly fields: Fields }[],
  { isSeen, isOutside }: { readonly isSeen: boolean; readonly isOutside: boolean },
): Holding | undefined {
  const held = Object.entries(shape.fields).find(([, field]) => field.untilRestricted !== undefined);
  if (held === undefined) return undefined;
  const [name, { untilRestricted = null, defaultValue = null }] = held;
  const declared = fields[name];
  const isWanted = isSeen || declared !== undefined;
  const isHeld =
    isOutside ||
    hasRestrictingValue(shape, fields) ||
    along.some((each) => hasRestrictingValue(each.shape, each.fields));
  if (!isWanted || !isHeld || declared === untilRestricted) return undefined;
  return { first: { [name]: untilRestricted }, later: { [name]: declared ?? defaultValue } };
}

/** For the ledger: the values that are not declared, until the step that replaces them. */
export function heldBackRecord(
  shape: KindShape,
  { first }: Pick<Holding, 'first'>,
  fields: Fields,
  address: Address,
): HeldBack | undefined {
  const undeclared = Object.entries(first).filter(([name]) => fields[name] === undefined);
  if (undeclared.length === 0) return undefined;
  const marks = undeclared.flatMap(([name, value]) => {
    const field = shape.fields[name];
    return field === undefined ? [] : [[name, declaredMark(field, value)] as const];
  });
  return { until: `${address}#update`, marks: Object.fromEntries(marks) };
}

/** Fields that an earlier apply held back and could not publish, by address. */
export type HeldFields = ReadonlyMap<Address, { readonly [field: string]: DesiredValue }>;

export function findHeldFields(
  desired: Desired,
  ledger: ReadonlyMap<Address, LedgerEntry>,
  shapes: Shapes,
): HeldFields {
  const found = new Map<Address, { [field: string]: DesiredValue }>();
  for (const { address, kind, fields } of desired.resources) {
    const applied = ledger.get(address)?.applied;
    if (applied === undefined) continue;
    for (const [name, field] of Object.entries(shapeOf({ shapes }, kind).fields)) {
      if (field.untilRestricted === undefined || fields[name] !== undefined) continue;
      if (applied[name] === declaredMark(field, field.untilRestricted))
        found.set(address, { [name]: field.defaultValue ?? null });
    }
  }
  return found;
}

export function addHeldFields(desired: Desired, held: HeldFields): Desired {
  if (held.size === 0) return desired;
  const resources = desired.resources.map((each): DesiredResource => {
    const more = held.get(each.address);
    return more === undefined ? each : { ...each, fields: { ...each.fields, ...more } };
  });
  return { ...desired, resources };
}

/** The marks stay until the update succeeds. */
export function stillHeld(
  { heldFields, ledger }: { readonly heldFields: HeldFields; readonly ledger: ReadonlyMap<Address, LedgerEntry> },
  steps: ReadonlyMap<string, { readonly id: string; readonly fields: Fields }>,
): readonly (readonly [Address, HeldBack])[] {
  return [...heldFields].flatMap(([address, fields]) => {
    const [update, names] = [steps.get(`${address}#update`), Object.keys(fields)];
    if (update === undefined || !names.every((name) => name in update.fields)) return [];
    const marks = Object.fromEntries(names.map((name) => [name, ledger.get(address)?.applied?.[name] ?? '']));
    return [[address, { until: update.id, marks }] as const];
  });
}

export function addHeldBackMarks(entry: LedgerEntry, held: readonly HeldBack[] = []): LedgerEntry {
  if (held.length === 0) return entry;
  return { ...entry, applied: Object.assign({}, entry.applied, ...held.map(({ marks }) => marks)) };
}
