/** `docform access` lists a person at a space if, and only if, the token of this person can read the space, for every role and in both dialects. */
import { expect, test } from 'vitest';
import { access } from '../../src/library/access.ts';
import { openCase } from '../support/case-world.ts';
import { readerOf } from '../support/platform-facts.ts';
import { caseOfPair, drawAccessPair } from './access-world.ts';
import { drawn } from './draw.ts';
import { always } from './law.ts';

const people = {
  'admin@acme.dev': 'admin',
  'create@acme.dev': 'create',
  'review@acme.dev': 'review',
  'edit@acme.dev': 'edit',
  'comment@acme.dev': 'comment',
  'read@acme.dev': 'read',
  'guest@acme.dev': null,
} as const;

let [listed, unlisted] = [0, 0];

test('access lists a person at a space if the token of the person can read the space', async () => {
  await always(20, [drawn(drawAccessPair)], async (pair) => {
    const described = caseOfPair(pair);
    const live = { ...described.live, members: { ...described.live.members, ...people } };
    const { reference, options } = await openCase({ ...described, live });
    const { platform } = options;
    const { spaces, members } = await access({ organization: reference.organization, platform, maxWaitMs: 0 });
    for (const { email = '' } of members) {
      const { get } = readerOf({ ...reference, token: reference.tokenFor(email), answer: reference.answer } as never);
      for (const { id, title, groups } of spaces) {
        const isListed = groups.some(
          (group) => group.level !== null && group.members.some((each) => each.email === email),
        );
        const canRead = (await get(`/spaces/${id}`)) !== undefined;
        expect({ email, title, isListed }).toEqual({ email, title, isListed: canRead });
        if (isListed) listed++;
        else unlisted++;
      }
    }
    reference.close();
  });
  // Otherwise the test would compare nothing.
  expect(Math.min(listed, unlisted)).toBeGreaterThan(20);
});
