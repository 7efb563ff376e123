/** Finds objects that an unfinished run was creating: their fields set by later calls, even the natural key, may still be missing. */
import type { Address } from '../../core/address.ts';
import { isEqual } from '../../core/equal.ts';
import type { DesiredResource, LiveObject } from '../../core/state.ts';
import { type DesiredValue, isReference, type Value } from '../../core/value.ts';
import { type FieldShape, valueAtCreation } from '../../kinds/field.ts';
import { type KindShape, naturalKeyFields } from '../../kinds/shape.ts';
import { presentIn, type World } from '../world.ts';
import type { Matches } from './identity.ts';

/** Live objects that look as it will right after its creation. Empty where it can be found by its natural key from the beginning. */
export function candidatesOf(
  world: World,
  resource: DesiredResource,
  shape: KindShape,
  parentId: string | null,
): readonly LiveObject[] {
  const { fields } = resource;
  // What it is called and where it stands at first is the platform's choice: any that is there already is none that a run makes.
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

/** What an earlier run may have made of it: that looks like it, and was not there when that run asked for it. `at`: what is known of others. */
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
  // Without such a list, as journals of earlier versions are, nobody knows which of them are new.
  return told === undefined || original === undefined ? [] : fresh.filter((live) => isLikeCopy(shape, live, original));
}

function liveAt(at: Matches['at'], address: Address): LiveObject | undefined {
  const match = at.get(address);
  return match?.state === 'matched' ? match.live : undefined;
}

/** The contract leaves a copy's title to the platform: it is taken for one only where that says the title of its original. */
function isLikeCopy({ naturalKeys, fields }: KindShape, live: LiveObject, original: LiveObject): boolean {
  const [names] = naturalKeys;
  const isTitled = names?.every((name) => saysTitle(live.fields[name], original.fields[name])) === true;
  const kept = Object.keys(fields).filter((name) => !names?.includes(name) && fields[name]?.copied === true);
  return !live.isDeleted && isTitled && kept.every((name) => isEqual(live.fields[name], original.fields[name]));
}

/** In front or behind, or as much of it in front as leaves room for a word of the platform's. */
function saysTitle(found: Value | undefined, original: Value | undefined): boolean {
  if (typeof found !== 'string' || typeof original !== 'string' || original === '') return false;
  return found.endsWith(original) || found.startsWith(original.slice(0, leastOfTitle));
}

const leastOfTitle = 36;

/** What the create call says of the field, in words of its own: not what it refers to. */
function saidPlainly(field: FieldShape | undefined, value: DesiredValue | undefined): Value | undefined {
  if (field === undefined || value === undefined || value === null || isReference(value)) return undefined;
  return valueAtCreation(field, value) as Value | undefined;
}
