/** Writes of a lane in its teams and collections, with their expected results. */
import {
  type Collection,
  type Identity,
  type LaneState,
  replaced,
  rosterOf,
  type Step,
  type Team,
  titleOf,
} from './lane-state.ts';
import type { Random } from './random.ts';
import { siteStep } from './site-steps.ts';

export interface StepInput {
  readonly state: LaneState;
  readonly random: Random;
  /** A new name. */
  newName(): string;
  idOf(identity: Identity): string;
  /** User ids. */
  readonly people: readonly string[];
  /** Ids of spaces. */
  readonly spaces: readonly string[];
}

const mostTeams = 5;
const mostCollections = 6;

/** A random write that the platform must accept in this state. */
export function nextStep(input: StepInput): Step {
  const choice = input.random.below(10);
  if (choice < 3) return teamStep(input);
  if (choice < 5) return collectionStep(input);
  return siteStep(input);
}

function teamStep(input: StepInput): Step {
  const { state, random } = input;
  const team = random.pick(state.teams);
  const choice = random.below(10);
  if (team === undefined || (choice < 3 && state.teams.length < mostTeams)) return newTeam(input);
  const path = `~/teams/${input.idOf(`team ${team.name}`)}`;
  const then = (...by: readonly Team[]): LaneState => ({ ...state, teams: replaced(state.teams, team, ...by) });
  if (choice < 5) {
    const next = { ...team, version: team.version + 1 };
    return { method: 'PATCH', path, body: { title: titleOf(next.name, next.version) }, status: 200, after: then(next) };
  }
  if (choice < 6) return { method: 'DELETE', path, status: 204, after: then() };
  return rosterStep(input, team, path, then);
}

function newTeam({ state, random, newName, people }: StepInput): Step {
  const name = newName();
  const members = random.some(people, random.below(6));
  const team = { name, version: 0, roster: rosterOf(members.map((id) => [id, 'member'])) };
  const after = { ...state, teams: [...state.teams, team] };
  return { method: 'PUT', path: '~/teams', body: { title: name, members }, status: 201, after, made: `team ${name}` };
}

/** Adds, removes and changes several members in one call. */
function rosterStep({ random, people }: StepInput, team: Team, path: string, then: (team: Team) => LaneState): Step {
  const remove = random.some(Object.keys(team.roster), random.below(4));
  const staying = people.filter((id) => !remove.includes(id));
  const add = random.some(staying, random.below(5));
  const owners = random.some(staying, random.below(4));
  const kept = Object.entries(team.roster).filter(([id]) => !remove.includes(id));
  const joined = add.filter((id) => team.roster[id] === undefined).map((id) => [id, 'member'] as const);
  const promoted = owners.map((id) => [id, 'owner'] as const);
  const memberships = Object.fromEntries(owners.map((id) => [id, { role: 'owner' }]));
  const after = then({ ...team, roster: rosterOf([...kept, ...joined, ...promoted]) });
  return { method: 'PUT', path: `${path}/members`, body: { add, remove, memberships }, status: 204, after };
}

function collectionStep(input: StepInput): Step {
  const { state, random, newName, idOf } = input;
  const one = random.pick(state.collections);
  const choice = random.below(10);
  if (one === undefined || (choice < 3 && state.collections.length < mostCollections)) {
    const name = newName();
    const after = { ...state, collections: [...state.collections, { name, version: 0 }] };
    return {
      method: 'POST',
      path: '~/collections',
      body: { title: name },
      status: 201,
      after,
      made: `collection ${name}`,
    };
  }
  const path = `/v1/collections/${idOf(`collection ${one.name}`)}`;
  const then = (collections: readonly Collection[]): LaneState => ({ ...state, collections });
  const other = random.pick(state.collections.filter((each) => each !== one));
  if (choice < 6 || other === undefined) {
    const next = { ...one, version: one.version + 1 };
    const after = then(replaced(state.collections, one, next));
    return { method: 'PATCH', path, body: { description: `v${next.version}` }, status: 200, after };
  }
  if (choice < 7) return { method: 'DELETE', path, status: 205, after: then(replaced(state.collections, one)) };
  const isBefore = random.isTrue(0.5);
  const position = {
    [isBefore ? 'before' : 'after']: { type: 'collection', collection: idOf(`collection ${other.name}`) },
  };
  const left = replaced(state.collections, one);
  const after = then(isBefore ? replaced(left, other, one, other) : replaced(left, other, other, one));
  return { method: 'POST', path: `${path}/move`, body: { position }, status: 200, after };
}
