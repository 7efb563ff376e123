/** Answers requests to `/_platform/`: the control API and pages. */
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import {
  createOperationDefiner,
  DateTime,
  type Endpoint,
  type Method,
  type PathParameters,
} from '../../contract/endpoint.ts';
import type { Answer, PlainAnswer, PlainRequest } from '../../contract/exchange.ts';
import { seedNames } from '../fixture/read.ts';
import { acceptInvitations } from '../gitbook/invitations.ts';
import { listInvitations } from '../gitbook/people.ts';
import { errorAnswer, Refusal } from '../http/errors.ts';
import type { PageAnswer } from '../page/page.ts';
import { loadRequestValidator } from '../routing/answer.ts';
import { createRouter } from '../routing/dialect.ts';
import { type Context, withContext } from '../rules/context.ts';
import type { SeedName } from '../rules/fixture-context.ts';
import { callerFact, issueToken, listTokens, revokeToken } from '../rules/tokens.ts';
import type { Store } from '../store/store.ts';
import type { Control } from './control.ts';
import { FaultInput } from './faults.ts';
import { events } from './log.ts';
import { Assertion, assertLog, createLogMatcher } from './match.ts';

const closed = { additionalProperties: false };
const atLeastOne = { ...closed, minProperties: 1 };
const text = Type.Optional(Type.String());
const wholeNumber = Type.Optional(Type.Integer({ minimum: 0 }));

const ms = Type.Number({ minimum: 0 });
const bodies = {
  clock: Type.Object({ now: Type.Optional(DateTime), isFrozen: Type.Optional(Type.Boolean()) }, atLeastOne),
  advance: Type.Object(
    { by: Type.Optional(Type.Union([Type.String(), Type.Object({ ms }, closed)])), ms: Type.Optional(ms) },
    { ...atLeastOne, maxProperties: 1 },
  ),
  token: Type.Object({ user: Type.String({ minLength: 1 }), token: text, label: text }, closed),
  accept: Type.Object({ email: Type.String({ minLength: 1 }) }, closed),
  reset: Type.Object(
    {
      seed: Type.Optional(Type.Unsafe<SeedName>({ type: 'string', enum: seedNames })),
      seedNumber: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 })),
    },
    closed,
  ),
};
const after = wholeNumber;
const status = Type.Optional(Type.Integer());
const queries = {
  log: Type.Object({ operation: text, method: text, path: text, status, after, limit: wholeNumber }, closed),
  stream: Type.Object({ after }, closed),
};

const controlRoutes: readonly ControlRoute[] = [
  controlRoute('GET', '/state', {}, ({ control }) => control.state()),
  controlRoute('POST', '/reset', { body: bodies.reset }, ({ control, body }) => {
    control.reset(body);
    return control.state();
  }),
  controlRoute('GET', '/clock', {}, ({ control }) => control.clock.read()),
  controlRoute('PUT', '/clock', { body: bodies.clock }, ({ control, body }) => control.clock.set(body)),
  controlRoute('POST', '/clock/advance', { body: bodies.advance }, ({ control, body: { by, ms = 0 } }) =>
    control.clock.advance(typeof by === 'string' ? by : (by?.ms ?? ms)),
  ),
  controlRoute('DELETE', '/clock', { success: 200 }, ({ control }) => control.clock.reset()),
  controlRoute('GET', '/faults', {}, ({ control }) => ({ items: control.faults.list() })),
  controlRoute('POST', '/faults', { body: FaultInput, success: 201 }, ({ control, body }) => control.faults.add(body)),
  controlRoute('DELETE', '/faults', {}, ({ control }) => control.faults.clear()),
  controlRoute('DELETE', '/faults/{id}', {}, ({ control, path }) => control.faults.remove(path.id)),
  controlRoute('GET', '/snapshots', {}, ({ control }) => ({ items: control.snapshots.list() })),
  controlRoute('PUT', '/snapshots/{name}', {}, ({ control, path }) => control.snapshots.take(path.name)),
  controlRoute('POST', '/snapshots/{name}/restore', {}, ({ control, path }) => {
    control.snapshots.restore(path.name);
    return control.state();
  }),
  controlRoute('DELETE', '/snapshots/{name}', {}, ({ control, path }) => control.snapshots.remove(path.name)),
  controlRoute('GET', '/requests', { query: queries.log }, ({ control, query: { after, limit, ...match } }) =>
    control.log.read({ fits: createLogMatcher(match, 'query'), after, limit }),
  ),
  controlRoute('DELETE', '/requests', {}, ({ control }) => control.log.clear()),
  controlRoute('POST', '/requests/assert', { body: Assertion }, ({ control, body }) => assertLog(control.log, body)),
  controlRoute('GET', '/requests/stream', { query: queries.stream }, ({ control, query, lastEventId }) =>
    events(control.log.follow(/^\d+$/.test(lastEventId ?? '') ? Number(lastEventId) : query.after)),
  ),
  controlRoute('GET', '/tokens', {}, ({ store }) => ({ items: store.transact('read', () => listTokens(store)) })),
  controlRoute('POST', '/tokens', { body: bodies.token, success: 201 }, ({ store, body: { user, ...options } }) =>
    store.transact('write', () => issueToken(store, user, options)),
  ),
  controlRoute('DELETE', '/tokens/{token}', {}, ({ store, path }) =>
    store.transact('write', () => revokeToken(store, path.token)),
  ),
  controlRoute('GET', '/invitations', {}, (input) => ({ items: inContext(input, listInvitations) })),
  controlRoute('POST', '/invitations/accept', { body: bodies.accept }, (input) =>
    inContext(input, (context) => acceptInvitations(context, input.body.email)),
  ),
];

function inContext<T>({ store, control }: Pick<ControlInput, 'store' | 'control'>, work: (context: Context) => T) {
  const given = { store, callerId: '', clock: control.clock.nowMs, origin: '' };
  return store.transact('write', () => withContext(given, work));
}

interface ControlInput<P extends string = string, Q extends TObject = TObject, B extends TSchema = TSchema> {
  control: Control;
  store: Store;
  path: PathParameters<P>;
  query: Static<Q>;
  body: Static<B>;
  lastEventId: string | undefined;
}

interface ControlRoute {
  endpoint: Endpoint;
  handle: (input: ControlInput) => unknown;
}

/** Without `success`, the status is 200, or 204 for a delete. */
function controlRoute<P extends string, Q extends TObject, B extends TSchema>(
  method: Method,
  path: P,
  { success = method === 'DELETE' ? 204 : 200, ...schemas }: { query?: Q; body?: B; success?: number },
  handle: (input: ControlInput<P, Q, B>) => unknown,
) {
  const described = createOperationDefiner('Control', method)(`${method} ${path}`, `/_platform${path}`, {
    success,
    ...schemas,
  });
  return { endpoint: described as unknown as Endpoint, handle: handle as unknown as ControlRoute['handle'] };
}

interface ControlAnswerOptions {
  control: Control;
  store: Store;
  onFault: (error: unknown) => void;
}

const root = '/_platform';
const unread = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const eventStream = { ...unread, 'content-type': 'text/event-stream; charset=utf-8' };
const json = { ...unread, 'content-type': 'application/json; charset=utf-8' };

export function isControlPath(path: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

export function createControlAnswer(options: ControlAnswerOptions): Answer {
  const router = createRouter(controlRoutes);
  const succeed = async (request: PlainRequest): Promise<PlainAnswer> => {
    requireLocal(request);
    if (request.path === root) return { status: 308, headers: { ...unread, location: `${root}/` }, body: undefined };
    const page = isRouted(request) ? undefined : await pageAt(options, request);
    if (page !== undefined) return pageAnswer(page, request);
    const { route, path } = router(request.method, request.path);
    requireJson(request);
    const { endpoint, handle } = route;
    const validator = await loadRequestValidator(true);
    const query = validator.query(endpoint, request.search);
    const body = validator.body(endpoint, request.body);
    const lastEventId = request.header?.('last-event-id');
    const result = handle({ ...options, path, query, body, lastEventId });
    const status = endpoint.success;
    if (isStream(result)) return { status, headers: eventStream, body: undefined, stream: result };
    if (result === undefined) return { status, headers: unread, body: undefined };
    return { status, headers: json, body: JSON.stringify(result) };
  };
  const isRouted = ({ path }: PlainRequest) => {
    try {
      router('GET', path);
      return true;
    } catch (error) {
      return error instanceof Refusal && error.status !== 404;
    }
  };
  return (request) => succeed(request).catch((error: unknown) => refuse(error, options.onFault));
}

async function pageAt({ control, store }: ControlAnswerOptions, request: PlainRequest) {
  const { renderPage } = await import('../page/page.ts');
  const state = control.state();
  const { path, search, origin } = request;
  const given = { store, callerId: store.readFact(callerFact) ?? '', clock: control.clock.nowMs, origin };
  return store.transact('read', () =>
    withContext(given, (context) => renderPage({ path: path.slice(root.length + 1), search, context, state })),
  );
}

function pageAnswer({ status, contentType, body, headers }: PageAnswer, { method }: PlainRequest) {
  if (method !== 'GET') throw new Refusal(405, `${method} is not allowed here; allowed: GET`, { allow: 'GET' });
  return { status, headers: { ...unread, ...headers, 'content-type': contentType }, body };
}

function isStream(result: unknown): result is AsyncIterable<string> {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
}

function refuse(error: unknown, onFault: (error: unknown) => void) {
  const { headers, ...answer } = errorAnswer(error, onFault);
  return { ...answer, headers: { ...unread, ...headers } };
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Refuses DNS rebinding with 403: a request to a loopback address must name it as host. If the platform listens on
 * another address, every host is accepted, because the names of the machine are unknown.
 */
function requireLocal({ header = () => undefined, boundHost, origin }: PlainRequest) {
  const bound = boundHost?.includes(':') ? `[${boundHost}]` : (boundHost ?? '');
  if (loopback.test(bound) && !loopback.test((header('host') ?? '').replace(/:\d+$/, ''))) {
    throw new Refusal(403, 'the control API accepts the hosts localhost, 127.0.0.1 and [::1] only');
  }
  const sender = header('origin');
  if (sender !== undefined && sender.toLowerCase() !== origin.toLowerCase()) {
    throw new Refusal(403, 'the control API refuses requests from other origins');
  }
  // Images and scripts of other sites send no origin. Links of other sites are harmless.
  const site = header('sec-fetch-site') ?? 'none';
  if (site !== 'none' && site !== 'same-origin' && header('sec-fetch-mode') !== 'navigate') {
    throw new Refusal(403, 'the control API refuses requests from other origins');
  }
}

/** Refuses with 415. Other sites can send forms and plain text without permission, but not JSON. */
function requireJson({ method, header = () => undefined }: PlainRequest) {
  if (method !== 'POST' && method !== 'PUT') return;
  const type = header('content-type') ?? '';
  if (!/^application\/json\s*(;[^,]*)?$/i.test(type.trim()))
    throw new Refusal(415, 'send content-type: application/json');
}
