/** Turns steps into calls, and replies into ids. Pure. */
import { type Call, callPath } from '../contract/endpoint.ts';
import { type Address, isSafeId, keyIn, listOf } from '../core/address.ts';
import { withoutUndefined } from '../core/defined.ts';
import type { ApiError } from '../core/docform-error.ts';
import { jsonObjectOrEmpty } from '../core/json.ts';
import { type DesiredValue, isReference, type KindName, type Value } from '../core/state.ts';
import type { Bound, KindDefinition, Reservations, StepInput } from '../kinds/define-kind.ts';
import type { Decoded } from '../kinds/reading.ts';
import { kindOfAddress, parseAddress, valueInCreateCall } from '../kinds/shape.ts';
import type { Anchor, Step } from '../plan/result/step.ts';

export type Definitions = ReadonlyMap<KindName, KindDefinition>;

export interface RequestContext {
  readonly organization: string;
  readonly definitions: Definitions;
  /** In plans, unknown ids are placeholders such as `{sites/docs}`. */
  readonly idOf: (address: Address) => string | undefined;
  /** Why the id of a companion is unknown after its create. */
  readonly unfound?: ReadonlyMap<Address, ApiError>;
  /** The reply of `basisOf`. */
  readonly basis?: unknown;
}

export function callsOf(step: Step, context: RequestContext): readonly Call[] {
  const definition = definitionFor(step, context);
  const input = inputOf(step, context);
  switch (step.operation) {
    case 'update':
    case 'temporary':
    case 'publish':
    case 'widen':
      return only(definition.update, step)(input);
    case 'bulk':
      return only(definition.bulkCalls, step)(input);
    case 'invite':
      return [only(definition.invite, step)(input)];
    case 'create':
    case 'restore':
    case 'move':
    case 'join':
    case 'leave':
    case 'delete':
      return [only(definition[step.operation], step)(input)];
  }
}

/** The fields and items that some calls of the step contain. A create contains all of them. */
export function partOf(step: Step, calls: readonly Call[], context: RequestContext): Step {
  if (step.operation === 'create') return step;
  const nameOf = (call: Call) => `${call.endpoint.name} ${callPath(call)}`;
  const names = new Set(calls.map(nameOf));
  const isSent = (alone: Step) => callsOf(alone, context).every((call) => names.has(nameOf(call)));
  const fields = Object.entries(step.fields).filter(([name, value]) => isSent({ ...step, fields: { [name]: value } }));
  return { ...step, fields: Object.fromEntries(fields) };
}

/** Whether the id of a new object is known without a reply. */
export function isIdKnown(step: Step, context: RequestContext): boolean {
  return sharedId(step, definitionFor(step, context), context.idOf) !== undefined;
}

/** Ids from the reply of a create, if the id is not known without the reply. Throws if the object's own id is missing. */
export function bindReply(step: Step, reply: unknown, context: RequestContext): Bound {
  const definition = definitionFor(step, context);
  const shared = sharedId(step, definition, context.idOf);
  if (shared !== undefined) return { id: shared, companionIds: {} };
  const bound = definition.bind ? definition.bind(reply, inputOf(step, context)) : bindId(reply);
  const ids = bound === undefined ? [] : [bound.id, ...Object.values(bound.companionIds)];
  if (bound === undefined || !ids.every(isSafeId))
    throw new Error(`the response to the create of ${step.address} contains no id`);
  return bound;
}

/** Known without a reply. */
export function bulkIdsOf(step: Step, context: RequestContext) {
  const ids = inputOf(step, context).items ?? [];
  return (step.items ?? []).map(({ address }, at) => ({ address, id: ids[at]?.id ?? '' }));
}

/** What the platform did not do for some of the invited people, by address. */
/** The read that the update of this step starts from; undefined: it needs none. */
export function basisOf(step: Step, context: RequestContext): Call | undefined {
  if (step.operation !== 'update') return undefined;
  return definitionFor(step, context).basis?.(inputOf(step, context));
}

export function reservationsOf(step: Step, reply: unknown, context: RequestContext): Reservations {
  const told = definitionFor(step, context).reservations?.(reply) ?? {};
  return Object.fromEntries(
    (step.items ?? []).flatMap(({ address }) => {
      const text = told[keyIn(address).toLowerCase()];
      return text === undefined ? [] : [[address, text]];
    }),
  );
}

/** The fields in the create call, with ids as references. */
export function sentFieldsOf(step: Step, context: RequestContext): { readonly [field: string]: Value } {
  return inputOf(step, context).fields;
}

export type CreatedList = NonNullable<ReturnType<typeof listOfCreated>>;

/**
 * The list that contains a created object; undefined: its kind has no list. `pick`: the items of its kind. `parentId`: empty at the top
 * level; missing: anywhere in the list, because the platform can add a section around the spaces of a flat site.
 */
export function listOfCreated(step: Step, context: RequestContext) {
  const definition = definitionFor(step, context);
  const { reading } = definition;
  const call = reading.by === 'list' ? reading.call : reading.by === 'discovery' ? reading.all : undefined;
  if (call === undefined) return undefined;
  const { organization, up } = inputOf(step, context);
  const parent = parseAddress(step.address, context.definitions)?.at(-2);
  const parentId = parent === undefined ? '' : (context.idOf(parent.address) ?? '');
  const isFlat = context.definitions.get(parent?.kind ?? '')?.wraps?.child === step.kind;
  return {
    definition,
    ...(isFlat ? {} : { parentId }),
    call: call({ organization, parentId, up }),
    pick: (reading.by === 'list' ? reading.tree?.pick : undefined) ?? ((items: readonly unknown[]) => items),
    decode: reading.decode as (item: unknown) => Decoded | undefined,
  };
}

/** The request for the object of a step; undefined: its kind has only a list. */
export function readOfOne(step: Step, context: RequestContext) {
  const definition = definitionFor(step, context);
  const { reading } = definition;
  const { organization, id, up } = inputOf(step, context);
  const input = { organization, parentId: '', up };
  if (reading.by === 'id' || reading.by === 'discovery')
    return { call: reading.call(input, id), decode: reading.decode };
  if (reading.by !== 'list' || reading.one === undefined) return undefined;
  return { call: reading.one(input, id), decode: reading.decode };
}

/** Fields of the created object in the reply; undefined: the reply does not contain the object. */
export function shownIn(step: Step, reply: unknown, context: RequestContext): Decoded['fields'] | undefined {
  const { reading } = definitionFor(step, context);
  return reading.by === 'list' ? reading.decode(reply)?.fields : undefined;
}

/** The lists to read for companions whose ids the reply did not contain. */
export function lookUpsOf(step: Step, bound: Bound, context: RequestContext) {
  const definition = definitionFor(step, context);
  const input = inputOf(step, context);
  const isMissing = (role: string) =>
    bound.companionIds[role] === undefined && step.companions?.some((each) => each.role === role) === true;
  return (definition.lookUps ?? [])
    .filter(({ roles }) => roles.some(isMissing))
    .map(({ call, find }) => ({
      call: call(input, bound.id),
      find: (items: readonly unknown[]) =>
        Object.fromEntries(Object.entries(find(items, input, bound.id)).filter(([, id]) => isSafeId(id))),
    }));
}

/** For people, with readable placeholders: `PATCH /v1/orgs/o1/sites/{sites/docs}`. */
export function describeCall(call: Call): string {
  return `${call.endpoint.method} ${callPath(call).replace(/%7B.*?%7D/g, decodeURIComponent)}`;
}

function definitionFor(step: Step, context: RequestContext) {
  const definition = context.definitions.get(step.kind);
  if (definition === undefined) throw new Error(`${step.id}: unknown kind ${step.kind}`);
  return definition;
}

function only<F>(writer: F | undefined, step: Step): F {
  if (writer === undefined) throw new Error(`${step.id}: the contract has no call for this operation`);
  return writer;
}

function bindId(reply: unknown): Bound | undefined {
  const { id } = jsonObjectOrEmpty(reply);
  return typeof id === 'string' && id !== '' ? { id, companionIds: {} } : undefined;
}

function inputOf(step: Step, context: RequestContext): StepInput {
  const definition = definitionFor(step, context);
  const idOf = (address: Address) => {
    const id = context.idOf(address);
    if (id === undefined)
      throw context.unfound?.get(address) ?? new Error(`${step.id}: the id of ${address} is unknown`);
    return id;
  };
  const fields = resolved(definition, step.fields, idOf);
  // A singleton is created by its update, with the id of its parent in the path.
  const hasNoId = ['create', 'bulk', 'invite'].includes(step.operation) || definition.singleton === true;
  return {
    organization: context.organization,
    address: step.address,
    id: hasNoId ? '' : idOf(step.address),
    fields: step.operation === 'create' ? fitForCreation(definition, fields) : fields,
    passthrough: step.passthrough ?? {},
    up: (kind) => ancestorId(step, kind, context, idOf),
    ...withoutUndefined({
      basis: context.basis,
      beside: step.beside && besideOf(step.beside, context, idOf),
      container: typeof step.container === 'string' ? idOf(step.container) : step.container,
      items: step.items?.map((item) => itemOf(item, definition, step.operation === 'invite' ? () => '' : idOf)),
    }),
    companions: step.companions ?? [],
  };
}

function besideOf({ relation, address }: Anchor, { definitions }: RequestContext, idOf: (address: Address) => string) {
  return { relation, kind: kindOfAddress(address, definitions) ?? '', id: idOf(address) };
}

/** The id of the object that the key references: the user of a team member. */
function sharedId(
  { fields }: Pick<Step, 'fields'>,
  { key, sharesId }: KindDefinition,
  idOf: (address: Address) => string | undefined,
) {
  const named = sharesId && key !== 'name' ? fields[key.field] : undefined;
  return isReference(named) ? idOf(named.ref) : undefined;
}

/** The id of a new item that only its key identifies. */
function ownId({ fields }: Pick<Step, 'fields'>, { key, idOfKey }: KindDefinition) {
  const named = key === 'name' ? undefined : fields[key.field];
  return typeof named === 'string' ? idOfKey?.(named) : undefined;
}

function itemOf(
  item: NonNullable<Step['items']>[number],
  definition: KindDefinition,
  idOf: (address: Address) => string,
) {
  const id = sharedId(item, definition, idOf) ?? ownId(item, definition) ?? idOf(item.address);
  return { operation: item.operation, id, fields: resolved(definition, item.fields, idOf) };
}

/** Maps can have a key `ref` without being references. */
const mapTypes: readonly (string | undefined)[] = ['keyed', 'claims', 'record', 'texts'];

function resolved(
  { fields: shapes }: KindDefinition,
  fields: { readonly [field: string]: DesiredValue },
  idOf: (address: Address) => string,
): { readonly [field: string]: Value } {
  const isMap = (name: string) => mapTypes.includes(shapes[name]?.type.is);
  const values: { [field: string]: Value } = {};
  for (const [name, value] of Object.entries(fields))
    values[name] = isMap(name) ? (value as Value) : withIds(value, idOf);
  return values;
}

/** Also converts references in lists, such as the sections that join a new group. */
function withIds(value: DesiredValue, idOf: (address: Address) => string): Value {
  if (isReference(value)) return idOf(value.ref);
  return Array.isArray(value) ? value.map((item: DesiredValue) => withIds(item, idOf)) : value;
}

/** Cuts texts that are too long for the create call; an update sends the whole text. */
function fitForCreation(definition: KindDefinition, fields: { readonly [field: string]: Value }) {
  const fitting: { [field: string]: Value } = {};
  for (const name in fields) {
    const said = definition.fields[name] === undefined ? fields[name] : valueInCreateCall(definition, name, fields);
    if (said !== undefined) fitting[name] = said as Value;
  }
  return fitting;
}

/** The address of a bulk step can be a list, whose parent owns it. */
function ancestorId(step: Step, kind: KindName, context: RequestContext, idOf: (address: Address) => string) {
  const path =
    parseAddress(step.address, context.definitions) ?? parseAddress(listOf(step.address), context.definitions) ?? [];
  const ancestor = path.findLast((part) => part.kind === kind);
  return ancestor === undefined ? '' : idOf(ancestor.address);
}
