/** Finds the route of a method and path, in one walk along the path's parts. */
import type { Method } from '../contract/endpoint.ts';
import { invalid, Refusal } from './errors.ts';
import type { Route } from './route.ts';

interface Node {
  readonly fixed: Map<string, Node>;
  variable?: Node;
  readonly routes: Map<Method, { readonly route: Route; readonly names: readonly string[] }>;
}

export interface Found {
  readonly route: Route;
  readonly path: { readonly [parameter: string]: string };
}

export type Router = (method: string, path: string) => Found;

function emptyNode(): Node {
  return { fixed: new Map(), routes: new Map() };
}

export function createRouter(routes: readonly Route[]): Router {
  const root = emptyNode();
  for (const route of routes) add(root, route);
  return (method, path) => find(root, method, path);
}

function add(root: Node, route: Route): void {
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

function find(root: Node, method: string, path: string): Found {
  const values: string[] = [];
  let node: Node | undefined = root;
  for (const part of path.split('/').slice(1)) {
    const fixed: Node | undefined = node?.fixed.get(part);
    if (fixed === undefined) values.push(decoded(part));
    node = fixed ?? (part === '' ? undefined : node?.variable);
  }
  if (node === undefined || node.routes.size === 0) throw new Refusal(404, `there is no operation at ${path}`);
  const found = node.routes.get(method as Method);
  if (found === undefined) {
    const allowed = [...node.routes.keys()].sort().join(', ');
    throw new Refusal(405, `${method} is not possible at ${path}; possible: ${allowed}`, { allow: allowed });
  }
  return { route: found.route, path: Object.fromEntries(found.names.map((name, at) => [name, values[at] ?? ''])) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid(`path: ${part} is not valid percent-encoding`);
  }
}
