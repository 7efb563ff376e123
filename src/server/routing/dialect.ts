/** Dialects: the operations that a platform has, the form of its answers, and the route of a method and path. */
import type { Endpoint, Method } from '../../contract/endpoint.ts';
import { invalid, Refusal } from '../http/errors.ts';
import { routes } from '../resources/index.ts';
import type { Context } from '../rules/context.ts';
import type { Route } from '../rules/resource.ts';

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

interface Routed {
  endpoint: Endpoint;
}

interface Node<R extends Routed> {
  fixed: Map<string, Node<R>>;
  variable?: Node<R>;
  routes: Map<Method, { route: R; names: readonly string[] }>;
}

interface Found<R extends Routed = Route> {
  route: R;
  path: { [parameter: string]: string };
}

/** Refuses with 404 for unknown paths, and with 405 for unknown methods. */
export type Router<R extends Routed = Route> = (method: string, path: string) => Found<R>;

function emptyNode<R extends Routed>(): Node<R> {
  return { fixed: new Map(), routes: new Map() };
}

export function createRouter<R extends Routed>(routes: readonly R[]): Router<R> {
  const root = emptyNode<R>();
  for (const route of routes) add(root, route);
  return (method, path) => find(root, method, path);
}

function add<R extends Routed>(root: Node<R>, route: R) {
  const names: string[] = [];
  let node = root;
  for (const part of route.endpoint.path.split('/').slice(1)) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) {
      const next = node.fixed.get(part) ?? emptyNode();
      node.fixed.set(part, next);
      node = next;
    } else {
      names.push(name);
      node.variable ??= emptyNode();
      node = node.variable;
    }
  }
  node.routes.set(route.endpoint.method, { route, names });
}

function find<R extends Routed>(root: Node<R>, method: string, path: string): Found<R> {
  const values: string[] = [];
  let node: Node<R> | undefined = root;
  for (const part of path.split('/').slice(1)) {
    const fixed: Node<R> | undefined = node?.fixed.get(part);
    if (fixed === undefined) values.push(decoded(part));
    node = fixed ?? (part === '' ? undefined : node?.variable);
  }
  if (node === undefined || node.routes.size === 0) throw new Refusal(404, `no operation at ${path}`);
  const found = node.routes.get(method as Method);
  if (found === undefined) {
    const allowed = [...node.routes.keys()].sort().join(', ');
    throw new Refusal(405, `${method} is not allowed at ${path}; allowed: ${allowed}`, { allow: allowed });
  }
  const named: { [parameter: string]: string } = {};
  for (const [at, name] of found.names.entries()) named[name] = values[at] ?? '';
  return { route: found.route, path: named };
}

function decoded(part: string) {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid(`path: ${part} is not valid percent-encoding`);
  }
}
