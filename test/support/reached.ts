/** Compares the computed access of people to spaces with the output of `docform access`. */

import { openingsIn } from '../../src/access/audience/of-object.ts';
import { indexState } from '../../src/access/audience/state.ts';
import { listOf } from '../../src/core/address.ts';
import { canonicalJson } from '../../src/core/json.ts';
import type { Ledger, Live, LiveObject, Value } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { type AccessRead, access } from '../../src/library/access.ts';
import type { Planned } from '../../src/library/plan.ts';
import { foreseen } from '../../src/review/impact/simulation/foreseen.ts';
import { membersIn, reachOf, spacesIn } from '../../src/review/impact/topics/levels.ts';
import type { Platform as Reference } from '../../src/server/index.ts';
import { withGivenIds } from './foreseen.ts';
import { localPlatform } from './local-platform.ts';

/** Lines `EMAIL SPACE LEVEL`, with the id of the space. */
export type Reached = ReadonlySet<string>;

export interface Told {
  readonly access: AccessRead;
  readonly reached: Reached;
}

/** `who`: only the person with this email address. */
export async function reachedOn(reference: Reference, who?: string): Promise<Told> {
  const { organization } = reference;
  const platform = await localPlatform(reference);
  const found = await access({ organization, platform, hasSiteParts: false, ...(who === undefined ? {} : { who }) });
  const lines = found.spaces.flatMap(({ id, groups }) =>
    groups.flatMap(({ level, members }) => members.map(({ email }) => `${email} ${id} ${level}`)),
  );
  return { access: found, reached: new Set(lines) };
}

interface Computed {
  readonly reached: Reached;
  /** Spaces with unknown access: copies whose level the platform chooses, and spaces in hidden collections. */
  readonly unknown: ReadonlySet<string>;
}

/** Access computed from roles and defaults, for the people in the output of `docform access`. */
function reachedIn(live: Live, { access: { members } }: Told): Computed {
  const asked = new Set(members.map(({ id }) => id));
  const state = indexState(live, shapes);
  const openingOf = openingsIn(state);
  const reached = new Set<string>();
  const unknown = new Set(spacesIn(state).flatMap((space) => (openingOf(space).by === 'unseen' ? [space.id] : [])));
  for (const member of membersIn(state).filter(({ id }) => asked.has(id))) {
    for (const space of spacesIn(state)) {
      const level = reachOf(state, member, space);
      if (typeof level === 'string') reached.add(`${String(member.fields.email)} ${space.id} ${level}`);
    }
  }
  return { reached, unknown };
}

/** Adds the lists for computing access, because a plan reads only the lists that it needs. */
function withAllThatReaches(live: Live, { members, collections, spaces }: AccessRead): Live {
  const read = new Set(live.objects.map(({ kind, id }) => `${kind}:${id}`));
  const object = (
    kind: string,
    id: string,
    fields: { readonly [field: string]: Value | undefined },
  ): readonly LiveObject[] => {
    const isRead = read.has(`${kind}:${id}`);
    const stated = Object.entries(fields).filter((entry): entry is [string, Value] => entry[1] !== undefined);
    return isRead ? [] : [{ kind, id, parentId: null, fields: Object.fromEntries(stated) }];
  };
  const objects = [
    ...members.flatMap(({ id, email, role }) => object('member', id, { email, role })),
    ...collections.flatMap(({ id, title, parent, defaultLevel }) =>
      object('collection', id, { title, parent, defaultLevel }),
    ),
    ...spaces.flatMap(({ id, title, parent, defaultLevel }) =>
      object('space', id, { title, collection: parent, defaultLevel }),
    ),
  ];
  return { ...live, objects: [...live.objects, ...objects] };
}

interface Difference {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

export function differenceOf(before: Reached, after: Reached): Difference {
  const missingIn = (all: Reached) => (line: string) => !all.has(line);
  return { gained: [...after].filter(missingIn(before)).sort(), lost: [...before].filter(missingIn(after)).sort() };
}

/** Differences that the plan does not report. For new content, the create reports who gets access. */
function untold(
  { plan }: Pick<Planned, 'plan'>,
  before: Live,
  after: Live,
  { gained, lost }: Difference,
): readonly string[] {
  const states = [indexState(before, shapes), indexState(after, shapes)];
  const idAt = (address: string): string => plan.ids[address] ?? address.replace(/^.*\/id:/, '');
  const around = (space: string): ReadonlySet<string> => {
    const found = new Set([space]);
    for (const state of states) {
      let above = state.find('space', space)?.fields.collection;
      for (; typeof above === 'string' && !found.has(above); above = state.find('collection', above)?.fields.parent)
        found.add(above);
    }
    return found;
  };
  const told = plan.impact.filter(({ on }) => on === 'people');
  return [...gained, ...lost].filter((line) => {
    const [email = '', space = ''] = line.split(' ');
    if (states[0]?.find('space', space) === undefined && before.objects.every(({ id }) => id !== space)) return false;
    const places = around(space);
    const isNamed = (who: readonly string[]): boolean =>
      who.includes(email) || who.some((each) => /^(everyone|members) /.test(each));
    // A permission is in a list of its space or collection.
    const isAt = (address: string): boolean =>
      [address, listOf(listOf(address))].some((each) => places.has(idAt(each)));
    return !told.some(({ address, subject, who }) => subject === email || (isAt(address) && isNamed(who)));
  });
}

/** Differences between computed and actual access, and unreported differences. `afterwards`: the state after the apply. */
export function wronglyReached(
  planned: Pick<Planned, 'plan' | 'live'>,
  before: Told,
  after: Told,
  afterwards: { readonly live: Live; readonly ledger: Ledger },
): readonly string[] {
  const whole = withAllThatReaches(planned.live, before.access);
  const foretold = withGivenIds(foreseen(whole, planned.plan, shapes), afterwards.ledger, afterwards.live);
  const [then, now] = [reachedIn(whole, before), reachedIn(foretold, before)];
  const isKnown = (line: string): boolean => ![then, now].some(({ unknown }) => unknown.has(line.split(' ')[1] ?? ''));
  const is = differenceOf(before.reached, after.reached);
  const known = { gained: is.gained.filter(isKnown), lost: is.lost.filter(isKnown) };
  const told = differenceOf(then.reached, now.reached);
  const computed = { gained: told.gained.filter(isKnown), lost: told.lost.filter(isKnown) };
  return [
    ...(canonicalJson(computed as never) === canonicalJson(known as never)
      ? []
      : [`computed ${JSON.stringify(computed)}, is ${JSON.stringify(known)}`]),
    ...untold(planned, whole, foretold, is).map((line) => `not told: ${line}`),
  ];
}
