/** Finds the resources that the configuration or the ledger mentions, their lists, and the live objects that they can be. Pure. */
import { type Address, type ListAddress, listAddress } from '../../core/address.ts';
import {
  type Desired,
  type DesiredResource,
  type DesiredValue,
  isReference,
  type KindName,
  type Ledger,
  type LiveObject,
} from '../../core/state.ts';
import type { KindDefinition } from '../../kinds/define-kind.ts';
import { isCondition } from '../../kinds/field.ts';
import { createAddressResolver } from '../../kinds/renames.ts';
import {
  type AddressPart,
  createKeyFinder,
  type KindShape,
  naturalKeyOf,
  parseAddress,
  type Shapes,
  shapeOf,
  valueInCreateCall,
} from '../../kinds/shape.ts';

export interface Mention {
  readonly address: Address;
  readonly key: string;
  readonly ids: readonly string[];
  /** Missing: not declared, but in the ledger, or a parent or target of another resource. */
  readonly fields?: { readonly [field: string]: DesiredValue };
  /** The outcome of its create is unknown, so fields that later calls set can be missing. */
  readonly isUnconfirmed?: true;
}

/** The lists to read in one place, including declared empty lists. */
export type MentionedKinds = ReadonlyMap<KindName, readonly Mention[]>;

export interface Mentions {
  readonly in: (parent: Address | null) => MentionedKinds;
  readonly leftOut?: (parent: Address | null) => MentionedKinds;
}

export function withoutLists(
  mentions: Mentions,
  leftOut: ReadonlyMap<ListAddress, KindName>,
  shapes: Shapes,
): Mentions {
  const limitMentions =
    (isLeft: boolean) =>
    (parent: Address | null): MentionedKinds => {
      const kinds = [...mentions.in(parent)];
      return new Map(
        kinds.filter(([kind]) => leftOut.has(listAddress(parent, shapeOf({ shapes }, kind).segment)) === isLeft),
      );
    };
  return { in: limitMentions(false), leftOut: limitMentions(true) };
}

type MentionDraft = { -readonly [name in keyof Mention]: Mention[name] };

interface MentionsDraft {
  shapes: Shapes;
  at: Map<Address, MentionDraft>;
  kinds: Map<Address | null, Map<KindName, Mention[]>>;
}

export function collectMentions(
  desired: Desired,
  ledger: Ledger,
  shapes: Shapes,
  unconfirmed: ReadonlySet<Address> = new Set(),
): Mentions {
  const draft: MentionsDraft = { shapes, at: new Map(), kinds: new Map() };
  const now = createAddressResolver(desired.moved, ledger, shapes);
  for (const resource of desired.resources) mentionResource(draft, resource, unconfirmed.has(resource.address));
  for (const address in ledger.resources) {
    const { id = '' } = ledger.resources[address] ?? {};
    addId(mention(draft, address), id);
    const to = now(address);
    if (to !== address) addId(mention(draft, to), id);
  }
  for (const list of new Set([...desired.lists.map((each) => each.list), ...ledger.lists])) mentionList(draft, list);
  const nothing: MentionedKinds = new Map();
  return { in: (parent) => draft.kinds.get(parent) ?? nothing };
}

function addId(mentioned: MentionDraft | undefined, id: string) {
  if (mentioned !== undefined) mentioned.ids = mentioned.ids.length === 0 ? [id] : [...mentioned.ids, id];
}

function mentionResource(draft: MentionsDraft, resource: DesiredResource, isUnconfirmed: boolean) {
  const { address, pin, fields, claim } = resource;
  const mentioned = draft.at.get(address) ?? mentionPart(draft, resource, resource.parent);
  // The title of a claimed site finds it.
  mentioned.fields = claim === undefined ? fields : { ...claim.fields, ...fields };
  if (pin !== undefined) addId(mentioned, pin);
  if (isUnconfirmed) mentioned.isUnconfirmed = true;
  const shape = draft.shapes.get(resource.kind);
  for (const name in fields) {
    const field = shape?.fields[name];
    const value = fields[name];
    if (value === undefined) continue;
    if (field?.type.is === 'ref' && isReference(value)) mention(draft, value.ref);
    for (const kind of field?.reads ?? []) mentionKindIn(draft, address, kind);
    if (value === true)
      for (const kind of field?.after ?? [])
        if (draft.shapes.get(kind)?.parents === undefined) mentionKindIn(draft, null, kind);
    if (field === undefined || !isCondition(field) || typeof value !== 'string') continue;
    // Conditions are checked against live claims if no claims are declared.
    const site = parseAddress(address, draft.shapes)?.find(({ kind }) => kind === 'site');
    if (site) mentionKindIn(draft, site.address, 'adaptive-schema');
  }
}

function mentionList(draft: MentionsDraft, list: Address) {
  const path = parseAddress(`${list}/x`, draft.shapes);
  const kind = path?.at(-1)?.kind;
  const parent = path?.at(-2);
  if (parent) mention(draft, parent.address);
  if (kind !== undefined) mentionKindIn(draft, parent?.address ?? null, kind);
}

/** Also mentions all ancestors. undefined: not an address. */
function mention(draft: MentionsDraft, address: Address) {
  const known = draft.at.get(address);
  const path = known === undefined ? parseAddress(address, draft.shapes) : undefined;
  const part = path?.at(-1);
  if (part === undefined) return known;
  return mentionPart(draft, part, path?.at(-2)?.address ?? null);
}

const none: readonly string[] = [];

function mentionPart(draft: MentionsDraft, { address, key, kind }: AddressPart, parent: Address | null) {
  if (parent !== null) mention(draft, parent);
  const made: MentionDraft = { address, key, ids: none };
  draft.at.set(address, made);
  mentionKindIn(draft, parent, kind).push(made);
  return made;
}

function mentionKindIn(draft: MentionsDraft, parent: Address | null, kind: KindName) {
  const kinds = draft.kinds.get(parent) ?? new Map<KindName, Mention[]>();
  const mentions = kinds.get(kind) ?? [];
  const isNew = !kinds.has(kind);
  // An empty list may not be registered yet.
  if (mentions.length === 0) draft.kinds.set(parent, kinds.set(kind, mentions));
  if (isNew && parent === null) mentionGuardKinds(draft, kind);
  return mentions;
}

/** A setting such as `sso` can need an object of the kind, so guards read the setting too. */
function mentionGuardKinds(draft: MentionsDraft, kind: KindName) {
  for (const { name, fields, parents } of draft.shapes.values())
    if (parents === undefined && Object.values(fields).some(({ after }) => after?.includes(kind)))
      mentionKindIn(draft, null, name);
}

export function createCandidateFinder(
  shape: KindShape,
  objects: readonly LiveObject[],
): (mention: Mention) => readonly LiveObject[] {
  const byId = new Map(objects.map((object) => [object.id, object]));
  const find = createKeyFinder(() => objects);
  const findAlike = (fields: NonNullable<Mention['fields']>, names?: readonly string[]) => {
    // Kinds with children have no reference in their natural key.
    const key = naturalKeyOf(shape, fields, () => undefined, names);
    return key === undefined ? [] : find(shape, null, key);
  };
  return ({ ids, fields = {}, isUnconfirmed }) => {
    const known = ids.flatMap((id) => byId.get(id) ?? []);
    const unconfirmed = isUnconfirmed
      ? shape.naturalKeys.flatMap((names) => findAlike(fieldsAtCreation(shape, fields), names))
      : [];
    return [...new Set([...known, ...findAlike(fields), ...unconfirmed])];
  };
}

function fieldsAtCreation(shape: KindShape, fields: NonNullable<Mention['fields']>) {
  return Object.fromEntries(
    Object.keys(fields).flatMap((name) => {
      const created = valueInCreateCall(shape, name, fields);
      return created === undefined ? [] : [[name, created]];
    }),
  );
}

export type Definitions = ReadonlyMap<KindName, KindDefinition>;

/** A whole reading omits these lists unless they are mentioned. */
export function isReadOnlyIfMentioned({ reading }: Pick<KindDefinition, 'reading'>): boolean {
  return 'isOptional' in reading && reading.isOptional === true;
}

export function readAllKinds(definitions: Definitions): Definitions {
  const read = (definition: KindDefinition): KindDefinition => {
    if (!('isOptional' in definition.reading)) return definition;
    const { isOptional: _, ...reading } = definition.reading;
    return { ...definition, reading };
  };
  return new Map([...definitions].map(([kind, definition]) => [kind, read(definition)]));
}

/** Kinds in this parent that a whole reading reads; null: at the top level. */
export function kindsReadIn(definitions: Definitions, parent: KindName | null): MentionedKinds {
  const inside = [...definitions.values()].filter(({ parents, reading }) => {
    const stands = parent === null ? parents === undefined : parents?.includes(parent) === true;
    return stands && reading.by !== 'id' && !isReadOnlyIfMentioned({ reading });
  });
  return new Map(inside.map(({ name }) => [name, []]));
}

export function kindsOfMapKeys({ fields }: KindShape): readonly KindName[] {
  return Object.values(fields).flatMap(({ type }) => (type.is === 'keyed' ? [type.keysRefer] : []));
}

/** For a whole reading: every kind with a list, in every object. Adds all kinds at the top level, or these. `descend` adds the children. */
export function mentionEverything(
  mentioned: Mentions,
  definitions: Definitions,
  kinds?: ReadonlySet<KindName>,
): Mentions {
  const top: MentionedKinds = new Map<KindName, readonly Mention[]>([
    ...[...kindsReadIn(definitions, null)].filter(([kind]) => kinds === undefined || kinds.has(kind)),
    ...mentioned.in(null),
  ]);
  return { ...mentioned, in: (parent) => (parent === null ? top : mentioned.in(parent)) };
}
