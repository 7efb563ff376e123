/** Seed `large`: 25 sites, 300 sections, 1,500 site-spaces, 250 teams, 5,000 members, 10 translations. */

import { idAt } from '../ids.ts';
import type { WorldText } from '../resources/revision.ts';
import type { World, WorldObject } from './world.ts';
import { contentOf, objectsOf } from './written.ts';

const siteCount = 25;

const sectionsPerSite = 12;

const spacesPerSection = 5;

const teamCount = 250;

const rosterSize = 20;

const memberCount = 5000;

const collectionCount = 50;

const spaceCount = 750;

/** Sections of a site by place: the first and last stand at the root, the others in groups. */
const groupSizes = [4, 4];

const topics = [
  'Payments',
  'Accounts',
  'Billing',
  'Identity',
  'Search',
  'Storage',
  'Messaging',
  'Reports',
  'Devices',
  'Maps',
];

const words = ['Guide', 'Reference', 'Tutorial', 'Handbook', 'Changelog'];

const languages = [
  'French',
  'German',
  'Spanish',
  'Italian',
  'Japanese',
  'Korean',
  'Polish',
  'Dutch',
  'Swedish',
  'Czech',
];

const firstNames = ['Ana', 'Bo', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gia', 'Hal', 'Ida', 'Jon'];

const lastNames = ['Ruiz', 'Berg', 'Okafor', 'Hale', 'Novak', 'Price', 'Sato', 'Martin', 'Weber', 'Mensah'];

const memberRoles = ['edit', 'read', 'comment', 'review', 'create', null] as const;

const numbered = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const pick = <T>(from: readonly T[], index: number, fallback: T): T => from[index % from.length] ?? fallback;

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');

const emailOf = (index: number): string => (index === 0 ? 'ana@acme.dev' : `member-${padded(index, 4)}@acme.dev`);

const spaceKey = (index: number): string => `space-${padded(index % spaceCount, 3)}`;

/** Small whole numbers that look unordered, the same for the same seed. */
function scatter(seedNumber: number, ...parts: readonly number[]): number {
  let bits = seedNumber >>> 0;
  for (const part of parts) bits = Math.imul(bits ^ (part + 0x9e3779b9), 0x85ebca6b) ^ (bits >>> 13);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** So many blocks by key. */
const keyed = <T>(
  count: number,
  keyOf: (index: number) => string,
  build: (index: number) => T,
): { readonly [key: string]: T } => Object.fromEntries(numbered(count).map((index) => [keyOf(index), build(index)]));

/** These are most of the world: they are made as what they become. */
const membersOf = (seedNumber: number): readonly WorldObject[] =>
  numbered(memberCount).map((index) => {
    const email = emailOf(index);
    const displayName = `${pick(firstNames, index, 'Ana')} ${pick(lastNames, Math.floor(index / firstNames.length), 'Ruiz')}`;
    const role = index < 3 ? 'admin' : (memberRoles[scatter(seedNumber, 1, index) % memberRoles.length] ?? null);
    return { kind: 'member', id: `members/${email}`, parent: null, fields: { email, displayName, role } };
  });

const teamsOf = (seedNumber: number): readonly WorldObject[] =>
  numbered(teamCount).flatMap((team) => {
    const id = `teams/team-${padded(team, 3)}`;
    const first = scatter(seedNumber, 2, team) % memberCount;
    const roster = numbered(rosterSize).map((at) => {
      const email = emailOf((first + at * 37) % memberCount);
      const fields = { member: `members/${email}`, role: at === 0 ? 'owner' : 'member' };
      return { kind: 'team-member', id: `${id}/members/${email}`, parent: id, fields };
    });
    const title = `${pick(topics, team, 'Payments')} team ${padded(team, 3)}`;
    return [{ kind: 'team', id, parent: null, fields: { title } }, ...roster];
  });

const collectionKey = (index: number): string => `collection-${padded(index, 2)}`;

const collections = keyed(collectionCount, collectionKey, (index) => ({
  title: `${pick(topics, index, 'Payments')} ${padded(index, 2)}`,
  ...(index < topics.length ? {} : { parent: collectionKey(index % topics.length) }),
}));

const spaces = keyed(spaceCount, spaceKey, (index) => ({
  title: `${pick(topics, index, 'Payments')} ${pick(words, Math.floor(index / topics.length), 'Guide')} ${padded(index, 3)}`,
  emoji: '1f4d8',
  ...(index % 10 === 9 ? {} : { collection: collectionKey(index % collectionCount) }),
}));

function section(seedNumber: number, site: number, index: number) {
  const first = scatter(seedNumber, 3, site, index) % spaceCount;
  const topic = pick(topics, index, 'Payments');
  const key = `${topic.toLowerCase()}-${padded(index, 2)}`;
  const shown = numbered(spacesPerSection).map((at) => ({ space: spaceKey(first + at), path: `v${at + 1}` }));
  return { section: key, title: `${topic} ${index + 1}`, path: key, spaces: shown };
}

function site(seedNumber: number, index: number) {
  const sections = numbered(sectionsPerSite).map((at) => section(seedNumber, index, at));
  let taken = 1;
  const groups = groupSizes.map((size, at) => {
    const inGroup = sections.slice(taken, taken + size);
    taken += size;
    return { group: `group-${at + 1}`, title: `Group ${at + 1}`, sections: inGroup };
  });
  return {
    title: `Documentation ${padded(index, 2)}`,
    visibility: 'public',
    basename: `docs-${padded(index, 2)}`,
    structure: [...sections.slice(0, 1), ...groups, ...sections.slice(taken)],
  };
}

/** Something to search in; every so many spaces have it. */
const contents: readonly WorldObject[] = Object.entries(spaces)
  .filter((_, index) => index % 15 === 0)
  .map(([key, { title }], index) => {
    const topic = pick(topics, index, 'Payments');
    const other = pick(topics, index + 3, 'Maps');
    const markdown = `How ${topic.toLowerCase()} work.\n\n## First steps\n\nOpen ${title}.\n\n## With ${other.toLowerCase()}\n\nBoth go together.`;
    const pages: WorldText['pages'] = [
      { title: `${topic} overview`, slug: 'overview', type: 'document', markdown },
      {
        title: 'Questions',
        slug: 'questions',
        type: 'document',
        markdown: `## Why ${topic.toLowerCase()}?\n\nBecause of ${other.toLowerCase()}.`,
      },
    ];
    return contentOf(key, { pages, files: [], comments: [], changeRequests: [] });
  });

export function largeWorld(seedNumber: number): World {
  const written = objectsOf({
    settings: { title: 'Acme', emailDomains: ['acme.dev'] },
    collections,
    spaces,
    translations: Object.fromEntries(languages.map((title) => [title.toLowerCase(), { title }])),
    sites: keyed(
      siteCount,
      (index) => `site-${padded(index, 2)}`,
      (index) => site(seedNumber, index),
    ),
  });
  const objects = [...membersOf(seedNumber), ...teamsOf(seedNumber), ...written, ...contents];
  return { seedNumber, organizations: [{ id: idAt(seedNumber, 1), objects }] };
}
