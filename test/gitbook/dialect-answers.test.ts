/** Validates every answer in the `gitbook` dialect against the document that GitBook publishes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitbookRoutes } from '../../src/server/gitbook/index.ts';
import { gitbookRequest } from './dialect-requests.ts';
import {
  type GitbookPlatform,
  type GitbookWorld,
  openGitbook,
  operationAt,
  prepare,
  prepareGitbookWorld,
  routesOf,
  type ServedVersion,
} from './dialect-world.ts';
import { differentAnswers, versionsOf } from './published-differences.ts';
import { publishedDocument } from './published-documents.ts';

function readsOf(version: ServedVersion) {
  return routesOf(version)
    .filter(({ endpoint }) => endpoint.method === 'GET')
    .map(({ endpoint }) => endpoint);
}

/** Values of parameters that no list at the same path contains. */
const elsewhere: { readonly [parameter: string]: (at: GitbookPlatform, prefix: string) => Promise<readonly string[]> } =
  {
    spaceId: (at) => itemsOf(at, '~/spaces'),
    collectionId: (at) => itemsOf(at, '~/collections'),
    pageId: async (at, prefix) =>
      ((await at.send('GET', `${prefix}s`)).body.pages ?? []).map(({ id }: { id: string }) => id),
    pagePath: async (at, prefix) => {
      const { pages = [] } = (await at.send('GET', prefix.replace('content/path', 'change-requests/1/content/pages')))
        .body;
      return pages.map(({ path }: { path: string }) => encodeURIComponent(path));
    },
    changeRequestId: async () => ['1'],
    emailDomain: async () => ['acme.dev', 'unknown.dev'],
  };

function idOf(item: { readonly id?: string; readonly slug?: string; readonly organization?: { readonly id: string } }) {
  return item.slug ?? item.id ?? item.organization?.id ?? '';
}

/** The ids in a list, or none if the list is refused. */
async function itemsOf(at: GitbookPlatform, path: string): Promise<readonly string[]> {
  return ((await at.send('GET', `${path}?limit=1000`)).body.items ?? []).map(idOf);
}

/** All paths with existing ids. */
async function filled(at: GitbookPlatform, path: string): Promise<readonly string[]> {
  const [, prefix = '', name = '', rest = ''] = /^(.*?)\/\{(\w+)\}(.*)$/.exec(path) ?? [];
  if (name === '') return [path];
  const values = await (elsewhere[name]?.(at, prefix) ?? itemsOf(at, prefix));
  const paths: string[] = [];
  for (const value of values) paths.push(...(await filled(at, `${prefix}/${value}${rest}`)));
  return paths;
}

/** The operation of a problem, and the rest of its text. */
function placed(problem: string, version: ServedVersion): readonly [operation: string | undefined, text: string] {
  const [, method = '', path = '', text = ''] = /^(\S+) (\S+) (.*)$/s.exec(problem) ?? [];
  return [operationAt(method, path, version)?.name, text];
}

function differencesIn(version: ServedVersion) {
  return differentAnswers.filter((difference) => versionsOf(difference).includes(version));
}

/** Problems that the table of differences does not have. */
function unknown(problems: readonly string[], version: ServedVersion = '0.202'): readonly string[] {
  return [...new Set(problems)].filter((problem) => {
    const [operation = '', text] = placed(problem, version);
    return !differencesIn(version).some(({ operations, found }) => operations.includes(operation) && found.test(text));
  });
}

const required: { readonly [operation: string]: string } = { searchOrganization: '?query=start' };

let world: GitbookWorld;

beforeAll(async () => {
  world = await prepareGitbookWorld();
});

afterAll(() => world.remove());

/** The statuses of each read. */
async function readAll(at: GitbookPlatform): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const answered = new Map<string, Set<number>>();
  for (const { name, path } of readsOf(at.version)) {
    const statuses = new Set<number>();
    for (const one of await filled(at, path))
      statuses.add((await at.send('GET', `${one}${required[name] ?? ''}`)).status);
    answered.set(name, statuses);
  }
  return answered;
}

test('every answer to a read of the fixture small is as published', async () => {
  const at = openGitbook({ seed: 'small' });
  await readAll(at);
  at.platform.close();
  expect(unknown(at.problems)).toEqual([]);
});

test.each(['0.202', '0.143'] as const)(
  'every answer to a read of the fixture medium is as published in %s, except for the table of differences',
  async (version) => {
    const at = world.open(version);
    await prepare(at, world.ids);
    const answered = await readAll(at);
    at.platform.close();
    expect(unknown(at.problems, version)).toEqual([]);
    const known = differencesIn(version).flatMap(({ operations }) => operations.filter((name) => answered.has(name)));
    const seen = new Set(at.problems.map((problem) => placed(problem, version)[0]));
    expect(known.filter((name) => !seen.has(name))).toEqual([]);
    expect([...answered].filter(([, statuses]) => !statuses.has(200)).map(([name]) => name)).toEqual([]);
  },
);

test.each(['bo@acme.dev', 'oli@acme.dev', 'eve@acme.dev'])('every answer to %s is as published', async (user) => {
  const at = openGitbook({ seed: 'medium' }, user);
  await readAll(at);
  at.platform.close();
  expect(unknown(at.problems)).toEqual([]);
});

test('every answer to a write is as published, and so is every request', async () => {
  const document = publishedDocument('0.202');
  const problems: string[] = [];
  for (const { endpoint } of gitbookRoutes.filter((each) => each.endpoint.method !== 'GET')) {
    const at = world.open();
    const ids = await prepare(at, world.ids, endpoint.name);
    const [method, path, body] = gitbookRequest(endpoint, ids);
    const answer = await at.send(method, path, body);
    expect(answer.status, `${endpoint.name}: ${answer.body?.error?.message}`).toBe(endpoint.success);
    const wrong = body && document.requestProblem(method, path.replace('~', `/v1/orgs/${ids.organizationId}`), body);
    problems.push(...at.problems, ...(wrong === undefined ? [] : [`${endpoint.name} sends ${wrong}`]));
    at.platform.close();
  }
  expect(unknown(problems)).toEqual([]);
});

test.each(['0.130', '0.143'] as const)('every request of the dialect is valid in version %s too', async (version) => {
  const document = publishedDocument(version);
  const at = world.open();
  const ids = await prepare(at, world.ids);
  at.platform.close();
  const problems = gitbookRoutes.flatMap(({ endpoint }) => {
    if (endpoint.method === 'GET') return [];
    const [method, path, body] = gitbookRequest(endpoint, ids);
    const full = path.replace('~', `/v1/orgs/${ids.organizationId}`);
    if (body === undefined || document.missing(method, full) !== undefined) return [];
    const wrong = document.requestProblem(method, full, body);
    return wrong === undefined ? [] : [`${endpoint.name}: ${wrong}`];
  });
  expect(problems).toEqual([]);
});

test('every operation of the dialect is published', () => {
  const document = publishedDocument('0.202');
  const missing = gitbookRoutes.flatMap(({ endpoint: { method, path } }) => document.missing(method, path) ?? []);
  expect(missing).toEqual([]);
});
