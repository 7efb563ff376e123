/** Tells objects that look alike apart, by place or by pin, and keeps unique values unique. */
import { type Address, byAddress } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import type { Live } from '../core/state.ts';
import { uniqueClaims } from '../declaration/unique.ts';
import { findByKey, narrowed, naturalKeyOf } from '../kinds/shape.ts';
import { leave, type ResourceDraft } from './drafts.ts';
import type { Drafts } from './settled.ts';

/** Of two with a value that only one may have, the first by address states it. */
export function settleUnique(drafts: Drafts): void {
  const taken = new Map<string, Address>();
  for (const draft of [...drafts.values()].filter(({ out }) => out === undefined).sort(byAddress)) {
    for (const { field, claim } of uniqueClaims(draft, draft.shape)) {
      const first = taken.get(claim);
      if (first === undefined) taken.set(claim, draft.address);
      else {
        delete draft.fields[field];
        leave(draft, field, `${first} has the same, and only one of them may`);
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
    if (alike.length > 1) sayTopLevel(draft);
    if (alike.length === 0 || narrowed(shape, draft.fields, alike, idOf).length > 1) pins.add(draft.address);
  }
  return pins;
}

/** What stands in nothing says so where its name does not tell it from others. */
function sayTopLevel({ shape: { narrowedBy }, fields, object }: ResourceDraft): void {
  if (narrowedBy !== undefined && (object.fields[narrowedBy] ?? null) === null) fields[narrowedBy] = null;
}
