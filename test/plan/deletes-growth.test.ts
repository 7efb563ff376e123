/** Deletes and their protection are computed in linear time. */
import { expect, test } from 'vitest';
import type { Ledger } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { shapeOf } from '../../src/kinds/shape.ts';
import { groundsOf, protectedIn } from '../../src/plan/deletes/dropped.ts';
import { partialPlan } from '../../src/plan/partial.ts';
import { head, loadDesired } from '../config/memory-files.ts';
import { aboutLinear, growthOf } from '../support/growth.ts';

/** Undeclared teams with one member each. Every second member is protected. */
function ledgerOf(size: number): Ledger {
  const numbers = Array.from({ length: size }, (_, at) => at);
  const teams = numbers.map((at) => [`teams/t${at}`, { id: `t${at}` }] as const);
  const people = numbers.map((at) => [`teams/t${at}/members/p@acme.dev`, { id: 'p', protect: at % 2 === 1 }] as const);
  return { resources: Object.fromEntries([...teams, ...people]), lists: [] };
}

const desired = loadDesired(`${head}teams: {}\n`);
const ledgers = new Map([500, 4000].map((size) => [size, ledgerOf(size)]));

test('an offline plan of deletes takes linear time', async () => {
  const { changes } = partialPlan(desired, ledgerOf(2), shapes);
  expect(changes).toEqual([
    { address: 'teams/t0', kind: 'team', action: 'delete', fields: [] },
    { address: 'teams/t1', kind: 'team', action: 'delete', fields: [], isProtected: true },
  ]);
  const growth = await growthOf((size) => partialPlan(desired, ledgers.get(size) ?? ledgerOf(size), shapes), 500);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});

test('the search for protected children takes linear time', async () => {
  const team = shapeOf({ shapes }, 'team');
  const protectionIn = ({ resources }: Ledger) => {
    const grounds = groundsOf({ desired: { ...desired, lists: [] }, ledger: new Map(Object.entries(resources)) });
    return Object.keys(resources).map((address) => protectedIn(grounds, address, team));
  };
  const inner = 'teams/t1/members/p@acme.dev';
  expect(protectionIn(ledgerOf(2))).toEqual([undefined, inner, undefined, inner]);
  const growth = await growthOf((size) => protectionIn(ledgers.get(size) ?? ledgerOf(size)), 500);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});
