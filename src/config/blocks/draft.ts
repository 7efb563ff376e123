/** The configuration while it is read: resources, and unresolved orders and references. */
import type { Address, ListAddress } from '../../core/address.ts';
import type { SourceSpan } from '../../core/problem.ts';
import type { Claim, DesiredList, DesiredResource, DesiredValue, KindName, PruneWord } from '../../core/state.ts';
import type { FieldType } from '../../kinds/field.ts';
import type { Reading } from '../files/file-reader.ts';
import type { Claims } from '../site-file/claimed-fields.ts';
import type { ConfigurationNode, ScalarNode } from '../yaml/node.ts';

/** A resource that can still change. The desired state contains the same objects. */
export interface DraftResource
  extends Omit<DesiredResource, 'fields' | 'pin' | 'protect' | 'replace' | 'isExternal' | 'claim'> {
  fields: { [field: string]: DesiredValue };
  readonly fieldSpans: { [field: string]: SourceSpan };
  pin?: string;
  protect?: boolean;
  replace?: boolean;
  isExternal?: true;
  claim?: Claim;
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

export type ConfigurationDraft = ReturnType<typeof createDraft>;

export function createDraft(
  { shapes, problems, sources }: Pick<Reading, 'shapes' | 'problems' | 'sources'>,
  claims: Claims = new Map(),
) {
  return {
    shapes,
    claims,
    problems,
    sources,
    at: new Map<Address, DraftResource>(),
    scopes: new Map<ListAddress, Map<string, DraftResource>>(),
    /** Nodes that checks need in addition to the values of a resource, by field. */
    nodes: new Map<DraftResource, { [field: string]: ConfigurationNode }>(),
    lists: [] as (Pick<DesiredList, 'list' | 'kind'> & { prune: PruneWord | undefined; span: SourceSpan })[],
    orders: {} as { [container: Address]: Address[] },
    references: [] as PendingReference[],
    /** Places that name a resource without a field: in an `order`, in `moved`, or as the key of a value. */
    named: [] as { readonly address: Address; readonly span: SourceSpan }[],
    /** Keys in the `order` of a container, to be resolved among its children. */
    sequences: [] as { readonly of: OrderedContainer; readonly items: readonly ScalarNode[] }[],
    ruleFiles: [] as { readonly path: string; readonly span: SourceSpan }[],
    conditions: [] as { readonly of: DraftResource; readonly field: string; readonly node: ScalarNode }[],
    /** Texts inside values that are ids of objects of a kind. */
    ids: [] as { readonly of: DraftResource; readonly kind: KindName; readonly node: ScalarNode }[],
  };
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
  nodes.set(of, { ...nodes.get(of), [field]: node });
}
