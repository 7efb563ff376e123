/** Computes the configuration that wants what drifted: live values for just that, everything else as it is. Pure. */
import { type Address, isWithin, listOf, thoseWithin, topOf, withinAny } from '../core/address.ts';
import type { Desired, DesiredResource } from '../core/state.ts';
import { asMap, isReference, type Value } from '../core/value.ts';
import {
  type Amended,
  type Amendment,
  amended,
  amendmentOf,
  declare,
  type Lack,
  putBack,
  settle,
  shownOrders,
  state,
  takeOut,
} from '../declaration/amendment.ts';
import { type AsDeclared, addressOfId, whyLeftOut } from '../declaration/as-declared.ts';
import { withField, withKey, withoutField, withoutKey } from '../declaration/fields.ts';
import { isNeeded, type Name, namesIn, withoutName } from '../declaration/names.ts';
import { declarationOf, type Resources, resourcesAt } from '../declaration/resources.ts';
import type { KindShape, Shapes } from '../kinds/shape.ts';
import type { DriftEntry } from './entry.ts';

export function takeIn({ addresses, withUnmanaged = false, ...input }: TakeInInput): TakenIn {
  const { desired, entries, live, shapes } = input;
  const asked = entries.filter(
    ({ address }) => addresses.length === 0 || addresses.some((each) => isWithin(address, each)),
  );
  // An object that this configuration does not manage may be that of another one.
  const isLeft = (entry: DriftEntry): boolean =>
    entry.class === 'unmanaged' && !withUnmanaged && !addresses.includes(entry.address);
  const [unmanaged, chosen] = [asked.filter(isLeft), asked.filter((entry) => !isLeft(entry))];
  const declaration = declarationOf(desired);
  const amendment = amendmentOf(declaration, shapes);
  const [liveAt, inLive] = [resourcesAt(live.resources), thoseWithin(live.resources)];
  const taking: Taking = { ...input, chosen, amendment, liveAt, inLive, notAccepted: [], released: [] };
  for (const entry of chosen) if (entry.class === 'missing') remove(taking, entry);
  for (const entry of chosen) if (entry.class === 'unmanaged') add(taking, entry);
  for (const entry of chosen) if (entry.class === 'changed') takeFields(taking, entry);
  takeAlong(taking);
  settle(amendment, (lack) => mendReference(taking, lack));
  const misordered = new Set(chosen.filter((entry) => entry.class === 'misordered').map(({ address }) => address));
  const source = { lists: live.lists, orders: shownOrders(amendment, desired.orders, live.orders) };
  const after = amended(amendment, declaration, source, misordered);
  return { after, chosen, unmanaged, notAccepted: taking.notAccepted, released: taking.released };
}

/** What stands somewhere else is owned all the same: without its block here it would be deleted there. */
function remove({ amendment, notAccepted }: Taking, { address: root, isElsewhere }: DriftEntry): void {
  if (isElsewhere)
    notAccepted.push({
      address: root,
      reason: `it stands somewhere else by now: docform import ${topOf(root)} tells where`,
    });
  else takeOut(amendment, root);
}

/** With all that stands in it, under the key that an import would give it. */
function add({ live, inLive, amendment, notAccepted, shapes }: Taking, entry: DriftEntry): void {
  const root = addressOfId(live, listOf(entry.address), entry.id);
  if (root === undefined) {
    const why = live.leftOut.find(({ address }) => address !== undefined && live.ids.get(address) === entry.id)?.why;
    notAccepted.push({ address: entry.address, reason: why ?? 'a configuration cannot declare it' });
    return;
  }
  if (amendment.before.has(root)) return;
  const inside = inLive(root);
  const secret = inside.flatMap(({ kind, fields }) =>
    Object.keys(fields).filter((name) => shapes.get(kind)?.fields[name]?.secret),
  )[0];
  if (secret !== undefined) {
    const reason = `its ${secret} is never written where others may read it: docform import ${root} brings it in`;
    return void notAccepted.push({ address: entry.address, reason });
  }
  for (const resource of inside) declare(amendment, resource);
}

interface TakeInInput {
  readonly desired: Desired;
  /** All that drifted. */
  readonly entries: readonly DriftEntry[];
  /** Only these, and what stands below them; empty: everything. */
  readonly addresses: readonly Address[];
  /** Also unmanaged objects whose own address is not given. */
  readonly withUnmanaged?: boolean;
  readonly live: AsDeclared;
  readonly shapes: Shapes;
}

/** What is left as it is, and why. */
export interface NotTaken {
  readonly address: Address;
  readonly field?: string;
  readonly reason: string;
}

export interface TakenIn {
  readonly after: Amended;
  /** What was asked for, whether all of it could be taken or not. */
  readonly chosen: readonly DriftEntry[];
  /** Unmanaged objects that were left out. */
  readonly unmanaged: readonly DriftEntry[];
  readonly notAccepted: readonly NotTaken[];
  /** Fields that are no longer stated: the platform has no value, and nothing can say so. */
  readonly released: readonly { readonly address: Address; readonly field: string }[];
}

interface Taking extends Omit<TakeInInput, 'addresses' | 'withUnmanaged'> {
  readonly chosen: readonly DriftEntry[];
  readonly amendment: Amendment;
  readonly liveAt: Resources;
  /** What the platform has at an address, and below it. */
  readonly inLive: (root: Address) => readonly DesiredResource[];
  readonly notAccepted: NotTaken[];
  readonly released: { readonly address: Address; readonly field: string }[];
}

function takeFields(taking: Taking, { address, kind, fields: changed = [] }: DriftEntry): void {
  const { amendment, liveAt, shapes } = taking;
  const resource = amendment.at.get(address);
  const shape = shapes.get(kind);
  const live = liveAt.get(address);
  if (resource === undefined || shape === undefined) return;
  let fields = resource.fields;
  for (const { field, after } of changed) {
    // Another object of the same name: only the ledger has to learn that.
    if (field === 'id') continue;
    const taken = takeField(taking, { shape, resource: { ...resource, fields }, live }, field, after);
    if ('reason' in taken) taking.notAccepted.push({ address, field, reason: taken.reason });
    else fields = taken.fields;
    if ('isReleased' in taken) taking.released.push({ address, field });
  }
  state(amendment, resource, fields);
}

interface Pair {
  readonly shape: KindShape;
  readonly resource: DesiredResource;
  /** Missing: a configuration cannot declare it at all. */
  readonly live: DesiredResource | undefined;
}

type Taken = { readonly fields: DesiredResource['fields']; readonly isReleased?: true } | { readonly reason: string };

function takeField({ live: asDeclared }: Taking, { shape, resource, live }: Pair, field: string, after: Value): Taken {
  const [name = field, ...rest] = field.split('.');
  const known = shape.fields[name];
  if (known?.secret !== undefined) return { reason: 'it is never written where others may read it: change it by hand' };
  const value = live?.fields[name];
  const why = whyLeftOut(asDeclared, resource.address, name) ?? whyLeftOut(asDeclared, resource.address);
  if (known?.type.is === 'keyed') {
    const key = rest.join('.');
    const now = asMap(value)[key];
    // A value that the platform no longer has, and that cannot be stated as nothing, is left out, and so no longer managed.
    const fields =
      now === undefined ? withoutKey(resource.fields, name, key) : withKey(resource.fields, name, key, now);
    return after === null ? { fields, isReleased: true } : { fields };
  }
  if (
    value === undefined &&
    after === null &&
    why === undefined &&
    known !== undefined &&
    !known.required &&
    !known.clearable
  )
    return { fields: withoutField(resource.fields, name), isReleased: true };
  if (value === undefined) return { reason: why ?? 'a configuration cannot state the value that the platform has' };
  return { fields: withField(resource.fields, shape, name, value) };
}

/** What is missing as well, and was only there for what is removed (the place of somebody in a team). */
function takeAlong({ entries, amendment, chosen }: Taking): void {
  const { before, removed } = amendment;
  const isChosen = withinAny(new Set(chosen.map(({ address }) => address)));
  const isMissing = withinAny(new Set(entries.flatMap((entry) => (entry.class === 'missing' ? [entry.address] : []))));
  for (const { address, fields } of before.values()) {
    const leadsNowhere = Object.values(fields).some((value) => isReference(value) && removed.has(value.ref));
    if (leadsNowhere && !isChosen(address) && isMissing(address)) takeOut(amendment, address);
  }
}

/** Something that stays refers to what is removed, so that it stays as well; what cannot be taken in because of what it refers to is not. */
function mendReference({ amendment, shapes, notAccepted }: Taking, lack: Lack): boolean {
  // What is there already has what it needs in itself, and stands where it is declared.
  if (lack.is !== 'name') return false;
  const { resource, name } = lack;
  const { address } = resource;
  if (amendment.removed.has(name.names)) {
    const reason = `${address} refers to it (${name.field}): change or take in that first`;
    notAccepted.push({ address: putBack(amendment, name.names), reason });
  } else if (amendment.added.has(address)) {
    notAccepted.push({ address, field: name.field, reason: `it refers to ${name.names}, which is not declared` });
    if (isNeeded(resource, name.field, shapes)) takeOut(amendment, address);
    else state(amendment, resource, withoutName(resource, name).fields);
  } else {
    const before = amendment.before.get(address);
    if (before === undefined || namesIn(before, shapes).some((each) => isSameName(each, name))) return false;
    const reason = `it refers to ${name.names}, which is not declared: take that in as well`;
    notAccepted.push({ address, field: name.field, reason });
    const { [name.field]: was } = before.fields;
    state(
      amendment,
      resource,
      was === undefined ? withoutName(resource, name).fields : { ...resource.fields, [name.field]: was },
    );
  }
  return true;
}

function isSameName(a: Name, b: Name): boolean {
  return a.field === b.field && a.names === b.names;
}
