/** Uses routes of the contract for operations that the vendor's platform has with a wider body. */
import type { TObject } from '@sinclair/typebox';
import type { Endpoint } from '../../contract/endpoint.ts';
import { routes } from '../resources/index.ts';
import type { RouteInput } from '../route.ts';

/** Calls the route of a contract operation, with only the members that its body has. */
export function answerOfContract(operation: Pick<Endpoint, 'name'>, { body, ...input }: RouteInput): unknown {
  const found = routes.find(({ endpoint }) => endpoint.name === operation.name);
  if (found === undefined) throw new Error(`the contract has no operation ${operation.name}`);
  const { properties = {} } = (found.endpoint.body ?? {}) as Partial<TObject>;
  const known = Object.entries((body ?? {}) as object).filter(([name]) => name in properties);
  return found.handle({ ...input, body: Object.fromEntries(known) });
}

/** A draft is stored, and everything else is live. */
export function storedFlag(flag: boolean | undefined): true | null | undefined {
  return flag === false ? null : flag;
}
