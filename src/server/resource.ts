/** Resources of the platform. Each file in `resources` defines one resource completely. */
import type { Endpoint } from '../contract/endpoint.ts';
import type { FixtureContext, FixtureResource, SiteFixtureContext } from './fixture/context.ts';
import type { Kind } from './records.ts';
import type { Route } from './route.ts';
import type { Least, Need } from './rules/needs.ts';

type LoadInSite<K extends string = string> = (fixture: SiteFixtureContext, resource: FixtureResource<K>) => void;

/** `parent` is a site or a group. Returns the ids of the loaded sections. */
type LoadInNavigation<K extends string = string> = (
  fixture: SiteFixtureContext,
  parent: string,
  resource: FixtureResource<K>,
) => readonly string[];

export interface Resource {
  titles: { [K in Kind]?: string };
  /** Loads the kinds in the navigation of a site, which share one sibling order. */
  inNavigation?: { [K in Kind]?: LoadInNavigation<K> };
  /** Loads the other kinds of a site. */
  inSite?: { [K in Kind]?: LoadInSite<K> };
  fixtureFields?: { [kind: string]: readonly string[] };
  /** Loads the objects of a fixture that belong to the organization. */
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
  return titles.get(kind) ?? kind;
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
