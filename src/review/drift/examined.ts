/** Compares each managed resource with ledger and live state, and finds drifted fields: live values that differ from what was applied and from the configuration. */
import type { Address } from '../../core/address.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { readIntendedMark } from '../../core/ledger-marks.ts';
import {
  type DesiredResource,
  type DesiredValue,
  type LedgerEntry,
  type LiveObject,
  mapOrEmpty,
  type Value,
} from '../../core/state.ts';
import {
  differsInPresence,
  type FieldShape,
  isNotReturned,
  isSetAtCreation,
  isUnexpectedlyMissing,
  wideningText,
} from '../../kinds/field.ts';
import { type KindShape, shapeOf } from '../../kinds/shape.ts';
import { withoutInherited } from '../../plan/changes/inherited.ts';
import { beingCreated, recordedEntry } from '../../plan/changes/ledger/intended.ts';
import { declaringPlaceOfLive } from '../../plan/context/other-configurations.ts';
import { kindAtAddress, parentAddress } from '../../plan/context/world.ts';
import type { Drafted } from '../../plan/draft/drafted.ts';
import {
  computeLastApplied,
  declaredMark,
  differsFromLive,
  displacedFields,
  liveMark,
  shownChange,
} from '../../plan/fields/compare.ts';
import { fullDigest } from '../../plan/fields/field-marks.ts';
import { findRewrittenParts, type LastApplied, withoutRewrittenParts } from '../../plan/fields/rewritten.ts';
import { ledgerObject } from '../../plan/identity/match.ts';
import type { Selects } from '../../plan/result/scope.ts';
import type { DriftEntry, FieldDrift } from './entry.ts';

export interface ManagedResource {
  readonly address: Address;
  readonly shape: KindShape;
  /** Missing: no longer declared. */
  readonly declared?: DesiredResource;
  /** Missing: there is no ledger. */
  readonly entry?: LedgerEntry;
  /** `anew`: replaced by a similar object. `hidden`: unknown. */
  readonly state: 'there' | 'anew' | 'missing' | 'hidden';
  readonly live?: LiveObject;
  /** More about a missing object, such as `it has moved`. */
  readonly note?: string;
  readonly isElsewhere?: true;
}

export interface DriftComparison {
  readonly draft: Drafted;
  readonly hasLedger: boolean;
  /** By address. Without a ledger: declared resources. */
  readonly subjects: ReadonlyMap<Address, ManagedResource>;
}

export function examine(draft: Drafted): DriftComparison {
  const { world, matches } = draft;
  const { ledger } = world.input;
  const hasLedger = Object.keys(ledger.resources).length + ledger.lists.length > 0;
  const begun = [...beingCreated(world.input)].filter((address) => matches.at.get(address)?.state === 'matched');
  const addresses = hasLedger ? [...new Set([...world.ledger.keys(), ...begun])] : [...matches.at.keys()];
  const external = new Set(matches.external);
  const subjects = new Map<Address, ManagedResource>();
  for (const address of addresses.sort()) {
    const kind = kindAtAddress(world, address);
    const declared = world.desiredAt.get(address);
    if (kind === undefined || declared?.isExternal || external.has(address)) continue;
    // Git Sync creates and deletes it.
    if (declared?.claim !== undefined && matches.at.get(address)?.state === 'pending') continue;
    const entry = hasLedger ? recordedEntry(draft, address) : undefined;
    const shape = shapeOf(world, kind);
    const found = entry ? owned(draft, address, shape, entry, subjects) : matched(draft, address);
    subjects.set(address, withoutUndefined({ address, shape, declared, entry, ...found }));
  }
  return { draft, hasLedger, subjects };
}

const inTrash = 'it is in the trash: apply restores it';

type Found = Pick<ManagedResource, 'state' | 'live' | 'note' | 'isElsewhere'>;

/** Prefers the object of the ledger if it is still in its place. */
function owned(
  draft: Drafted,
  address: Address,
  shape: KindShape,
  entry: LedgerEntry,
  subjects: ReadonlyMap<Address, ManagedResource>,
): Found {
  const { world } = draft;
  const match = draft.matches.at.get(address);
  if (match?.resource.claim !== undefined) {
    const isReplaced = match.state === 'matched' && match.live?.id !== entry.id;
    return { ...matched(draft, address), ...(isReplaced ? { state: 'anew' as const } : {}) };
  }
  const parent = parentAddress(world, address);
  const container = parent === null ? undefined : subjects.get(parent);
  const parentId = parent === null ? null : (container?.live?.id ?? world.ledger.get(parent)?.id);
  const object = ledgerObject(world, address, shape.name, entry.id);
  const live = world.liveObject(shape.name, entry.id, object.parentId ?? parentId ?? null);
  if (live !== undefined && !live.isDeleted && live.parentId === parentId) return { state: 'there', live };
  if (container?.state === 'hidden') return { state: 'hidden' };
  const standing = matched(draft, address);
  const isPinned = draft.matches.at.get(address)?.by === 'pin';
  if (standing.state === 'there' && !isPinned) return { ...standing, state: shape.singleton ? 'there' : 'anew' };
  if (live?.isDeleted) return { state: 'missing', note: inTrash };
  const isElsewhere = live !== undefined && !live.isDeleted && parentId !== undefined;
  if (isElsewhere) return { state: 'missing', note: 'it has moved', isElsewhere };
  const isUnread = parentId === undefined || world.liveList(shape.name, parentId)?.unknown !== undefined;
  return standing.state === 'hidden' || (isUnread && container?.state !== 'missing')
    ? { state: 'hidden' }
    : { ...standing, state: 'missing' };
}

function matched(draft: Drafted, address: Address): Found {
  const match = draft.matches.at.get(address);
  if (match?.state === 'matched' && match.live) return { state: 'there', live: match.live };
  if (match?.state === 'hidden') return { state: 'hidden' };
  if (match?.state === 'trashed') return { state: 'missing', note: inTrash };
  if (match?.state === 'pending') return { state: 'missing', note: match.reason ?? 'docform cannot create it' };
  return { state: 'missing' };
}

const recreated = 'it was deleted and recreated outside docform: apply adopts the new object';

const replacedBySync = 'it was replaced by Git Sync: apply adopts the new object, and grants its permissions again';

interface ChangedField extends FieldDrift {
  readonly mark: string;
}

export function changedEntries({ draft, subjects }: DriftComparison): readonly DriftEntry[] {
  return [...subjects.values()].flatMap((subject) => {
    const { address, shape, live, declared, entry } = subject;
    if (live === undefined || declared === undefined) return [];
    const isAnew =
      subject.state === 'anew' && subjects.get(parentAddress(draft.world, address) ?? '')?.state !== 'anew';
    const fields = [
      ...(isAnew && entry ? [{ field: 'id', before: entry.id, after: live.id, mark: live.id }] : []),
      ...changedFields(draft, subject, live),
    ];
    if (fields.length === 0) return [];
    return [
      {
        class: 'changed' as const,
        address,
        kind: shape.name,
        id: live.id,
        fields: fields.map(({ mark, ...field }) => field),
        ...(isAnew ? { note: declared.claim === undefined ? recreated : replacedBySync } : {}),
        ...(isAnew ? {} : unsetNote(subject, fields)),
        marks: fields.map(({ field, mark }) => `${field}=${mark}`),
      },
    ];
  });
}

function unsetNote({ entry }: ManagedResource, fields: readonly ChangedField[]) {
  const unset = fields.filter(({ field }) => readIntendedMark(entry?.applied?.[field] ?? '') !== undefined);
  if (unset.length === 0) return {};
  return { note: `an earlier apply created it, and did not set ${unset.map(({ field }) => field).join(' and ')}` };
}

/** Skips fields that were never applied or are never returned. */
function changedFields(
  draft: Drafted,
  { address, shape, declared, entry }: ManagedResource,
  found: LiveObject,
): readonly ChangedField[] {
  const fields = declared?.fields ?? {};
  const applied: LastApplied = entry === undefined ? computeLastApplied(shape, fields) : (entry.applied ?? {});
  const own = withoutInherited(draft, { address, shape, declared: fields, live: found.fields, applied });
  const live = { ...found, fields: own };
  const rewritten = entry?.rewritten ?? {};
  return Object.entries(fields).flatMap(([name, stated]) => {
    const field = shape.fields[name];
    if (
      field === undefined ||
      isSetAtCreation(field) ||
      isUnexpectedlyMissing(field, live.fields[name]) ||
      isUnseen(draft, field, live, name)
    )
      return [];
    if (field.writeOnly) {
      if (applied[name] === undefined) return [];
      return [
        ...appearedOrGone(draft, name, field, stated, { live: live.fields[name], applied: applied[name] }),
        ...displacing(draft, shape, name, fields, live),
      ];
    }
    const parts = findRewrittenParts({ applied, rewritten }, name, field, stated, live.fields[name]);
    const wanted = withoutRewrittenParts(name, field, stated, parts);
    if (wanted === undefined) return [];
    if (field.type.is !== 'keyed')
      return changedValue(draft, {
        name,
        field,
        wanted,
        of: live,
        live: live.fields[name],
        applied: applied[name],
        rewritten: rewritten[name],
      });
    const now = mapOrEmpty(live.fields[name]);
    return Object.entries(mapOrEmpty(wanted as Value)).flatMap(([key, value]) => {
      const part = { [key]: value };
      if (!differsFromLive(field, part, now, draft.matches)) return [];
      const mark = `${name}.${key}`;
      const compared = { name: mark, field, wanted: value, of: live, live: now[key] };
      return changedValue(draft, { ...compared, applied: applied[mark], rewritten: rewritten[mark], isPart: true });
    });
  });
}

/** Texts that the platform still has as it rewrote them: `teams/writers: title is rewritten …`. */
export function rewrittenNotes({ subjects }: DriftComparison, selects?: Selects): readonly string[] {
  return [...subjects.values()].flatMap(({ address, shape, live, declared, entry }) => {
    if (live === undefined || entry?.rewritten === undefined || selects?.(address) === false) return [];
    const recorded = { applied: entry.applied, rewritten: entry.rewritten };
    return Object.entries(declared?.fields ?? {}).flatMap(([name, wanted]) => {
      const field = shape.fields[name];
      const parts = field && findRewrittenParts(recorded, name, field, wanted, live.fields[name]);
      return (parts ?? []).map(({ text }) => `${address}: ${text}`);
    });
  });
}

/** The platform shows that a write-only field has no value although one was applied, or the reverse. */
function appearedOrGone(
  { matches }: Drafted,
  name: string,
  field: FieldShape,
  wanted: DesiredValue,
  { live, applied }: { readonly live: Value | undefined; readonly applied: string },
): readonly ChangedField[] {
  const wasNone = applied === fullDigest(null);
  if (!differsInPresence(field, wanted, live) || wasNone === (live === null)) return [];
  const { before: now, after: was } = shownChange(name, field, wanted, live, matches);
  const before = fullDigest(wanted) === applied ? (was ?? null) : undefined;
  return [withoutUndefined({ field: name, before, after: now ?? null, mark: liveMark(field, live, matches) })];
}

/** A write-only value is certainly gone if an exclusive field has a value. */
function displacing(
  { matches }: Drafted,
  shape: KindShape,
  name: string,
  fields: DesiredResource['fields'],
  live: LiveObject,
): readonly ChangedField[] {
  return displacedFields(shape, name, fields, live.fields).map(([other, field]) => {
    const { before: now } = shownChange(other, field, undefined, live.fields[other], matches);
    return { field: other, before: null, after: now ?? null, mark: liveMark(field, live.fields[other], matches) };
  });
}

/** If the list of its target is incomplete, a missing reference is unknown, not changed. */
function isUnseen({ world }: Drafted, { type }: FieldShape, { kind, id, parentId, fields }: LiveObject, name: string) {
  if (type.is !== 'ref' || fields[name] !== undefined) return false;
  return [world.liveList(kind, parentId), world.liveList(type.to, id)].some((list) => list?.unknown !== undefined);
}

interface Compared {
  readonly name: string;
  readonly field: FieldShape;
  readonly wanted: DesiredValue;
  readonly of: LiveObject;
  readonly live: Value | undefined;
  /** undefined: never applied. */
  readonly applied: string | undefined;
  /** The text that the platform stored instead. */
  readonly rewritten: string | undefined;
  /** One key of a map, already compared. */
  readonly isPart?: true;
}

function changedValue(
  draft: Drafted,
  { name, field, wanted, of, live, applied, rewritten, isPart }: Compared,
): readonly ChangedField[] {
  if (applied === undefined) return [];
  const recorded = readIntendedMark(applied) ?? applied;
  // A missing key differs from a key with an empty value.
  const mark = isPart && live === undefined ? 'none' : liveMark(field, live, draft.matches);
  if (mark === recorded || mark === rewritten || (!isPart && !differsFromLive(field, wanted, live, draft.matches)))
    return [];
  const { before: now, after: was, isShownInFull } = shownChange(name, field, wanted, live, draft.matches);
  const isKnown = declaredMark(field, wanted) === recorded;
  const id = field.type.is === 'ref' && typeof live === 'string' ? live : undefined;
  const declaredBy = declaringPlaceOfLive(draft.world, of, withoutUndefined({ name, mark, field, id }));
  const before = isKnown ? (was ?? null) : undefined;
  const facts = { field: name, before, after: now ?? null, isShownInFull };
  const isUnreturned = !isPart && isNotReturned(field, live) ? (true as const) : undefined;
  // A single value of a map that is gone was deleted together with the object of its key.
  const isConflict = isKnown || (isPart && live === undefined) ? undefined : (true as const);
  return [
    withoutUndefined({
      ...facts,
      isNotReturned: isUnreturned,
      isConflict,
      highRisk: wideningText(field, wanted, live),
      declaredBy,
      mark,
    }),
  ];
}
