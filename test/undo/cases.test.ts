/** For every case, an undo and a second apply restore the platform, except for the items that the undo lists. */
import { expect, test } from 'vitest';
import { caseNames } from '../support/case.ts';
import { caseTakenBack } from './case-taken-back.ts';

/** Cases whose next apply has other changes, with or without an undo. */
const others: { readonly [name: string]: string } = {
  'expect/a-url-that-moves-is-redirected': 'docform does not own the redirects of a plan, so they stay',
  'git-sync/a-replaced-space-gets-its-permissions-again':
    'the former space has another address, at which no permissions are read',
  'member/a-new-admin-comes-before-the-old-one-goes': 'the token is that of the admin who is none any more',
  'member/giving-away-ones-own-rights-comes-last': 'the token is that of the admin who is none any more',
  'redirect/of-a-moved-path-is-created-with-the-move': 'docform does not own the redirects of a plan, so they stay',
  'site-space/another-space-takes-its-place':
    'the former space has another address, and the undo lists the space as not restored',
  'team-member/an-exact-roster-removes-nobody-the-first-time': 'an exact roster removes from the second time on',
};

test.each(caseNames().filter((name) => others[name] === undefined))(
  'undo and apply restore the platform: %s',
  async (name) => {
    const { isIdle, differences, faults, blocked, patch, secondPlan } = await caseTakenBack(name);
    if (isIdle) return;
    expect({ differences, faults, blocked }, `${patch}\n${secondPlan}`).toEqual({
      differences: [],
      faults: [],
      blocked: [],
    });
  },
);
