/** Computes what has to be read: the resources that configuration or ledger mention, and the lists those can stand in. Pure. */
import type { Address } from '../core/address.ts';
import type { Desired, DesiredResource, KindName, Ledger } from '../core/state.ts';
import { type DesiredValue, isReference } from '../core/value.ts';
import { nowOf } from '../kinds/renames.ts';
import { addressPath, type Shapes } from '../kinds/shape.ts';

/** A resource that is mentioned, and by what a live object is known to be it. */
export interface Mention {
  readonly address: Address;
  readonly key: string;
  /** Ids it is pinned to or had before. */
  readonly ids: readonly string[];
  /** Missing: only the ledger mentions it, or something that stands in it or refers to it. */
  readonly fields?: { readonly [field: string]: DesiredValue };
  /** An earlier run asked for it and never learned what became of that: it may lack what is set by a later call. */
  readonly isUnsettled?: true;
}

/** Kinds to list in one place, with what of each is mentioned there (possibly nothing: a list declared empty). */
export type MentionedKinds = ReadonlyMap<KindName, readonly Mention[]>;

export interface Mentions {
  /** What to read directly in a resource; null: at the top level. */
  readonly in: (parent: Address | null) => MentionedKinds;
}

interface MentionsDraft {
  readonly shapes: Shapes;
  readonly kinds: Map<Address | null, Map<KindName, Map<Address, Mention>>>;
}

export function mentionsOf(desired: Desired, ledger: Ledger, shapes: Shapes, unsettled: ReadonlySet<Address> = new Set()): Mentions {
  const draft: MentionsDraft = { shapes, kinds: new Map() };
  const now = nowOf(desired.moved, ledger, shapes);
  for (const resource of desired.resources) mentionResource(draft, resource, unsettled.has(resource.address));
  for (const [address, { id }] of Object.entries(ledger.resources)) {
    mention(draft, address, { ids: [id] });
    const to = now(address);
    if (to !== address) mention(draft, to, { ids: [id] });
  }
  for (const list of [...desired.lists.map((each) => each.list), ...ledger.lists]) mentionList(draft, list);
  const kinds = new Map(
    [...draft.kinds].map(([parent, byKind]) => [parent, new Map([...byKind].map(([kind, found]) => [kind, [...found.values()]]))]),
  );
  const nothing: MentionedKinds = new Map();
  return { in: (parent) => kinds.get(parent) ?? nothing };
}

function mentionResource(draft: MentionsDraft, resource: DesiredResource, isUnsettled: boolean): void {
  const { address, pin, fields } = resource;
  mention(draft, address, { ids: pin === undefined ? [] : [pin], fields, ...(isUnsettled ? { isUnsettled } : {}) });
  const shape = draft.shapes.get(resource.kind);
  for (const [name, value] of Object.entries(resource.fields)) {
    const field = shape?.fields[name];
    if (field?.type.is === 'ref' && isReference(value)) mention(draft, value.ref, { ids: [] });
    if (value === true) for (const kind of field?.after ?? []) if (draft.shapes.get(kind)?.parents === undefined) want(draft, null, kind);
    if (field?.type.is === 'text' && field.type.format === 'condition' && typeof value === 'string') wantClaims(draft, address);
  }
}

/** A condition is checked against the live claims where the configuration declares none. */
function wantClaims(draft: MentionsDraft, address: Address): void {
  const site = addressPath(address, draft.shapes)?.find(({ kind }) => kind === 'site');
  if (site) want(draft, site.address, 'adaptive-schema');
}

function mentionList(draft: MentionsDraft, list: Address): void {
  const path = addressPath(`${list}/x`, draft.shapes);
  const kind = path?.at(-1)?.kind;
  const parent = path?.at(-2);
  if (parent) mention(draft, parent.address, { ids: [] });
  if (kind !== undefined) want(draft, parent?.address ?? null, kind);
}

/** Mentions a resource and, so that it can be found, all it stands in. */
function mention(draft: MentionsDraft, address: Address, what: Omit<Mention, 'address' | 'key'>): void {
  let parent: Address | null = null;
  for (const { kind, key, address: at } of addressPath(address, draft.shapes) ?? []) {
    const mentions = want(draft, parent, kind);
    const held = mentions.get(at) ?? { address: at, key, ids: [] };
    mentions.set(at, at === address ? { ...held, ...what, ids: [...held.ids, ...what.ids] } : held);
    parent = at;
  }
}

function want(draft: MentionsDraft, parent: Address | null, kind: KindName): Map<Address, Mention> {
  const kinds = draft.kinds.get(parent) ?? new Map<KindName, Map<Address, Mention>>();
  draft.kinds.set(parent, kinds);
  const mentions = kinds.get(kind) ?? new Map<Address, Mention>();
  kinds.set(kind, mentions);
  return mentions;
}
