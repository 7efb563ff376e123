/** Finds objects that an interrupted run was creating. Later calls may not have set all fields, not even the natural key. */
import type { Address } from '../../core/address.ts';
import { isEqual } from '../../core/equal.ts';
import type { DesiredResource, LiveObject } from '../../core/state.ts';
import { type DesiredValue, isReference, type Value } from '../../core/value.ts';
import { type FieldShape, valueAtCreation } from '../../kinds/field.ts';
import { type KindShape, naturalKeyFields } from '../../kinds/shape.ts';
import { presentIn, type World } from '../world.ts';
import type { Matches } from './identity.ts';

/** Live objects that look like the new object right after the create. Empty if its natural key identifies it from the start. */
export function candidatesOf(
  world: World,
  resource: DesiredResource,
  shape: KindShape,
  parentId: string | null,
): readonly LiveObject[] {
  const { fields } = resource;
  // The platform chooses the title and the place of a copy, so no existing object matches.
  if (shape.createNeeds !== undefined) return world.liveIn(shape.name, parentId);
  const later = naturalKeyFields(shape, fields)?.some(
    (name) => saidPlainly(shape.fields[name], fields[name]) !== fields[name],
  );
  const saidOf = (name: string) => saidPlainly(shape.fields[name], fields[name]);
  const names = shape.naturalKeys.find((each) => each.every((name) => saidOf(name) !== undefined));
  if (later !== true || names === undefined) return [];
  return presentIn(world)(shape.name, parentId).filter((live) =>
    names.every((name) => live.fields[name] === saidOf(name)),
  );
}

/** Look-alikes that did not exist before an earlier run. `at`: known matches. */
export function unfinished(
  world: World,
  resource: DesiredResource,
  shape: KindShape,
  parentId: string | null,
  at: Matches['at'],
): readonly LiveObject[] {
  const { unconfirmed, candidates } = world.input;
  const told = candidates?.get(resource.address);
  if (unconfirmed?.has(resource.address) !== true) return [];
  const before = new Set(told);
  const fresh = candidatesOf(world, resource, shape, parentId).filter(({ id }) => !before.has(id));
  if (shape.createNeeds === undefined) return fresh;
  const source = resource.fields[shape.createNeeds];
  const original = isReference(source) ? liveAt(at, source.ref) : undefined;
  // Journals without this list do not show which objects are new.
  return told === undefined || original === undefined ? [] : fresh.filter((live) => isLikeCopy(shape, live, original));
}

function liveAt(at: Matches['at'], address: Address): LiveObject | undefined {
  const match = at.get(address);
  return match?.state === 'matched' ? match.live : undefined;
}

/** The platform chooses the title of a copy. Only titles that contain the title of the original match. */
function isLikeCopy({ naturalKeys, fields }: KindShape, live: LiveObject, original: LiveObject): boolean {
  const [names] = naturalKeys;
  const isTitled = names?.every((name) => saysTitle(live.fields[name], original.fields[name])) === true;
  const kept = Object.keys(fields).filter((name) => !names?.includes(name) && fields[name]?.copied === true);
  return !live.isDeleted && isTitled && kept.every((name) => isEqual(live.fields[name], original.fields[name]));
}

/** The original title at either end, or its beginning if the platform shortened it. */
function saysTitle(found: Value | undefined, original: Value | undefined): boolean {
  if (typeof found !== 'string' || typeof original !== 'string' || original === '') return false;
  return found.endsWith(original) || found.startsWith(original.slice(0, leastOfTitle));
}

const leastOfTitle = 36;

/** The value of the field in the create call, without references. */
function saidPlainly(field: FieldShape | undefined, value: DesiredValue | undefined): Value | undefined {
  if (field === undefined || value === undefined || value === null || isReference(value)) return undefined;
  return valueAtCreation(field, value) as Value | undefined;
}
