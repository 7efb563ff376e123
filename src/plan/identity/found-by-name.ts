/** Blocks wider access to objects that were matched by title, because another object can have the same title. */
import type { Address } from '../../core/address.ts';
import { isReference } from '../../core/state.ts';
import { addressPath, type KindShape, naturalKeyFields, placement, shapeOf } from '../../kinds/shape.ts';
import { type Blocked, openingFields } from '../change.ts';
import type { Draft, DraftChange } from '../draft.ts';
import { isAllowed, nameOf, type World } from '../world.ts';
import { liveIdOf, type Match, type Matches, originalOf } from './identity.ts';
import { linksWithin } from './unfinished.ts';

interface Found {
  readonly match: Match;
  readonly effect: string;
}

/** Blocks these changes unless a pin, the ledger or a unique value identifies the object. */
export function guardFoundByName(draft: Draft): void {
  const { world } = draft;
  const companion = [...world.shapes.values()].find(({ companionOf }) => companionOf !== undefined)?.companionOf;
  for (const change of draft.changes) {
    if (change.blocked) continue;
    const found = [
      ...(companion?.link === change.kind ? shownOf(draft, change, companion) : []),
      ...openedOf(draft, change),
    ];
    const doubtful = found.filter(({ match }) => !isAllowed(world, match.resource.address));
    if (doubtful.length > 0) change.blocked = blockedFor(world, doubtful);
  }
}

/** Whether the match used a title. Own keys (an e-mail address, a slug) and unique fields (a path) identify an object. */
function isFoundByName({ state, by, shape, resource }: Match): boolean {
  if (state !== 'matched' || by !== 'natural' || shape.key !== 'name') return false;
  return naturalKeyFields(shape, resource.fields)?.every((name) => shape.fields[name]?.unique === undefined) === true;
}

/** For a new link (a site-space): its target, its original and its site. Existing links are not affected. */
function shownOf({ world, matches }: Draft, change: DraftChange, companion: NonNullable<KindShape['companionOf']>) {
  if (change.action !== 'create' && change.action !== 'replace') return [];
  const path = addressPath(change.address, world.shapes);
  const container = path?.find(({ kind }) => kind === companion.container)?.address;
  const target = matches.at.get(change.address)?.resource.fields[companion.field];
  if (container === undefined || !isReference(target)) return [];
  const inside = liveIdOf(matches, container);
  const original = existingOf(matches, matches.at.get(target.ref));
  const isThere = ({ fields }: { readonly fields: Match['resource']['fields'] }): boolean =>
    fields[companion.field] === original?.live?.id;
  if (original !== undefined && inside !== undefined && linksWithin(world, inside, companion.link).some(isThere))
    return [];
  const isCopied = original !== undefined && target.ref !== original.resource.address;
  return [
    ...(original !== undefined && isFoundByName(original)
      ? [
          {
            match: original,
            effect: `which would be ${isCopied ? 'copied to' : 'shown on'} ${container} for the first time`,
          },
        ]
      : []),
    ...around(world, matches, change.address).map((match) => ({
      match,
      effect: `which would show ${target.ref} for the first time`,
    })),
  ];
}

/** The object, or its original. */
function existingOf(matches: Matches, match: Match | undefined): Match | undefined {
  return match === undefined || match.state === 'matched' ? match : existingOf(matches, originalOf(matches, match));
}

/** For a change that widens access: the object, its containers and their settings. */
function openedOf({ world, matches }: Draft, change: DraftChange): readonly Found[] {
  const { address, kind } = change;
  const opening = openingFields(change);
  if (opening.length === 0) return [];
  const isPlace = (name: string): boolean => shapeOf(world, kind).fields[name]?.type.is === 'ref';
  const targets = opening.flatMap(({ field, after }) =>
    isPlace(field) && typeof after === 'string' ? [matches.at.get(after)] : [],
  );
  const found = [
    ...around(world, matches, address),
    ...targets.filter((match) => match !== undefined).filter(isFoundByName),
  ];
  return found.map((match) => ({
    match,
    effect: `which more people could access (${opening.map(({ field }) => field).join(', ')})`,
  }));
}

/** The object of an address and its containers, as far as they were matched by title. */
function around({ shapes }: World, { at }: Matches, address: Address): readonly Match[] {
  const path = addressPath(address, shapes) ?? [];
  return path.flatMap((part) => [at.get(part.address)].filter((match) => match !== undefined).filter(isFoundByName));
}

function blockedFor(world: World, found: readonly Found[]): Blocked {
  const pins = new Map(
    found.map(({ match }) => [match.resource.address, `\`id: ${match.live?.id}\` at ${match.resource.address}`]),
  );
  const [one] = [...pins.values()];
  return {
    code: 'B-TITLE-MATCH',
    reason: found.map((each) => reasonOf(world, each)).join('; '),
    hint:
      pins.size === 1
        ? `if this is the right one, pin it: ${one}`
        : `if they are the right ones, pin them: ${[...pins.values()].join(', ')}`,
    override: [...pins.keys()].map((address) => `--allow ${address}`).join(' '),
  };
}

function reasonOf(world: World, { match: { resource, shape, live }, effect }: Found): string {
  const names = naturalKeyFields(shape, resource.fields)?.join(' and ');
  const thing =
    live === undefined
      ? shape.title
      : `${shape.title} "${nameOf(world, live)}" (${live.id}${standing(world, live, resource.kind)})`;
  return `${resource.address} is matched by ${names} only: the ${thing}, ${effect}`;
}

function standing(world: World, live: NonNullable<Match['live']>, kind: string): string {
  const place = placement(shapeOf(world, kind));
  const id = live.fields[place?.name ?? ''];
  if (place === undefined || typeof id !== 'string') return '';
  const holder = world.liveObject(place.kind, id);
  return `, in the ${shapeOf(world, place.kind).title} ${holder === undefined ? id : `"${nameOf(world, holder)}"`}`;
}
