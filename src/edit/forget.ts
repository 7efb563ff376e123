/** Removes addresses from the configuration and the ledger, so that docform no longer manages their objects, or moves them to another configuration. */

import { grammarOf } from '../config/grammar.ts';
import { type Address, byAddress, createWithinTest, listOf } from '../core/address.ts';
import { withoutUndefined } from '../core/defined.ts';
import { canonicalJson } from '../core/json.ts';
import { idMark, removeSiblings } from '../core/ledger-marks.ts';
import { nowhere } from '../core/problem.ts';
import {
  type Desired,
  type DesiredList,
  type DesiredResource,
  formatExternalMark,
  type KindName,
  type Ledger,
  parseExternalMark,
} from '../core/state.ts';
import {
  type Amendment,
  declareResource,
  finishAmendment,
  removeWithChildren,
  replaceFields,
  startAmendment,
} from '../kinds/declaration/amendment.ts';
import { externalForReference } from '../kinds/declaration/external.ts';
import {
  danglingReferences,
  declarationPart,
  indexDeclared,
  referencesOf,
  removeReference,
} from '../kinds/declaration/resources.ts';
import { createAddressResolver } from '../kinds/renames.ts';
import { kindOfAddress, type Shapes, shapeOf } from '../kinds/shape.ts';

export interface ForgettingInput {
  readonly addresses: readonly Address[];
  readonly desired: Desired;
  readonly ledger: Ledger;
  readonly shapes: Shapes;
}

/** An object that docform stops managing. */
export interface Forgotten {
  readonly address: Address;
  readonly kind: KindName;
  /** Missing: the object is not in the ledger. */
  readonly id?: string;
  readonly isDeclared: boolean;
  readonly isProtected: boolean;
  /** Fields in the ledger: the next owner of the object has to declare them. */
  readonly fields: readonly string[];
}

export type Forgetting = ReturnType<typeof forgetting>;

/** `dangling`: references from remaining resources to forgotten ones. If there are any, the configuration `after` would not be valid. */
export function forgetting({ addresses, desired, ledger, shapes }: ForgettingInput) {
  const declaration = declarationPart(desired);
  const amendment = startAmendment(declaration, shapes);
  removeWithChildren(amendment, ...addresses);
  dropDerivedFields(amendment);
  // An entry with an address from before a rename would be deleted under its new address.
  const now = createAddressResolver(desired.moved, ledger, shapes);
  const isForgotten = createWithinTest(new Set(addresses));
  const entries = Object.entries(ledger.resources).filter(([address]) => isForgotten(now(address)));
  const forgotten = new Map<Address, Forgotten>();
  for (const address of amendment.removed) {
    const kind = amendment.before.get(address)?.kind ?? '';
    forgotten.set(address, { address, kind, isDeclared: true, isProtected: false, fields: [] });
  }
  for (const [address, { id, protect, applied = {} }] of entries) {
    const kind = kindOfAddress(address, shapes) ?? '';
    const fields = Object.keys(applied).sort();
    const isDeclared = forgotten.has(address);
    forgotten.set(address, { address, kind, id, isDeclared, isProtected: protect ?? false, fields });
  }
  const after = finishAmendment(amendment, declaration, { orders: {}, lists: [] });
  // A list whose last object is forgotten is no longer declared: the next plan has nothing to report of it.
  const declared = new Set(after.lists);
  const dropped = new Set(declaration.lists.filter((list) => !declared.has(list)));
  return {
    forgotten: [...forgotten.values()].sort(byAddress),
    after,
    ledger: ledgerWithout(ledger, new Map(entries.map(([address, { id }]) => [address, id])), dropped, (address) =>
      isForgotten(now(address)),
    ),
    dangling: [...amendment.at.values()].flatMap(({ address, fieldSpans, span, ...resource }) => {
      const gone = referencesOf(resource, shapes).filter(({ names }) => amendment.removed.has(names));
      return gone.map(({ field, names }) => ({ address, field, names, span: fieldSpans[field] ?? span }));
    }),
  };
}

/** Removes fields that are derived from forgotten resources. */
function dropDerivedFields(amendment: Amendment) {
  const { at, removed, shapes } = amendment;
  for (const resource of [...at.values()]) {
    const gone = referencesOf(resource, shapes).find(
      ({ field, names }) => shapes.get(resource.kind)?.fields[field]?.derived && removed.has(names),
    );
    if (gone !== undefined) replaceFields(amendment, resource, removeReference(resource, gone).fields);
  }
}

function ledgerWithout(
  ledger: Ledger,
  gone: ReadonlyMap<Address, string>,
  dropped: ReadonlySet<Address>,
  isForgotten: (address: Address) => boolean,
) {
  const isGone = createWithinTest(new Set(gone.keys()));
  const marks = new Set([...gone.values()].map(idMark));
  const orders = Object.entries(ledger.orders ?? {}).flatMap(([container, mark]) => {
    const kept = isGone(container) ? undefined : removeSiblings(mark, marks);
    return kept === undefined ? [] : [[container, kept] as const];
  });
  const pending = Object.entries(ledger.pending ?? {}).filter(([address]) => !isForgotten(address));
  const { orders: _, pending: __, ...rest } = ledger;
  return {
    ...rest,
    resources: Object.fromEntries(Object.entries(ledger.resources).filter(([address]) => !gone.has(address))),
    lists: ledger.lists.filter((list) => !isGone(list) && !dropped.has(list)),
    ...(orders.length === 0 ? {} : { orders: Object.fromEntries(orders) }),
    ...(pending.length === 0 ? {} : { pending: Object.fromEntries(pending) }),
  };
}

/** The forgotten objects that `prune: all` would delete as undeclared. `lists`: as declared afterwards. */
export function prunedOf(
  forgotten: readonly Forgotten[],
  lists: readonly DesiredList[],
  shapes: Shapes,
): readonly Forgotten[] {
  const listAt = new Map(lists.map((each) => [each.list, each]));
  return forgotten.filter(({ address, kind }) => {
    const list = listAt.get(listOf(address));
    const shape = shapes.get(kind);
    if (list?.prune !== 'all' || shape === undefined || shape.undeletable || shape.singleton) return false;
    return list.pruneIsNamed || shape.pruneMustBeNamed !== true;
  });
}

interface Side {
  readonly desired: Desired;
  readonly ledger: Ledger;
}

export interface HandoverInput {
  readonly addresses: readonly Address[];
  readonly source: Side;
  readonly target: Side;
  readonly shapes: Shapes;
}

/** `taken`: the target has another object at the address. `inward`: the kind cannot be external. `pending`: the object has no id. */
interface HandoverFault {
  readonly is: 'taken' | 'inward' | 'pending';
  readonly address: Address;
  readonly span: DesiredResource['span'];
  /** The resource with the reference. */
  readonly from?: Pick<DesiredResource, 'address' | 'span'>;
}

export type HandedOver = ReturnType<typeof handingOver>;

export function handingOver(input: HandoverInput) {
  const { addresses, source, target, shapes } = input;
  const forgotten = forgetting({ addresses, desired: source.desired, ledger: source.ledger, shapes });
  const now = createAddressResolver(source.desired.moved, source.ledger, shapes);
  const ids = new Map(Object.entries(source.ledger.resources).map(([address, { id }]) => [now(address), id]));
  const isHanded = createWithinTest(new Set(addresses));
  const declared = indexDeclared(source.desired.resources);
  const idOf = (address: Address) =>
    ids.get(address) ??
    externalIdIn(source.ledger, declared.get(address), address) ??
    (isHanded(address) ? target.ledger.resources[address]?.id : undefined);
  const work: Work = { ...input, isHanded, idOf, faults: [] };
  const externals = forgotten.dangling.flatMap(
    ({ names, ...from }) => externalOf(work, declared.get(names), from) ?? [],
  );
  const after = receiving(work, declared);
  const resources = [...forgotten.after.resources, ...new Map(externals.map((each) => [each.address, each])).values()];
  // Resources that only the ledger has are deleted by a later plan.
  const kept = new Set(
    [...resources.map(({ address }) => address), ...Object.keys(forgotten.ledger.resources)].map(listOf),
  );
  const emptied = new Set(addresses.map(listOf).filter((list) => !kept.has(list)));
  const remaining = (lists: readonly string[]) => lists.filter((list) => !emptied.has(list));
  return {
    moved: forgotten.forgotten,
    source: {
      after: { ...forgotten.after, resources, lists: remaining(forgotten.after.lists) },
      ledger: withMarks(work, { ...forgotten.ledger, lists: remaining(forgotten.ledger.lists) }, externals),
    },
    target: { after, ledger: withMarks(work, receivedLedger(work, now), after.resources) },
    faults: work.faults,
  };
}

interface Work extends HandoverInput {
  readonly isHanded: (address: Address) => boolean;
  readonly idOf: (address: Address) => string | undefined;
  readonly faults: HandoverFault[];
}

/** What a reference to this resource becomes in the other configuration. */
function externalOf(
  { idOf, faults, shapes }: Work,
  resource: DesiredResource | undefined,
  from: NonNullable<HandoverFault['from']>,
): DesiredResource | undefined {
  if (resource === undefined || resource.isExternal) return resource;
  const { address, kind, key, span } = resource;
  const pin = idOf(address);
  const isPossible = [...grammarOf(shapes)(kind).parts.values()].some((part) => part.is === 'external');
  if (isPossible && pin !== undefined)
    return { address, kind, key, parent: null, fields: {}, pin, isExternal: true, span: nowhere, fieldSpans: {} };
  faults.push(isPossible ? { is: 'pending', address, span } : { is: 'inward', address, span, from });
  return undefined;
}

function receiving(work: Work, declared: ReadonlyMap<Address, DesiredResource>) {
  const { source, target, isHanded, shapes } = work;
  const declaration = declarationPart(target.desired);
  const amendment = startAmendment(declaration, shapes);
  const handed = [...declared.values()].filter(({ address }) => isHanded(address));
  const unexpected = [...amendment.before.values()].find(
    ({ address, isExternal }) => isHanded(address) && !isExternal && !declared.has(address),
  );
  if (unexpected !== undefined && handed.length > 0)
    work.faults.push({ is: 'taken', address: unexpected.address, span: unexpected.span });
  const tops = new Set(handed.map(({ address }) => listOf(address)));
  for (const resource of handed) receive(work, amendment, resource);
  for (const resource of handed) refer(work, amendment, resource, declared);
  return finishAmendment(amendment, declaration, {
    orders: Object.fromEntries(Object.entries(source.desired.orders).filter(([container]) => isHanded(container))),
    lists: source.desired.lists.map(({ list }) => list).filter((list) => tops.has(list) || isHanded(list)),
  });
}

/** A former run that was interrupted can have declared the resource. */
function receive(work: Work, amendment: Amendment, resource: DesiredResource) {
  const { address } = resource;
  const there = amendment.before.get(address);
  if (there !== undefined && !there.isExternal && textOf(there) === textOf(resource)) return;
  if (there !== undefined && (!there.isExternal || !isSame(work, there)))
    work.faults.push({ is: 'taken', address, span: there.span });
  amendment.at.delete(address);
  declareResource(amendment, resource);
  amendment.added.add(address);
}

function textOf({ fields, pin, protect, replace }: DesiredResource) {
  return canonicalJson(withoutUndefined({ fields, pin, protect, replace }));
}

function refer(
  work: Work,
  amendment: Amendment,
  resource: DesiredResource,
  declared: ReadonlyMap<Address, DesiredResource>,
) {
  const { shapes, isHanded } = work;
  for (const { names } of referencesOf(resource, shapes)) {
    const there = amendment.before.get(names);
    if (there !== undefined && !isHanded(names) && !isSame(work, there))
      work.faults.push({ is: 'taken', address: names, span: there.span });
  }
  for (const { names } of danglingReferences(resource, amendment, shapes)) {
    const person = externalForReference(resource, names, amendment.isListed, shapes);
    // A person that only a roster names does not declare the list of people, which would make the next person no reference.
    if (person !== undefined) amendment.at.set(person.address, person);
    const found = person === undefined ? externalOf(work, declared.get(names), resource) : undefined;
    if (found !== undefined) declareResource(amendment, found);
  }
}

/** Whether both configurations mean the same object at the address. A key that is not a free name identifies the object. */
function isSame({ target: { ledger }, idOf, shapes }: Work, resource: DesiredResource) {
  const { address, kind } = resource;
  if (shapeOf({ shapes }, kind).key !== 'name') return true;
  const id = resource.pin ?? ledger.resources[address]?.id ?? externalIdIn(ledger, resource, address);
  return id !== undefined && id === idOf(address);
}

function externalIdIn({ external }: Ledger, declared: DesiredResource | undefined, address: Address) {
  const mark = external?.[address];
  return declared?.pin ?? (mark === undefined ? undefined : parseExternalMark(mark).id);
}

function receivedLedger({ source, target, isHanded }: Work, now: (address: Address) => Address): Ledger {
  const handed = <Value>(entries: { readonly [address: Address]: Value } | undefined) =>
    Object.fromEntries(
      Object.entries(entries ?? {}).flatMap(([address, value]) =>
        isHanded(now(address)) ? [[now(address), value] as const] : [],
      ),
    );
  const { resources, lists, orders, pending, dialect } = source.ledger;
  const received = handed(resources);
  const tops = new Set(Object.keys(received).map(listOf));
  return {
    ...target.ledger,
    resources: { ...target.ledger.resources, ...received },
    lists: [...new Set([...target.ledger.lists, ...lists.filter((list) => isHanded(list) || tops.has(list))])],
    orders: { ...target.ledger.orders, ...handed(orders) },
    pending: { ...target.ledger.pending, ...handed(pending) },
    ...withoutUndefined({ dialect: target.ledger.dialect ?? dialect }),
  };
}

/** The marks of new external references, so that the next plan has nothing to record. */
function withMarks({ source, target }: Work, ledger: Ledger, resources: readonly DesiredResource[]): Ledger {
  const declared = indexDeclared([...target.desired.resources, ...source.desired.resources]);
  const known = { ...source.ledger.external, ...target.ledger.external };
  const marks = resources.flatMap(({ address, key, isExternal, pin }) => {
    if (!isExternal || (pin === undefined && known[address] === undefined)) return [];
    const { title } = declared.get(address)?.fields ?? {};
    const mark = formatExternalMark({ id: pin ?? '', title: typeof title === 'string' ? title : key });
    return [[address, ledger.external?.[address] ?? known[address] ?? mark] as const];
  });
  const kept = Object.entries(ledger.external ?? {}).filter(([address]) => ledger.resources[address] === undefined);
  return { ...ledger, external: Object.fromEntries([...kept, ...marks]) };
}
