/** Sends every body that GitBook's documents allow: the platform accepts it and answers as published, except for the differences that docs/platform/GITBOOK.md lists. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { gitbookRoutes } from '../../src/server/gitbook/index.ts';
import { gitbookRequest, prepared } from './dialect-requests.ts';
import { type GitbookWorld, prepare, prepareGitbookWorld, routesOf, type ServedVersion } from './dialect-world.ts';
import { numbersFrom } from './drawn-numbers.ts';
import {
  differencesPage,
  differentAnswers,
  ignoredParameters,
  type PublishedDifference,
  refusedBodies,
  versionsOf,
  withDifferences,
} from './published-differences.ts';
import { publishedDocument } from './published-documents.ts';
import { type PublishedOperation, publishedOperations } from './published-operations.ts';

/** Their bodies need the ids of siblings, which a schema does not know. Other tests move objects. */
const besideSiblings = ['moveSpace', 'moveCollection', 'sortSiteStructure'];

/** Bodies of several members, for each operation. */
const drawnBodies = 8;
/** Documents of comments and instructions have thousands of variants. Most operations of the earlier document are the same. */
const mostBodies: { readonly [V in ServedVersion]: number } = { '0.202': 250, '0.143': 25 };

type Ids = { readonly [name: string]: string };

/** Ids of existing objects, by the member of a body that names them. */
const named: { readonly [member: string]: string } = {
  space: 'spaceId',
  spaces: 'spaceId',
  spaceId: 'alone',
  users: 'userId',
  user: 'userId',
  add: 'userId',
  remove: 'owner',
  teams: 'teamId',
  team: 'teamId',
  defaultTeam: 'teamId',
  sections: 'changes',
  parentSectionGroupId: 'past',
  siteSectionGroupId: 'past',
  siteSectionId: 'siteSectionId',
  siteSpaceId: 'siteSpaceId',
  defaultSiteSection: 'siteSectionId',
  defaultSiteSpace: 'siteSpaceId',
  organization: 'globex',
  site: 'siteId',
  styleguide: 'spaceId',
  collection: 'collectionId',
};

/** The same for one operation: `operation member`. */
const namedIn: { readonly [place: string]: string } = {
  'createCollection parent': 'collectionId',
  'createOrganizationSpace parent': 'collectionId',
  'moveSpace parent': 'collectionId',
  'createSectionGroup parent': 'past',
  'createExternalLink parent': 'past',
  'updateExternalLink parent': 'past',
  'updateSection defaultSiteSpace': 'sectionSiteSpace',
  'addSectionToGroup sectionId': 'changes',
};

/** A refusal that needs more than the schema: the status, the operation, and the reason. */
interface Refusal {
  readonly status: number;
  readonly message: RegExp;
  readonly reason: string;
}

/** Refusals of requests whose form is as published. */
const semantic: readonly Refusal[] = [
  { status: 404, message: / was not found$/, reason: 'an id that does not exist, or is elsewhere' },
  { status: 409, message: / (already exists|is already there|already has a|is taken)/, reason: 'a name in use' },
  { status: 400, message: / is not a sibling there$/, reason: 'a position beside an object of another container' },
  { status: 400, message: /^body\.position: exactly one of before and after/, reason: 'a position names one object' },
  {
    status: 400,
    message: /^body\.position: an object cannot be placed beside itself$/,
    reason: 'a position beside itself',
  },
  {
    status: 412,
    message: /is not in the default section; set the default of its own section/,
    reason: 'the document says so',
  },
  { status: 400, message: /^body\.pageId: a new space has no pages$/, reason: 'the document says so' },
  { status: 400, message: /^a section group cannot be moved into itself/, reason: 'a group inside itself' },
  {
    status: 400,
    message: /must differ from the language of the source$/,
    reason: 'a translation into its own language',
  },
];

const published = { '0.143': publishedOperations('0.143'), '0.202': publishedOperations('0.202') };

function textsOf(endpoint: Endpoint, ids: Ids): (member: string) => readonly string[] | undefined {
  return (member) => {
    const id = ids[namedIn[`${endpoint.name} ${member}`] ?? named[member] ?? member];
    return id === undefined ? undefined : [id];
  };
}

/** Members of several bodies in one. */
function drawn(bodies: readonly unknown[]): readonly unknown[] {
  const plain = bodies.filter((body) => typeof body === 'object' && body !== null && !Array.isArray(body));
  if (plain.length === 0) return [];
  const next = numbersFrom(1);
  return Array.from({ length: drawnBodies }, () =>
    Object.assign({}, ...Array.from({ length: 2 + next(3) }, () => plain[next(plain.length)])),
  );
}

/** At most `most`, from all parts of the list. */
function thinned(bodies: readonly unknown[], most: number): readonly unknown[] {
  const step = Math.max(1, Math.ceil(bodies.length / most));
  return bodies.filter((_, index) => index % step === 0);
}

/** The text of a message or a difference, without the values of the body. */
function plainly(text: string): string {
  return text
    .replace(/x{9,}/g, 'x')
    .replace(/\.\d+(?=[.:])/g, '.*')
    .replace(/"[^"]*"/g, '""');
}

/** A platform with the objects of the world, and its state before the bodies. */
async function openPrepared(version: ServedVersion, except?: string) {
  const opened = world.open(version);
  const ids = await prepare(opened, world.ids, except);
  return { opened, ids, start: opened.platform.snapshots.take('start').name };
}

const shared = new Map<ServedVersion, ReturnType<typeof openPrepared>>();

/** The operations of a version share a platform, except those that create a prepared object. */
async function platformFor(version: ServedVersion, name: string) {
  if (prepared.some(([operation]) => operation === name)) {
    const own = await openPrepared(version, name);
    return { ...own, close: () => own.opened.platform.close() };
  }
  const all = shared.get(version) ?? openPrepared(version);
  shared.set(version, all);
  const { opened, ids, start } = await all;
  opened.platform.snapshots.restore(start);
  return { opened, ids, start, close: () => undefined };
}

/** Sends the bodies of an operation. A name in use is tried again with the objects from the start. */
async function sendAll(version: ServedVersion, endpoint: Endpoint, operation: PublishedOperation) {
  const document = publishedDocument(version);
  const { opened, ids, start, close } = await platformFor(version, endpoint.name);
  const known = opened.problems.length;
  const [method, path] = gitbookRequest(endpoint, ids);
  const full = path.replace('~', `/v1/orgs/${ids.organizationId}`);
  const single = thinned(operation.bodies(textsOf(endpoint, ids)), mostBodies[version]);
  const bodies = [...single, ...drawn(single)].filter(
    (body) => document.requestProblem(method, full, body) === undefined,
  );
  const found: string[] = [];
  let accepted = 0;
  for (const body of bodies) {
    let answer = await opened.send(method, path, body);
    if (answer.status === 409) {
      opened.platform.snapshots.restore(start);
      answer = await opened.send(method, path, body);
    }
    if (answer.status < 300) accepted += 1;
    else {
      const message = String(answer.body?.error?.message);
      const isSemantic = semantic.some((each) => each.status === answer.status && each.message.test(message));
      if (!isSemantic) found.push(`${answer.status} ${plainly(message)}`);
    }
  }
  const problems = [...new Set(opened.problems.slice(known))].map((problem) =>
    plainly(problem.replace(/^\S+ \S+ /, '')),
  );
  close();
  return { sent: bodies.length, accepted, refused: [...new Set(found)], problems: [...new Set(problems)] };
}

let world: GitbookWorld;

beforeAll(async () => {
  world = await prepareGitbookWorld();
});

afterAll(async () => {
  for (const all of shared.values()) (await all).opened.platform.close();
  world.remove();
});

const withBody = (['0.202', '0.143'] as const).flatMap((version) =>
  routesOf(version).flatMap(({ endpoint }) => {
    const operation = published[version](endpoint);
    return operation?.hasBody === true ? [[version, endpoint.name, endpoint, operation] as const] : [];
  }),
);

/** Of one operation. */
function matching(known: readonly PublishedDifference[], version: ServedVersion, name: string) {
  return known.filter((each) => each.operations.includes(name) && versionsOf(each).includes(version));
}

/** Texts that no known difference matches, and known differences that match no text. */
function unexpected(known: readonly PublishedDifference[], texts: readonly string[]) {
  return {
    unknown: texts.filter((text) => !known.some(({ found }) => found.test(text))),
    gone: known.filter(({ found }) => !texts.some((text) => found.test(text))).map(({ what }) => what),
  };
}

const nothing = { unknown: [], gone: [] };

test.each(withBody)('%s: %s accepts every published body, and answers as published', async (version, ...one) => {
  const [name, endpoint, operation] = one;
  const { sent, accepted, refused, problems } = await sendAll(version, endpoint, operation);
  expect(sent).toBeGreaterThan(0);
  if (!besideSiblings.includes(name)) expect(accepted).toBeGreaterThan(0);
  expect(unexpected(matching(refusedBodies, version, name), refused)).toEqual(nothing);
  expect(unexpected(matching(differentAnswers, version, name), problems)).toEqual(nothing);
});

test('every difference of the table is of an operation that exists', () => {
  const namesOf = (version: ServedVersion) => new Set(routesOf(version).map(({ endpoint }) => endpoint.name));
  const missing = [...refusedBodies, ...differentAnswers].flatMap((difference) => {
    const served = versionsOf(difference).map(namesOf);
    return difference.operations.filter((name) => !served.some((each) => each.has(name)));
  });
  const names = namesOf('0.202');
  expect([...missing, ...ignoredParameters.map(([name]) => name).filter((name) => !names.has(name))]).toEqual([]);
});

test('every published query parameter is read, except those of the table', () => {
  const ignored = gitbookRoutes.flatMap(({ endpoint }) => {
    const read = Object.keys(endpoint.query?.properties ?? {});
    const names = (published['0.202'](endpoint)?.query ?? []).filter((each) => !read.includes(each));
    return names.length === 0 ? [] : [[endpoint.name, names]];
  });
  expect(ignored).toEqual(ignoredParameters);
});

test('the page has the tables (npm run docs:reference updates them)', () => {
  const page = readFileSync(differencesPage, 'utf8');
  expect(page).toBe(withDifferences(page));
});
