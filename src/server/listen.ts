/** Serves the platform on a port; the only place that knows sockets. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Answer, PlainAnswer, PlainRequest } from '../contract/exchange.ts';
import { errorBody } from './errors.ts';

export interface ListenOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly host?: string;
  /** How long open requests may take to end when the port is closed; 5 seconds unless told. */
  readonly drainMs?: number;
}

export interface Listening {
  readonly url: string;
  readonly port: number;
  /**
   * Answers what is on its way, ends streams, and takes no more; whoever is still not done after `drainMs` is cut off. A second call
   * waits for the same.
   */
  close(): Promise<void>;
}

const usualDrainMs = 5_000;

/** Nothing has arrived for so long: what was on its way is there. */
const quietMs = 10;

/** Connections that wait to be accepted, as far as the system allows. */
const mostWaiting = 4096;

const largestBodyBytes = 10 * 1024 * 1024;

export async function listenOn(
  answer: Answer,
  { port, host = '127.0.0.1', drainMs = usualDrainMs }: ListenOptions,
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
    response.once('close', () => ended(serving, request));
    respond(serving, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Many clients that begin at once all get in: who is turned away by the system comes again only after seconds.
    server.listen({ port, host, backlog: mostWaiting }, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  const name = host.includes(':') ? `[${host}]` : host;
  let closed: Promise<void> | undefined;
  const closeOnce = (): Promise<void> => {
    closed ??= close(serving, drainMs);
    return closed;
  };
  return { url: `http://${name}:${bound}`, port: bound, close: closeOnce };
}

interface Serving {
  readonly answer: Answer;
  readonly host: string;
  readonly server: Server;
  readonly sockets: Set<Socket>;
  /** Those that are not answered yet. */
  readonly requests: Set<IncomingMessage>;
  /** Ends of the streams that are open. */
  readonly streams: Set<() => void>;
  readonly turns: Turns;
  /** Connections and requests so far. */
  arrivals: number;
  isClosing: boolean;
}

function newServing(answer: Answer, host: string): Serving {
  const open = { sockets: new Set<Socket>(), requests: new Set<IncomingMessage>(), streams: new Set<() => void>() };
  return { answer, host, server: createServer(), ...open, turns: createTurns(), arrivals: 0, isClosing: false };
}

interface Turns {
  /** Settles when all requests that have arrived by now were worked on, those that need not wait for anything else. */
  end(): Promise<void>;
}

/**
 * Answers are sent in one go. Sent one by one, each wakes its client, which puts the platform aside; of many clients at once that cost
 * more than the answers did.
 */
function createTurns(): Turns {
  let ending: Promise<void> | undefined;
  const end = (): Promise<void> =>
    new Promise((resolve) => {
      setImmediate(() => {
        ending = undefined;
        resolve();
      });
    });
  return {
    end: () => {
      ending ??= end();
      return ending;
    },
  };
}

async function respond(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { answer, host, streams } = serving;
  const body = hasBody(request) ? await readBody(request) : '';
  const plain = body === undefined ? tooLarge : await answer(plainRequest(request, host, body));
  await serving.turns.end();
  if (serving.isClosing) response.setHeader('connection', 'close');
  if (plain.stream !== undefined) await stream(response, plain, plain.stream, streams);
  else write(response, plain);
}

/** A connection that is kept open would hold up the end of a server that takes no more requests. */
function ended({ isClosing, requests }: Serving, request: IncomingMessage): void {
  requests.delete(request);
  if (isClosing && ![...requests].some(({ socket }) => socket === request.socket)) request.socket.end();
}

const tooLarge: PlainAnswer = {
  status: 413,
  headers: { 'content-type': 'application/json', connection: 'close' },
  body: errorBody(413, `body: larger than ${largestBodyBytes} bytes`),
};

function plainRequest(request: IncomingMessage, boundHost: string, body: string): PlainRequest {
  const { url = '/', headers } = request;
  // A proxy's form of the target names scheme and host before the path.
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

function write(response: ServerResponse, answer: PlainAnswer): void {
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

/** Ends with the stream, with the connection, or when the server closes. */
async function stream(
  response: ServerResponse,
  { status, headers }: PlainAnswer,
  pieces: AsyncIterable<string>,
  streams: Set<() => void>,
): Promise<void> {
  const iterator = pieces[Symbol.asyncIterator]();
  const end = (): void => void iterator.return?.();
  const gone = new Promise<void>((resolve) => response.once('close', resolve));
  void gone.then(end);
  streams.add(end);
  response.writeHead(status, { ...headers, connection: 'close' });
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    if (!response.write(next.value)) await Promise.race([drained(response), gone]);
  }
  streams.delete(end);
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('drain', resolve));
}

/** The body as text; undefined when it is too large: the rest is then read and dropped, so that the refusal can still be sent. */
function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= largestBodyBytes) chunks.push(chunk);
    });
    request.once('end', () => resolve(size > largestBodyBytes ? undefined : utf8.decode(Buffer.concat(chunks))));
    request.once('error', reject);
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Unlike a buffer, it leaves out the mark that some programs put before UTF-8, which is no JSON. */
const utf8 = new TextDecoder();

/**
 * What has reached this machine is answered: requests that the process has not read yet, and connections that it has not accepted. So
 * it goes on for as long as more arrives, and the last answer on each connection says that it is the last. Then connections without a
 * request are ended: browsers open some in advance, and Node would wait for their requests.
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
    // And once more after that: a process that was kept waiting has not looked for what came meanwhile.
    await new Promise((resolve) => setTimeout(() => setImmediate(resolve), quietMs));
  }
  const closed = new Promise<void>((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
  const busy = new Set([...requests].map(({ socket }) => socket));
  for (const socket of sockets) if (!busy.has(socket)) socket.end(() => socket.destroySoon());
  await closed.finally(() => clearTimeout(deadline));
}
