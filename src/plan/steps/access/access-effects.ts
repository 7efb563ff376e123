/** What each step changes in the objects that decide who can read or write. New objects have their address as id. */
import type { Address } from '../../../core/address.ts';
import { withoutUndefined } from '../../../core/defined.ts';
import { type DesiredValue, isReference, type KindName, type LiveObject, type Value } from '../../../core/state.ts';
import { parseAddress, placeField, shapeOf } from '../../../kinds/shape.ts';
import type { Drafted } from '../../draft/drafted.ts';
import type { BulkItem, Step } from '../../result/step.ts';

export type Identity = Pick<LiveObject, 'kind' | 'id' | 'parentId'>;

/** The identity of an object, and the object after the step. `undefined`: it does not exist. */
export interface Effect extends Identity {
  readonly changed: (object: LiveObject | undefined) => LiveObject | undefined;
}

export interface Ids {
  readonly idOf: (address: Address) => string;
  /** Of an object that exists now. */
  readonly formerIdOf: (address: Address) => string;
}

export function indexIds(draft: Drafted): Ids {
  const made = new Set(
    [...draft.steps.values()].flatMap(({ operation, address, companions = [] }) =>
      operation === 'create' ? [address, ...companions.map((each) => each.address)] : [],
    ),
  );
  const deleting = new Map([...draft.deleting].map(([live, address]) => [address, live.id]));
  const formerIdOf = (address: Address) =>
    deleting.get(address) ?? draft.matches.idOf(address) ?? draft.unmanagedIds.get(address) ?? address;
  return { formerIdOf, idOf: (address) => (made.has(address) ? address : formerIdOf(address)) };
}

export function effectsOfStep(draft: Drafted, each: Step, ids: Ids): readonly Effect[] {
  const { address, kind, operation, items = [] } = each;
  const self = { kind, id: idOfStepObject(draft, each, ids), parentId: parentIdAt(draft, address, ids) };
  const fieldsEffect = (fields: LiveObject['fields']): Effect => ({
    ...self,
    changed: (object) => withFields(object, self, fields),
  });
  const place = placeField(shapeOf(draft.world, kind));
  switch (operation) {
    case 'create':
      return createEffects(draft, each, self, ids);
    case 'restore':
      return restoreEffects(draft, self);
    case 'update':
    case 'publish':
    case 'widen':
    case 'temporary':
      return [fieldsEffect(resolveReferences(each.fields, ids))];
    case 'move':
    case 'join':
      if (place === undefined || each.container === undefined || isMoveWithin(draft, each)) return [];
      return [fieldsEffect({ [place]: each.container === null ? null : ids.idOf(each.container) })];
    case 'leave':
      return place === undefined ? [] : [fieldsEffect({ [place]: null })];
    case 'delete':
      return [{ ...self, id: ids.formerIdOf(address), changed: () => undefined }];
    case 'bulk':
      return items.map((item) => effectOfBulkItem(draft, kind, address, item, ids));
    case 'invite':
      return [];
  }
}

/** Nobody has access to an object in the trash, so it does not exist before this step. */
function restoreEffects({ world }: Drafted, self: Identity): readonly Effect[] {
  const trashed = world.liveObject(self.kind, self.id, self.parentId);
  if (trashed === undefined) return [];
  const { isDeleted: _, ...restored } = trashed;
  return [{ ...self, changed: () => restored }];
}

/** A move among siblings, whose container stays. */
function isMoveWithin({ world }: Drafted, { operation, kind }: Step) {
  return operation === 'move' && shapeOf(world, kind).moveCarriesContainer !== true;
}

/** A permission has the id of its team or member. */
function idOfStepObject({ world }: Drafted, { address, kind, fields, operation }: Step, ids: Ids) {
  const { key, sharesId } = shapeOf(world, kind);
  const named = operation === 'create' && sharesId && key !== 'name' ? fields[key.field] : undefined;
  return isReference(named) ? ids.idOf(named.ref) : ids.idOf(address);
}

function withFields(object: LiveObject | undefined, self: Identity, fields: LiveObject['fields']) {
  return { ...self, ...object, fields: { ...object?.fields, ...fields } };
}

function parentIdAt({ world }: Drafted, address: Address, ids: Ids) {
  const parent = parseAddress(address, world.shapes)?.at(-2);
  return parent === undefined ? null : ids.idOf(parent.address);
}

function resolveReferences(fields: { readonly [field: string]: DesiredValue }, ids: Ids): { [field: string]: Value } {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isReference(value) ? ids.idOf(value.ref) : (value as Value)]),
  );
}

function createEffects(draft: Drafted, each: Step, self: Identity, ids: Ids): readonly Effect[] {
  const { fields, companions = [] } = each;
  const newObjectEffect = (identity: Identity, sent: LiveObject['fields']): Effect => ({
    ...identity,
    changed: () => ({ ...identity, fields: sent }),
  });
  const along = companions.flatMap(({ role, address }): readonly Effect[] => {
    const kind =
      draft.matches.at.get(address)?.resource.kind ??
      { first: 'site-space', space: 'space', wrapper: 'section', 'site-space': 'site-space' }[role];
    const space = role === 'first' ? fields.space : companions.find((other) => other.role === 'space')?.address;
    const shown = typeof space === 'string' ? ids.idOf(space) : isReference(space) ? ids.idOf(space.ref) : undefined;
    const identity = { kind, id: ids.idOf(address), parentId: parentIdAt(draft, address, ids) };
    return [
      newObjectEffect(identity, role === 'space' ? initialValues(draft, kind) : withoutUndefined({ space: shown })),
    ];
  });
  const taken = (shapeOf(draft.world, each.kind).takesIn ?? []).flatMap((kind): readonly Effect[] => {
    const { segment } = shapeOf(draft.world, kind);
    const members = fields[segment];
    return (Array.isArray(members) ? members : []).flatMap((member: DesiredValue) => {
      if (!isReference(member)) return [];
      const identity = { kind, id: ids.idOf(member.ref), parentId: self.parentId };
      return [
        { ...identity, changed: (object: LiveObject | undefined) => withFields(object, identity, { group: self.id }) },
      ];
    });
  });
  return [
    newObjectEffect(self, {
      ...initialValues(draft, each.kind),
      ...copiedAccess(draft, each, ids),
      ...resolveReferences(fields, ids),
    }),
    ...along,
    ...taken,
  ];
}

/** The values of a new object. */
function initialValues({ world }: Drafted, kind: KindName): { [field: string]: Value } {
  return Object.fromEntries(
    Object.entries(shapeOf(world, kind).fields).flatMap(([name, { initial, defaultValue }]) => {
      const value = initial ?? defaultValue;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A copy has the access of its original, whose steps come before. */
function copiedAccess(draft: Drafted, { kind, fields }: Step, ids: Ids): { [field: string]: Value } {
  const { matches, world, steps } = draft;
  const source = fields[shapeOf(world, kind).createNeeds ?? ''];
  const match = isReference(source) ? matches.at.get(source.ref) : undefined;
  const create = match === undefined ? undefined : steps.get(`${match.resource.address}#create`);
  const start = create === undefined ? {} : copiedAccess(draft, create, ids);
  const { defaultLevel, collection } = {
    ...start,
    ...match?.live?.fields,
    ...resolveReferences(match?.resource.fields ?? {}, ids),
  };
  return withoutUndefined({ defaultLevel, collection }) as { [field: string]: Value };
}

function effectOfBulkItem(
  draft: Drafted,
  kind: KindName,
  list: Address,
  { operation, address, fields }: BulkItem,
  ids: Ids,
): Effect {
  const { key } = shapeOf(draft.world, kind);
  const named = key === 'name' ? undefined : fields[key.field];
  const live = draft.matches.idOf(address) ?? [...draft.deleting].find(([, at]) => at === address)?.[0].id;
  const id = isReference(named) ? ids.idOf(named.ref) : (live ?? address);
  const identity = { kind, id, parentId: parentIdAt(draft, `${list}/x`, ids) };
  if (operation === 'delete') return { ...identity, changed: () => undefined };
  return { ...identity, changed: (object) => withFields(object, identity, resolveReferences(fields, ids)) };
}
