/** Sorts a configuration, so that a plan does not depend on the order of the files. */
import { byAddress } from '../../core/address.ts';
import { compareTexts } from '../../core/compare.ts';
import type { Desired, DesiredResource, DesiredValue } from '../../core/state.ts';
import type { Shapes } from '../../kinds/shape.ts';

/** `orders` contains the order that readers see. */
export function sortConfiguration(desired: Desired, shapes: Shapes): Desired {
  const ranks = new Map(
    [...shapes].map(([kind, { fields }]) => [kind, new Map(Object.keys(fields).map((name, rank) => [name, rank]))]),
  );
  const resources = desired.resources.map((resource) =>
    areFieldsSorted(resource, ranks.get(resource.kind))
      ? resource
      : { ...resource, fields: sortFields(resource, shapes) },
  );
  const lists = [...desired.lists].sort((a, b) => compareTexts(a.list, b.list));
  return { ...desired, resources: resources.sort(byAddress), lists };
}

function areFieldsSorted({ fields }: DesiredResource, ranks: ReadonlyMap<string, number> | undefined) {
  let last = -1;
  for (const name in fields) {
    const rank = ranks?.get(name) ?? -1;
    if (rank <= last || fields[name] === undefined) return false;
    last = rank;
  }
  return true;
}

function sortFields({ kind, fields }: DesiredResource, shapes: Shapes): DesiredResource['fields'] {
  const ordered: { [field: string]: DesiredValue } = {};
  for (const name in shapes.get(kind)?.fields) if (name in fields) ordered[name] = fields[name] ?? null;
  return ordered;
}
