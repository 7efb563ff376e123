/** Words effects on people who have not joined yet. */
import { listOf } from '../../../core/address.ts';
import { groupBy } from '../../../core/compare.ts';
import { count } from '../../../core/count.ts';
import type { Impact } from '../../../core/impact.ts';
import { afterJoining } from '../../../core/pending-words.ts';
import type { Scene } from '../simulation/scene.ts';

/** Equal consequences for several people are merged unless they are high-risk. */
export function asPending(impact: readonly Impact[], { after }: Scene): readonly Impact[] {
  const pending = impact.map((each) => pendingOne(each, after.find('member', each.address) !== undefined));
  const groups = groupBy(pending, ({ severity, address, subject, source: _, ...said }) =>
    JSON.stringify(severity === 'high-risk' ? [address, subject, said] : [listOf(address), said]),
  );
  return [...groups.values()].map((group) => {
    const [first] = group;
    if (group.length === 1) return first;
    const who = group.map(({ subject }) => subject).sort();
    return { ...first, address: listOf(first.address), subject: count(group.length, 'person', 'people'), who };
  });
}

/** The role of a new member depends on the invitation. */
function pendingOne({ before, what, audience, ...rest }: Impact, isMember: boolean): Impact {
  const said = isMember && rest.topic === 'role' ? 'this person gets an organization role' : what;
  return {
    ...rest,
    what: said.startsWith(afterJoining) ? said : `${afterJoining}${said}`,
    // Other objects of the person do not exist before.
    ...(isMember ? {} : { before: before ?? null }),
    // The organization has the same audience until the person joins.
    ...(isMember || audience === undefined ? {} : { audience }),
  };
}
