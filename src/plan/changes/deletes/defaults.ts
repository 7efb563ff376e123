/** Points the default of a site or section away from a deleted space, before the delete. */
import type { Address } from '../../../core/address.ts';
import { isReference, type LiveObject } from '../../../core/state.ts';
import { defaultFields } from '../../../kinds/shape.ts';
import { addChange, addStep, type Draft } from '../../draft/draft.ts';
import { type Drafted, isDeleting } from '../../draft/drafted.ts';
import { addNeed } from '../../draft/edges.ts';
import { type Match, refersToUnknown } from '../../identity/identity.ts';

/** Sets a default before its old target is deleted. Undeclared defaults get the only remaining target. If there are several, the delete is blocked. */
export function repointDefaults(draft: Draft): void {
  if (draft.deleting.size === 0) return;
  for (const match of draft.matches.at.values()) {
    if (match.live === undefined || match.state !== 'matched') continue;
    for (const { name, kind } of defaultFields(match.shape)) {
      const id = match.live.fields[name];
      const old = typeof id === 'string' ? draft.world.liveObject(kind, id) : undefined;
      if (old && isDeleting(draft, old)) repointDefault(draft, match, name, kind, old);
    }
  }
}

function repointDefault(draft: Draft, match: Match, name: string, kind: string, old: LiveObject) {
  const { address } = match.resource;
  const stated = match.resource.fields[name];
  const deletingAs = draft.deleting.get(old);
  const removal = deletingAs === undefined ? undefined : draft.steps.get(`${deletingAs}#delete`);
  if (isReference(stated)) {
    if (refersToUnknown(draft.matches, stated))
      blockDeleteForUnknownNext(draft, deletingAs, `${name} of ${address}`, stated.ref);
    if (removal) addNeed(removal, draft.steps.get(`${address}#update`)?.id);
    return;
  }
  const left = remainingChildren(draft, match, kind);
  const [only] = left.declared;
  // The configuration cannot name another target. The platform picks an unmanaged one.
  if (only === undefined) return;
  if (left.declared.length === 1 && left.unmanaged === 0) {
    if (refersToUnknown(draft.matches, { ref: only })) {
      blockDeleteForUnknownNext(draft, deletingAs, `${name} of ${address}`, only);
      return;
    }
    const update = addStep(draft, match.resource, 'update', { [name]: { ref: only } });
    const made = addChange(draft, match.resource, 'update', [update]);
    made.fields.push({ field: name, before: deletingAs ?? old.id, after: only });
    made.why ??= `its ${name} is deleted, and this is the only one that remains`;
    if (removal) addNeed(removal, update.id);
    return;
  }
  const reason = `it is the ${name} of ${address}, and no other default is declared`;
  blockDelete(draft, deletingAs, reason, `declare \`${name}\` in ${address}`);
}

function blockDeleteForUnknownNext(draft: Draft, deletingAs: Address | undefined, pointer: string, next: Address) {
  const why = draft.matches.at.get(next)?.reason ?? 'it could not be read';
  blockDelete(draft, deletingAs, `it is the ${pointer}, and ${next}, the next one, is unknown: ${why}`, toRead);
}

const toRead = 'use a token that can read the unknown lists, or name another default';

function blockDelete(draft: Draft, deletingAs: Address | undefined, reason: string, hint: string) {
  const removal = draft.changeAt.get(`${deletingAs}:delete`) ?? draft.changeAt.get(`${deletingAs}:replace`);
  if (removal && !removal.blocked) removal.blocked = { code: 'B-DEFAULT', reason, hint };
}

function remainingChildren(draft: Drafted, match: Match, kind: string) {
  const declared = draft.matches.childrenOf(kind, match.resource.address);
  const live = draft.world.liveIn(kind, match.live?.id ?? null);
  const unmanaged = live.filter(
    (each) => !isDeleting(draft, each) && draft.matches.addressOfLive(each) === undefined,
  ).length;
  return { declared: declared.map(({ resource }) => resource.address), unmanaged };
}
