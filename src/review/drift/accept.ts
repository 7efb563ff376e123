/** Computes the configuration that accepts drift: live values for the selected drift, everything else unchanged. */
import {
  type Address,
  createDescendantFinder,
  createWithinTest,
  isWithin,
  listOf,
  topLevelAddress,
} from '../../core/address.ts';
import { type Desired, type DesiredResource, isReference, mapOrEmpty, type Value } from '../../core/state.ts';
import {
  type Amended,
  type Amendment,
  declareResource,
  finishAmendment,
  type Lack,
  limitOrders,
  redeclare,
  removeWithChildren,
  repairUntilComplete,
  replaceFields,
  startAmendment,
} from '../../kinds/declaration/amendment.ts';
import { type AsDeclared, addressOfObject, whyFieldLeftOut } from '../../kinds/declaration/as-declared.ts';
import {
  declarationPart,
  indexByAddress,
  isReferenceRequired,
  type Name,
  type Resources,
  referencesOf,
  removeReference,
  withField,
  withMapKey,
  withoutField,
  withoutMapKey,
} from '../../kinds/declaration/resources.ts';
import type { KindShape, Shapes } from '../../kinds/shape.ts';
import type { DriftEntry } from './entry.ts';

export function acceptDrift({ addresses, withUnmanaged = false, ...input }: AcceptInput): Accepted {
  const { desired, entries, live, shapes } = input;
  const asked = entries.filter(
    ({ address }) => addresses.length === 0 || addresses.some((each) => isWithin(address, each)),
  );
  // Another configuration may manage the object.
  const isLeft = (entry: DriftEntry): boolean =>
    entry.class === 'unmanaged' && !withUnmanaged && !addresses.includes(entry.address);
  const [unmanaged, chosen] = [asked.filter(isLeft), asked.filter((entry) => !isLeft(entry))];
  const declaration = declarationPart(desired);
  const amendment = startAmendment(declaration, shapes);
  const [liveAt, inLive] = [indexByAddress(live.resources), createDescendantFinder(live.resources)];
  const accepting: Accepting = { ...input, chosen, amendment, liveAt, inLive, notAccepted: [], released: [] };
  for (const entry of chosen) if (entry.class === 'missing') remove(accepting, entry);
  for (const entry of chosen) if (entry.class === 'unmanaged') add(accepting, entry);
  for (const entry of chosen) if (entry.class === 'changed') acceptFields(accepting, entry);
  removeDependents(accepting);
  repairUntilComplete(amendment, (lack) => resolveReference(accepting, lack));
  const misordered = new Set(chosen.filter((entry) => entry.class === 'misordered').map(({ address }) => address));
  const source = { lists: live.lists, orders: limitOrders(amendment, desired.orders, live.orders) };
  const after = finishAmendment(amendment, declaration, source, misordered);
  return { after, chosen, unmanaged, notAccepted: accepting.notAccepted, released: accepting.released };
}

/** A moved or replaced object stays declared. Otherwise docform would delete it in its new place, or declare nothing in its place. */
function remove({ amendment, notAccepted }: Accepting, { address: root, isElsewhere, isReplaced, note }: DriftEntry) {
  const reason = isElsewhere
    ? `it has moved: run \`docform import ${topLevelAddress(root)}\` to add its new place`
    : isReplaced
      ? note
      : amendment.at.get(root)?.isExternal && 'it is external: correct or remove the reference in the YAML';
  if (reason) notAccepted.push({ address: root, reason });
  else removeWithChildren(amendment, root);
}

/** With its descendants, under the keys of an import. The declaration of a replaced object gets the id of the new one, which no second key may declare. */
function add({ live, inLive, amendment, notAccepted, shapes }: Accepting, entry: DriftEntry) {
  const { address, id, note: reason } = entry;
  if (entry.isReplacement && reason !== undefined) return void notAccepted.push({ address, reason });
  const root = addressOfObject(live, listOf(address), id);
  if (root === undefined) {
    const why = live.leftOut.find((each) => each.address !== undefined && live.ids.get(each.address) === id)?.why;
    notAccepted.push({ address, reason: why ?? 'a configuration cannot declare it' });
    return;
  }
  if (amendment.before.has(root)) return;
  const inside = inLive(root);
  const [secret] = inside.flatMap(({ kind, fields }) =>
    Object.keys(fields).filter((name) => shapes.get(kind)?.fields[name]?.secret),
  );
  if (secret === undefined) for (const resource of inside) declareResource(amendment, resource);
  else {
    const reason = `docform does not write its ${secret} into a file: run \`docform import ${root}\``;
    notAccepted.push({ address, reason });
  }
}

interface AcceptInput {
  readonly desired: Desired;
  readonly entries: readonly DriftEntry[];
  readonly addresses: readonly Address[];
  /** Include unmanaged objects that `addresses` does not name. */
  readonly withUnmanaged?: boolean;
  readonly live: AsDeclared;
  readonly shapes: Shapes;
}

interface NotAccepted {
  readonly address: Address;
  readonly field?: string;
  readonly reason: string;
}

interface Accepted {
  readonly after: Amended;
  /** The selected drift, including entries that cannot be accepted. */
  readonly chosen: readonly DriftEntry[];
  readonly unmanaged: readonly DriftEntry[];
  readonly notAccepted: readonly NotAccepted[];
  /** Fields without a live value that cannot be declared as null, so that they are no longer declared. */
  readonly released: readonly { readonly address: Address; readonly field: string }[];
}

interface Accepting extends Omit<AcceptInput, 'addresses' | 'withUnmanaged'>, Pick<Accepted, 'chosen'> {
  readonly amendment: Amendment;
  readonly liveAt: Resources;
  /** The live resource at an address, and its descendants. */
  readonly inLive: (root: Address) => readonly DesiredResource[];
  readonly notAccepted: NotAccepted[];
  readonly released: { readonly address: Address; readonly field: string }[];
}

function acceptFields(accepting: Accepting, { address, kind, fields: changed = [] }: DriftEntry) {
  const { amendment, liveAt, shapes } = accepting;
  const resource = amendment.at.get(address);
  const shape = shapes.get(kind);
  const live = liveAt.get(address);
  if (resource === undefined || shape === undefined) return;
  let fields = resource.fields;
  for (const { field, after } of changed) {
    // Another object with the same name. Only the ledger changes.
    if (field === 'id') continue;
    const taken = acceptField(accepting, { shape, resource: { ...resource, fields }, live }, field, after);
    if ('reason' in taken) accepting.notAccepted.push({ address, field, reason: taken.reason });
    else fields = taken.fields;
    if ('isReleased' in taken) accepting.released.push({ address, field });
  }
  replaceFields(amendment, resource, fields);
}

interface Pair {
  readonly shape: KindShape;
  readonly resource: DesiredResource;
  /** Missing: cannot be declared. */
  readonly live: DesiredResource | undefined;
}

function acceptField({ live: asDeclared }: Accepting, { shape, resource, live }: Pair, field: string, after: Value) {
  const [name = field, ...rest] = field.split('.');
  const known = shape.fields[name];
  if (known?.secret !== undefined)
    return { reason: 'docform does not write secrets into a file: edit the configuration yourself' };
  const value = live?.fields[name];
  const why = whyFieldLeftOut(asDeclared, resource.address, name) ?? whyFieldLeftOut(asDeclared, resource.address);
  if (known?.type.is === 'keyed') {
    const key = rest.join('.');
    const now = mapOrEmpty(value)[key];
    // A value that no longer exists and cannot be null is no longer declared.
    const fields =
      now === undefined ? withoutMapKey(resource.fields, name, key) : withMapKey(resource.fields, name, key, now);
    return after === null ? { fields, isReleased: true } : { fields };
  }
  if (value !== undefined) return { fields: withField(resource.fields, shape, name, value) };
  if (known?.isPresenceShown && after === null) return { fields: withField(resource.fields, shape, name, null) };
  const isReleased = after === null && why === undefined && known && !known.required && !known.clearable;
  if (isReleased) return { fields: withoutField(resource.fields, name), isReleased };
  return { reason: why ?? 'a configuration cannot express the value on the platform' };
}

/** Removes missing resources that only belong to removed ones, such as the membership of a removed member. */
function removeDependents({ entries, amendment, chosen }: Accepting) {
  const { before, removed } = amendment;
  const isChosen = createWithinTest(new Set(chosen.map(({ address }) => address)));
  const isMissing = createWithinTest(
    new Set(entries.flatMap((entry) => (entry.class === 'missing' ? [entry.address] : []))),
  );
  for (const { address, fields } of before.values()) {
    const leadsNowhere = Object.values(fields).some((value) => isReference(value) && removed.has(value.ref));
    if (leadsNowhere && !isChosen(address) && isMissing(address)) removeWithChildren(amendment, address);
  }
}

/** A referenced resource stays declared. A resource with an undeclared reference is not accepted. */
function resolveReference({ amendment, shapes, notAccepted }: Accepting, lack: Lack) {
  // Existing resources have their parents already.
  if (lack.is !== 'name') return false;
  const { resource, name } = lack;
  const { address } = resource;
  if (amendment.removed.has(name.names)) {
    const reason = `${address} refers to it (${name.field}): change or accept that reference first`;
    notAccepted.push({ address: redeclare(amendment, name.names), reason });
  } else if (amendment.added.has(address)) {
    notAccepted.push({ address, field: name.field, reason: `it refers to ${name.names}, which is not declared` });
    if (isReferenceRequired(resource, name.field, shapes)) removeWithChildren(amendment, address);
    else replaceFields(amendment, resource, removeReference(resource, name).fields);
  } else {
    const before = amendment.before.get(address);
    const isSame = ({ field, names }: Name): boolean => field === name.field && names === name.names;
    if (before === undefined || referencesOf(before, shapes).some(isSame)) return false;
    const reason = `it refers to ${name.names}, which is not declared: accept ${name.names} too`;
    notAccepted.push({ address, field: name.field, reason });
    const { [name.field]: was } = before.fields;
    replaceFields(
      amendment,
      resource,
      was === undefined ? removeReference(resource, name).fields : { ...resource.fields, [name.field]: was },
    );
  }
  return true;
}
