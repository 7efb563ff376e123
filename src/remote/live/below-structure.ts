/** Finds the mentioned objects in the structure of a site that contain lists of their own. Their mentions are below those of the structure. */
import type { Address } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import type { LiveObject } from '../../core/state.ts';
import { isStructureKind, type ReadContext } from './gathering.ts';
import type { Mention } from './mentions.ts';

/** Objects of the structure by the id of their site. The parent of a site-space can be a section, which is in the site. */
export function structureBySite(gathering: ReadContext): ReadonlyMap<string | null, readonly LiveObject[]> {
  const structure = [...gathering.objects.values()].filter(({ kind }) => isStructureKind(gathering, kind));
  const parents = new Map(structure.map(({ id, parentId }) => [id, parentId]));
  return groupBy(structure, ({ parentId }) => (parentId === null ? null : (parents.get(parentId) ?? parentId)));
}

/** Objects of the structure of one site by what mentions them. Without a known id, every object of the kind is a candidate. */
export function mentionedInStructure(
  objects: readonly LiveObject[],
  mentions: readonly StructureMention[],
): ReadonlyMap<LiveObject, readonly Address[]> {
  const found = new Map<LiveObject, readonly Address[]>();
  for (const { kind, mention } of mentions) {
    const alike = objects.filter((object) => object.kind === kind);
    const known = alike.filter(({ id }) => mention.ids.includes(id));
    for (const object of known.length > 0 ? known : alike)
      found.set(object, [...(found.get(object) ?? []), mention.address]);
  }
  return found;
}

interface StructureMention {
  readonly kind: string;
  readonly mention: Mention;
}

/** Mentions of objects in the structure that contain other lists than those of the structure. */
export function structureMentions(gathering: ReadContext, above: Address): readonly StructureMention[] {
  const { mentions } = gathering;
  return [...mentions.in(above)]
    .filter(([kind]) => isStructureKind(gathering, kind))
    .flatMap(([kind, all]) =>
      all.flatMap((mention) => {
        const inside = [...mentions.in(mention.address).keys(), ...(mentions.leftOut?.(mention.address).keys() ?? [])];
        const below = structureMentions(gathering, mention.address);
        return inside.some((each) => !isStructureKind(gathering, each)) ? [{ kind, mention }, ...below] : below;
      }),
    );
}
