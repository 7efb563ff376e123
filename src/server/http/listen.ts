/** Serves the platform: on a port, and for Request objects without a socket. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Answer, PlainAnswer, PlainRequest } from '../../contract/exchange.ts';
import { errorBody } from './errors.ts';

export interface ListenOptions {
  /** 0 for any free port. */
  readonly port: number;
  readonly host?: string;
  /** Time for open requests to end after `close`. Default: 5 seconds. */
  readonly drainMs?: number;
}

export interface Listening {
  readonly url: string;
  readonly port: number;
  /**
   * Answers open requests, ends streams, and accepts no new requests. Closes all connections after `drainMs`. A
   * second call waits for the first.
   */
  close(): Promise<void>;
}

const defaultDrainMs = 5_000;

/** After this time without arrivals, all requests that clients have sent have arrived. */
const quietMs = 10;

/** With Node's 5 seconds, clients on a busy machine reuse connections that are being closed. */
const keepAliveMs = 120_000;

const maxBacklog = 4096;

const maxBodyBytes = 10 * 1024 * 1024;

export async function listenOn(
  answer: Answer,
  { port, host = '127.0.0.1', drainMs = defaultDrainMs }: ListenOptions,
): Promise<Listening> {
  const serving = newServing(answer, host);
  const { server } = serving;
  server.on('connection', (socket) => {
    serving.arrivals += 1;
    serving.sockets.add(socket);
    socket.once('close', () => serving.sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    serving.arrivals += 1;
    serving.requests.add(request);
    response.once('close', () => requestEnded(serving, request));
    respond(serving, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // With a full queue, the operating system would make clients wait for seconds.
    server.listen({ port, host, backlog: maxBacklog }, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  const name = host.includes(':') ? `[${host}]` : host;
  let closed: Promise<void> | undefined;
  const closeOnce = () => {
    closed ??= close(serving, drainMs);
    return closed;
  };
  return { url: `http://${name}:${bound}`, port: bound, close: closeOnce };
}

type Serving = ReturnType<typeof newServing>;

function newServing(answer: Answer, host: string) {
  return {
    answer,
    host,
    server: createServer({ keepAliveTimeout: keepAliveMs }),
    sockets: new Set<Socket>(),
    requests: new Set<IncomingMessage>(),
    streams: new Set<() => void>(),
    arrivals: 0,
    isClosing: false,
  };
}

async function respond(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { answer, host, streams } = serving;
  const body = hasBody(request) ? await readBody(request) : '';
  const plain = body === undefined ? tooLarge : await answer(plainRequest(request, host, body));
  if (serving.isClosing) response.setHeader('connection', 'close');
  if (plain.stream !== undefined) await stream(response, plain, plain.stream, streams);
  else write(response, plain);
}

/** An idle connection would delay the end of the server. */
function requestEnded({ isClosing, requests }: Serving, request: IncomingMessage) {
  requests.delete(request);
  if (isClosing && ![...requests].some(({ socket }) => socket === request.socket)) request.socket.end();
}

const tooLarge: PlainAnswer = {
  status: 413,
  headers: { 'content-type': 'application/json', connection: 'close' },
  body: errorBody(413, `body: larger than ${maxBodyBytes} bytes`),
};

function plainRequest(request: IncomingMessage, boundHost: string, body: string): PlainRequest {
  const { url = '/', headers } = request;
  // Requests through a proxy contain scheme and host before the path.
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '');
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  return {
    method: request.method ?? 'GET',
    path: path === '' ? '/' : path,
    search: new URLSearchParams(mark === -1 ? '' : target.slice(mark + 1)),
    origin: `http://${headers.host ?? 'localhost'}`,
    authorization: headers.authorization,
    body,
    header: (name) => request.headersDistinct[name]?.join(', '),
    boundHost,
  };
}

function write(response: ServerResponse, answer: PlainAnswer) {
  const { status, headers, breaksAfterBytes } = answer;
  if (breaksAfterBytes === 0) {
    response.destroy();
    return;
  }
  const hasBody = status !== 204 && status !== 304;
  const body = Buffer.from((hasBody ? answer.body : undefined) ?? '', 'utf8');
  response.writeHead(status, hasBody ? { ...headers, 'content-length': body.length } : headers);
  if (breaksAfterBytes !== undefined) response.write(body.subarray(0, breaksAfterBytes), () => response.destroy());
  else response.end(body);
}

/** Ends with the iterator or the connection, or when the server closes. */
async function stream(
  response: ServerResponse,
  { status, headers }: PlainAnswer,
  pieces: AsyncIterable<string>,
  streams: Set<() => void>,
) {
  const iterator = pieces[Symbol.asyncIterator]();
  const end = () => void iterator.return?.();
  const gone = new Promise<void>((resolve) => response.once('close', resolve));
  void gone.then(end);
  streams.add(end);
  response.writeHead(status, { ...headers, connection: 'close' });
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    if (!response.write(next.value))
      await Promise.race([new Promise((resolve) => response.once('drain', resolve)), gone]);
  }
  streams.delete(end);
  response.end();
}

/** Undefined if the body is too large. The rest is read and dropped, so that the client can receive the refusal. */
async function readBody(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  return size > maxBodyBytes ? undefined : utf8.decode(Buffer.concat(chunks));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Unlike Buffer, TextDecoder removes a byte order mark. */
const utf8 = new TextDecoder();

/**
 * Answers requests that this machine has received but the process has not read, and connections that it has not
 * accepted. The last answer on each connection closes it. Idle connections are closed at the end, because browsers
 * open some in advance and Node would wait for them.
 */
async function close(serving: Serving, drainMs: number): Promise<void> {
  const { server, sockets, requests, streams } = serving;
  serving.isClosing = true;
  const deadline = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, drainMs);
  for (const end of streams) end();
  const untilMs = performance.now() + drainMs / 2;
  for (let before = -1; before !== serving.arrivals && performance.now() < untilMs; ) {
    before = serving.arrivals;
    // A second turn reads what arrived while the process was not running.
    await new Promise((resolve) => setTimeout(() => setImmediate(resolve), quietMs));
  }
  const closed = new Promise<void>((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
  const busy = new Set([...requests].map(({ socket }) => socket));
  for (const socket of sockets) if (!busy.has(socket)) socket.end(() => socket.destroySoon());
  await closed.finally(() => clearTimeout(deadline));
}

/** Rejects like fetch: with a TypeError if the connection would break before the answer, or with the reason of an abort. */
export async function fetchFrom(answer: Answer, request: Request): Promise<Response> {
  const { signal } = request;
  signal.throwIfAborted();
  return responseOf(await unlessAborted(signal, answer(await plain(request))), signal);
}

function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

async function plain(request: Request): Promise<PlainRequest> {
  const url = new URL(request.url);
  const header = (name: string) => request.headers.get(name) ?? undefined;
  return {
    method: request.method,
    path: url.pathname,
    search: url.searchParams,
    origin: url.origin,
    authorization: header('authorization'),
    body: request.body === null ? '' : await request.text(),
    header,
  };
}

function responseOf({ status, headers, body, breaksAfterBytes, stream }: PlainAnswer, signal: AbortSignal): Response {
  if (breaksAfterBytes === 0) throw new TypeError('fetch failed', { cause: new Error('other side closed') });
  if (stream !== undefined)
    return new Response(ReadableStream.from(stream).pipeThrough(new TextEncoderStream(), { signal }), {
      status,
      headers,
    });
  if (breaksAfterBytes === undefined) return new Response(body ?? null, { status, headers });
  const bytes = Buffer.from(body ?? '', 'utf8').subarray(0, breaksAfterBytes);
  return new Response(ReadableStream.from(broken(bytes)), { status, headers });
}

async function* broken(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
  throw new TypeError('terminated', { cause: new Error('other side closed') });
}
