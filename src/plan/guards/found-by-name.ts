/** Blocks wider access to objects that were matched by title. */
import type { Address } from '../../core/address.ts';
import { withoutMissing } from '../../core/defined.ts';
import { isReference, type LiveObject } from '../../core/state.ts';
import { type KindShape, naturalKeyFields, parseAddress, placeField, placement, shapeOf } from '../../kinds/shape.ts';
import { type Guarded, type Overridable, withOverrides } from '../context/allow.ts';
import { displayName, type World } from '../context/world.ts';
import { isAllowedByOverride } from '../draft/overrides.ts';
import { liveIdOf, type Match, type Matches, originalOfCopy } from '../identity/identity.ts';
import { linksWithin } from '../identity/unfinished.ts';
import type { GuardedChange, Guarding } from './guarding.ts';

interface Found {
  readonly match: Match;
  readonly effect: string;
}

/** Whether more people have access to the object after the plan. `id`: of a new object, its address. */
type IsGrown = (object: Pick<LiveObject, 'kind' | 'id'>) => boolean;

/** Blocks these changes unless a pin, the ledger or a unique value identifies the object. */
export function guardFoundByName(draft: Guarding, isGrown: IsGrown): void {
  const { world } = draft;
  const companion = [...world.shapes.values()].find(({ companionOf }) => companionOf !== undefined)?.companionOf;
  for (const change of draft.judged) {
    if (change.blocked) continue;
    const found = [
      ...(companion?.link === change.kind ? objectsShownByLink(draft, change, companion) : []),
      ...objectsOfWidening(draft, change, isGrown),
    ];
    const doubtful = found.filter(
      (each) => !isAllowedByOverride(draft, change, titleMatchBlock(world, [each]), guardOfMatch(each)),
    );
    if (doubtful.length === 0) continue;
    const guarded = new Map(doubtful.map((each) => [each.match.resource.address, guardOfMatch(each)]));
    change.blocked = withOverrides(titleMatchBlock(world, doubtful), [...guarded.values()]);
  }
}

/** Whether the match used a title. Own keys (an e-mail address, a slug) and unique fields (a path) identify an object. */
function isFoundByName({ state, by, shape, resource }: Match) {
  if (state !== 'matched' || by !== 'natural' || shape.key !== 'name') return false;
  // The title of the site decides about everything in the site.
  if (resource.claim !== undefined) return true;
  return naturalKeyFields(shape, resource.fields)?.every((name) => shape.fields[name]?.unique === undefined) === true;
}

/** For a new link (a site-space): its target, its original and its site. Existing links are not affected. */
function objectsShownByLink(
  { world, matches }: Guarding,
  change: GuardedChange,
  companion: NonNullable<KindShape['companionOf']>,
) {
  if (change.action !== 'create' && change.action !== 'replace') return [];
  const path = parseAddress(change.address, world.shapes);
  const container = path?.find(({ kind }) => kind === companion.container)?.address;
  const target = matches.at.get(change.address)?.resource.fields[companion.field];
  if (container === undefined || !isReference(target)) return [];
  const inside = liveIdOf(matches, container);
  const original = existingMatch(matches, matches.at.get(target.ref));
  const showsOriginal = ({ fields }: LiveObject) => fields[companion.field] === original?.live?.id;
  if (original !== undefined && inside !== undefined && linksWithin(world, inside, companion.link).some(showsOriginal))
    return [];
  const isCopied = original !== undefined && target.ref !== original.resource.address;
  const shown = `which would be ${isCopied ? 'copied to' : 'shown on'} ${container} for the first time`;
  const showing = `which would show ${target.ref} for the first time`;
  return withoutMissing(
    original !== undefined && isFoundByName(original) && { match: original, effect: shown },
    ...matchedByTitleAround(world, matches, change.address).map((match) => ({ match, effect: showing })),
  );
}

function existingMatch(matches: Matches, match: Match | undefined): Match | undefined {
  return match === undefined || match.state === 'matched'
    ? match
    : existingMatch(matches, originalOfCopy(matches, match));
}

/** For a change that widens access: the object, its containers and their settings, and the original of a copy. */
function objectsOfWidening({ world, matches }: Guarding, change: GuardedChange, isGrown: IsGrown): readonly Found[] {
  const { address, kind, fields, id = address } = change;
  const shape = shapeOf(world, kind);
  // The audience decides about a new place and about a copy.
  const decided = change.action === 'move' ? placeField(shape) : shape.createNeeds;
  const opening = fields.filter(
    ({ field, highRisk }) =>
      (highRisk !== undefined && shape.fields[field]?.exposure?.isOfContent !== true) || field === decided,
  );
  const targets = opening.flatMap(({ field, after }) =>
    shape.fields[field]?.type.is === 'ref' && typeof after === 'string' ? [matches.at.get(after)] : [],
  );
  const found = [...matchedByTitleAround(world, matches, address), ...withoutMissing(...targets).filter(isFoundByName)];
  const isOpening =
    opening.some(({ highRisk }) => highRisk !== undefined) ||
    (opening.length > 0 && found.length > 0 && isGrown({ kind, id }));
  if (!isOpening) return [];
  const effect = `which more people could access (${opening.map(({ field }) => field).join(', ')})`;
  return found.map((match) => ({ match, effect }));
}

/** The object of an address and its containers, as far as they were matched by title. */
function matchedByTitleAround({ shapes }: World, { at }: Matches, address: Address): readonly Match[] {
  const path = parseAddress(address, shapes) ?? [];
  return withoutMissing(...path.map((part) => at.get(part.address))).filter(isFoundByName);
}

function guardOfMatch({ match: { resource, live } }: Found): Guarded {
  return { code: 'B-TITLE-MATCH', address: resource.address, id: live?.id };
}

/** A pin of its site identifies everything that Git Sync writes. */
function pinFor(world: World, { resource: { address }, live }: Match): readonly [Address, string] {
  const place = world.places().get(address);
  const site = place !== undefined && 'by' in place ? place.site : address;
  const placed = world.places().get(site);
  const id = placed !== undefined && 'by' in placed ? placed.id : live?.id;
  return [site, `\`id: ${id}\` at ${site}`];
}

function titleMatchBlock(world: World, found: readonly Found[]): Overridable {
  const pins = new Map(found.map(({ match }) => pinFor(world, match)));
  const [one] = [...pins.values()];
  return {
    code: 'B-TITLE-MATCH',
    reason: found.map((each) => titleMatchReason(world, each)).join('; '),
    hint:
      pins.size === 1
        ? `if this is the right one, pin it: ${one}`
        : `if they are the right ones, pin them: ${[...pins.values()].join(', ')}`,
  };
}

function titleMatchReason(world: World, { match: { resource, shape, live }, effect }: Found) {
  const titled = resource.kind === 'site' ? 'title' : 'the title of its site';
  const names = resource.claim ? titled : naturalKeyFields(shape, resource.fields)?.join(' and ');
  const thing =
    live === undefined
      ? shape.title
      : `${shape.title} "${displayName(world, live)}" (${live.id}${containerPhraseOf(world, live, resource.kind)})`;
  return `${resource.address} is matched by ${names} only: the ${thing}, ${effect}`;
}

function containerPhraseOf(world: World, live: NonNullable<Match['live']>, kind: string) {
  const place = placement(shapeOf(world, kind));
  const id = live.fields[place?.name ?? ''];
  if (place === undefined || typeof id !== 'string') return '';
  const holder = world.liveObject(place.kind, id);
  return `, in the ${shapeOf(world, place.kind).title} ${holder === undefined ? id : `"${displayName(world, holder)}"`}`;
}
