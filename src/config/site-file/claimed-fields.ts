/** The fields and kinds that Git Sync writes. */
import type { Address } from '../../core/address.ts';
import type { DesiredResource, KindName } from '../../core/state.ts';

/** A resource of a site-structure file. `order`: the members of a container. */
export interface Claimed {
  readonly resource: DesiredResource;
  readonly order?: readonly Address[];
}

export type Claims = ReadonlyMap<Address, Claimed>;

const noFields: readonly string[] = [];

const texts = ['title', 'localizedTitle', 'description', 'localizedDescription'];

/** Every field that the format of the file has, by kind. Whether a sync resets fields that a file omits is unknown. */
const written: { readonly [kind: KindName]: readonly string[] } = {
  site: ['title', 'default', 'defaultSection'],
  'section-group': ['title', 'localizedTitle', 'icon', 'draft', 'group'],
  section: [...texts, 'icon', 'path', 'condition', 'default', 'group'],
  'site-space': ['title', 'localizedTitle', 'space', 'path', 'condition', 'draft', 'hidden'],
  space: ['title', 'language'],
  'external-link': [...texts, 'icon', 'url', 'condition', 'draft', 'group'],
};

export function writtenFields(kind: KindName): readonly string[] {
  return written[kind] ?? noFields;
}

/** Git Sync creates and deletes objects of these kinds. */
export const structureKinds: readonly KindName[] = ['section-group', 'section', 'site-space', 'external-link'];

/** Whether Git Sync writes the field of this resource. */
export function isClaimedField(
  claims: Claims,
  { address, kind }: Pick<DesiredResource, 'address' | 'kind'>,
  name: string,
): boolean {
  return claims.has(address) && writtenFields(kind).includes(name);
}
