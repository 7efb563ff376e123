/** Finds new and moved resources that widen access. They have no earlier value to compare. */

import type { Address } from '../core/address.ts';
import { defined } from '../core/defined.ts';
import { saidFor } from '../core/inherited.ts';
import { isReference, type LiveObject, type Value } from '../core/state.ts';
import { type FieldShape, type OrderedExposure, wideningOf, wideningOfNew } from '../kinds/field.ts';
import { type KindShape, placement, shapeOf } from '../kinds/shape.ts';
import type { Draft } from './draft.ts';
import { type Match, originalOf } from './identity/identity.ts';

/** `unstated`: fields that are not declared and get a value of the platform. Contents of a new container do not widen access: nobody has access to them yet, and the container reports its own access. */
export function openedByNew(draft: Draft, match: Match) {
  const { resource, shape } = match;
  const isInNew = resource.parent !== null && draft.matches.idOf(resource.parent) === undefined;
  const says: { [field: string]: string } = {};
  const unstated: { [field: string]: Value } = {};
  for (const [name, field] of Object.entries(shape.fields)) {
    if (field.exposure?.by !== 'rise') continue;
    const stated = resource.fields[name];
    const value = stated === undefined ? field.initial : stated;
    const highRisk = isInNew ? undefined : wideningOfNew(field, value);
    if (highRisk !== undefined) says[name] = highRisk;
    if (highRisk !== undefined && stated === undefined && field.initial !== undefined) unstated[name] = field.initial;
    const level = openedLevel(draft, match, name, field);
    if (level !== undefined) says[stated === undefined ? (shape.createNeeds ?? name) : name] = level;
  }
  return { says, unstated };
}

/** Access beyond the access that the new container, or the original of a copy, grants. */
function openedLevel(draft: Draft, match: Match, name: string, field: FieldShape) {
  const inherited = field.exposure?.by === 'rise' ? field.exposure.inherited : undefined;
  const original = modelOf(draft, match);
  if (inherited === undefined || (original === undefined && match.resource.fields[name] === undefined))
    return undefined;
  const top = original === undefined ? atTop(draft, inherited) : ownRole;
  const level = (stood: Stood, value?: Value): Value => levelOf(draft, { name, inherited, top }, stood, value);
  const before = original === undefined ? level(asStood(match), inherited.value) : level(original);
  return wideningOf(field, before, level(asStood(match)));
}

/** Resources that move to another container and inherit its access, or leave a draft. */
export function openedByMove(draft: Draft, match: Match): string | undefined {
  const { shape, live, resource } = match;
  for (const [name, field] of Object.entries(shape.fields)) {
    const inherited = field.exposure?.by === 'rise' ? field.exposure.inherited : undefined;
    const value = resource.fields[name] === undefined ? live?.fields[name] : resource.fields[name];
    if (inherited === undefined || live === undefined || value !== inherited.value) continue;
    const before: Stood = { id: live.id, shape, live };
    const asked = { name, inherited, top: ownRole };
    return wideningOf(field, levelOf(draft, asked, before), levelOf(draft, asked, asStood(match)));
  }
  const { draft: hides } = shape.fields;
  if (hides === undefined || live === undefined) return undefined;
  const hidden = [{ id: live.id, shape, live }, asStood(match)].map((stood) => isHidden(draft, stood));
  return wideningOf(hides, hidden[0], hidden[1]);
}

/** Whether readers cannot see the object, because it is a draft or in one. */
function isHidden(draft: Draft, stood: Stood): boolean {
  const { match, live } = stood;
  if ((match?.resource.fields.draft ?? live?.fields.draft) === true) return true;
  const holder = containerOf(draft, stood);
  return holder !== null && isHidden(draft, holder);
}

/** An object as it is (`live` alone), or as it will be (declared fields, then live fields). */
interface Stood {
  readonly id: string;
  readonly shape: KindShape;
  readonly live?: LiveObject;
  readonly match?: Match;
}

type Inherited = NonNullable<OrderedExposure['inherited']>;

/** The access at the top level without an own setting. It cannot be compared with a level. */
const ownRole = 'each with the role they have';

interface Asked {
  readonly name: string;
  readonly inherited: Inherited;
  readonly top: Value;
}

/** The effective value: the own value, or the one of the nearest container with a value. */
function levelOf(draft: Draft, { name, inherited, top }: Asked, stood: Stood, given?: Value): Value {
  const levelAt = (at: Stood): Value => (at === stood && given !== undefined ? given : saidOf(at, name, inherited));
  const said = saidFor(stood, {
    inherits: (at) => levelAt(at) === inherited.value,
    above: (at) => containerOf(draft, at),
    idOf: ({ id }) => id,
  });
  if (said.by === 'top') return top;
  return said.by === 'unseen' ? unseen(said.at ?? stood) : levelAt(said.at);
}

function saidOf(stood: Stood, name: string, inherited: Inherited): Value {
  const declared = stood.match?.resource.fields[name];
  if (declared !== undefined) return isReference(declared) ? unseen(stood) : (declared as Value);
  const value =
    stood.live === undefined && stood.match?.state === 'absent' ? inherited.value : stood.live?.fields[name];
  return value === undefined ? unseen(stood) : value;
}

/** A value that differs from every level and every other unseen value. */
function unseen({ id }: Stood): Value {
  return `unseen: ${id}`;
}

/** The container, or null at the top level. A copy without a container has the one of its original. */
function containerOf(draft: Draft, { match, live, shape }: Stood): Stood | null {
  const place = placement(shape);
  if (place === undefined) return null;
  const { name } = place;
  const holder = shapeOf(draft.world, place.kind);
  const declared = match?.resource.fields[name];
  if (isReference(declared)) return declaredAt(draft, declared.ref, holder);
  if (declared === null) return null;
  const original =
    match === undefined || live !== undefined || !shape.fields[name]?.copied ? undefined : modelOf(draft, match);
  if (original !== undefined) return containerOf(draft, original);
  const id = live?.fields[name];
  if (typeof id !== 'string') return null;
  // Undeclared objects stay as they are. Declared objects get their declared values.
  const address = match === undefined ? undefined : draft.matches.addressOf(holder.name, id);
  if (address !== undefined && draft.matches.at.has(address)) return declaredAt(draft, address, holder);
  return asLive(draft, holder, id);
}

function asLive(draft: Draft, shape: KindShape, id: string): Stood {
  const live = draft.world.liveObject(shape.name, id);
  return defined({ id, shape, live });
}

function declaredAt(draft: Draft, address: Address, shape: KindShape): Stood {
  const match = draft.matches.at.get(address);
  return { id: address, shape: match?.shape ?? shape, ...(match === undefined ? {} : asStood(match)) };
}

function asStood(match: Match): Stood {
  const { live, shape, resource } = match;
  return defined({ id: resource.address, shape, match, live });
}

function modelOf({ matches }: Draft, copy: Match): Stood | undefined {
  const match = originalOf(matches, copy);
  if (match === undefined) return undefined;
  return match.live === undefined ? asStood(match) : { id: match.live.id, shape: match.shape, live: match.live };
}

function atTop({ world }: Draft, { atTop: { kind, field, otherwise } }: Inherited): Value {
  const [top] = world.liveIn(kind, null);
  const value = top?.fields[field];
  return value === undefined ? otherwise : value;
}
