/** The configuration while it is read: resources, and unresolved orders and references. */
import { type Address, childAddress, type ListAddress, listAddress } from '../core/address.ts';
import type { SourceSpan } from '../core/problem.ts';
import type { DesiredList, DesiredResource, DesiredValue, KindName, PruneWord } from '../core/state.ts';
import { foldedKey } from '../declaration/key.ts';
import type { FieldType } from '../kinds/field.ts';
import type { KindShape, Shapes } from '../kinds/shape.ts';
import { reportDuplicateKey } from './convert.ts';
import type { Sources } from './file-reader.ts';
import type { ConfigurationNode, ScalarNode } from './node.ts';
import type { ProblemList } from './problem-list.ts';

/** A resource that can still change. The desired state contains the same objects. */
export interface DraftResource extends Omit<DesiredResource, 'fields' | 'pin' | 'protect' | 'replace' | 'isExternal'> {
  fields: { [field: string]: DesiredValue };
  readonly fieldSpans: { [field: string]: SourceSpan };
  pin?: string;
  protect?: boolean;
  replace?: boolean;
  isExternal?: true;
}

export interface PendingReference {
  readonly from: DraftResource;
  readonly field: string;
  readonly type: Extract<FieldType, { is: 'ref' }>;
  readonly key: string;
  readonly span: SourceSpan;
}

/** The `prune` setting of a block by kind; undefined: the setting of the policy. */
export type PruneSetting = (kind: KindName) => PruneWord | undefined;

export interface OrderedContainer {
  readonly address: Address;
  readonly kind: KindName;
  readonly key: string;
}

export interface ConfigurationDraft {
  readonly shapes: Shapes;
  readonly problems: ProblemList;
  readonly sources: Sources;
  readonly at: Map<Address, DraftResource>;
  readonly scopes: Map<ListAddress, Map<string, DraftResource>>;
  /** Nodes that checks need in addition to the values of a resource, by field. */
  readonly nodes: Map<DraftResource, { [field: string]: ConfigurationNode }>;
  readonly lists: {
    readonly list: ListAddress;
    readonly kind: KindName;
    readonly prune: PruneWord | undefined;
    readonly span: SourceSpan;
  }[];
  readonly orders: { [container: Address]: Address[] };
  readonly references: PendingReference[];
  /** Places that name a resource without a field: in an `order`, in `moved`, or as the key of a value. */
  readonly named: { readonly address: Address; readonly span: SourceSpan }[];
  /** Keys in the `order` of a container, to be resolved among its children. */
  readonly sequences: { readonly of: OrderedContainer; readonly items: readonly ScalarNode[] }[];
  readonly ruleFiles: { readonly path: string; readonly span: SourceSpan }[];
  readonly conditions: { readonly of: DraftResource; readonly field: string; readonly node: ScalarNode }[];
}

export function placeOf(span: SourceSpan): string {
  return `${span.file}:${span.line}`;
}

export function keepNode(
  { nodes }: ConfigurationDraft,
  of: DraftResource,
  field: string,
  node: ConfigurationNode,
): void {
  const kept = nodes.get(of);
  if (kept === undefined) nodes.set(of, { [field]: node });
  else kept[field] = node;
}

export type { DesiredList };

/** `isValid`: references can use only valid keys. */
export function newResource(
  draft: ConfigurationDraft,
  shape: KindShape,
  key: string,
  parent: Address | null,
  span: SourceSpan,
  isValid: boolean,
): DraftResource {
  const folded = foldedKey(shape, key, draft.shapes);
  const address = childAddress(parent, shape.segment, folded);
  const resource = register(draft, { address, shape, key: folded, parent, span }, isValid);
  if (shape.key === 'name') return resource;
  const { field } = shape.key;
  const type = shape.fields[field]?.type;
  resource.fieldSpans[field] = span;
  if (type?.is !== 'ref') resource.fields[field] = folded;
  else if (isValid) draft.references.push({ from: resource, field, type, key: folded, span });
  return resource;
}

export function register(
  draft: ConfigurationDraft,
  { shape, ...what }: Pick<DraftResource, 'address' | 'key' | 'parent' | 'span'> & { readonly shape: KindShape },
  isValid: boolean,
): DraftResource {
  const { address, key, parent, span } = what;
  const resource: DraftResource = { address, kind: shape.name, key, parent, span, fields: {}, fieldSpans: {} };
  if (!isValid) return resource;
  const first = draft.at.get(address);
  if (first !== undefined) {
    reportDuplicateKey(draft.problems, key, span, first.span, shape.title);
    return resource;
  }
  draft.at.set(address, resource);
  const list = listAddress(parent, shape.segment);
  const scope = draft.scopes.get(list);
  if (scope === undefined) draft.scopes.set(list, new Map([[key, resource]]));
  else scope.set(key, resource);
  return resource;
}
