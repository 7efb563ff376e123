/** The undo file: the changes of an apply, with the former state of the platform. `docform undo` computes an edit of the YAML from the former values. Pure. */
import type { Address } from '../../core/address.ts';
import { hasCredentials, maskCredentialsInValue } from '../../core/credentials.ts';
import { fingerprint, sha256Hex } from '../../core/digest.ts';
import { canonicalJson } from '../../core/json.ts';
import {
  type Desired,
  type DesiredResource,
  type DesiredValue,
  type KindName,
  type Live,
  type LiveObject,
  mapOrEmpty,
  type Value,
} from '../../core/state.ts';
import { isPlainValueChange } from '../../kinds/declaration/plain-part.ts';
import { createRenaming } from '../../kinds/declaration/rename.ts';
import {
  indexByAddress,
  renameReferences,
  withField,
  withMapKey,
  withoutMapKey,
} from '../../kinds/declaration/resources.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { type KindShape, type Shapes, shapeOf } from '../../kinds/shape.ts';

const version = 1;
const hidden = '***';

/** A change that was applied, at least in part. */
export interface DoneChange {
  readonly address: Address;
  readonly kind: KindName;
  readonly action: 'create' | 'update' | 'move' | 'replace' | 'delete';
  /** The platform's id. Missing: the object had none. */
  readonly id?: string;
  readonly fields: readonly { readonly field: string; readonly after: Value | undefined }[];
}

/** A part of the former state that the inverse cannot restore. */
export interface Lost {
  readonly address: Address;
  readonly field?: string;
  readonly why: string;
  /** Not lost: the inverse restores it after a step that `why` names. */
  readonly needsStep?: true;
}

/** The apply that an undo file belongs to. */
export interface UndoFacts {
  readonly host: string;
  readonly organization: string;
  readonly environment?: string;
  /** RFC 3339. */
  readonly at: string;
  readonly who: string;
  /** Link to the pipeline's run. */
  readonly link?: string;
  /** Digest of the plan. */
  readonly digest: string;
}

interface RecordedChange extends DoneChange {
  /** Fingerprints of the declared values of the changed fields, to notice later edits of the YAML. */
  readonly applied: { readonly [field: string]: string };
}

export interface UndoRecord {
  readonly facts: UndoFacts;
  /** The apply has not ended: the changes are those that it planned. */
  readonly isUnfinished: boolean;
  readonly changes: readonly RecordedChange[];
  /** Changes whose result is unknown, because the response was lost. */
  readonly uncertain: readonly Address[];
  /** Ids by resource address, at the time of the apply. */
  readonly ids: { readonly [address: Address]: string };
  /** Entries of `moved` at the time of the apply. Later entries rename the addresses above. */
  readonly moved: readonly { readonly from: Address; readonly to: Address }[];
  /** The platform before the apply, without secrets. */
  readonly live: Pick<Live, 'objects' | 'lists' | 'orders'>;
}

/** Keeps of a sent value only the keys that were sent, which an undo needs; the values are in `live`. */
export function recordedChange(
  change: DoneChange,
  declared: DesiredResource | undefined,
  shapes: Shapes,
): RecordedChange {
  const shape = shapeOf({ shapes }, change.kind);
  const fields = change.fields.map(({ field, after }) => ({
    field,
    after: shape.fields[field]?.type.is === 'keyed' && after !== undefined ? after : undefined,
  }));
  const applied = Object.fromEntries(
    fields.flatMap(({ field }) => {
      const known = shape.fields[field];
      if (declared?.fields[field] === undefined || (known && isWithheld(known, declared.fields[field]))) return [];
      return [[field, valueMark(declared, field)]];
    }),
  );
  return { ...change, fields, applied };
}

/** The changes under their addresses in a configuration, without fields that were edited since the apply. */
export function changesSince(record: UndoRecord, desired: Desired, shapes: Shapes) {
  const known = new Set(record.moved.map(moveKey));
  const later = desired.moved.filter((move) => !known.has(moveKey(move)));
  const { now, was } = createRenaming(later, shapes);
  const declared = indexByAddress(desired.resources);
  const lost = record.uncertain.map(
    (address): Lost => ({ address: now(address), why: 'its result is unknown: the response was lost' }),
  );
  const done = record.changes.map(({ applied, ...change }): DoneChange => {
    const address = now(change.address);
    const resource = declared.get(address);
    const fields = change.fields.filter(({ field }) => {
      const mark = applied[field];
      // A reference to a renamed resource is not an edit.
      const isEdited = resource !== undefined && mark !== undefined && valueMark(resource, field, was) !== mark;
      if (isEdited && change.action !== 'create')
        lost.push({ address, field, why: 'the YAML was edited since the apply' });
      return !isEdited;
    });
    return { ...change, address, fields };
  });
  return { done, lost, now };
}

function moveKey({ from, to }: UndoRecord['moved'][number]) {
  return `${from} ${to}`;
}

/** The fingerprint of a declared value. `was`: maps references to their addresses at the time of the apply. */
function valueMark({ fields }: DesiredResource, field: string, was = (address: Address) => address) {
  return fingerprint(canonicalJson(renameReferences(fields[field] ?? null, was)));
}

export function withoutSecrets(object: LiveObject, shapes: Shapes): LiveObject {
  const { fields: known } = shapeOf({ shapes }, object.kind);
  const fields = Object.entries(object.fields).map(([name, value]) => {
    const isSecret = known[name] && isWithheld(known[name], undefined) && value !== null;
    return [name, isSecret ? hidden : maskCredentialsInValue(value)] as const;
  });
  return { ...object, fields: Object.fromEntries(fields) };
}

/** An apply that continues an interrupted one takes over its former values: they are older. */
export function continued(record: UndoRecord, earlier: UndoRecord | undefined): UndoRecord {
  if (earlier === undefined || !earlier.isUnfinished || earlier.facts.organization !== record.facts.organization)
    return record;
  const key = ({ kind, parentId, id }: LiveObject) => `${kind} ${parentId} ${id}`;
  const old = new Set(earlier.live.objects.map(key));
  return {
    ...record,
    changes: [...earlier.changes, ...record.changes],
    uncertain: [...earlier.uncertain, ...record.uncertain],
    ids: { ...record.ids, ...earlier.ids },
    moved: earlier.moved,
    live: {
      objects: [...earlier.live.objects, ...record.live.objects.filter((object) => !old.has(key(object)))],
      lists: [...earlier.live.lists, ...record.live.lists],
      orders: { ...record.live.orders, ...earlier.live.orders },
    },
  };
}

/** `mask` hides known secrets; the checksum covers the result. */
export function undoRecordText(record: UndoRecord, mask: (text: string) => string): string {
  const body = mask(JSON.stringify(record));
  return `{"kind":"undo","version":${version},"checksum":"sha256:${sha256Hex(body)}","record":\n${body}\n}\n`;
}

const layout = /^\{"kind":"undo","version":(\d+),"checksum":"sha256:([0-9a-f]{64})","record":\r?\n(.*)\r?\n\}\r?\n$/;

/** undefined: the text is not an undo file of this version, or it was changed. */
export function parseUndoRecord(text: string): UndoRecord | undefined {
  const [, found, checksum, body = ''] = layout.exec(text) ?? [];
  return found === String(version) && sha256Hex(body) === checksum ? (JSON.parse(body) as UndoRecord) : undefined;
}

/** The changed objects with their containers and references, without orders, as none changes. undefined: the whole state is needed. */
export function nearBy(live: Live, done: readonly DoneChange[], shapes: Shapes): Live | undefined {
  if (!done.every((each) => isPlainValueChange(each, shapeOf({ shapes }, each.kind)))) return undefined;
  const near = new Set(done.flatMap(({ id }) => id ?? []));
  const known = new Set<LiveObject>();
  // Few passes: each follows one level of containers and references.
  for (let size = -1; known.size > size; ) {
    size = known.size;
    for (const object of live.objects) {
      if (!near.has(object.id) || known.has(object)) continue;
      known.add(object);
      if (object.parentId !== null) near.add(object.parentId);
      for (const [name, { type }] of Object.entries(shapeOf({ shapes }, object.kind).fields)) {
        const value = object.fields[name];
        if (type.is === 'ref' && typeof value === 'string') near.add(value);
      }
    }
  }
  return { ...live, objects: live.objects.filter((object) => known.has(object)), orders: {} };
}

interface FormerObject {
  readonly shape: KindShape;
  /** The object before the apply. Missing: it did not exist. */
  readonly live?: LiveObject;
  /** The object as a configuration declares it. */
  readonly declared?: Pick<DesiredResource, 'fields'>;
  /** The reason why a field cannot be declared. */
  readonly leftOut: (field: string) => string | undefined;
  /** The undo deletes or recreates the object. */
  readonly isRemade: (kind: KindName, key: string) => boolean;
}

/**
 * All fields with their former values, the restored ones (`stated`), and those that cannot be restored. `changed`: the fields that were
 * sent; of a map that is compared by key, the sent keys. `now`: the configuration.
 */
export function formerFields(object: FormerObject, changed: DoneChange['fields'], now: DesiredResource['fields']) {
  let fields = now;
  const stated = new Set<string>();
  const lost: { field: string; why: string }[] = [];
  for (const { field, after } of changed) {
    const { exactlyOneOf = [], fields: shapes } = object.shape;
    const type = shapes[field]?.type;
    const isSettled =
      stated.has(field) || (exactlyOneOf.includes(field) && exactlyOneOf.some((each) => stated.has(each)));
    if (type === undefined || isSettled) continue;
    if (type.is === 'keyed') {
      for (const key of Object.keys(mapOrEmpty(after))) {
        const value = mapOrEmpty(object.live?.fields[field])[key] ?? undefined;
        const isRemade = object.isRemade(type.keysRefer, key);
        if (value !== undefined) fields = withMapKey(fields, field, key, value);
        else if (isRemade) fields = withoutMapKey(fields, field, key);
        else lost.push({ field: `${field}.${key}`, why: 'the field had no value, and a value cannot be removed' });
      }
      stated.add(field);
      continue;
    }
    const name = sourceShown(object, field) ?? field;
    const former = formerValue(object, name);
    if ('why' in former) lost.push({ field, why: former.why });
    else {
      fields = withField(fields, object.shape, name, former.value);
      stated.add(name);
    }
  }
  return { fields, stated: [...stated], lost };
}

/** Values that must not be in a file: secrets, URLs with credentials, and values that the platform never returns. */
export function isWithheld({ writeOnly, secret }: FieldShape, value: DesiredValue | undefined): boolean {
  if (writeOnly === true || secret !== undefined) return true;
  return value !== undefined && value !== null && hasCredentials(JSON.stringify(value));
}

function formerValue({ shape, live, declared, leftOut }: FormerObject, name: string) {
  const field = shape.fields[name];
  if (field === undefined || live === undefined) return { why: 'the former value is unknown' };
  if (field.writeOnly) return { why: 'the platform never returns the value' };
  if (field.secret !== undefined) return { why: 'secrets are not in the undo file' };
  const value = live.fields[name];
  if (isWithheld(field, value)) return { why: 'URLs with credentials are not in the undo file' };
  if (field.oneWay && value !== true) return { why: 'this change cannot be reverted' };
  const stated = declared?.fields[name];
  if (stated !== undefined) return { value: stated };
  const hadNone = value === undefined || value === null;
  return {
    why: hadNone
      ? 'the field had no value, and cannot be cleared'
      : (leftOut(name) ?? 'a configuration cannot express the former value'),
  };
}

/** Of fields that exclude each other, the one that the platform returned. undefined: the field excludes none. */
function sourceShown({ shape, live }: FormerObject, name: string) {
  if (!shape.exactlyOneOf?.includes(name)) return undefined;
  return shape.exactlyOneOf.find(
    (each) => live?.fields[each] !== undefined && live.fields[each] !== null && !shape.fields[each]?.writeOnly,
  );
}
