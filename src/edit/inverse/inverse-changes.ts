/** Reverts single changes: removes created resources, restores deleted ones, and restores former values. Also the working state of an inverse. */
import { type Address, createDescendantFinder, keyIn, type ListAddress, listOf } from '../../core/address.ts';
import { groupBy, groupByPair } from '../../core/compare.ts';
import { pluralTitle, titleWithArticle, wordForm } from '../../core/count.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { cachePerObject } from '../../core/once.ts';
import {
  type Desired,
  type DesiredList,
  type DesiredResource,
  type KindName,
  type Live,
  mapOrEmpty,
} from '../../core/state.ts';
import {
  type Amended,
  declareResource,
  removeWithChildren,
  replaceFields,
  startAmendment,
} from '../../kinds/declaration/amendment.ts';
import {
  type AsDeclared,
  addressOfObject,
  leftOutFieldsAt,
  whyFieldLeftOut,
} from '../../kinds/declaration/as-declared.ts';
import { declarationPart, indexByAddress, referencesOf, withMapKey } from '../../kinds/declaration/resources.ts';
import { identityOf, keyedFields, type Shapes, shapeOf } from '../../kinds/shape.ts';
import { type DoneChange, formerFields, isWithheld, type Lost } from './undo-record.ts';

/** Removes created resources with their children. */
export function undeclareCreated(work: Work, created: readonly DoneChange[]): void {
  const lists = new Map(work.desired.lists.map((each) => [each.list, each]));
  removeWithChildren(
    work.amendment,
    ...created.filter((each) => isRemovable(work, lists, each)).map(({ address }) => address),
  );
}

type Removal = Pick<Work, 'desired' | 'shapes' | 'restored' | 'lost'> & {
  readonly amendment: Pick<Work['amendment'], 'at'>;
};

/** Adds the reason to the losses if the platform keeps the object. */
export function isRemovable(
  work: Removal,
  lists: ReadonlyMap<ListAddress, DesiredList>,
  { address, kind }: DoneChange,
): boolean {
  const shape = shapeOf(work, kind);
  const resource = work.amendment.at.get(address);
  if (resource === undefined) return false;
  if (shape.undeletable) {
    work.lost.push({ address, why: `not deleted: ${titleWithArticle(shape)} cannot be deleted` });
    return false;
  }
  work.restored.push({ address, what: 'removed' });
  const { policy } = work.desired;
  if ((lists.get(listOf(address))?.prune ?? policy.prune(kind)) === 'never')
    work.lost.push({ address, why: '`prune: never` keeps the object on the platform' });
  else if (resource.protect ?? policy.protect.includes(kind))
    work.lost.push({
      address,
      why: 'the object is protected: set `protect: false` and apply, before you apply the undo',
      needsStep: true,
    });
  return true;
}

/** Restores the values that other resources had for the object, as far as they were read. */
export function putValuesBack(work: Work, change: DoneChange): void {
  const { amendment } = work;
  const { at } = amendment;
  const key = keyIn(formerAddress(work, change) ?? change.address);
  for (const { resource, name, value } of valuesByKey(work).get(change.kind, key) ?? []) {
    if (resource.parent !== null && !at.has(resource.parent)) continue;
    const now = at.get(resource.address) ?? { ...resource, fields: {} };
    if (Object.hasOwn(mapOrEmpty(now.fields[name]), key)) continue;
    declareResource(amendment, { ...now, fields: withMapKey(now.fields, name, key, value) });
    work.restored.push({ address: resource.address, what: 'fields', fields: [`${name}.${key}`] });
  }
}

/** By kind and key of the object that the values belong to. */
const valuesByKey = cachePerObject(({ formerAt, shapes }: Work) => {
  const values = [...formerAt.values()].flatMap((resource) =>
    keyedFields(shapeOf({ shapes }, resource.kind)).flatMap(({ name, keysRefer }) =>
      Object.entries(mapOrEmpty(resource.fields[name])).map(([key, value]) => ({
        resource,
        name,
        keysRefer,
        key,
        value,
      })),
    ),
  );
  return groupByPair(
    values,
    ({ keysRefer }) => keysRefer,
    ({ key }) => key,
  );
});

/** With its former children. */
export function addDeleted(work: Work, change: DoneChange): void {
  const root = formerAddress(work, change);
  const shape = shapeOf(work, change.kind);
  if (root === undefined || shape.missing === 'blocked') {
    const why =
      root === undefined
        ? whyFieldLeftOut(work.former, change.address)
        : (shape.loss ?? `the API cannot create ${titleWithArticle(shape)}`);
    work.lost.push({ address: change.address, why: why ?? 'the former value is unknown' });
    return;
  }
  work.restored.push({ address: root, what: 'added' });
  const reported = new Set<KindName>();
  for (const resource of work.formerWithin(root)) {
    if (work.amendment.at.has(resource.address)) continue;
    addBack(work, resource);
    tellContents(work, resource);
    const { name, title, loss, initialState, restorable, key } = shapeOf(work, resource.kind);
    if (reported.has(name)) continue;
    reported.add(name);
    if (loss !== undefined) {
      const [at, of] = restorable
        ? [resource.address, '']
        : [root, name === change.kind ? '' : `of each ${title} in it: `];
      work.lost.push({ address: at, why: `${of}${loss}` });
    }
    if (initialState !== undefined) work.lost.push({ address: resource.address, why: `recreated, ${initialState}` });
    if (name === change.kind && key === 'name' && !restorable)
      work.lost.push({ address: root, why: 'its id: an undo creates the object again with a new id' });
  }
}

/** Contents that were not read, or that a configuration cannot declare, cannot be restored. */
function tellContents(
  { listsIn, liveIn, lost, shapes, former, formerWithin }: Work,
  { address, kind }: DesiredResource,
) {
  const id = former.ids.get(address) ?? '';
  const [unread, nameless]: [string[], string[]] = [[], []];
  for (const shape of shapes.values()) {
    const { name, title, parents, singleton } = shape;
    if (!parents?.includes(kind)) continue;
    const there = liveIn(id).filter((object) => object.kind === name).length;
    const lack = there - formerWithin(address).filter((each) => each.parent === address && each.kind === name).length;
    if (there === 0 && !listsIn(id).some((list) => list.kind === name && list.unknown === undefined))
      unread.push(singleton ? title : pluralTitle(shape));
    if (lack > 0 && !singleton) nameless.push(`${lack} ${title}${wordForm(lack, '', 's')} in it cannot be declared`);
  }
  if (unread.length > 0 && !shapes.get(kind)?.restorable)
    lost.push({ address, why: `its ${unread.join(', ')} (not read by docform)` });
  for (const why of nameless) lost.push({ address, why });
}

/** An object in the trash is found by its id only. */
function addBack(work: Work, resource: DesiredResource) {
  const { kind, address } = resource;
  const shape = shapeOf(work, kind);
  const id = work.former.ids.get(address);
  const withheld = Object.keys(resource.fields).filter(
    (name) => shape.fields[name] && isWithheld(shape.fields[name], resource.fields[name]),
  );
  const needed = withheld.find((name) => shape.fields[name]?.required || shape.exactlyOneOf?.includes(name));
  if (needed !== undefined)
    return void work.lost.push({
      address,
      field: needed,
      why: 'URLs with credentials are not in the undo file: declare the object yourself',
    });
  const fields = Object.entries(resource.fields).filter(([name]) => !withheld.includes(name));
  for (const field of withheld)
    work.lost.push({ address, field, why: 'secrets are not in the undo file: add the value yourself' });
  for (const { field, why } of leftOutFieldsAt(work.former, address))
    if (field !== undefined) work.lost.push({ address, field, why });
  const pin = shape.restorable && id !== undefined ? { pin: id } : {};
  declareResource(work.amendment, { ...resource, fields: Object.fromEntries(fields), ...pin });
}

/** Its address, or the address that a new configuration would use. */
function formerAddress({ formerAt, former, amendment }: Work, { address, id }: DoneChange) {
  if (formerAt.has(address)) return address;
  const found = addressOfObject(former, listOf(address), id);
  return found === undefined || amendment.before.has(found) ? undefined : found;
}

/** A recreated object also loses undeclared fields. */
function sentFields({ action, fields }: DoneChange, former: DesiredResource | undefined) {
  if (action !== 'replace') return fields;
  const sent = new Set(fields.map(({ field }) => field));
  return [
    ...fields,
    ...Object.keys(former?.fields ?? {})
      .filter((field) => !sent.has(field))
      .map((field) => ({ field, after: undefined })),
  ];
}

/** Restores references to restored objects, because the platform clears references to deleted ones. */
export function putReferencesBack(work: Work): void {
  const { at, added } = work.amendment;
  if (added.size === 0) return;
  const back = new Map(
    [...added].map((address) => [`${at.get(address)?.kind} ${work.former.ids.get(address)}`, address]),
  );
  for (const resource of [...at.values()]) {
    const live = added.has(resource.address) && !isWrapped(work, resource) ? undefined : work.liveAt(resource.address);
    for (const [name, { type }] of Object.entries(live === undefined ? {} : shapeOf(work, resource.kind).fields)) {
      const target = type.is === 'ref' ? back.get(`${type.to} ${live?.fields[name]}`) : undefined;
      if (target === undefined || resource.fields[name] !== undefined) continue;
      const now = at.get(resource.address) ?? resource;
      replaceFields(work.amendment, now, { ...now.fields, [name]: { ref: target } });
      if (!added.has(resource.address))
        work.restored.push({ address: resource.address, what: 'fields', fields: [name] });
    }
  }
  for (const former of work.formerAt.values()) {
    const lost = at.has(former.address)
      ? []
      : referencesOf(former, work.shapes).filter(({ names, isKey }) => !isKey && added.has(names));
    for (const { field, names } of lost)
      work.lost.push({
        address: former.address,
        field,
        why: `the value was ${names}, which is not declared: restore the value yourself`,
      });
  }
}

/** A restored object can take over a present one, and keeps its other fields. */
export function clearTakenOver(work: Work): void {
  const { at, added } = work.amendment;
  for (const address of added) {
    const resource = at.get(address);
    const wrapper = resource?.parent === undefined || resource.parent === null ? undefined : at.get(resource.parent);
    if (resource === undefined || wrapper === undefined || !added.has(wrapper.address) || !isWrapped(work, wrapper))
      continue;
    const { kind, key } = resource;
    const taken = work.desiredIn(wrapper.parent).find((each) => each.kind === kind && each.key === key);
    const left = Object.keys(taken?.fields ?? {}).filter(
      (name) => shapeOf(work, kind).fields[name]?.clearable && resource.fields[name] === undefined,
    );
    replaceFields(work.amendment, resource, {
      ...resource.fields,
      ...Object.fromEntries(left.map((name) => [name, null])),
    });
  }
}

/** The platform can create it from present objects, whose default is not always the first. */
function isWrapped({ amendment, desiredIn, shapes }: Work, { kind, parent }: DesiredResource) {
  const wraps = parent === null ? undefined : shapes.get(amendment.at.get(parent)?.kind ?? '')?.wraps;
  return wraps?.wrapper === kind && desiredIn(parent).some((each) => each.kind === wraps.child);
}

/** `rigid`: containers whose structure does not change. */
export function restoreFields(work: Work, change: DoneChange, rigid: readonly Address[]): void {
  const resource = work.amendment.at.get(change.address);
  if (resource === undefined) return;
  const shape = shapeOf(work, change.kind);
  const live = work.liveAt(change.address);
  const declared = work.formerAt.get(change.address);
  const leftOut = (field: string) => whyFieldLeftOut(work.former, change.address, field);
  const isRemade = (kind: KindName, key: string) =>
    work.done.some((each) => {
      const isKey = each.kind === kind && keyIn(each.address) === key;
      return isKey && (each.action === 'create' || each.action === 'replace');
    });
  const object = withoutUndefined({ shape, leftOut, isRemade, live, declared });
  const pointsInside = (field: string) => {
    const type = shape.fields[field]?.type;
    return type?.is === 'ref' && type.within === 'self' && rigid.includes(change.address);
  };
  const changed = sentFields(change, declared).filter(({ field }) => !pointsInside(field));
  const { fields, stated, lost } = formerFields(object, changed, resource.fields);
  for (const each of lost) work.lost.push({ address: change.address, ...each });
  if (change.action === 'replace' && shape.loss !== undefined)
    work.lost.push({ address: change.address, why: shape.loss });
  if (stated.length === 0) return;
  replaceFields(work.amendment, resource, fields);
  work.restored.push({ address: change.address, what: 'fields', fields: stated });
}

export interface InverseInput {
  /** The applied configuration. */
  readonly desired: Desired;
  readonly done: readonly DoneChange[];
  /** The platform before the apply. */
  readonly live: Live;
  /** The platform before the apply, as a configuration declares it with the addresses of `desired`. */
  readonly former: AsDeclared;
  readonly shapes: Shapes;
}

/** A part of the former state that the inverse restores. */
export interface Restored {
  readonly address: Address;
  readonly what: 'fields' | 'added' | 'removed' | 'order';
  readonly fields?: readonly string[];
}

export interface Inverse {
  readonly after: Amended;
  readonly restored: readonly Restored[];
  readonly lost: readonly Lost[];
}

/** The inverse while it is built. */
export type Work = ReturnType<typeof startWork>;

export function startWork(input: InverseInput) {
  const { desired, former, live, shapes } = input;
  const byIdentity = new Map(live.objects.map((object) => [identityOf(shapes, object), object]));
  const formerAt = indexByAddress(former.resources);
  const desiredAt = indexByAddress(desired.resources);
  const liveInside = groupBy(live.objects, ({ parentId }) => parentId ?? '');
  const liveAt = (address: Address) => {
    const resource = formerAt.get(address) ?? desiredAt.get(address);
    const id = former.ids.get(address);
    if (resource === undefined || id === undefined) return undefined;
    const parentId = resource.parent === null ? null : (former.ids.get(resource.parent) ?? null);
    return byIdentity.get(identityOf(shapes, { kind: resource.kind, id, parentId }));
  };
  const desiredInside = groupBy(desired.resources, ({ parent }) => parent);
  const listsInside = groupBy(live.lists, ({ parentId }) => parentId ?? '');
  return {
    ...input,
    amendment: startAmendment(declarationPart(desired), shapes),
    formerAt,
    liveAt,
    /** The children of the object with this id. */
    liveIn: (parentId: string) => liveInside.get(parentId) ?? [],
    /** The former declaration at an address, with everything below. */
    formerWithin: createDescendantFinder(former.resources),
    /** The direct children of an address in the applied configuration. */
    desiredIn: (parent: Address | null) => desiredInside.get(parent) ?? [],
    /** The lists that were read of the object with this id. */
    listsIn: (parentId: string) => listsInside.get(parentId) ?? [],
    restored: [] as Restored[],
    lost: [] as Lost[],
  };
}
