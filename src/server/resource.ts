/** A resource of the platform: a file of `resources` says all there is of it, and ends with one value made here. */
import type { Endpoint } from '../contract/endpoint.ts';
import type { Kind } from './records.ts';
import type { Route } from './route.ts';
import type { Least, Need } from './rules/needs.ts';

/** Sections and groups in the navigation of a site. */
export type SharedOrder = 'navigation';

export interface Resource {
  /** What the kinds of its objects are called in messages. */
  readonly titles: { readonly [K in Kind]?: string };
  /** Kinds of its objects that share an order with those of other resources, such as the navigation of a site. */
  readonly sharedOrder?: { readonly [K in Kind]?: SharedOrder };
  /** What of its objects a world may state, by kind. */
  readonly seeded?: { readonly [kind: string]: readonly string[] };
  readonly routes: readonly Route[];
}

const titles = new Map<string, string>();
const sharedOrders = new Map<SharedOrder, Kind[]>();
const seeded = new Map<string, readonly string[]>();
const needs = new Map<string, Need>();

/** Makes a resource known: what its objects are called, and what its operations need. */
export function resource<R extends Resource>(described: R): R {
  for (const [kind, title] of Object.entries(described.titles)) titles.set(kind, title);
  for (const [kind, order] of Object.entries(described.sharedOrder ?? {}))
    sharedOrders.set(order, [...(sharedOrders.get(order) ?? []), kind as Kind]);
  for (const [kind, fields] of Object.entries(described.seeded ?? {})) seeded.set(kind, fields);
  for (const { endpoint, need } of described.routes) needs.set(endpoint.name, need);
  return described;
}

export function titleOf(kind: Kind): string {
  return titles.get(kind) ?? kind;
}

/** The kinds that share an order. */
export function kindsIn(order: SharedOrder): readonly Kind[] {
  return sharedOrders.get(order) ?? [];
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
