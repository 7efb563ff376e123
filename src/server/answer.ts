/** Answers one request: token, route, checks, rights, one transaction, reply. Knows no socket and no Request object. */

import type { Endpoint } from '../contract/endpoint.ts';
import type { Answer, PlainAnswer, PlainRequest } from '../contract/exchange.ts';
import { type Context, withContext } from './context.ts';
import { errorBody, Refusal } from './errors.ts';
import { createKeptAnswers } from './kept-answers.ts';
import type { Store } from './objects.ts';
import { findRoute } from './resources/index.ts';
import type { RouteInput } from './route.ts';
import { emptyTrash } from './rules/content.ts';
import { requireRights } from './rules/rights.ts';
import { callerOf } from './tokens.ts';
import type { Validator } from './validate.ts';

export interface AnswerOptions {
  readonly store: Store;
  readonly strict: boolean;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

const json = { 'content-type': 'application/json; charset=utf-8' };

const noHeaders = {};

export function createAnswer({ store, strict, now, onFault }: AnswerOptions): Answer {
  const loadValidator = lazyValidator(strict);
  const kept = createKeptAnswers(store);
  const succeed = async (request: PlainRequest): Promise<PlainAnswer> => {
    const isRead = request.method === 'GET';
    const known = isRead ? kept.find(request) : undefined;
    if (known !== undefined) {
      await store.settled();
      return known;
    }
    const caller = store.watch(() => callerOf(store, request.authorization));
    const callerId = caller.value;
    const { route, path } = findRoute(request.method, request.path);
    const validator = await loadValidator();
    const query = validator.query(route.endpoint, request.search);
    const body = validator.body(route.endpoint, request.body);
    const handle = (context: Context): unknown => {
      if (!isRead) emptyTrash(context);
      requireRights(context, route.need, path);
      return route.handle({ context, path, query, body } as RouteInput);
    };
    const given = { store, callerId, clock: now, origin: request.origin, isReadOnly: isRead };
    const { complete, endpoint } = route;
    if (complete !== undefined) {
      const { result } = await store.together(isRead ? 'read' : 'write', () => withContext(given, handle));
      return answerOf(endpoint, await complete(result));
    }
    if (!isRead) return store.together('write', () => answerOf(endpoint, withContext(given, handle).result));
    return store.together('read', () => {
      const { value, seen } = store.watch(() => withContext(given, handle));
      const answer = answerOf(endpoint, value.result);
      if (value.isTimeless && store.holds(caller)) kept.keep(request, { value: answer, seen: new Map([...caller.seen, ...seen]) });
      return answer;
    });
  };
  return (request) => succeed(request).catch((error: unknown) => refuse(error, onFault));
}

function answerOf({ success, reply }: Endpoint, result: unknown): PlainAnswer {
  if (reply === undefined) return { status: success, headers: noHeaders, body: undefined };
  return { status: success, headers: json, body: JSON.stringify(result) };
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
