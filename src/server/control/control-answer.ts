/** Answers requests to `/_platform/`: the control API and pages. */
import type { Answer, PlainAnswer, PlainRequest } from '../../contract/exchange.ts';
import { loadValidator } from '../answer.ts';
import { withContext } from '../context.ts';
import { errorAnswer, Refusal } from '../errors.ts';
import type { Store } from '../objects.ts';
import type { PageAnswer } from '../page/page.ts';
import { createRouter } from '../router.ts';
import { callerFact } from '../tokens.ts';
import type { Control } from './control.ts';
import { controlRoutes } from './routes.ts';

export interface ControlAnswerOptions {
  control: Control;
  store: Store;
  onFault: (error: unknown) => void;
}

const root = '/_platform';
const unread = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
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
    const validator = await loadValidator(true);
    const query = validator.query(endpoint, request.search);
    const body = validator.body(endpoint, request.body);
    const { control, store } = options;
    const result = handle({ control, store, path, query, body, lastEventId: request.header?.('last-event-id') });
    if (isStream(result)) {
      return {
        status: 200,
        headers: { ...unread, 'content-type': 'text/event-stream; charset=utf-8' },
        body: undefined,
        stream: result,
      };
    }
    if (result === undefined) return { status: endpoint.success, headers: unread, body: undefined };
    return { status: endpoint.success, headers: json, body: JSON.stringify(result) };
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

async function pageAt(
  { control, store }: ControlAnswerOptions,
  request: PlainRequest,
): Promise<PageAnswer | undefined> {
  const { renderPage } = await import('../page/page.ts');
  const state = control.state();
  const { path, search, origin } = request;
  const given = { store, callerId: store.readFact(callerFact) ?? '', clock: control.clock.nowMs, origin };
  return store.transact('read', () =>
    withContext(given, (context) => renderPage({ path: path.slice(root.length + 1), search, context, state })),
  );
}

function pageAnswer({ status, contentType, body, headers }: PageAnswer, { method }: PlainRequest): PlainAnswer {
  if (method !== 'GET') throw new Refusal(405, `${method} is not allowed here; allowed: GET`, { allow: 'GET' });
  return { status, headers: { ...unread, ...headers, 'content-type': contentType }, body };
}

function isStream(result: unknown): result is AsyncIterable<string> {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
}

function refuse(error: unknown, onFault: (error: unknown) => void): PlainAnswer {
  const { headers, ...answer } = errorAnswer(error, onFault);
  return { ...answer, headers: { ...unread, ...headers } };
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Refuses DNS rebinding with 403: a request to a loopback address must name it as host. If the platform listens on
 * another address, every host is accepted, because the names of the machine are unknown.
 */
function requireLocal({ header = () => undefined, boundHost, origin }: PlainRequest): void {
  const host = header('host');
  if (boundHost !== undefined && isLoopback(boundHost) && !loopback.test(nameOf(host ?? ''))) {
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
function requireJson({ method, header = () => undefined }: PlainRequest): void {
  if (method !== 'POST' && method !== 'PUT') return;
  const type = header('content-type') ?? '';
  if (!/^application\/json\s*(;[^,]*)?$/i.test(type.trim()))
    throw new Refusal(415, 'send content-type: application/json');
}

function isLoopback(boundHost: string): boolean {
  return loopback.test(boundHost.includes(':') ? `[${boundHost}]` : boundHost);
}

function nameOf(host: string): string {
  return host.replace(/:\d+$/, '');
}
