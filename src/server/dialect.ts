/** Dialects: the operations that a platform has, and the form of its answers. */
import type { Method } from '../contract/endpoint.ts';
import type { Context } from './context.ts';
import type { Route } from './resource.ts';
import { routes } from './resources/index.ts';
import { createRouter, type Router } from './router.ts';

export interface Asked {
  context: Context;
  path: { [parameter: string]: string };
}

export interface Dialect {
  findRoute: Router;
  present: (asked: Asked, answer: unknown) => unknown;
}

export const contractDialect: Dialect = { findRoute: createRouter(routes), present: (_, answer) => answer };

/** Method and path without the names of parameters, which can differ. */
function keyOf({ method, path }: { method: Method; path: string }) {
  return `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
}

/** The routes of the contract without the removed operations, and with `own` instead of routes at the same method and path. */
export function routesWith(own: readonly Route[], removed: ReadonlySet<string>): readonly Route[] {
  const replaced = new Set(own.map(({ endpoint }) => keyOf(endpoint)));
  const kept = routes.filter(({ endpoint }) => !removed.has(endpoint.name) && !replaced.has(keyOf(endpoint)));
  return [...kept, ...own];
}
