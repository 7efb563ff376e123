/** Measures that finding deletions, and what protects them, takes time proportional to the ledger. */
import { expect, test } from 'vitest';
import { shapes } from '../../src/kinds/index.ts';
import { partialPlan } from '../../src/plan/scope/partial.ts';
import { aboutLinear, growthOf } from '../support/growth.ts';
import { desiredWithoutTeams, ledgerOfTeams, protectionsIn } from './dropped-teams.ts';

const ledgers = new Map([500, 4000].map((size) => [size, ledgerOfTeams(size)]));
const ledgerOf = (size: number) => ledgers.get(size) ?? ledgerOfTeams(size);

test('a plan without the platform takes time proportional to the ledger', async () => {
  const growth = await growthOf((size) => partialPlan(desiredWithoutTeams, ledgerOf(size), shapes), 500);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});

test('finding protections takes time proportional to the ledger', async () => {
  const growth = await growthOf((size) => protectionsIn(ledgerOf(size)), 500);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});
