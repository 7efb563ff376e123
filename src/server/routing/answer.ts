/** Answers one request to the API of the platform. */
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Answer } from '../../contract/exchange.ts';
import { errorAnswer } from '../http/errors.ts';
import { emptyTrash } from '../rules/content.ts';
import { type Context, withContext } from '../rules/context.ts';
import { inputOf } from '../rules/objects.ts';
import { requireRights } from '../rules/rights.ts';
import { callerOf } from '../rules/tokens.ts';
import type { Store } from '../store/store.ts';
import type { Dialect } from './dialect.ts';
import type { Validator } from './validate.ts';

interface AnswerOptions {
  store: Store;
  dialect: Dialect;
  strict: boolean;
  now: () => number;
  onFault: (error: unknown) => void;
}

const json = { 'content-type': 'application/json; charset=utf-8' };

export function createAnswer({ store, dialect, strict, now, onFault }: AnswerOptions): Answer {
  let validating: Promise<Validator> | undefined;
  const succeed: Answer = async ({ method, authorization, origin, ...request }) => {
    const mode = method === 'GET' ? 'read' : 'write';
    // An invalid token is refused before any other mistake in the request.
    callerOf(store, authorization);
    const { route, path } = dialect.findRoute(method, request.path);
    validating ??= loadRequestValidator(strict);
    const validator = await validating;
    const query = validator.query(route.endpoint, request.search);
    const body = validator.body(route.endpoint, request.body);
    const handle = (context: Context) => {
      if (mode === 'write') emptyTrash(context);
      requireRights(context, route.need, path);
      const handled = route.handle(inputOf(route.endpoint, { context, path, query, body }));
      return route.complete === undefined ? dialect.present({ context, path }, handled) : handled;
    };
    const result = await store.together(mode, () =>
      withContext({ store, callerId: callerOf(store, authorization), clock: now, origin }, handle),
    );
    return success(route.endpoint, route.complete === undefined ? result : await route.complete(result));
  };
  return (request) => succeed(request).catch((error: unknown) => errorAnswer(error, onFault));
}

function success({ success: status, reply }: Endpoint, result: unknown) {
  if (reply === undefined) return { status, headers: {}, body: undefined };
  return { status, headers: json, body: JSON.stringify(result) };
}

/** Loaded with the first request, because the schema compiler loads more slowly than the platform starts. */
export async function loadRequestValidator(strict: boolean): Promise<Validator> {
  const { createValidator } = await import('./validate.ts');
  return createValidator(strict);
}
