/** Answers one request: token, route, checks, one transaction, reply. Knows no socket and no Request object. */
import { createAuthorizer } from './auth.ts';
import { type Context, withContext } from './context.ts';
import { errorBody, Refusal } from './errors.ts';
import type { Answer, PlainAnswer, PlainRequest } from './exchange.ts';
import type { Store } from './objects.ts';
import type { RouteInput } from './route.ts';
import { createRouter } from './router.ts';
import { routes } from './routes/index.ts';
import type { Validator } from './validate.ts';

export interface AnswerOptions {
  readonly store: Store;
  readonly token: string;
  readonly callerId: string;
  readonly strict: boolean;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

const json = { 'content-type': 'application/json; charset=utf-8' };
const noHeaders = {};

export function createAnswer({ store, token, callerId, strict, now, onFault }: AnswerOptions): Answer {
  const authorize = createAuthorizer(token);
  const router = createRouter(routes);
  const loadValidator = lazyValidator(strict);
  const succeed = async (request: PlainRequest): Promise<PlainAnswer> => {
    authorize(request.authorization);
    const { route, path } = router(request.method, request.path);
    const validator = await loadValidator();
    const query = validator.query(route.endpoint, request.search);
    const body = validator.body(route.endpoint, request.body);
    const mode = request.method === 'GET' ? 'read' : 'write';
    const handle = (context: Context): unknown => route.handle({ context, path, query, body } as RouteInput);
    const result = store.transact(mode, () => withContext({ store, callerId, nowMs: now(), origin: request.origin }, handle));
    const { success, reply } = route.endpoint;
    return reply === undefined
      ? { status: success, headers: noHeaders, body: undefined }
      : { status: success, headers: json, body: JSON.stringify(result) };
  };
  return (request) => succeed(request).catch((error: unknown) => refuse(error, onFault));
}

/** The schema compiler takes longer to load than the platform to start, so it is loaded with the first request. */
function lazyValidator(strict: boolean): () => Promise<Validator> {
  let loading: Promise<Validator> | undefined;
  return () => {
    loading ??= import('./validate.ts').then(({ createValidator }) => createValidator(strict));
    return loading;
  };
}

/** A refusal as the contract's error body. Anything else is a fault of the platform, and tells nothing of its inside. */
function refuse(error: unknown, onFault: AnswerOptions['onFault']): PlainAnswer {
  const isRefusal = error instanceof Refusal;
  if (!isRefusal) onFault(error);
  const status = isRefusal ? error.status : 500;
  const message = isRefusal ? error.message : 'the platform failed on this request';
  return { status, headers: { ...json, ...(isRefusal ? error.headers : {}) }, body: JSON.stringify(errorBody(status, message)) };
}
