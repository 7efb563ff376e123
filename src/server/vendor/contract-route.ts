/** Uses routes of the contract for operations that the vendor's platform has with a wider body. */
import type { TObject } from '@sinclair/typebox';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Route, RouteInput } from '../resource.ts';
import { routes } from '../resources/index.ts';
import { inputOf } from '../rules/named.ts';

function routeOf({ name }: Pick<Endpoint, 'name'>): Route {
  const found = routes.find(({ endpoint }) => endpoint.name === name);
  if (found === undefined) throw new Error(`the contract has no operation ${name}`);
  return found;
}

function membersOf({ body }: Pick<Endpoint, 'body'>): object {
  return ((body ?? {}) as Partial<TObject>).properties ?? {};
}

/** Calls the route of a contract operation, with only the members that the body of both operations has. */
export function answerOfContract(
  contract: Pick<Endpoint, 'name'>,
  vendor: Pick<Endpoint, 'body'>,
  { context, path, query, body }: RouteInput,
): unknown {
  const found = routeOf(contract);
  const [there, here] = [membersOf(found.endpoint), membersOf(vendor)];
  const known = Object.entries((body ?? {}) as object).filter(
    ([name]) => Object.hasOwn(there, name) && Object.hasOwn(here, name),
  );
  return found.handle(inputOf(found.endpoint, { context, path, query, body: Object.fromEntries(known) }));
}

export function reshaped<Answer>(endpoint: Endpoint, change: (answer: Answer) => object): Route {
  const found = routeOf(endpoint);
  return { ...found, endpoint, handle: (input) => change(found.handle(input) as Answer) };
}
