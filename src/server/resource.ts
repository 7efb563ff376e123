/** A resource of the platform: a file of `resources` says all there is of it, and ends with one value made here. */
import type { Endpoint } from '../contract/endpoint.ts';
import type { Kind } from './records.ts';
import type { Route } from './route.ts';
import type { Least, Need } from './rules/needs.ts';
import type { Bed, Seedling, SiteBed } from './seed/planter.ts';

/** Puts what stands in a site there while that is planted. */
type PlantInSite<K extends string = string> = (bed: SiteBed, seedling: Seedling<K>) => void;

/** The same with its place in the navigation: the site, or a group. Answers with the sections that come with it. */
type PlantInNavigation<K extends string = string> = (
  bed: SiteBed,
  parent: string,
  seedling: Seedling<K>,
) => readonly string[];

export interface Resource {
  /** What the kinds of its objects are called in messages. */
  readonly titles: { readonly [K in Kind]?: string };
  /** Kinds of its objects that stand in the navigation of a site, where they share one order with those of other resources. */
  readonly inNavigation?: { readonly [K in Kind]?: PlantInNavigation<K> };
  /** Kinds of its objects that stand in a site beside its navigation. */
  readonly inSite?: { readonly [K in Kind]?: PlantInSite<K> };
  /** What of its objects a world may state, by kind. */
  readonly seeded?: { readonly [kind: string]: readonly string[] };
  /** Plants what stands in the organization, with all in it. */
  readonly plant?: (bed: Bed) => void;
  readonly routes: readonly Route[];
}

const titles = new Map<string, string>();
const inNavigation = new Map<Kind, PlantInNavigation>();
const inSite = new Map<Kind, PlantInSite>();
const seeded = new Map<string, readonly string[]>();
const needs = new Map<string, Need>();

/** Makes a resource known: what its objects are called, and what its operations need. */
export function resource<R extends Resource>(described: R): R {
  for (const [kind, title] of Object.entries(described.titles)) titles.set(kind, title);
  for (const [kind, plant] of Object.entries(described.inNavigation ?? {}))
    inNavigation.set(kind as Kind, plant as PlantInNavigation);
  for (const [kind, plant] of Object.entries(described.inSite ?? {})) inSite.set(kind as Kind, plant as PlantInSite);
  for (const [kind, fields] of Object.entries(described.seeded ?? {})) seeded.set(kind, fields);
  for (const { endpoint, need } of described.routes) needs.set(endpoint.name, need);
  return described;
}

export function titleOf(kind: Kind): string {
  return titles.get(kind) ?? kind;
}

/** The kinds that share the navigation of a site. */
export function navigationKinds(): readonly Kind[] {
  return [...inNavigation.keys()];
}

/** Plants what stands at the root of a site, or in a group of it; answers with the sections among it, depth first. */
export function plantNavigation(bed: SiteBed, parent: string, group?: string): readonly string[] {
  return bed
    .within<string>(bed.of.id, ...inNavigation.keys())
    .filter(({ fields }) => fields.group === group)
    .flatMap((each) => inNavigation.get(each.kind as Kind)?.(bed, parent, each) ?? []);
}

/** Plants all else that stands in a site: by the names of the kinds, so that ids do not depend on who imports whom. */
export function plantInSite(bed: SiteBed): void {
  for (const kind of [...inSite.keys()].sort())
    for (const each of bed.within<string>(bed.of.id, kind)) inSite.get(kind)?.(bed, each);
}

/** None: no world holds objects of this kind. */
export function seededFields(kind: string): readonly string[] {
  return seeded.get(kind) ?? [];
}

/** The role or level that an operation asks for. */
export function leastOf({ name }: Pick<Endpoint, 'name'>): Least {
  const need = needs.get(name);
  if (need === undefined || need.of === 'anyone') throw new Error(`no role is said for ${name}`);
  return need.least;
}
