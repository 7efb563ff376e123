/** Tells objects that look alike apart, by place or by pin, and keeps unique values unique. */
import { type Address, byAddress } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import type { Live, LiveObject } from '../core/state.ts';
import { isReference } from '../core/value.ts';
import { addressPath, findByKey, naturalKeyOf, type Shapes } from '../kinds/shape.ts';
import { leave, type ResourceDraft } from './drafts.ts';
import type { Drafts } from './settled.ts';

/** Of two with a value that only one may have, the first by address states it. */
export function settleUnique(drafts: Drafts, shapes: Shapes): void {
  const taken = new Map<string, Address>();
  for (const draft of [...drafts.values()].filter(({ out }) => out === undefined).sort(byAddress)) {
    for (const [name, { unique }] of Object.entries(draft.shape.fields)) {
      const value = draft.fields[name];
      if (unique === undefined || typeof value !== 'string') continue;
      const scope = unique === 'organization' ? '' : unique === 'parent' ? draft.parent : addressPath(draft.address, shapes)?.[0]?.address;
      const key = `${draft.shape.name}.${name} ${scope} ${value}`;
      const first = taken.get(key);
      if (first === undefined) taken.set(key, draft.address);
      else {
        delete draft.fields[name];
        leave(draft, name, `${first} has the same, and only one of them may`);
      }
    }
  }
}

/** Says where those stand who share their name with others, and answers with those whom nothing but a pin tells apart. */
export function pinned(drafts: Drafts, live: Live): ReadonlySet<Address> {
  const present = live.objects.filter(({ isDeleted }) => !isDeleted);
  const listed = groupBy(present, ({ kind, parentId }) => `${kind} ${parentId}`);
  const likes = findByKey((kind, parentId) => listed.get(`${kind} ${parentId}`) ?? []);
  const pins = new Set<Address>();
  const idOf = (address: Address): string | undefined => drafts.get(address)?.object.id;
  for (const draft of drafts.values()) {
    const { shape, object } = draft;
    if (draft.out !== undefined || shape.singleton || shape.key !== 'name') continue;
    const key = naturalKeyOf(shape, draft.fields, idOf);
    const alike = key === undefined ? [] : likes(shape, object.parentId, key);
    if (alike.length === 1) continue;
    if (alike.length === 0 || alikeHere(draft, alike).length > 1) pins.add(draft.address);
  }
  return pins;
}

/** Those in the same container; it is stated, be it the top level, as it tells them from the others. */
function alikeHere({ shape, fields, object }: ResourceDraft, alike: readonly LiveObject[]): readonly LiveObject[] {
  const { narrowedBy } = shape;
  if (narrowedBy === undefined) return alike;
  const place = object.fields[narrowedBy] ?? null;
  if (place !== null && !isReference(fields[narrowedBy])) return alike;
  if (place === null) fields[narrowedBy] = null;
  return alike.filter((each) => (each.fields[narrowedBy] ?? null) === place);
}
