/** Finds containers that still show an object after the plan: sites with a space. */
import { groupBy } from '../../core/group-by.ts';
import { onceFor } from '../../core/once.ts';
import type { KindName, LiveObject } from '../../core/state.ts';
import { type KindShape, shapeOf } from '../../kinds/shape.ts';
import { type Draft, isDeleting } from '../draft.ts';
import { liveParentOf, nameOf, type World } from '../world.ts';

/** Why the uses of objects of this kind are unknown. Undefined: known, or not read yet. */
export function unreadUses({ input: { live } }: World, { companionOf }: KindShape): string | undefined {
  return companionOf === undefined ? undefined : live.uses?.unknown;
}

/** `"Handbook" (sites/handbook, https://acme.example/handbook)` */
export function usersOf(draft: Draft, live: LiveObject, { companionOf: use }: KindShape): readonly string[] {
  if (use === undefined) return [];
  const { world } = draft;
  const linked = (linksTo(world).get(live.id) ?? []).filter(
    (link) => link.kind === use.link && !isRemoved(draft, link),
  );
  const containers = [
    ...linked.flatMap((link) => containerOf(world, link, use.container) ?? []),
    ...(world.input.live.uses?.found ?? []).flatMap(({ kind, id, container }) =>
      kind === live.kind && id === live.id ? [container] : [],
    ),
  ];
  const staying = containers.filter(({ kind, id }) => !isRemoved(draft, world.liveObject(kind, id)));
  return [...new Set(staying.map((container) => nameWithPlaces(draft, container)))].sort();
}

/** Links by the id of their target. */
const linksTo = onceFor((world: World) => {
  const fields = new Map(
    [...world.shapes.values()].flatMap(({ companionOf: use }) => (use ? [[use.link, use.field] as const] : [])),
  );
  const links = world.input.live.objects.filter(({ kind }) => fields.has(kind));
  return groupBy(links, ({ kind, fields: values }) => values[fields.get(kind) ?? '']);
});

function isRemoved(draft: Draft, live: LiveObject | undefined) {
  return (
    live !== undefined && (isDeleting(draft, live) || draft.steps.has(`${draft.matches.addressOfLive(live)}#delete`))
  );
}

function containerOf(world: World, live: LiveObject, kind: KindName): LiveObject | undefined {
  let each: LiveObject | undefined = live;
  while (each !== undefined && each.kind !== kind) each = liveParentOf(world, each);
  return each;
}

function nameWithPlaces({ matches, world }: Draft, container: LiveObject) {
  const places = [matches.addressOfLive(container) ?? container.id, container.fields.address].filter(
    (each) => typeof each === 'string',
  );
  return `${shapeOf(world, container.kind).title} "${nameOf(world, container)}" (${places.join(', ')})`;
}
