/** Drafts the create, restore, update, replacement or adoption of each resource, without order and container. */

import { type Address, listOf, topLevelAddress } from '../../core/address.ts';
import { withoutMissing, withoutUndefined } from '../../core/defined.ts';
import { type DesiredResource, type DesiredValue, isReference, type LiveObject, type Value } from '../../core/state.ts';
import { isNothingToSet, needsUpdate } from '../../kinds/field.ts';
import { isNamedByPlatform, keyedFields, naturalKeyFields, placeField, valueInCreateCall } from '../../kinds/shape.ts';
import { lastAppliedAt, unmanagedAddress } from '../context/world.ts';
import { addChange, addHeldBack, addNote, addStep, type Draft, type DraftStep } from '../draft/draft.ts';
import type { Drafted } from '../draft/drafted.ts';
import { addNeed } from '../draft/edges.ts';
import { type Comparison, compareFields, shownChange, valueNotes } from '../fields/compare.ts';
import { type Holding, heldBackRecord, planHolding } from '../fields/held-back.ts';
import { isWrapTrigger } from '../identity/creates.ts';
import { isRecordedObject, type Match, refersToUnknown } from '../identity/identity.ts';
import { findCandidates } from '../identity/unfinished.ts';
import type { Blocked } from '../result/change.ts';
import type { Companion } from '../result/step.ts';
import { adoptionReasonOfClaim } from './claimed-reason.ts';
import { addResentFields, withoutInherited } from './inherited.ts';
import { isUpToDate } from './ledger/state-updates.ts';
import { blockUncertainCopy } from './uncertain-copies.ts';
import { wideningOfCreate } from './widening.ts';

/** Drafts all resources that are not up to date. Kinds with values keyed by other resources come last, because a replacement of these deletes values. */
export function draftResources(draft: Draft): void {
  const isAllKnown = draft.matches.unmatched.every(({ state }) => state !== 'hidden' && state !== 'pending');
  const keyed: Match[] = [];
  for (const each of draft.matches.at.values()) {
    if (each.state === 'hidden' || each.state === 'pending' || each.resource.isExternal || isUpToDate(draft, each))
      continue;
    draft.open.add(each);
    if (keyedFields(each.shape).length > 0) keyed.push(each);
    else draftResource(draft, each, isAllKnown);
  }
  for (const each of keyed) draftResource(draft, each, isAllKnown);
}

function draftResource(draft: Draft, each: Match, isAllKnown: boolean) {
  const match = isAllKnown ? each : omitUnknownReferences(draft, each);
  if (match.state === 'absent') draftAbsent(draft, match);
  else draftMatched(draft, match);
}

/** Omits references to unknown or pending resources, with a note. Blocks creates that need such a reference. */
function omitUnknownReferences(draft: Draft, match: Match) {
  const isUnknown = (value: DesiredValue) => refersToUnknown(draft.matches, value);
  if (!Object.values(match.resource.fields).some(isUnknown)) return match;
  const unknown = Object.entries(match.resource.fields).filter(([, value]) => isUnknown(value));
  const fields = { ...match.resource.fields };
  for (const [name, value] of unknown) {
    delete fields[name];
    if (isRecordedObject(draft.matches, value, match.live?.fields[name])) continue;
    if (isReference(value) && draft.world.live.leftOut?.has(listOf(value.ref)) !== true)
      addNote(
        draft,
        match.resource.address,
        `${name} is not changed, because ${draft.matches.at.get(value.ref)?.state === 'pending' ? 'this resource is pending' : 'the state of this resource is unknown'}: ${value.ref}`,
      );
  }
  const { createNeeds } = match.shape;
  // Another place or team would be wrong for a new object, even until the next apply.
  const refersToExternal = (value: DesiredValue) =>
    isReference(value) && draft.world.desiredAt.get(value.ref)?.isExternal === true;
  const needed = unknown.find(([name, value]) => name === createNeeds || refersToExternal(value))?.[0];
  const how = needed === createNeeds ? 'is created from' : `needs as ${needed}`;
  const blocked: Blocked = { code: 'B-UNKNOWN', reason: `it ${how} a resource that could not be read` };
  return {
    ...match,
    resource: { ...match.resource, fields },
    ...(needed !== undefined && match.state === 'absent' ? { blocked } : {}),
  };
}

const askedForBefore =
  'an interrupted apply requested it and got no response. apply searches for it again before creating it. If it appears later, it exists twice';

function draftAbsent(draft: Draft, match: Match) {
  const { resource, shape } = match;
  const { address } = resource;
  const companion = draft.creates.createdWith.get(address);
  const held = companion === undefined ? holdingOfNew(draft, match) : undefined;
  const rest = { ...updateFields(draft, match), ...held?.later };
  // An update creates a singleton. Without fields, there is nothing to do.
  if (shape.singleton && Object.keys(rest).length === 0) return;
  const made = addChange(draft, resource, 'create');
  const blocked = match.blocked ?? draft.creates.blocked.get(address) ?? blockUncertainCopy(draft, made, match);
  if (blocked) made.blocked = blocked;
  else if (draft.world.input.unconfirmed?.has(address)) made.notes.push(askedForBefore);
  const opened = wideningOfCreate(draft, match);
  for (const [name, value] of Object.entries({ ...resource.fields, ...opened.unstated })) {
    const field = shape.fields[name];
    if (field === undefined) continue;
    // A field that is derived from the container needs no value at the top level.
    if (!isNothingToSet(field, value) && (field.derived !== true || isReference(value)))
      made.fields.push({
        ...shownChange(name, field, value, undefined, draft.matches),
        ...withoutUndefined({ highRisk: opened.says[name] }),
      });
    made.notes.push(...valueNotes(name, field, value));
  }
  const isPublishing = Object.keys(resource.fields).some((name) => shape.fields[name]?.publishes);
  if (shape.initialState !== undefined && !isPublishing) made.initialState = shape.initialState;
  // No call would be right.
  if (blocked) return;
  if (shape.bulk) {
    addBulk(draft, match, 'create', resource.fields);
    return;
  }
  if (companion !== undefined) {
    made.cause = 'companion';
    made.why = `created together with ${companion.creator}`;
    const begins = companion.role === 'space' ? shape.companionOf?.begins : undefined;
    if (begins && resource.fields[begins.field] === true) made.notes.push(begins.note);
    made.steps.push(`${companion.creator}#create`);
    draft.producers.set(address, `${companion.creator}#create`);
  } else if (!shape.singleton) {
    const create = draftCreate(draft, match, held?.first);
    made.steps.push(create.id);
    draft.producers.set(address, create.id);
  }
  if (Object.keys(rest).length > 0) addChange(draft, resource, 'create', updateSteps(draft, match, rest));
}

function draftCreate(draft: Draft, match: Match, first: Fields | undefined) {
  const { resource, shape } = match;
  const create = addStep(draft, resource, 'create', { ...createFields(draft, match), ...first });
  const companions = draft.creates.companions.get(resource.address);
  if (companions) create.companions = companions;
  const parentId = resource.parent === null ? null : draft.matches.idOf(resource.parent);
  const candidates = parentId === undefined ? [] : findCandidates(draft.world, resource, parentId);
  if (candidates.length > 0 || isNamedByPlatform(shape, resource.fields))
    create.candidates = candidates.map(({ id }) => id);
  for (const along of companions ?? []) Object.assign(create.fields, companionFields(draft, along));
  return create;
}

/** The update, and the step that publishes the resource. */
function updateSteps(draft: Draft, { resource, shape }: Match, fields: Fields) {
  const isPublishingField = (name: string) => shape.fields[name]?.publishes === true;
  const [apart, rest] = [pickFields(fields, isPublishingField), pickFields(fields, (name) => !isPublishingField(name))];
  return withoutMissing(
    Object.keys(rest).length > 0 && addStep(draft, resource, 'update', rest),
    Object.keys(apart).length > 0 && addStep(draft, resource, 'publish', apart),
  );
}

/** A new object that only an update can restrict is created as a draft. */
function holdingOfNew(draft: Draft, { shape, resource }: Match): Holding | undefined {
  const { matches, creates, world } = draft;
  const along = (creates.companions.get(resource.address) ?? []).flatMap(({ address }) => {
    const match = matches.at.get(address);
    return match === undefined ? [] : [{ shape: match.shape, fields: match.resource.fields }];
  });
  const isSeen =
    world.shapes.get(resource.kind)?.parents !== undefined &&
    matches.idOf(topLevelAddress(resource.address)) !== undefined;
  const isOutside =
    isWrapTrigger(creates, resource.address) && isInDraft(draft, resource.fields[placeField(shape) ?? '']);
  const held = planHolding(shape, resource.fields, along, { isSeen, isOutside });
  const kept = held && heldBackRecord(shape, held, resource.fields, resource.address);
  if (kept !== undefined) addHeldBack(draft, resource.address, kept);
  return held;
}

/** Whether the group, or a group around it, is a draft. */
function isInDraft({ matches }: Pick<Drafted, 'matches'>, group: DesiredValue | undefined): boolean {
  const match = isReference(group) ? matches.at.get(group.ref) : undefined;
  if (match === undefined) return false;
  const { resource, shape, live } = match;
  const isDraft = resource.fields.draft ?? live?.fields.draft;
  return isDraft === true || isInDraft({ matches }, resource.fields[placeField(shape) ?? '']);
}

/** Fields of companions in the create call: the identity of a first child, and the start of a new space. */
function companionFields(draft: Drafted, { role, address }: Companion) {
  const match = draft.matches.at.get(address);
  const begins = role === 'space' ? match?.shape.companionOf?.begins : undefined;
  const names = role === 'first' ? (match?.shape.naturalKeys[0] ?? []) : begins ? [begins.field] : [];
  return pickFields(match?.resource.fields ?? {}, (name) => names.includes(name));
}

function createFields({ creates }: Drafted, { shape, resource }: Match) {
  const placedLater = isWrapTrigger(creates, resource.address) ? placeField(shape) : undefined;
  return pickFields(resource.fields, (name, value) => {
    const field = shape.fields[name];
    if (field === undefined || name === placedLater || isNothingToSet(field, value)) return false;
    return valueInCreateCall(shape, name, resource.fields) !== undefined;
  });
}

/** Fields to set after the create. All fields, if there was no create call. */
function updateFields(draft: Drafted, { shape, resource }: Match) {
  const isMadeByCall = !draft.creates.createdWith.has(resource.address) && !shape.singleton;
  const first = draft.creates.companions.get(resource.address)?.find((each) => each.role === 'first')?.address;
  return pickFields(resource.fields, (name, value) => {
    const field = shape.fields[name];
    const created = isMadeByCall ? valueInCreateCall(shape, name, resource.fields) : undefined;
    if (field === undefined || !needsUpdate(field, value, created)) return false;
    return !(field.deferred && isReference(value) && value.ref === first);
  });
}

type Fields = { [field: string]: DesiredValue };

function pickFields(fields: Readonly<Fields>, isPicked: (name: string, value: DesiredValue) => boolean): Fields {
  const picked: Fields = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value !== undefined && isPicked(name, value)) picked[name] = value;
  }
  return picked;
}

function draftMatched(draft: Draft, match: Match) {
  const { resource, shape, live, entry } = match;
  if (live === undefined) return;
  const recorded = entry?.id === live.id ? lastAppliedAt(draft.world, resource.address) : nothingRecorded;
  const declared = resource.fields;
  const { address } = resource;
  const own = withoutInherited(draft, { address, shape, declared, live: live.fields, applied: recorded.applied });
  const fields = withoutReplacedKeys(draft, match, own);
  const compared = compareFields({ shape, declared, live: fields, ...recorded, identities: draft.matches });
  const comparison = addResentFields(draft, match, compared);
  if (Object.keys(comparison.stored).length > 0) draft.stored.set(resource.address, comparison.stored);
  for (const text of comparison.notes)
    if (Object.keys(comparison.send).length === 0) addNote(draft, resource.address, text);
  if (entry?.id !== live.id && !shape.singleton && match.by !== 'place' && !resource.isUnowned)
    addChange(draft, resource, 'adopt').why =
      resource.claim === undefined ? adoptReason(match) : adoptionReasonOfClaim(draft, match, resource.claim);
  if (match.state === 'trashed') draftRestore(draft, match);
  if (comparison.replaced.length > 0) {
    draftReplace(draft, match, comparison);
    return;
  }
  if (Object.keys(comparison.send).length === 0) return;
  if (shape.bulk) addBulk(draft, match, 'update', shape.replacesWhole ? completeFields(match, live) : comparison.send);
  const made = addChange(draft, resource, match.state === 'trashed' ? 'create' : 'update');
  made.fields.push(...comparison.changed);
  made.notes.push(...comparison.notes);
  if (comparison.blocked) made.blocked = comparison.blocked;
  if (shape.bulk) return;
  for (const update of updateSteps(draft, match, comparison.send)) {
    if (shape.replacesWhole) update.passthrough = live.fields;
    made.steps.push(update.id);
  }
}

const nothingRecorded = { applied: undefined, rewritten: undefined };

function adoptReason(match: Match) {
  if (match.by === 'pin') return 'pinned';
  if (match.by === 'journal') return 'created by an interrupted apply';
  const found = `found by its ${naturalKeyFields(match.shape, match.resource.fields)?.join(' and ') ?? 'place'}`;
  return match.entry === undefined ? found : `${found}; it replaced ${match.entry.id}`;
}

function draftRestore(draft: Draft, match: Match) {
  const restore = addStep(draft, match.resource, 'restore');
  const made = addChange(draft, match.resource, 'create', [restore]);
  made.cause = 'restored';
  made.why = 'restored from the trash';
  if (match.live !== undefined) made.id = match.live.id;
  draft.producers.set(match.resource.address, restore.id);
}

function draftReplace(draft: Draft, match: Match, comparison: Comparison) {
  const { resource, shape, live } = match;
  const fields = comparison.replaced.map((each) => each.field).join(' and ');
  const unread = live && draft.world.liveList(live.kind, live.parentId)?.unknown;
  if (unread !== undefined) {
    addNote(
      draft,
      resource.address,
      `its ${fields} cannot be changed in place, and it is not replaced now, because its list could not be read: ${unread}`,
    );
    return;
  }
  const { create, gone } = orderReplacement(draft, match);
  const made = addChange(draft, resource, 'replace', [gone, create]);
  const rest = updateFields(draft, match);
  if (Object.keys(rest).length > 0) addChange(draft, resource, 'replace', updateSteps(draft, match, rest));
  made.fields.push(...comparison.replaced, ...comparison.changed);
  made.notes.push(...comparison.notes);
  made.cause = 'immutable';
  made.why = `${fields} cannot be changed in place`;
  if (shape.loss) made.lost.push(shape.loss);
  if (!resource.replace) {
    made.blocked = {
      code: 'B-REPLACE',
      reason: 'it would be deleted and created again',
      hint: 'set `replace: true` on it to allow it',
    };
  }
}

/** The old object is deleted first, or last if the platform requires one object to remain. */
function orderReplacement(draft: Draft, match: Match) {
  const { resource, shape, live } = match;
  const goneAddress = shape.lastStays && live ? unmanagedAddress(shape, resource.parent, live.id) : resource.address;
  const gone = addStep(draft, { address: goneAddress, kind: resource.kind }, 'delete');
  const create = addStep(draft, resource, 'create', createFields(draft, match));
  if (shape.lastStays) addNeed(gone, create.id);
  else addNeed(create, gone.id);
  draft.producers.set(resource.address, create.id);
  if (live) draft.deleting.set(live, goneAddress);
  return { gone, create };
}

/** Values keyed by a replaced resource are deleted with it, so they count as missing. */
function withoutReplacedKeys(draft: Drafted, match: Match, live: LiveObject['fields']): LiveObject['fields'] {
  const keyed = keyedFields(match.shape);
  if (keyed.length === 0) return live;
  const fields: { [field: string]: Value } = { ...live };
  for (const { name, keysRefer } of keyed) {
    const current = fields[name];
    if (typeof current !== 'object' || current === null) continue;
    const segment = draft.world.shapes.get(keysRefer)?.segment;
    const kept = Object.entries(current).filter(([key]) => !draft.changeAt.has(`${segment}/${key}:replace`));
    fields[name] = Object.fromEntries(kept);
  }
  return fields;
}

function addBulk(draft: Draft, { resource }: Match, operation: 'create' | 'update', fields: DesiredResource['fields']) {
  const bulk = bulkStep(draft, resource.address, resource.kind);
  const { address, isUnowned } = resource;
  bulk.items?.push({ operation, address, fields, ...withoutUndefined({ isUnowned }) });
  addChange(draft, resource, operation, [bulk]);
}

/** The declared fields, and the others as they are on the platform. */
function completeFields({ shape, resource }: Match, live: LiveObject): DesiredResource['fields'] {
  const others = Object.entries(live.fields).filter(([name]) => shape.exactlyOneOf?.includes(name) !== true);
  return { ...Object.fromEntries(others), ...resource.fields };
}

/** The one call for all changes of a list. */
export function bulkStep(draft: Draft, address: Address, kind: string): DraftStep {
  const bulk = addStep(draft, { address: listOf(address), kind }, 'bulk');
  bulk.items ??= [];
  return bulk;
}
