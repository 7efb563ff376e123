/** Derives the live order in a container from lists. Pure. */

export interface OrderedSection {
  readonly id: string;
  readonly group: string | null;
}

export interface OrderedChild {
  readonly id: string;
  readonly parentId: string | null;
}

type Orders = { [containerId: string]: readonly (readonly string[])[] };

/** Without prototype, because the platform chooses the keys. */
export function noOrders(): { [containerId: string]: readonly (readonly string[])[] } {
  return Object.create(null) as { [containerId: string]: readonly (readonly string[])[] };
}

/**
 * Orders of a site and its parts. Sections are listed depth-first and a group is at its first member, so groups and
 * root sections form one run. Empty groups form runs of their own. If the members of a group are not adjacent, the list
 * has another order, and all places are unknown. `groups` undefined: unknown, so only root sections are ordered.
 * `listed`: one list for each kind with its own list order; how these kinds interleave is unknown.
 */
export function siteOrders(
  siteId: string,
  sections: readonly OrderedSection[],
  groups: readonly string[] | undefined,
  listed: readonly (readonly OrderedChild[])[],
): Orders {
  const orders = noOrders();
  const places = placesOf(sections);
  const isDepthFirst = groups === undefined || new Set(places).size === places.length;
  const grouped = byParent(isDepthFirst ? sections.map(({ id, group }) => ({ id, parentId: group })) : []);
  for (const group of groups ?? []) orders[group] = runs([grouped.get(group) ?? []]);
  const [main = [], ...unplaced] = isDepthFirst ? rootRuns(sections, groups) : [];
  orders[siteId] = runs([main]);
  for (const children of listed)
    for (const [parentId, ids] of byParent(children)) orders[parentId] = [...(orders[parentId] ?? []), ids];
  // On a flat site, the first run contains its spaces, and empty groups have an unknown position.
  orders[siteId] = [...orders[siteId], ...runs(unplaced)];
  return orders;
}

function placesOf(sections: readonly OrderedSection[]): readonly string[] {
  const places: string[] = [];
  for (const { id, group } of sections) if (places.at(-1) !== (group ?? id)) places.push(group ?? id);
  return places;
}

function rootRuns(sections: readonly OrderedSection[], groups: readonly string[] | undefined) {
  if (groups === undefined) return [sections.filter(({ group }) => group === null).map(({ id }) => id)];
  const places = placesOf(sections);
  const shown = new Set(places);
  return [places, groups.filter((group) => !shown.has(group))];
}

function byParent(children: readonly OrderedChild[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { id, parentId } of children) {
    if (parentId === null) continue;
    const siblings = found.get(parentId);
    if (siblings) siblings.push(id);
    else found.set(parentId, [id]);
  }
  return found;
}

export function runs(all: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return all.filter((run) => run.length > 0);
}
