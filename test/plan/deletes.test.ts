/** Deletions of a plan without the platform, and what protects them. */
import { expect, test } from 'vitest';
import { shapes } from '../../src/kinds/index.ts';
import { partialPlan } from '../../src/plan/scope/partial.ts';
import { desiredWithoutTeams, ledgerOfTeams, protectionsIn } from './dropped-teams.ts';

test('a plan without the platform deletes resources that are no longer declared, and marks protected resources', () => {
  const { changes } = partialPlan(desiredWithoutTeams, ledgerOfTeams(2), shapes);
  expect(changes).toEqual([
    { address: 'teams/t0', kind: 'team', action: 'delete', fields: [] },
    { address: 'teams/t1', kind: 'team', action: 'delete', fields: [], isProtected: true },
  ]);
});

test('a protected member protects itself and its team', () => {
  const inner = 'teams/t1/members/p@acme.dev';
  expect(protectionsIn(ledgerOfTeams(2))).toEqual([undefined, inner, undefined, inner]);
});
