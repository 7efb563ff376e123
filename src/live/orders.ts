/** The live order of what stands in a container, as far as the platform's listings tell it. Pure. */

export interface OrderedSection {
  readonly id: string;
  /** The group it stands in; null: the root. */
  readonly group: string | null;
}

export interface OrderedChild {
  readonly id: string;
  readonly parentId: string | null;
}

type Orders = { readonly [containerId: string]: readonly (readonly string[])[] };

/** No order yet, and none that every object inherits: the platform says what the keys are. */
export function noOrders(): { [containerId: string]: readonly (readonly string[])[] } {
  return Object.create(null) as { [containerId: string]: readonly (readonly string[])[] };
}

/**
 * Orders of one site and its parts. Sections are listed depth-first with a group standing at its first member, so groups and root
 * sections are known as one run; groups that are empty, or whose members stand apart, are a run of their own. `groups` undefined: not
 * known, so only root sections are ordered. `listed`: of each kind that has a list in the order of its containers; how these interleave is not told.
 */
export function siteOrders(
  siteId: string,
  sections: readonly OrderedSection[],
  groups: readonly string[] | undefined,
  listed: readonly (readonly OrderedChild[])[],
): Orders {
  const orders = noOrders();
  const grouped = byParent(sections.map(({ id, group }) => ({ id, parentId: group })));
  for (const group of groups ?? []) orders[group] = runs([grouped.get(group) ?? []]);
  const [main = [], ...unplaced] = rootRuns(sections, groups);
  orders[siteId] = runs([main]);
  for (const children of listed)
    for (const [parentId, ids] of byParent(children)) orders[parentId] = [...(orders[parentId] ?? []), ids];
  // The first run on a flat site is that of its spaces; groups without sections stand somewhere.
  orders[siteId] = [...orders[siteId], ...runs(unplaced)];
  return orders;
}

function rootRuns(
  sections: readonly OrderedSection[],
  groups: readonly string[] | undefined,
): readonly (readonly string[])[] {
  const mixed: string[] = [];
  for (const { id, group } of sections) {
    const at = group ?? id;
    if (mixed.at(-1) !== at) mixed.push(at);
  }
  if (groups === undefined) return [sections.filter(({ group }) => group === null).map(({ id }) => id)];
  const seen = new Set<string>();
  const scattered = new Set(mixed.filter((id) => seen.has(id) || !seen.add(id)));
  const unplaced = groups.filter((group) => !seen.has(group) || scattered.has(group));
  return [mixed.filter((id) => !scattered.has(id)), unplaced];
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

/** Runs that hold something. */
export function runs(all: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return all.filter((run) => run.length > 0);
}
