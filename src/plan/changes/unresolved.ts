/** Finds what a plan cannot change: people and objects that docform cannot create, and lists that could not be read. */
import {
  type Address,
  byAddress,
  createWithinTest,
  type ListAddress,
  listAddress,
  listOf,
} from '../../core/address.ts';
import { compareTexts, groupBy } from '../../core/compare.ts';
import { titleWithArticle } from '../../core/count.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { fingerprint } from '../../core/digest.ts';
import { canonicalJson } from '../../core/json.ts';
import { formatPendingMark, type Invitation, parsePendingMark } from '../../core/pending-marks.ts';
import { afterCreation, afterJoining } from '../../core/pending-words.ts';
import {
  type DesiredResource,
  isReference,
  type KindName,
  type Ledger,
  type LiveObject,
  type Value,
} from '../../core/state.ts';
import { isNothingToSet } from '../../kinds/field.ts';
import { naturalKeyFields, placement, shapeOf } from '../../kinds/shape.ts';
import { isAllowedByFlag } from '../context/allow.ts';
import { isPrunedCompletely, kindAtAddress, parentAddress, type World } from '../context/world.ts';
import { addChange, addNote, addStep, type Draft } from '../draft/draft.ts';
import type { Drafted } from '../draft/drafted.ts';
import { shownChange } from '../fields/compare.ts';
import { isRecordedObject, type Match, type Matches } from '../identity/identity.ts';
import type { FieldChange, Missed, Pending, Unknown } from '../result/change.ts';
import type { Selects } from '../result/scope.ts';
import { whyUsesUnknown } from './deletes/delete-blocks.ts';
import { staysUndeleted } from './deletes/dropped.ts';
import { isOrderShown } from './moves/placement.ts';
import { wideningOfCreate } from './widening.ts';

type Accepted = NonNullable<Ledger['pending']>;

/** `accepted`: the next state of the ledger. */
export function draftPendingPeople(draft: Draft) {
  const { world, matches } = draft;
  const accepted: { -readonly [A in keyof Accepted]: Accepted[A] } = {};
  const invitationOf = createInvitationFinder(draft);
  const declared = matches.unmatched.filter(
    ({ state, resource }) => state === 'pending' && resource.isExternal !== true,
  );
  const invited = new Set(declared.filter((match) => shouldInvite(draft, match, invitationOf(match))));
  draftInvitations(draft, [...invited], invitationOf);
  const pending = declared.flatMap((match) => {
    if (invited.has(match)) return [];
    const { address, kind } = match.resource;
    const invitation = invitationOf(match);
    const mark = formatPendingMark({ declared: declarationMark(match.resource), invitation });
    const [fields, isAccepted] = [invitedFields(draft, match), world.pending.get(address) === mark];
    accepted[address] = mark;
    if (!isAccepted) addChange(draft, { address, kind }, 'pending').fields.push(...fields);
    const reason = match.reason ?? 'not on the platform yet';
    return [
      {
        address,
        kind,
        reason,
        fields,
        isAccepted,
        ...withoutUndefined({ invitation }),
        ...awaitedObject(draft, match),
      },
    ];
  });
  const isDeclaredAs = (address: Address) =>
    declared.some(({ resource }) => resource.address.toLowerCase() === address.toLowerCase());
  for (const [address, mark] of world.pending) {
    const match = matches.at.get(address);
    const isLeftOut = world.live.leftOut?.has(listOf(address));
    if (isLeftOut || (match !== undefined && invited.has(match))) accepted[address] = mark;
    else if (match === undefined && isDeclaredAs(address)) continue;
    else if (match === undefined || match.resource.isExternal)
      addChange(draft, { address }, 'pending').why = withdrawnReason(mark);
    else if (match.state === 'hidden') accepted[address] = mark;
  }
  return { pending: [...pending].sort(byAddress), accepted };
}

/** The object that a person has to create: the resource itself, or the one that it waits for. */
function awaitedObject(draft: Drafted, { resource }: Match): Pick<Pending, 'toCreate' | 'synced' | 'waitsFor'> {
  if (resource.claim !== undefined) return { synced: true };
  const wait = draft.waiting.get(resource.address);
  if (wait !== undefined) return wait.waitsFor === undefined ? { toCreate: true } : { waitsFor: wait.waitsFor };
  const above = Object.values(resource.fields).flatMap((value) => (isReference(value) ? [value.ref] : []));
  const awaited = [resource.parent, ...above].flatMap((address) => draft.matches.at.get(address ?? '') ?? []);
  const root = awaited.find((each) => each.state === 'pending' && Object.keys(awaitedObject(draft, each)).length > 0);
  return withoutUndefined({ waitsFor: root?.resource.address });
}

type InvitationOf = (match: Match) => Invitation | undefined;

/** E-mail addresses can be written in another case than when docform invited the person. */
function createInvitationFinder({ world }: Drafted): InvitationOf {
  const { unanswered = new Map<Address, Invitation>() } = world.input;
  const recorded = [...world.pending].flatMap(([address, mark]) => {
    const { invitation } = parsePendingMark(mark);
    return invitation === undefined ? [] : [[address, invitation] as const];
  });
  const known = new Map([...recorded, ...unanswered].map(([address, each]) => [address.toLowerCase(), each]));
  return ({ shape, resource }) =>
    shape.invitedWith === undefined ? undefined : known.get(resource.address.toLowerCase());
}

/** Nobody is invited twice, except if a person allows it. */
function shouldInvite({ world }: Drafted, { shape, resource }: Match, invitation: Invitation | undefined) {
  if (shape.invitedWith === undefined || world.desired.policy.invite === false) return false;
  return invitation === undefined || isAllowedByFlag(world, resource.address);
}

/** One request for all people with the same values in the invitation. */
function draftInvitations(draft: Draft, matches: readonly Match[], invitationOf: InvitationOf) {
  const invitationFields = ({ shape, resource }: Match) =>
    Object.fromEntries(Object.entries(resource.fields).filter(([name]) => shape.invitedWith?.includes(name)));
  for (const group of groupBy(matches, (match) =>
    canonicalJson([match.resource.kind, invitationFields(match)]),
  ).values()) {
    const [first] = group;
    const request = addStep(draft, first.resource, 'invite', invitationFields(first));
    request.items = group.map(({ resource: { address, fields } }) => ({ operation: 'create', address, fields }));
    for (const match of group) {
      const made = addChange(draft, match.resource, 'invite', [request]);
      made.fields.push(...invitedFields(draft, match));
      const former = invitationOf(match);
      made.notes.push(`this person becomes ${titleWithArticle(match.shape)} by accepting the invitation`);
      if (former !== undefined) made.notes.push(`${invitedText(former)}. This person is invited again`);
    }
  }
}

export const withdrawnText = 'no longer declared';

function withdrawnReason(mark: string) {
  const { invitation } = parsePendingMark(mark);
  const stays = `${invitation && invitedText(invitation)}. The invitation stays valid until you revoke it on the platform`;
  return invitation === undefined ? withdrawnText : `${withdrawnText}, but ${stays}`;
}

/** `invited on 2026-11-24` */
export function invitedText({ at, isUnknown }: Invitation): string {
  const day = at.slice(0, 10);
  return isUnknown ? `an apply on ${day} requested an invitation and got no answer` : `invited on ${day}`;
}

/** A fingerprint of the declaration. */
export function declarationMark({ fields }: Pick<DesiredResource, 'fields'>): string {
  return fingerprint(canonicalJson(fields as { readonly [field: string]: Value }));
}

/** Like the fields of a create, because there is no earlier value. */
function invitedFields(draft: Drafted, match: Match): readonly FieldChange[] {
  const { resource, shape } = match;
  const { says } = wideningOfCreate(draft, match);
  const start = Object.keys(awaitedObject(draft, match)).length > 0 ? afterCreation : afterJoining;
  const names = new Set(draft.waiting.has(resource.address) ? [] : naturalKeyFields(shape, resource.fields));
  return Object.entries(resource.fields).flatMap(([name, value]) => {
    const field = shape.fields[name];
    if (field === undefined || names.has(name) || isNothingToSet(field, value)) return [];
    const highRisk = says[name] && `${start}${says[name]}`;
    return [{ ...shownChange(name, field, value, undefined, draft.matches), ...withoutUndefined({ highRisk }) }];
  });
}

/** A scope contains only what its own resources need. */
export function findUnknown(draft: Drafted, selects: Selects = () => true): readonly Unknown[] {
  const referring = referringByTarget(draft, selects);
  return allUnknown(draft, selects).flatMap(({ hides, keeps, ...each }) => {
    const hidden = hides.filter((address) => selects(address) || referring.has(address));
    const kept = keeps?.filter(selects) ?? [];
    const refers = [...new Set(hidden.flatMap((address) => referring.get(address) ?? []))].sort();
    const isAffected = hidden.length + kept.length > 0 || each.misses !== undefined;
    if (!isAffected && !isListSelected(each.list, selects)) return [];
    return [{ ...each, hides: hidden, ...(kept.length > 0 && { keeps: kept }), ...(refers.length > 0 && { refers }) }];
  });
}

/** Whether the scope contains the list, or undeclared objects in it. */
function isListSelected(list: ListAddress, selects: Selects) {
  return selects(list) || selects(`${list}/id:any`);
}

/** By target: selected resources whose reference cannot be compared. A reference as recorded needs no comparison. */
function referringByTarget({ matches }: Drafted, selects: Selects): ReadonlyMap<Address, readonly Address[]> {
  const referring = new Map<Address, readonly Address[]>();
  for (const { resource, live, state } of matches.at.values()) {
    const { address, fields } = resource;
    if (state !== 'matched' || !selects(address)) continue;
    for (const [name, value] of Object.entries(fields))
      if (isReference(value) && !isRecordedObject(matches, value, live?.fields[name]))
        referring.set(value.ref, [...(referring.get(value.ref) ?? []), address]);
  }
  return referring;
}

function allUnknown(draft: Drafted, selects: Selects): readonly Unknown[] {
  const { world, matches } = draft;
  const listOfMatch = ({ shape, resource }: Match) => (shape.singleton ? resource.address : listOf(resource.address));
  const unseen = matches.unmatched.filter(
    (match) => match.state === 'hidden' && match.blocked === undefined && !isLeftOut(world, listOfMatch(match)),
  );
  const hidden = groupBy(unseen, listOfMatch);
  const missed = missedByList(draft, selects);
  const found = new Map<Address, Unknown>();
  for (const list of world.live.lists) {
    if (list.unknown === undefined || list.isLeftOut) continue;
    const shape = shapeOf(world, list.kind);
    for (const parent of parentAddresses(draft, list.kind, list.parentId)) {
      const address = listAddress(parent, shape.segment);
      const facts = withoutUndefined({ misses: missed.get(address), isDenied: list.isDenied });
      found.set(address, {
        list: address,
        reason: list.unknown,
        hides: addressesOfMatches(hidden.get(address)),
        ...facts,
      });
      hidden.delete(address);
    }
  }
  for (const [list, hides] of hidden)
    found.set(list, { list, reason: hides[0].reason ?? 'its container is unknown', hides: addressesOfMatches(hides) });
  for (const [list, kept] of groupBy(uncertainDeletes(draft), ({ address }) => listOf(address))) {
    const told = found.get(list) ?? { list, reason: kept[0].reason, hides: [] };
    found.set(list, { ...told, keeps: kept.map(({ address }) => address) });
  }
  return [...found.values()].sort((a, b) => compareTexts(a.list, b.list));
}

/** By list: what could not be compared if the list is incomplete. */
function missedByList(draft: Drafted, selects: Selects): ReadonlyMap<ListAddress, readonly Missed[]> {
  const { world, matches } = draft;
  const missed = new Map<ListAddress, readonly Missed[]>();
  const add = (list: ListAddress, what: Missed) =>
    missed.set(list, [...new Set([...(missed.get(list) ?? []), what])].sort());
  for (const list of world.desired.lists)
    if (world.shapes.has(list.kind) && isListSelected(list.list, selects) && isPrunedCompletely(world, list))
      add(list.list, 'undeclared');
  for (const container of world.containers) {
    const members = matches.membersOf(container).filter(({ state }) => state === 'matched');
    if (members.length < 2 || isOrderShown(draft, container, members)) continue;
    for (const { resource } of members) if (selects(resource.address)) add(listOf(resource.address), 'order');
  }
  return missed;
}

function addressesOfMatches(hidden: readonly Match[] = []) {
  return hidden.map(({ resource }) => resource.address);
}

/** A partial plan does not need the list. */
function isLeftOut({ live }: World, list: ListAddress) {
  return live.leftOut?.has(list) === true;
}

/** Resources that would be deleted if everything were known, without their contents. */
function uncertainDeletes(draft: Drafted): readonly { readonly address: Address; readonly reason: string }[] {
  const { world, matches } = draft;
  const { lists, uses } = world.live;
  if (uses?.unknown === undefined && lists.every(({ unknown }) => unknown === undefined)) return [];
  const gone = new Set(matches.gone);
  const dropped = new Map(matches.dropped.map(({ address, live }) => [address, live]));
  const waiting = new Map<Address, { readonly address: Address; readonly reason: string }>();
  const isInner = createWithinTest(waiting);
  for (const address of world.leftOver.filter((each) => !world.desiredAt.has(each) && !gone.has(each))) {
    const kind = kindAtAddress(world, address);
    if (kind === undefined || isLeftOut(world, listOf(address))) continue;
    const live = dropped.get(address);
    const reason = live === undefined ? whyListUnknown(world, address, kind) : whyDeleteUncertain(world, live);
    if (reason !== undefined && !isInner(address) && !staysUndeleted(world, address, shapeOf(world, kind)))
      waiting.set(address, { address, reason });
  }
  return [...waiting.values()];
}

/** Why the list is not known completely. Undefined: the object belongs to another address. */
function whyListUnknown(world: World, address: Address, kind: KindName) {
  const parent = parentAddress(world, address);
  return world.liveList(kind, parent === null ? null : (world.ledger.get(parent)?.id ?? null))?.unknown;
}

function parentAddresses(draft: Drafted, kind: string, parentId: string | null): readonly (Address | null)[] {
  if (parentId === null) return [null];
  return (shapeOf(draft.world, kind).parents ?? []).flatMap(
    (parent) => draft.matches.addressOf(parent, parentId) ?? [],
  );
}

/** Dropped objects without unknowns. The others stay on the platform and in the ledger, with a note. */
export function certainDeletes(draft: Draft): Matches['dropped'] {
  const doubtful = new Set<Address>();
  const isDoubtful = createWithinTest(doubtful);
  return draft.matches.dropped.filter(({ address, live }) => {
    if (isDoubtful(address)) return false;
    const reason = whyDeleteUncertain(draft.world, live);
    if (reason === undefined) return true;
    doubtful.add(address);
    addNote(
      draft,
      address,
      `no longer declared, but not deleted now, because docform could not read everything: ${reason}`,
    );
    return false;
  });
}

/** Why the list of the object, a list of its contents, or a list of its uses is not known completely. */
function whyDeleteUncertain(world: World, live: LiveObject) {
  const shape = shapeOf(world, live.kind);
  const { name } = shape;
  const own = world.liveList(live.kind, live.parentId)?.unknown ?? whyUsesUnknown(world, shape);
  if (own !== undefined) return own;
  for (const child of world.shapes.values()) {
    const isPlaced = placement(child)?.kind === name;
    const holder = child.parents?.includes(name) ? live.id : isPlaced ? live.parentId : undefined;
    const unknown = holder === undefined ? undefined : world.liveList(child.name, holder)?.unknown;
    if (unknown !== undefined) return unknown;
  }
  return undefined;
}
