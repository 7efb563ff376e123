/** Blocks changes of objects of another configuration, and of fields that it declares with another value. */
import { type Address, topOf } from '../../core/address.ts';
import { formOf } from '../../core/count.ts';
import { onceFor } from '../../core/once.ts';
import {
  asMap,
  type DesiredResource,
  type DesiredValue,
  isReference,
  type LiveObject,
  type OtherConfiguration,
  type UnreadLedger,
} from '../../core/state.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { addressPath, identityMap, placement, shapeOf } from '../../kinds/shape.ts';
import { declaredMark, lastAppliedOf } from '../fields/compare.ts';
import type { LastApplied } from '../fields/rewritten.ts';
import type { Blocked } from '../result/change.ts';
import { blockUnlessAllowed, type Draft, type DraftChange } from './draft.ts';
import { liveParentOf, type World } from './world.ts';

interface Owner {
  readonly other: OtherConfiguration;
  readonly address: Address;
  readonly applied: LastApplied;
  readonly declared?: DesiredResource;
}

const ownersIn = onceFor((world: World) => {
  const owners = identityMap<Owner>(world.shapes);
  for (const other of world.input.others ?? []) {
    if ('unread' in other.ledger) continue;
    const { resources } = other.ledger;
    const at = other.declared && new Map(other.declared.map((resource) => [resource.address, resource]));
    for (const [address, { id, applied = {} }] of Object.entries(resources)) {
      const path = addressPath(address, world.shapes);
      const kind = path?.at(-1)?.kind;
      if (kind === undefined) continue;
      const shape = shapeOf(world, kind);
      const parentId = shape.bulk ? (resources[path?.at(-2)?.address ?? '']?.id ?? null) : null;
      const declared = at?.get(address);
      const fields = at === undefined ? applied : lastAppliedOf(shape, declared?.fields ?? {});
      owners.set({ kind, id, parentId }, { other, address, applied: fields, ...(declared && { declared }) });
    }
  }
  return owners;
});

/** The other configuration that has the object in its ledger. */
export function ownerOf(world: World, live: Pick<LiveObject, 'kind' | 'id' | 'parentId'>): Owner | undefined {
  return ownersIn(world).of(live);
}

export function guardElsewhere(draft: Draft, others: readonly OtherConfiguration[]): void {
  const { world, matches } = draft;
  const [unread] = others.flatMap(({ file, ledger }) => ('unread' in ledger ? [unknownOwner(file, ledger)] : []));
  for (const change of draft.changes) {
    const { action, address } = change;
    const live = matches.at.get(address)?.live;
    if (live !== undefined && (action === 'update' || action === 'create')) guardDeclared(draft, change, live);
    const isClaiming = action === 'adopt' || action === 'delete' || action === 'replace';
    if (isClaiming && unread !== undefined) change.blocked = unread;
    if (action === 'adopt' && live !== undefined) refuseOwned(draft, change, ownerOf(world, live));
  }
  for (const live of world.live.objects) {
    const owner = shapeOf(world, live.kind).singleton ? undefined : ownerOf(world, live);
    if (owner !== undefined) for (const change of deletesOf(draft, live)) refuseOwned(draft, change, owner);
  }
}

/** Deletes of the object or of one of its containers. */
function deletesOf(draft: Draft, live: LiveObject): readonly DraftChange[] {
  const found: DraftChange[] = [];
  const seen = new Set<LiveObject>();
  const visit = (each: LiveObject | undefined) => {
    if (each === undefined || seen.has(each)) return;
    seen.add(each);
    const address = draft.deleting.get(each);
    const change =
      address === undefined
        ? undefined
        : (draft.changeAt.get(`${address}:delete`) ??
          draft.changeAt.get(`${draft.matches.addressOfLive(each)}:replace`));
    if (change !== undefined) found.push(change);
    visit(liveParentOf(draft.world, each));
    const place = placement(shapeOf(draft.world, each.kind));
    const id = place && each.fields[place.name];
    if (place !== undefined && typeof id === 'string') visit(draft.world.liveObject(place.kind, id));
  };
  visit(live);
  return found;
}

/** No flag overrides this block, so it replaces any other. */
function refuseOwned({ world }: Draft, change: DraftChange, owner: Owner | undefined) {
  if (owner === undefined) return;
  const { name, file } = owner.other;
  const reference = shapeOf(world, change.kind).mayBeExternal ? 'refer to the object with `external`, or ' : '';
  change.blocked = {
    code: 'B-OWNED-ELSEWHERE',
    reason: `the configuration ${name} (${file}) owns ${owner.address}`,
    hint:
      change.action === 'adopt'
        ? `${reference}move it here: \`docform mv ${topOf(owner.address)} --to NAME\`, in ${name}`
        : `to stop managing the object here, run \`docform forget ${change.address}\``,
  };
}

function unknownOwner(file: string, { unread, fix = 'repair this ledger first' }: UnreadLedger): Blocked {
  return {
    code: 'B-OWNER-UNKNOWN',
    reason: `another configuration can own it, because ${file} could not be read: ${unread}`,
    hint: fix,
  };
}

function guardDeclared(draft: Draft, change: DraftChange, live: LiveObject) {
  const owner = ownerOf(draft.world, live);
  const declared = draft.matches.at.get(change.address)?.resource;
  if (owner === undefined || declared === undefined) return;
  const shape = shapeOf(draft.world, change.kind);
  const fields = change.fields.flatMap(({ field, after }) => {
    const [of, wanted] = [shape.fields[field], declared.fields[field]];
    if (of === undefined || wanted === undefined) return [];
    const marks = Object.entries(lastAppliedOf(shape, { [field]: wanted }));
    const isSent = (mark: string) => of.type.is !== 'keyed' || mark.slice(field.length + 1) in asMap(after);
    const isOther = ([mark, value]: readonly [string, string]) =>
      isSent(mark) && isOtherValue(draft, owner, mark, { mark: value, field: of, wanted });
    return marks.filter(isOther).map(([mark]) => mark);
  });
  const [first] = fields;
  if (first === undefined) return;
  blockUnlessAllowed(draft, change, {
    code: 'B-DECLARED-ELSEWHERE',
    reason: `${fields.join(' and ')} ${formOf(fields.length, 'is', 'are')} declared with another value by ${declarerOf(owner, first)}`,
    hint: `declare ${formOf(fields.length, 'the field', 'the fields')} in only one of the configurations`,
  });
}

interface Wanted {
  readonly mark: string;
  readonly field: FieldShape;
  readonly wanted: DesiredValue;
}

/** A reference is the same if it leads to the same object: each configuration has its own keys. */
function isOtherValue({ matches }: Draft, owner: Owner, name: string, { mark, field, wanted }: Wanted) {
  const theirs = owner.applied[name];
  if (theirs === undefined || theirs === mark) return false;
  const id = isReference(wanted) ? matches.idOf(wanted.ref) : undefined;
  return id === undefined || !isReferenceTo(owner, field, theirs, id);
}

function isReferenceTo({ other: { ledger } }: Owner, field: FieldShape, mark: string, id: string) {
  return (
    !('unread' in ledger) &&
    Object.entries(ledger.resources).some(
      ([address, entry]) => entry.id === id && declaredMark(field, { ref: address }) === mark,
    )
  );
}

/** `portal (sites/portal/docform.yaml:4)`, if another configuration declares this value of the field. */
export function declarerOfLive(
  world: World,
  live: LiveObject,
  value: { readonly name: string; readonly mark: string; readonly field: FieldShape; readonly id?: string },
): string | undefined {
  const { name, mark, field, id } = value;
  const owner = ownerOf(world, live);
  const theirs = owner?.applied[name];
  if (owner === undefined || theirs === undefined) return undefined;
  const isSame = theirs === mark || (id !== undefined && isReferenceTo(owner, field, theirs, id));
  return isSame ? declarerOf(owner, name) : undefined;
}

function declarerOf({ other: { name, file }, declared }: Owner, mark: string) {
  const span = declared && (declared.fieldSpans[mark.split('.', 1)[0] ?? mark] ?? declared.span);
  return `${name} (${span === undefined ? file : `${span.file}:${span.line}`})`;
}
