/** The address of effects on people who have not joined. */
import { expect, test } from 'vitest';
import { plan } from '../../src/library/plan.ts';
import { caseOf } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';

test.each([
  ['only the roster declares the person', ''],
  ['the organization declares the person, too', 'members: { ana@acme.dev: admin, new@acme.dev: read }\n'],
])('the effect of a pending team member is at the team if %s', async (_, members) => {
  const { reference, options } = await openCase(
    caseOf({
      live: { members: { 'ana@acme.dev': 'admin' }, teams: { docs: { title: 'Docs' } } },
      desired: `${members}teams: { docs: { title: Docs, members: { new@acme.dev: owner } } }\n`,
    }),
  );
  const { plan: made } = await plan(options);
  const ofTeam = made.impact.filter(({ subject, topic }) => topic === 'team' || subject.startsWith('team'));
  expect(ofTeam.map(({ address, subject }) => [address, subject])).toEqual([
    ['teams/docs/members/new@acme.dev', 'team "Docs"'],
  ]);
  reference.close();
});
