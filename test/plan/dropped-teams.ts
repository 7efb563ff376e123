/** Teams in the ledger that the configuration no longer declares. */
import type { Ledger } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { shapeOf } from '../../src/kinds/shape.ts';
import { protectedAddressWithin } from '../../src/plan/changes/deletes/dropped.ts';
import { head, loadDesired } from '../config/memory-files.ts';

/** Each team has one member, who is protected in every second team. */
export function ledgerOfTeams(size: number): Ledger {
  const numbers = Array.from({ length: size }, (_, at) => at);
  const teams = numbers.map((at) => [`teams/t${at}`, { id: `t${at}` }] as const);
  const people = numbers.map((at) => [`teams/t${at}/members/p@acme.dev`, { id: 'p', protect: at % 2 === 1 }] as const);
  return { resources: Object.fromEntries([...teams, ...people]), lists: [] };
}

export const desiredWithoutTeams = loadDesired(`${head}teams: {}\n`);

/** The address that protects each entry of the ledger, if one does. */
export function protectionsIn({ resources }: Ledger): readonly (string | undefined)[] {
  const team = shapeOf({ shapes }, 'team');
  const grounds = { desired: { ...desiredWithoutTeams, lists: [] }, ledger: new Map(Object.entries(resources)) };
  return Object.keys(resources).map((address) => protectedAddressWithin(grounds, address, team));
}
