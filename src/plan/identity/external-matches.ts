/** Finds the objects of external resources, and words ambiguous matches. */
import type { Address } from '../../core/address.ts';
import { compareTexts } from '../../core/compare.ts';
import { count } from '../../core/count.ts';
import type { DesiredResource, KindName, LiveObject } from '../../core/state.ts';
import { type KindShape, shapeOf } from '../../kinds/shape.ts';
import { createPresentObjects, displayName, liveParent, type World } from '../context/world.ts';
import type { Blocked } from '../result/change.ts';
import type { Match } from './identity.ts';

/** One object for two addresses: each apply would overwrite the other address. */
export function sameObjectBlock(address: Address, holder: Address, id: string): Blocked {
  return {
    code: 'B-DUPLICATE-OBJECT',
    reason: `its pin or ledger entry has the id ${id}, which ${holder} also has`,
    hint: `correct \`id:\` of one of them, or remove the entry of ${address} from the ledger`,
  };
}

export function ambiguousBlock(world: World, shape: KindShape, found: readonly LiveObject[]): Blocked {
  const [first] = [...found].sort((a, b) => compareTexts(a.id, b.id));
  const told = found.map((live) => `${live.id}${placesOfObject(world, shape, live)}`).sort();
  return {
    code: 'B-AMBIGUOUS',
    reason: `${count(found.length, 'object')} on the platform could be this ${shape.title}: ${told.join(', ')}`,
    hint: `pin the right one with \`id: ${first?.id}\``,
  };
}

/** The site and path of an object that links show, if sites were read. */
function placesOfObject(world: World, { companionOf }: KindShape, { id }: LiveObject) {
  if (companionOf === undefined) return '';
  const { link, field, container } = companionOf;
  const places = world.live.objects
    .filter(({ kind, isDeleted, fields }) => kind === link && isDeleted !== true && fields[field] === id)
    .map((each) => placeOfLink(world, container, each));
  return places.length === 0 ? '' : ` (${places.sort().join(', ')})`;
}

/** `on the site "Docs" at guides/start` */
function placeOfLink(world: World, container: KindName, live: LiveObject) {
  const path: string[] = [];
  let at: LiveObject | undefined = live;
  for (; at !== undefined && at.kind !== container; at = liveParent(world, at))
    if (typeof at.fields.path === 'string' && at.fields.path !== '') path.unshift(at.fields.path);
  const name = at === undefined ? '' : ` "${displayName(world, at)}"`;
  return `on the ${shapeOf(world, container).title}${name}${path.length === 0 ? '' : ` at ${path.join('/')}`}`;
}

export function findExternal(world: World, resource: DesiredResource): Pick<Match, 'state'> & Partial<Match> {
  const { kind, pin, fields } = resource;
  const { title } = shapeOf(world, kind);
  const unknown = world.liveList(kind, null)?.unknown;
  const known = pin === undefined ? undefined : world.liveObject(kind, pin);
  if (known?.isDeleted) return missingExternal(`the ${title} ${pin} is in the trash`);
  if (known !== undefined) return { state: 'matched', live: known, by: 'pin' };
  if (unknown !== undefined) return { state: 'hidden', reason: unknown };
  if (pin !== undefined) return missingExternal(`no ${title} has the id ${pin}`);
  const alike = createPresentObjects(world)(kind, null).filter((live) => live.fields.title === fields.title);
  const [live] = alike;
  if (live === undefined) return missingExternal(`no ${title} has the title ${JSON.stringify(fields.title)}`);
  if (alike.length === 1) return { state: 'matched', live, by: 'natural' };
  const { reason, hint = '' } = ambiguousBlock(world, shapeOf(world, kind), alike);
  return missingExternal(reason, hint.replace(/`id: (.*)`/, '`external: { id: $1 }`'));
}

/** `hidden`, so that docform changes nothing that depends on the object. */
function missingExternal(reason: string, hint = 'correct `external`, or remove it with its references') {
  return { state: 'hidden' as const, reason, blocked: { code: 'B-EXTERNAL', reason, hint } };
}
