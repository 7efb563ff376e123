/** Collects ids from answers, for requests to existing objects. */

import { endpoints } from '../../src/contract/2025-06/index.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { Json, Opened } from './open.ts';

export interface Known {
  /** By path: `/v1/spaces` has the ids of spaces, `/v1/orgs/{id}/teams` those of teams. */
  readonly ids: Map<string, string[]>;
}

/** Link invites of the fixture, which no list contains. */
const invites = ['inv_123', 'inv_456'];

/** The key of deleted spaces. */
export const trash = 'deleted spaces';

/** Kinds whose ids are stored under one path. */
const rootOf: { readonly [kind: string]: string } = {
  organization: '/v1/orgs',
  space: '/v1/spaces',
  collection: '/v1/collections',
};

export function copyOf({ ids }: Known): Known {
  return { ids: new Map([...ids].map(([path, list]) => [path, [...list]])) };
}

function add({ ids }: Known, path: string, id: unknown): void {
  if (typeof id !== 'string' || id === '') return;
  const list = ids.get(path) ?? [];
  if (!list.includes(id)) list.push(id);
  ids.set(path, list);
}

/** Adds the ids of a successful answer, or removes those of a deletion. */
export function learn(known: Known, method: string, path: string, body: unknown): void {
  if (method === 'DELETE') {
    const at = path.lastIndexOf('/');
    if (path.startsWith('/v1/spaces/') && path.split('/').length === 4) add(known, trash, path.slice(at + 1));
    const list = known.ids.get(path.slice(0, at)) ?? [];
    known.ids.set(
      path.slice(0, at),
      list.filter((id) => id !== path.slice(at + 1)),
    );
    return;
  }
  if (typeof body !== 'object' || body === null) return;
  const { items } = body as Json;
  if (Array.isArray(items)) for (const item of items) learnItem(known, path, item);
  else if (method !== 'GET') learnItem(known, path, body as Json);
  learnRoots(known, path, body);
}

function learnItem(known: Known, path: string, item: Json): void {
  if (path.endsWith('/custom-fields')) add(known, path, item.name);
  else add(known, path, item.slug ?? item.id ?? item.organization?.id);
  if (item.object === 'site-section-group')
    for (const section of item.sections ?? []) add(known, `${path}/${item.id}/sections`, section.id);
}

function learnRoots(known: Known, path: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const { object, id, emailDomains, target } = value as Json;
  const root = rootOf[object];
  if (root) add(known, root, id);
  if (root === '/v1/orgs') for (const invite of invites) add(known, `/v1/orgs/${id}/link-invites`, invite);
  if (Array.isArray(emailDomains)) for (const domain of emailDomains) add(known, '/v1/email-domains', domain);
  if (target?.changeRequest) add(known, `/v1/spaces/${target.space}/change-requests`, target.changeRequest);
  const content = /^.*\/content(?=$|\/pages$)/.exec(path)?.[0];
  if (content && Array.isArray((value as Json).pages))
    for (const page of (value as Json).pages) add(known, `${content}/page`, page.id);
  for (const member of Object.values(value)) learnRoots(known, path, member);
}

export function idsAt(known: Known, path: string): readonly string[] {
  return known.ids.get(path) ?? [];
}

const templates = new Map<string, RegExp>();

/** The known paths with ids that match a template of the contract. */
export function pathsLike(known: Known, template: string): readonly string[] {
  const pattern = templates.get(template) ?? new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`);
  templates.set(template, pattern);
  return [...known.ids.keys()].filter((path) => pattern.test(path) && idsAt(known, path).length > 0);
}

/** A path of the endpoint with ids that belong together, or undefined. */
export function knownPath(known: Known, endpoint: Endpoint, pickPath = 0, pickId = 0): string | undefined {
  const last = endpoint.path.lastIndexOf('{');
  if (last === -1) return endpoint.path;
  const paths = pathsLike(known, endpoint.path.slice(0, last - 1));
  const path = paths[pickPath % Math.max(1, paths.length)];
  if (path === undefined) return undefined;
  const ids = idsAt(known, path);
  return `${path}/${encodeURIComponent(ids[pickId % ids.length] ?? '')}${endpoint.path.slice(endpoint.path.indexOf('}', last) + 1)}`;
}

const rounds = 3;

/** Reads everything that is reachable. Each round uses the ids of the previous one. */
export async function crawl(at: Pick<Opened, 'send'>): Promise<Known> {
  const known: Known = { ids: new Map() };
  const visited = new Set<string>();
  const reads = endpoints.filter(({ method }) => method === 'GET');
  for (let round = 0; round < rounds; round += 1) {
    for (const endpoint of reads) {
      for (const path of filledPaths(known, endpoint)) {
        const asked = endpoint.isPaged ? `${path}?limit=1000` : path;
        if (visited.has(asked)) continue;
        visited.add(asked);
        const answer = await at.send('GET', endpoint.name === 'searchOrganization' ? `${asked}&query=a` : asked);
        if (answer.status < 400) learn(known, 'GET', path, answer.body);
      }
    }
    await findChangeRequests(at, known);
  }
  return known;
}

/** No list contains change requests, but their numbers start at 1. */
async function findChangeRequests(at: Pick<Opened, 'send'>, known: Known): Promise<void> {
  for (const space of idsAt(known, '/v1/spaces')) {
    const path = `/v1/spaces/${space}/change-requests`;
    if (!known.ids.has(path) && (await at.send('GET', `${path}/1/content`)).status < 400) add(known, path, '1');
  }
}

const mostOfEach = 12;

function filledPaths(known: Known, endpoint: Endpoint): readonly string[] {
  const last = endpoint.path.lastIndexOf('{');
  if (last === -1) return [endpoint.path];
  return pathsLike(known, endpoint.path.slice(0, last - 1)).flatMap((path, pick) =>
    [...idsAt(known, path).slice(0, mostOfEach).keys()].flatMap((id) => knownPath(known, endpoint, pick, id) ?? []),
  );
}
