/** Generates requests: an operation of the contract, values, and a mutation. */
import fc, { type Arbitrary } from 'fast-check';
import { endpoints } from '../../src/contract/2025-06/index.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type Bend, bends, bent } from './fuzz-bends.ts';
import { Reference, valuesOf } from './fuzz-values.ts';
import { idsAt, type Known, knownPath, pathsLike, trash } from './known.ts';

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly search: string;
  readonly body: string | undefined;
  readonly authorization: string | undefined;
}

export interface Plan {
  readonly endpoint: Endpoint;
  readonly pickPath: number;
  readonly pickId: number;
  readonly query: unknown;
  readonly body: unknown;
  /** Number of the token. 0 is the main one. */
  readonly speaker: number;
  readonly bends: readonly Bend[];
}

/** Deletes are rarer, so that objects remain for the other requests. */
function weightOf({ method, path }: Endpoint): number {
  if (method === 'DELETE') return path.endsWith('{siteId}') || path.endsWith('{spaceId}') ? 1 : 2;
  return method === 'GET' ? 4 : 6;
}

function planOf(endpoint: Endpoint): Arbitrary<Plan> {
  const { query, body } = endpoint;
  return fc.record({
    endpoint: fc.constant(endpoint),
    pickPath: fc.nat({ max: 1000 }),
    pickId: fc.nat({ max: 1000 }),
    query: query ? fc.oneof(fc.constant({}), valuesOf(query)) : fc.constant({}),
    body: body ? valuesOf(body) : fc.constant(undefined),
    speaker: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 20 }) }),
    bends: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: fc.array(bends, { minLength: 1, maxLength: 2 }) },
    ),
  });
}

export const plans: Arbitrary<Plan> = fc.oneof(
  ...endpoints.map((endpoint) => ({ weight: weightOf(endpoint), arbitrary: planOf(endpoint) })),
);

export function requestOf(plan: Plan, known: Known, tokens: readonly string[]): RawRequest {
  const { endpoint } = plan;
  const path = pathOf(plan, known);
  const body = resolved(plan.body, known, path);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(resolved(plan.query, known, path) as object)) {
    if (name === 'page') continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  const request: RawRequest = {
    ...{ method: endpoint.method, path, search: search.toString() },
    body: body === undefined ? undefined : JSON.stringify(body),
    authorization: `Bearer ${tokens[plan.speaker % tokens.length]}`,
  };
  return plan.bends.reduce<RawRequest>((so, bend) => bent(so, bend, known), request);
}

function pathOf({ endpoint, pickPath, pickId }: Plan, known: Known): string {
  // The user of `setTeamMember` is usually not in the team yet.
  if (endpoint.name === 'setTeamMember') {
    const team = knownPath(known, { ...endpoint, path: '/v1/orgs/{organizationId}/teams/{teamId}' }, pickPath, pickId);
    const users = team === undefined ? [] : idsAt(known, team.replace(/\/teams\/.*/, '/members'));
    if (users.length > 0) return `${team}/members/${users[pickId % users.length]}`;
  }
  const trashed = endpoint.name === 'restoreSpace' ? idsAt(known, trash) : [];
  if (trashed.length > 0) return `/v1/spaces/${trashed[pickId % trashed.length]}/restore`;
  return knownPath(known, endpoint, pickPath, pickId) ?? endpoint.path.replace(/\{\w+\}/g, `x${pickId}`);
}

/** Fills in references. `path` selects the site or organization. */
function resolved(value: unknown, known: Known, path: string): unknown {
  if (value instanceof Reference) return idFor(value, known, path);
  if (Array.isArray(value)) return value.map((one) => resolved(one, known, path));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.startsWith('\u0000') ? idFor(new Reference('members', Number(name.slice(1))), known, path) : name,
      resolved(one, known, path),
    ]),
  );
}

/** The lists that members of bodies refer to, relative to the site or organization. */
const listOf: { readonly [name: string]: string } = {
  ...{
    sectionId: 'sections',
    siteSection: 'sections',
    defaultSiteSection: 'sections',
    sections: 'sections',
    id: 'sections',
  },
  ...{ siteSpace: 'site-spaces', defaultSiteSpace: 'site-spaces', site: 'sites', defaultTeam: 'teams' },
  ...{ members: 'members', add: 'members', remove: 'members', owner: 'members' },
};
const rootOf: { readonly [name: string]: string } = {
  ...{ spaceId: '/v1/spaces', space: '/v1/spaces', spaces: '/v1/spaces' },
  ...{ parent: '/v1/collections', collection: '/v1/collections', organization: '/v1/orgs' },
};

function idFor({ name, pick }: Reference, known: Known, path: string): string {
  const list = listOf[name] ?? '';
  const site = /^\/v1\/orgs\/[^/]+\/sites\/[^/]+/.exec(path)?.[0];
  const organization = /^\/v1\/orgs\/[^/]+/.exec(path)?.[0];
  const below = [site, organization].map((base) => idsAt(known, `${base}/${list}`)).find((ids) => ids.length > 0);
  const pages =
    name === 'page' || name === 'targetPage'
      ? '/v1/spaces/{s}/change-requests/{c}/content/page'
      : '/v1/orgs/{o}/members';
  const elsewhere = pathsLike(known, pages).flatMap((each) => idsAt(known, each));
  const ids = idsAt(known, rootOf[name] ?? '');
  const from = ids.length > 0 ? ids : (below ?? elsewhere);
  return from[pick % Math.max(1, from.length)] ?? 'unknown';
}
