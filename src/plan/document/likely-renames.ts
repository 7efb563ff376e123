/** Notes creates that may be the new key and title of an object that the same plan deletes. */
import { distance } from 'fastest-levenshtein';
import { type Address, keyIn, listOf } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import type { LiveObject, Value } from '../../core/state.ts';
import { type KindShape, shapeOf } from '../../kinds/shape.ts';
import type { Drafted, DraftedChange } from '../draft/drafted.ts';

interface Deleted {
  readonly address: Address;
  readonly live: LiveObject;
}

/** By change. A rename of the key alone matches by title, and a rename of the title alone by key. */
export function findLikelyRenames(drafted: Drafted): ReadonlyMap<DraftedChange, readonly string[]> {
  const { world, changeAt } = drafted;
  const notes = new Map<DraftedChange, readonly string[]>();
  const owned = [...drafted.deleting].flatMap(([live, address]) =>
    world.ledger.has(address) && changeAt.has(`${address}:delete`) ? [{ address, live }] : [],
  );
  const gone = groupBy(owned, ({ address }) => listOf(address));
  const created = drafted.changes.filter(
    ({ action, cause, blocked }) => action === 'create' && cause === undefined && blocked?.code !== 'B-POSSIBLE-RENAME',
  );
  for (const [list, made] of groupBy(created, ({ address }) => listOf(address))) {
    const shape = shapeOf(world, made[0].kind);
    const candidates = gone.get(list) ?? [];
    const isInPlace = candidates.length === 1 && made.length === 1 && canChangeTarget(shape);
    if (isInPlace) notes.set(made[0], [inPlaceNote(made[0].address, candidates[0].address)]);
    if (candidates.length === 0 || !hasFreeNames(shape)) continue;
    for (const each of made) {
      const former = likelyFormerAddress(drafted, each, shape, candidates, made.length === 1);
      if (former !== undefined) notes.set(each, [...(notes.get(each) ?? []), renameNote(each.address, former)]);
    }
  }
  return notes;
}

/** The user chooses the key and the name. Another name is not another object, unlike the space of a site-space. */
function hasFreeNames({ key, naturalKeys, fields, bulk }: KindShape) {
  const names = naturalKeys.at(-1) ?? [];
  return key === 'name' && bulk !== true && names.length > 0 && names.every((name) => fields[name]?.type.is === 'text');
}

/** An update can change what its key refers to: a site-space can show another space. */
function canChangeTarget({ key, fields }: KindShape) {
  const field = key === 'name' ? undefined : fields[key.field];
  return field?.changesIn !== undefined && field.change === undefined;
}

function inPlaceNote(to: Address, from: Address) {
  return `this plan deletes ${from}. To show the new one in its place, with the same id and URL, add \`{ from: ${from}, to: ${to} }\` to \`moved\``;
}

/** The only deleted object of the list, or the only one with a similar key or name. */
function likelyFormerAddress(
  draft: Drafted,
  { address }: DraftedChange,
  { naturalKeys }: KindShape,
  candidates: readonly Deleted[],
  isOnlyCreate: boolean,
): Address | undefined {
  const names = naturalKeys.at(-1) ?? [];
  const declared = draft.matches.at.get(address)?.resource.fields ?? {};
  const isLikelySame = ({ address: other, live }: Deleted) =>
    isSimilar(keyIn(address), keyIn(other)) ||
    names.some((name) => isSimilar(declared[name] as Value | undefined, live.fields[name]));
  const alike = isOnlyCreate && candidates.length === 1 ? candidates : candidates.filter(isLikelySame);
  return alike.length === 1 ? alike[0]?.address : undefined;
}

/** At least half of the longer text stays. */
function isSimilar(a: Value | undefined, b: Value | undefined) {
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  return distance(a.toLowerCase(), b.toLowerCase()) * 2 <= Math.max(a.length, b.length);
}

function renameNote(to: Address, from: Address) {
  return `this plan deletes ${from}. To rename that object instead, add \`{ from: ${from}, to: ${to} }\` to \`moved\`, as \`docform mv\` does`;
}
