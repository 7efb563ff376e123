/** What could not be read, and which declared resources it hides. */
import { type Address, listAddress, listOf } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import { shapeOf } from '../kinds/shape.ts';
import type { Unknown } from './change.ts';
import type { Draft } from './draft.ts';
import type { Match } from './identity/identity.ts';

export function findUnknown(draft: Draft): readonly Unknown[] {
  const { world, matches } = draft;
  const unseen = [...matches.at.values()].filter(({ state }) => state === 'hidden');
  const hidden = groupBy(unseen, ({ shape, resource }) => (shape.singleton ? resource.address : listOf(resource.address)));
  const found = new Map<Address, Unknown>();
  for (const list of world.input.live.lists) {
    if (list.unknown === undefined) continue;
    const shape = shapeOf(world, list.kind);
    for (const parent of parentsOf(draft, list.kind, list.parentId)) {
      const address = listAddress(parent, shape.segment);
      found.set(address, { list: address, reason: list.unknown, hides: addressesOf(hidden.get(address)) });
      hidden.delete(address);
    }
  }
  for (const [list, hides] of hidden)
    found.set(list, { list, reason: hides[0]?.reason ?? 'what it stands in is not known', hides: addressesOf(hides) });
  return [...found.values()].sort((a, b) => (a.list < b.list ? -1 : 1));
}

function addressesOf(hidden: readonly Match[] = []): readonly Address[] {
  return hidden.map(({ resource }) => resource.address);
}

function parentsOf(draft: Draft, kind: string, parentId: string | null): readonly (Address | null)[] {
  if (parentId === null) return [null];
  return (shapeOf(draft.world, kind).parents ?? []).flatMap((parent) => draft.matches.addressOf(parent, parentId) ?? []);
}
