/** Answers one request: token, route, checks, rights, one transaction, reply. Knows no socket and no Request object. */

import type { Endpoint } from '../contract/endpoint.ts';
import type { Answer, PlainAnswer, PlainRequest } from '../contract/exchange.ts';
import { type Context, withContext } from './context.ts';
import { errorBody, Refusal } from './errors.ts';
import { createKeptAnswers, keyOf } from './kept-answers.ts';
import type { Store } from './objects.ts';
import { textOf } from './pages.ts';
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
    const key = isRead ? keyOf(request) : '';
    const known = isRead ? kept.find(key) : undefined;
    if (known !== undefined) {
      const settled = store.settled();
      if (settled !== undefined) await settled;
      return known;
    }
    // Whoever is nobody is told so before anything else.
    callerOf(store, request.authorization);
    const { route, path } = findRoute(request.method, request.path);
    const validator = await loadValidator();
    const query = validator.query(route.endpoint, request.search);
    const body = validator.body(route.endpoint, request.body);
    const handle = (context: Context): unknown => {
      if (!isRead) emptyTrash(context);
      requireRights(context, route.need, path);
      return route.handle({ context, path, query, body } as RouteInput);
    };
    const run = (): unknown => {
      const callerId = callerOf(store, request.authorization);
      const { origin } = request;
      if (!isRead) return withContext({ store, callerId, clock: now, origin }, handle);
      return withContext(
        { store, callerId, clock: now, origin, texts: kept, isAskedAgain: kept.hasAnswered(key) },
        handle,
      );
    };
    const { complete, endpoint } = route;
    if (complete !== undefined)
      return answerOf(endpoint, await complete(await store.together(isRead ? 'read' : 'write', run)));
    if (!isRead) return store.together('write', () => answerOf(endpoint, run()));
    return store.together('read', () => {
      const answer = store.watch(() => answerOf(endpoint, run()));
      kept.keep(key, answer);
      return answer.value;
    });
  };
  return (request) => succeed(request).catch((error: unknown) => refuse(error, onFault));
}

function answerOf({ success, reply }: Endpoint, result: unknown): PlainAnswer {
  if (reply === undefined) return { status: success, headers: noHeaders, body: undefined };
  return { status: success, headers: json, body: textOf(result) };
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
  return {
    status,
    headers: { ...json, ...(isRefusal ? error.headers : {}) },
    body: JSON.stringify(errorBody(status, message)),
  };
}
