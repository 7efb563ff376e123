/** Blocks showing to new readers what was matched by name alone, as another object may have the same name. */
import type { Address } from '../../core/address.ts';
import { isReference } from '../../core/value.ts';
import { addressPath, type KindShape, naturalKeyFields, placeField, shapeOf } from '../../kinds/shape.ts';
import { type Blocked, openingFields } from '../change.ts';
import type { Draft, DraftChange } from '../draft.ts';
import { nameOf } from '../live-name.ts';
import type { World } from '../world.ts';
import { linksWithin } from './companions.ts';
import { liveIdOf, type Match, type Matches } from './identity.ts';

/** Something that only its looks tell, and what would become of it. */
interface Found {
  readonly match: Match;
  readonly deed: string;
}

/** Blocks what shows or opens something of which neither a pin nor the ledger, nor anything that only one can have, says that it is the right one. */
export function guardFoundByName(draft: Draft): void {
  const { world } = draft;
  const companion = [...world.shapes.values()].find(({ companionOf }) => companionOf !== undefined)?.companionOf;
  for (const change of draft.changes) {
    if (change.blocked) continue;
    const found = [
      ...(companion?.link === change.kind ? shownOf(draft, change, companion) : []),
      ...openedOf(draft, change),
    ];
    const doubtful = found.filter(({ match }) => !world.input.allowances?.addresses.includes(match.resource.address));
    if (doubtful.length > 0) change.blocked = blockedFor(world, doubtful);
  }
}

/** By a title or another free name. A key that is the object's own (an e-mail address, a slug) and what is unique in its scope (a path) tell it for sure. */
function isFoundByName({ state, by, shape, resource }: Match): boolean {
  if (state !== 'matched' || by !== 'natural' || shape.key !== 'name') return false;
  return naturalKeyFields(shape, resource.fields)?.every((name) => shape.fields[name]?.unique === undefined) === true;
}

/** Of a new link (a site-space): what it shows or is copied from, and where. What stands there already is shown there as it is. */
function shownOf(
  { world, matches }: Draft,
  change: DraftChange,
  companion: NonNullable<KindShape['companionOf']>,
): readonly Found[] {
  if (change.action !== 'create' && change.action !== 'replace') return [];
  const path = addressPath(change.address, world.shapes);
  const container = path?.find(({ kind }) => kind === companion.container)?.address;
  const target = matches.at.get(change.address)?.resource.fields[companion.field];
  if (container === undefined || !isReference(target)) return [];
  const inside = liveIdOf(matches, container);
  const original = originalOf(matches, matches.at.get(target.ref));
  const isThere = ({ fields }: { readonly fields: Match['resource']['fields'] }): boolean =>
    fields[companion.field] === original?.live?.id;
  if (original !== undefined && inside !== undefined && linksWithin(world, inside, companion.link).some(isThere))
    return [];
  const isCopied = original !== undefined && target.ref !== original.resource.address;
  return [
    ...(original !== undefined && isFoundByName(original)
      ? [{ match: original, deed: `which is not on ${container} now, would be ${isCopied ? 'copied' : 'shown'} there` }]
      : []),
    ...around(world, matches, change.address).map((match) => ({
      match,
      deed: `which does not show ${target.ref} now, would show it`,
    })),
  ];
}

/** The object itself, or the one that it is copied from. */
function originalOf(matches: Matches, match: Match | undefined): Match | undefined {
  if (match?.state === 'matched') return match;
  const source = match?.resource.fields[match.shape.createNeeds ?? ''];
  return isReference(source) ? originalOf(matches, matches.at.get(source.ref)) : undefined;
}

/** Of what opens something to more people: what is opened, what it stands in, and what it is opened by. */
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
    deed: `which would open to more people (${opening.map(({ field }) => field).join(', ')})`,
  }));
}

/** What an address names, and all that it stands in, as far as only its looks tell it. */
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
        ? `if it is the right one, pin it: ${one}`
        : `if they are the right ones, pin them: ${[...pins.values()].join(', ')}`,
    override: [...pins.keys()].map((address) => `--allow ${address}`).join(' '),
  };
}

function reasonOf(world: World, { match: { resource, shape, live }, deed }: Found): string {
  const names = naturalKeyFields(shape, resource.fields)?.join(' and ');
  const thing =
    live === undefined
      ? shape.title
      : `${shape.title} "${nameOf(world, live)}" (${live.id}${standing(world, live, resource.kind)})`;
  return `${resource.address} is known by its ${names} alone: the ${thing}, ${deed}`;
}

/** What holds it now. */
function standing(world: World, live: NonNullable<Match['live']>, kind: string): string {
  const name = placeField(shapeOf(world, kind));
  const type = name === undefined ? undefined : shapeOf(world, kind).fields[name]?.type;
  const id = name === undefined ? undefined : live.fields[name];
  if (type?.is !== 'ref' || typeof id !== 'string') return '';
  const holder = world.liveObject(type.to, id);
  return `, in the ${shapeOf(world, type.to).title} ${holder === undefined ? id : `"${nameOf(world, holder)}"`}`;
}
