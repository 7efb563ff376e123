/** Serves the platform on a port; the only place that knows sockets. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { errorBody } from './errors.ts';
import type { Answer, PlainAnswer, PlainRequest } from './exchange.ts';

export interface ListenOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly host?: string;
}

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Stops taking requests, ends streams, and resolves once the open requests are answered. A second call waits for the same. */
  close(): Promise<void>;
}

const largestBodyBytes = 10 * 1024 * 1024;

export async function listenOn(answer: Answer, { port, host = '127.0.0.1' }: ListenOptions): Promise<Listening> {
  const serving: Serving = { answer, host, server: createServer(), sockets: new Set(), requests: new Set(), streams: new Set() };
  const { server } = serving;
  server.on('connection', (socket) => {
    serving.sockets.add(socket);
    socket.once('close', () => serving.sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    serving.requests.add(request);
    response.once('close', () => ended(serving, request));
    respond(serving, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  const name = host.includes(':') ? `[${host}]` : host;
  let closed: Promise<void> | undefined;
  const closeOnce = (): Promise<void> => {
    closed ??= close(serving);
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
}

async function respond({ answer, host, server, streams }: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  const plain = body === undefined ? tooLarge : await answer(plainRequest(request, host, body));
  if (!server.listening) response.setHeader('connection', 'close');
  if (plain.stream !== undefined) await stream(response, plain, plain.stream, streams);
  else write(response, plain);
}

/** A connection that is kept open would hold up the end of a server that takes no more requests. */
function ended({ server, requests }: Serving, request: IncomingMessage): void {
  requests.delete(request);
  if (!server.listening && ![...requests].some(({ socket }) => socket === request.socket)) request.socket.end();
}

const tooLarge: PlainAnswer = {
  status: 413,
  headers: { 'content-type': 'application/json', connection: 'close' },
  body: JSON.stringify(errorBody(413, `body: larger than ${largestBodyBytes} bytes`)),
};

function plainRequest(request: IncomingMessage, boundHost: string, body: string): PlainRequest {
  // A proxy's form of the target names scheme and host before the path.
  const target = (request.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '');
  const [path = '/', query = ''] = target.split(/\?(.*)/s, 2);
  return {
    method: request.method ?? 'GET',
    path: path === '' ? '/' : path,
    search: new URLSearchParams(query),
    origin: `http://${request.headers.host ?? 'localhost'}`,
    authorization: request.headers.authorization,
    body,
    header: (name) => request.headersDistinct[name]?.join(', '),
    boundHost,
  };
}

/** Text as bytes; an answer that is given again, because nothing has changed, need not be encoded again. */
const encoded = new WeakMap<PlainAnswer, Buffer>();

function bytesOf(answer: PlainAnswer): Buffer {
  const known = encoded.get(answer);
  if (known !== undefined) return known;
  const bytes = Buffer.from(answer.body ?? '', 'utf8');
  encoded.set(answer, bytes);
  return bytes;
}

function write(response: ServerResponse, answer: PlainAnswer): void {
  const { status, headers, breaksAfterBytes } = answer;
  if (breaksAfterBytes === 0) {
    response.destroy();
    return;
  }
  const bytes = bytesOf(answer);
  const isBodiless = status === 204 || status === 304;
  response.writeHead(status, isBodiless ? headers : { ...headers, 'content-length': bytes.length });
  if (breaksAfterBytes === undefined) response.end(isBodiless ? undefined : bytes);
  else response.write(bytes.subarray(0, breaksAfterBytes), () => response.destroy());
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
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return '';
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largestBodyBytes) chunks.push(chunk);
  }
  // Unlike a buffer, a decoder leaves out the mark that some programs put before UTF-8, which is no JSON.
  return size > largestBodyBytes ? undefined : new TextDecoder().decode(Buffer.concat(chunks));
}

/** Connections without a request go at once: browsers open some in advance, and Node would wait for their requests. */
function close({ server, sockets, requests, streams }: Serving): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    for (const end of streams) end();
    const busy = new Set([...requests].map(({ socket }) => socket));
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
  });
}
