/** No reference may lead to what is not declared: what cannot be taken in because of that stays as it was, and is named. */
import { type Address, isWithin } from '../core/address.ts';
import { isEqual } from '../core/equal.ts';
import type { DesiredResource } from '../core/state.ts';
import { isReference, type Value } from '../core/value.ts';
import type { DriftEntry } from './entry.ts';
import type { Taking } from './taking.ts';

/** Repeats as long as taking something back makes something else lead nowhere. */
export function settleReferences(taking: Taking): void {
  takeAlong(taking);
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    for (const resource of taking.resources.values()) if (!isSettledNow(taking, resource)) isSettled = false;
  }
  dropLookUps(taking);
}

/** What is missing as well, and was only there for what is removed (the place of somebody in a team). */
function takeAlong({ entries, resources, removed, desired, chosen }: Taking): void {
  const isMissing = (address: Address) => entries.some((entry) => entry.class === 'missing' && isWithin(address, entry.address));
  const isChosen = (address: Address) => chosen.some((entry: DriftEntry) => isWithin(address, entry.address));
  for (const resource of desired.resources) {
    const leadsNowhere = Object.values(resource.fields).some((value) => isReference(value) && removed.has(value.ref));
    if (!leadsNowhere || isChosen(resource.address) || !isMissing(resource.address)) continue;
    for (const address of [...resources.keys()].filter((each) => isWithin(each, resource.address))) {
      resources.delete(address);
      removed.add(address);
    }
  }
}

function isSettledNow(taking: Taking, resource: DesiredResource): boolean {
  const { resources, liveAt, shapes } = taking;
  for (const [name, value] of Object.entries(resource.fields)) {
    if (!isReference(value) || resources.has(value.ref)) continue;
    const field = shapes.get(resource.kind)?.fields[name];
    const target = liveAt.get(value.ref);
    if (taking.removed.has(value.ref)) putBack(taking, value.ref, resource, name);
    else if (target !== undefined && canBeLookedUp(taking, target)) resources.set(value.ref, lookUpOf(target));
    else if (taking.added.has(resource.address)) leaveOut(taking, resource, name, value.ref, field?.required === true);
    else restore(taking, resource, name, value.ref);
    return false;
  }
  return true;
}

/** A roster may name people while nobody is declared. */
function canBeLookedUp({ desired, shapes, added }: Taking, { kind, parent }: DesiredResource): boolean {
  const shape = shapes.get(kind);
  return (
    parent === null &&
    shape?.missing === 'waiting' &&
    !desired.lists.some(({ list }) => list === shape.segment) &&
    ![...added].some((address) => address.startsWith(`${shape.segment}/`))
  );
}

function lookUpOf({ pin, protect, replace, ...resource }: DesiredResource): DesiredResource {
  const key = Object.entries(resource.fields).filter(([, value]) => value === resource.key);
  return { ...resource, fields: Object.fromEntries(key), isLookUp: true };
}

/** Something that stays refers to it, so that it stays as well. */
function putBack({ desired, resources, removed, notTaken }: Taking, address: Address, by: DesiredResource, field: string): void {
  const root = [...removed].filter((each) => isWithin(address, each)).sort((a, b) => a.length - b.length)[0] ?? address;
  for (const resource of desired.resources) {
    if (!isWithin(resource.address, root)) continue;
    resources.set(resource.address, resource);
    removed.delete(resource.address);
  }
  notTaken.push({ address: root, reason: `${by.address} refers to it (${field}): change or take in that first` });
}

function leaveOut(
  { resources, added, notTaken }: Taking,
  resource: DesiredResource,
  field: string,
  target: Address,
  isRequired: boolean,
): void {
  const { [field]: _, ...fields } = resource.fields;
  notTaken.push({ address: resource.address, field, reason: `it refers to ${target}, which is not declared` });
  if (!isRequired) return void resources.set(resource.address, { ...resource, fields });
  for (const address of [...added].filter((each) => isWithin(each, resource.address))) {
    resources.delete(address);
    added.delete(address);
  }
}

function restore({ desired, resources, notTaken }: Taking, resource: DesiredResource, field: string, target: Address): void {
  const before = desired.resources.find(({ address }) => address === resource.address)?.fields[field];
  const { [field]: taken, ...others } = resource.fields;
  const isSame = before === undefined || isEqual(before as Value, taken as Value);
  resources.set(resource.address, { ...resource, fields: isSame ? others : { ...others, [field]: before } });
  notTaken.push({ address: resource.address, field, reason: `it refers to ${target}, which is not declared: take that in as well` });
}

/** People whom nobody names any longer. */
function dropLookUps({ resources, desired }: Taking): void {
  const used = new Set(
    [...resources.values()].flatMap(({ fields }) => Object.values(fields).flatMap((value) => (isReference(value) ? [value.ref] : []))),
  );
  for (const { address, isLookUp } of desired.resources) if (isLookUp && !used.has(address)) resources.delete(address);
}
