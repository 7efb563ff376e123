/** Objects that an earlier run was making when it ended: right after its creation one does not have what is set by a later call, its natural key included. */
import type { DesiredResource, LiveObject } from '../../core/state.ts';
import { type DesiredValue, isReference } from '../../core/value.ts';
import { type FieldShape, fitForCreate } from '../../kinds/field.ts';
import { type KindShape, naturalKeyFields } from '../../kinds/shape.ts';
import type { World } from '../world.ts';

/** Live objects that look as it will right after its creation. Empty where it can be found by its natural key from the beginning. */
export function twinsOf(world: World, resource: DesiredResource, shape: KindShape, parentId: string | null): readonly LiveObject[] {
  const { fields } = resource;
  const later = naturalKeyFields(shape, fields)?.some((name) => !isWhole(shape.fields[name], fields[name]));
  const names = shape.naturalKeys.find((each) => each.every((name) => canCreate(shape.fields[name], fields[name])));
  if (later !== true || names === undefined) return [];
  return world
    .liveIn(shape.name, parentId)
    .filter((live) => !live.isDeleted && names.every((name) => live.fields[name] === fitForCreate(shape.fields[name], fields[name])));
}

/** What an earlier run may have made of it: that looks like it, and was not there when that run asked for it. */
export function unfinished(world: World, resource: DesiredResource, shape: KindShape, parentId: string | null): readonly LiveObject[] {
  const { unsettled, twins } = world.input;
  if (unsettled?.has(resource.address) !== true) return [];
  const before = new Set(twins?.get(resource.address));
  return twinsOf(world, resource, shape, parentId).filter(({ id }) => !before.has(id));
}

/** The create call says it, and says all of it. */
function isWhole(field: FieldShape | undefined, value: DesiredValue | undefined): boolean {
  return field !== undefined && canCreate(field, value) && fitForCreate(field, value) === value;
}

function canCreate(field: FieldShape | undefined, value: DesiredValue | undefined): boolean {
  const isWritten = field !== undefined && (field.writtenBy === undefined || field.writtenBy === 'create');
  return isWritten && value !== undefined && value !== null && !isReference(value);
}
