/** Resources of the platform: their routes, what each route requires, and how fixtures are loaded. Each file in `resources` defines one. */

import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Endpoint, PathParameters } from '../../contract/endpoint.ts';
import { mapPage, pageOfChildren } from '../http/pages.ts';
import type { Kind, Role, Row } from '../store/records.ts';
import type { Context } from './context.ts';
import type { FixtureContext, FixtureResource, SiteFixtureContext } from './fixture-context.ts';

type LoadInSite<K extends string = string> = (fixture: SiteFixtureContext, resource: FixtureResource<K>) => void;

/** `parent` is a site or a group. Returns the ids of the loaded sections. */
type LoadInNavigation<K extends string = string> = (
  fixture: SiteFixtureContext,
  parent: string,
  resource: FixtureResource<K>,
) => readonly string[];

export interface Resource {
  /** Names in messages, if they differ from the kind. */
  titles?: { [K in Kind]?: string };
  /** Loads the kinds in the navigation of a site, which share one sibling order. */
  inNavigation?: { [K in Kind]?: LoadInNavigation<K> };
  /** Loads the other kinds of a site. */
  inSite?: { [K in Kind]?: LoadInSite<K> };
  fixtureFields?: { [kind: string]: readonly string[] };
  load?: (fixture: FixtureContext) => void;
  routes: readonly Route[];
}

const titles = new Map<string, string>();
const inNavigation = new Map<string, LoadInNavigation>();
const inSite = new Map<string, LoadInSite>();
const supportedFields = new Map<string, readonly string[]>();
const needs = new Map<string, Need>();

export function resource<R extends Resource>(definition: R): R {
  const register = <V>(into: Map<string, V>, entries: object = {}): void => {
    for (const [kind, value] of Object.entries(entries)) into.set(kind, value);
  };
  register(titles, definition.titles);
  register(inNavigation, definition.inNavigation);
  register(inSite, definition.inSite);
  register(supportedFields, definition.fixtureFields);
  for (const { endpoint, need } of definition.routes) needs.set(endpoint.name, need);
  return definition;
}

export function kindTitle(kind: Kind): string {
  return titles.get(kind) ?? kind.replaceAll('-', ' ');
}

export function navigationKinds(): readonly Kind[] {
  return [...inNavigation.keys()] as Kind[];
}

/** Loads the navigation of a site, or the members of a group. Returns the ids of the sections, depth first. */
export function loadNavigation(fixture: SiteFixtureContext, parent: string, group?: string): readonly string[] {
  return fixture
    .within<string>(fixture.of.id, ...inNavigation.keys())
    .filter(({ fields }) => fields.group === group)
    .flatMap((each) => inNavigation.get(each.kind)?.(fixture, parent, each) ?? []);
}

/** Loads the other objects of a site, sorted by kind, so that ids do not depend on the order of imports. */
export function loadInSite(fixture: SiteFixtureContext): void {
  for (const kind of [...inSite.keys()].sort())
    for (const each of fixture.within<string>(fixture.of.id, kind)) inSite.get(kind)?.(fixture, each);
}

export function fixtureFields(kind: string): readonly string[] {
  return supportedFields.get(kind) ?? [];
}

export function leastOf({ name }: Pick<Endpoint, 'name'>): Least {
  const need = needs.get(name);
  if (need === undefined || need.of === 'anyone') throw new Error(`${name} requires no role`);
  return need.least;
}

export type Least = Role | 'guest';

/** `rest` describes requirements that depend on the body, which the route checks itself. */
export type Need =
  | { of: 'anyone' }
  | { of: 'organization'; least: Least; rest?: string | undefined }
  /** A level in the space of the path; with `isFoundDeleted` also in the trash. */
  | { of: 'space'; least: Role; isFoundDeleted?: true; rest?: string | undefined }
  | { of: 'collection'; least: Role; rest?: string | undefined }
  | { of: 'container'; least: Role }
  /** A role, or owner of the team of the path. */
  | { of: 'team'; least: Role }
  /** A role, or the member of the path. */
  | { of: 'member'; least: Role }
  /** A role, or a site that is open to visitors. */
  | { of: 'visitor'; least: Role };

export function inOrganization(least: Least, rest?: string): Need {
  return { of: 'organization', least, rest };
}

export function inSpace(least: Role, rest?: string): Need {
  return { of: 'space', least, rest };
}

export function inCollection(least: Role, rest?: string): Need {
  return { of: 'collection', least, rest };
}

export const anyone: Need = { of: 'anyone' };
/** Members with at least this role in the organization. */
export const reader = inOrganization('read');
export const creator = inOrganization('create');
export const administrator = inOrganization('admin');
export const teamOwner: Need = { of: 'team', least: 'admin' };
export const teamReader: Need = { of: 'team', least: 'read' };

export const whereItGoes = '`create` where it goes: the collection, or the organization at the top level';
export const targetOrganization = '`admin` of everything inside, and `create` in the other organization';
export const visibleSpaces = 'to see the spaces it names';
export const ownOnly = '`admin` for text of other users';

/** The kinds of the objects that parameters of paths name, and where the path says that they are. */
export const namedKinds = {
  organizationId: ['organization', 'anywhere'],
  siteId: ['site', 'in the organization'],
  siteSectionId: ['section', 'on the site'],
  siteSectionGroupId: ['section-group', 'on the site'],
  siteSpaceId: ['site-space', 'on the site'],
  siteExternalLinkId: ['external-link', 'on the site'],
  siteRedirectId: ['redirect', 'on the site'],
  shareLinkId: ['share-link', 'on the site'],
  teamId: ['team', 'in the organization'],
  userId: ['member', 'in the organization'],
  samlProviderId: ['saml-provider', 'in the organization'],
  translationSettingsId: ['translation', 'in the organization'],
  translationId: ['space-translation', 'in the organization'],
  inviteId: ['link-invite', 'in the organization'],
  specSlug: ['openapi-spec', 'by name'],
  fieldName: ['custom-field', 'by name'],
  spaceId: ['space', 'anywhere'],
  collectionId: ['collection', 'anywhere'],
} as const;

type NamedKinds = typeof namedKinds;

type LastParameter<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Rest extends `${string}{${string}`
    ? LastParameter<Rest>
    : Name
  : never;

// Users of the package do not load the files of the resources, which declare the kinds.
type NamedKind<P extends string> =
  LastParameter<P> extends infer N extends keyof NamedKinds ? Extract<NamedKinds[N][0], Kind> : never;

export interface RouteInput<P extends string = string, Q extends TObject = TObject, B extends TSchema = TSchema> {
  context: Context;
  path: PathParameters<P>;
  query: Static<Q>;
  body: Static<B>;
  /** The site of the path. Refuses with 404 if there is none, like `row`. */
  readonly site: Row<NamedKind<'{siteId}'>>;
  /** The object that the last parameter of the path names. */
  readonly row: Row<NamedKind<P>>;
}

export type BodyOf<E> = E extends { body?: infer B } ? Static<Extract<B, TSchema>> : never;

export type QueryOf<E> = E extends { query?: infer Q } ? Static<Extract<Q, TSchema>> : never;

export interface Route {
  endpoint: Endpoint;
  need: Need;
  handle: (input: RouteInput) => unknown;
  /** Creates the answer from the result of `handle` after the transaction, for slow work. */
  complete?: (handled: unknown) => Promise<unknown>;
}

export function route<P extends string, Q extends TObject, B extends TSchema, R extends TSchema>(
  endpoint: Endpoint<P, Q, B, R>,
  need: Need,
  handle: (input: RouteInput<P, Q, B>) => Static<R>,
): Route {
  return { endpoint: endpoint as unknown as Endpoint, need, handle: handle as unknown as Route['handle'] };
}

/** Like `route`, for slow answers: `handle` uses the state, `complete` runs after the transaction. */
export function routeInTwoSteps<P extends string, Q extends TObject, B extends TSchema, R extends TSchema, H>(
  endpoint: Endpoint<P, Q, B, R>,
  need: Need,
  handle: (input: RouteInput<P, Q, B>) => H,
  complete: (handled: H) => Promise<Static<R>>,
): Route {
  return {
    endpoint: endpoint as unknown as Endpoint,
    need,
    handle: handle as unknown as Route['handle'],
    complete: complete as NonNullable<Route['complete']>,
  };
}

type ItemOf<R extends TSchema> = Static<R> extends { items: (infer Item)[] } ? Item : never;

/** Lists the objects of one kind in the object that the path names. */
export function listRoute<P extends string, Q extends TObject, B extends TSchema, R extends TSchema, K extends Kind>(
  endpoint: Endpoint<P, Q, B, R>,
  need: Need,
  kind: K,
  answer: (context: Context, row: Row<K>, container: Row<NamedKind<P>>) => ItemOf<R>,
  order: { descending?: boolean } = {},
): Route {
  return route(endpoint, need, ({ context, row: container, query }) => {
    const page = pageOfChildren(context.store, kind, container.id, query, order);
    return mapPage(page, (row) => answer(context, row, container)) as Static<R>;
  });
}

/** Handles deletes that only remove the object that the path names. */
export function removeRow({ context, row }: { context: Context; row: Row }): void {
  context.store.remove(row);
}
