/** Lists the live objects that a resource can be, with their containers. */
import { compareTexts } from '../../core/compare.ts';
import { count } from '../../core/count.ts';
import type { KindName, LiveObject } from '../../core/state.ts';
import { type KindShape, shapeOf } from '../../kinds/shape.ts';
import type { Blocked } from '../change.ts';
import { nameOf } from '../live-name.ts';
import type { World } from '../world.ts';

export function ambiguous(world: World, shape: KindShape, found: readonly LiveObject[]): Blocked {
  const [first] = [...found].sort((a, b) => compareTexts(a.id, b.id));
  const told = found.map((live) => `${live.id}${standingOf(world, shape, live)}`).sort();
  return {
    code: 'B-AMBIGUOUS',
    reason: `${count(found.length, 'live object')} can be this ${shape.title}: ${told.join(', ')}`,
    hint: `pin the right one with \`id: ${first?.id}\``,
  };
}

/** The site and path of an object that links show, if sites were read. */
function standingOf(world: World, { companionOf }: KindShape, { id }: LiveObject): string {
  if (companionOf === undefined) return '';
  const { link, field, container } = companionOf;
  const places = world.input.live.objects
    .filter(({ kind, isDeleted, fields }) => kind === link && isDeleted !== true && fields[field] === id)
    .map((each) => placeOfLink(world, container, each));
  return places.length === 0 ? '' : ` (${places.sort().join(', ')})`;
}

/** `on the site "Docs" at guides/start` */
function placeOfLink(world: World, container: KindName, live: LiveObject): string {
  const path: string[] = [];
  let at: LiveObject | undefined = live;
  for (; at !== undefined && at.kind !== container; at = holderOf(world, at))
    if (typeof at.fields.path === 'string' && at.fields.path !== '') path.unshift(at.fields.path);
  const name = at === undefined ? '' : ` "${nameOf(world, at)}"`;
  return `on the ${shapeOf(world, container).title}${name}${path.length === 0 ? '' : ` at ${path.join('/')}`}`;
}

function holderOf(world: World, { kind, parentId }: LiveObject): LiveObject | undefined {
  if (parentId === null) return undefined;
  const parents = shapeOf(world, kind).parents ?? [];
  return parents.flatMap((parent) => world.liveObject(parent, parentId) ?? [])[0];
}
