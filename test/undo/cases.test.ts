/** Every case: applied, taken back with its undo and applied again, the platform is as before, but for what the undo says. */
import { expect, test } from 'vitest';
import { caseNames } from '../support/case.ts';
import { caseTakenBack } from './case-taken-back.ts';

/** Whatever is applied next does something else as well, with or without an undo. */
const others: { readonly [name: string]: string } = {
  'member/a-new-admin-comes-before-the-old-one-goes': 'the token is that of the admin who is none any more',
  'member/giving-away-ones-own-rights-comes-last': 'the token is that of the admin who is none any more',
  'team-member/an-exact-roster-removes-nobody-the-first-time': 'an exact roster removes from the second time on',
};

test.each(caseNames().filter((name) => others[name] === undefined))('%s', async (name) => {
  const { isIdle, differences, faults, blocked, patch, secondPlan } = await caseTakenBack(name);
  if (isIdle) return;
  expect({ differences, faults, blocked }, `${patch}\n${secondPlan}`).toEqual({
    differences: [],
    faults: [],
    blocked: [],
  });
});
