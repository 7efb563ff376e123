/** Serves the platform on a port; the only place that knows sockets. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorBody } from './errors.ts';
import type { Answer, PlainAnswer } from './exchange.ts';

export interface ListenOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly host?: string;
}

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Stops taking requests, and ends once the open ones are answered. */
  close(): Promise<void>;
}

const largestBodyBytes = 10 * 1024 * 1024;

export async function listenOn(answer: Answer, { port, host = '127.0.0.1' }: ListenOptions): Promise<Listening> {
  const server = createServer((request, response) => {
    respond(answer, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${name}:${bound}`, port: bound, close: () => close(server) };
}

async function respond(answer: Answer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) {
    const message = `body: larger than ${largestBodyBytes} bytes`;
    write(response, {
      status: 413,
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(errorBody(413, message)),
    });
    return;
  }
  const [path = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s, 2);
  const plain = await answer({
    method: request.method ?? 'GET',
    path,
    search: new URLSearchParams(query),
    origin: `http://${request.headers.host ?? 'localhost'}`,
    authorization: request.headers.authorization,
    body,
  });
  write(response, plain);
}

function write(response: ServerResponse, { status, headers, body }: PlainAnswer): void {
  const text = Buffer.from(body ?? '', 'utf8');
  response.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': text.length });
  response.end(text);
}

/** The body as text; undefined when it is too large: the rest is then read and dropped, so that the refusal can still be sent. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largestBodyBytes) chunks.push(chunk);
  }
  return size > largestBodyBytes ? undefined : Buffer.concat(chunks).toString('utf8');
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeIdleConnections();
  });
}
