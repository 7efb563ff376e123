/** Limits the number of deletes in a plan, and their share of the objects of each kind. */
import { compareTexts, groupBy } from '../../core/compare.ts';
import { count as counted } from '../../core/count.ts';
import type { KindName, Live } from '../../core/state.ts';
import { isOwnWrapper } from '../changes/deletes/delete-blocks.ts';
import { findRuleForDeletes, warningCodeOf } from '../context/allow.ts';
import type { Blocked } from '../result/change.ts';
import type { GuardedChange, Guarding } from './guarding.ts';

/** A kind with at least this many live objects may lose at most `deletableShare` of them in one plan. */
const sharedFrom = 8;

const deletableShare = 0.25;

/** Blocks the plan if it deletes more than `policy.maxDeletes`, or too large a share of one kind. */
export function guardDeletes(draft: Guarding): readonly Blocked[] {
  const { policy } = draft.world.desired;
  const deletes = draft.changes.filter((each) => isCountedDelete(draft, each));
  if (deletes.length === 0 || draft.world.input.allowances?.deletes === deletes.length) return [];
  const rule = findRuleForDeletes(draft.world, deletes.length);
  const overrides = {
    override: `--allow-deletes ${deletes.length}`,
    allow: [{ deletes: deletes.length }],
  };
  const guards: Blocked[] = [];
  if (deletes.length > policy.maxDeletes) {
    guards.push({
      code: 'B-MAX-DELETES',
      reason: `${counted(deletes.length, 'delete is', 'deletes are')} more than the ${policy.maxDeletes} that policy.maxDeletes allows`,
      ...overrides,
    });
  }
  const live = groupBy(draft.world.live.objects, ({ kind }) => kind);
  const unread = unreadKinds(draft.world.live);
  const byKind = [...groupBy(deletes, ({ kind }) => kind)].sort(([a], [b]) => compareTexts(a, b));
  for (const [kind, { length: count }] of byKind) {
    const all = live.get(kind)?.length ?? 0;
    const isUnread = unread.has(kind);
    // The number of objects is unknown, and can be as low as the minimum of this guard.
    const atLeast = isUnread ? Math.max(all, sharedFrom) : all;
    if (atLeast < sharedFrom || count <= atLeast * deletableShare) continue;
    const title = draft.world.shapes.get(kind)?.title ?? kind;
    const share = isUnread ? 'but not all were read: this can be more than 25 %' : 'which is more than 25 %';
    guards.push({
      code: 'B-DELETE-SHARE',
      reason: `${count} of ${all} objects of the kind ${title} would be deleted, ${share}`,
      ...overrides,
    });
  }
  return rule === undefined ? guards : guards.map(({ code, reason }) => ({ code: warningCodeOf(code), reason, rule }));
}

/** Sections that the platform added during an interrupted apply are not objects of the user. */
function isCountedDelete(draft: Guarding, { action, kind, address, id = '' }: GuardedChange) {
  if (action !== 'delete') return action === 'replace';
  const live = draft.world.liveObject(kind, id);
  return live === undefined || !isOwnWrapper(draft, address, live);
}

function unreadKinds({ lists, leftOut }: Live): ReadonlySet<KindName> {
  const unread = lists.filter(({ unknown }) => unknown !== undefined).map(({ kind }) => kind);
  return new Set([...unread, ...(leftOut?.values() ?? [])]);
}
