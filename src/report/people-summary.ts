/** Shortens lists of people who get a role without high risk. Admins and owners are always named. */
import { groupBy, type NonEmpty } from '../core/group-by.ts';
import type { Impact } from '../core/impact.ts';
import type { FieldChange } from '../plan/change.ts';
import { packed } from './packed.ts';
import { valuePair } from './values.ts';
import { count, someNames } from './words.ts';

/** Up to this number, people are listed one by one. */
const mostPeople = 12;
/** Up to this length, all names are printed. */
const mostCharacters = 160;
const mostNames = 3;
const strongRoles: readonly unknown[] = ['admin', 'owner'];

interface Person {
  readonly key: string;
  readonly fields: readonly FieldChange[];
}

/** Lists of people who only get a role, if they are too many to name. Numbered names such as `user{1..400}@acme.dev` are short. */
export function crowdsIn<Item>(
  items: readonly Item[],
  personsOf: (item: Item) => readonly Person[],
  listOf: (item: Item) => string,
): readonly NonEmpty<Item>[] {
  const isPlain = ({ key, fields }: Person) =>
    key.includes('@') && fields.every(({ field, before, highRisk }) => field === 'role' && !before && !highRisk);
  const lists = groupBy(
    items.filter((item) => personsOf(item).every(isPlain)),
    listOf,
  );
  return [...lists.values()].filter((own) => {
    const people = own.flatMap(personsOf);
    return people.length > mostPeople && packed(people, { hasIds: false }).length > mostCharacters;
  });
}

/** `"owner": ana@acme.dev; 49 "member": bo@acme.dev, cy@acme.dev, di@acme.dev and 46 more (-v lists all)` */
export function peopleSummary(people: readonly Person[]): string {
  const roleOf = ({ fields: [role] }: Person) => (role === undefined ? 'no role' : valuePair(role, role).after);
  const isStrong = ({ fields }: Person) => fields.some(({ after }) => strongRoles.includes(after));
  const others = people.filter((person) => !isStrong(person));
  const named = [...groupBy(people.filter(isStrong), roleOf)].map(
    ([role, own]) => `${role}: ${someNames(keysOf(own), own.length)}`,
  );
  const counts = [...groupBy(others, roleOf)].map(([role, own]) => `${own.length} ${role}`).join(', ');
  const names = someNames(keysOf(others), mostNames);
  const rest = others.length > mostNames ? `${names} (-v lists all)` : names;
  return [...named, ...(others.length === 0 ? [] : [`${counts}: ${rest}`])].join('; ');
}

function keysOf(people: readonly Person[]) {
  return people.map(({ key }) => key);
}

/** Effects on more people than are listed one by one, as one text for each effect, and the other effects. */
export function summarizedEffects(impact: readonly Impact[]) {
  const gains = groupBy(impact.filter(isGain), ({ what }) => what);
  const summarized = [...gains].filter(([, own]) => numberOf(own) > mostPeople);
  const shortened = new Set(summarized.flatMap(([, own]) => own));
  const texts = summarized.map(([what, own]) => {
    const number = count(numberOf(own), 'person', 'people');
    const teams = [...new Set(own.filter(({ topic }) => topic === 'team').map(({ subject }) => subject))];
    const details = [...new Set(own.flatMap((each) => each.details))].map((text) => `; ${text}`).join('');
    return teams.length === 0
      ? `${number}: ${what}${details}`
      : `${someNames(teams, mostPeople)}: ${what} (${number})${details}`;
  });
  return { texts, rest: impact.filter((each) => !shortened.has(each)) };
}

/** A new member of a team, or the role of a person who has not joined. */
function isGain({ on, severity, topic, before }: Impact) {
  const isRisk = on !== 'people' || severity === 'high-risk';
  return !isRisk && ((topic === 'team' && before === null) || (topic === 'role' && before === undefined));
}

function numberOf(impact: readonly Impact[]) {
  return impact.reduce((sum, { who }) => sum + Math.max(1, who.length), 0);
}
