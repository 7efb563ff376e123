/** A minimal server in its own process: records the responses of the platform to requests, and then repeats them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';

export type RepliesOrder =
  /** `isMore`: adds to the recorded responses. */
  | { readonly type: 'record'; readonly upstream: string; readonly isMore: boolean }
  /** Repeats the recorded responses from the beginning. Equal requests, including the body, get their responses in order, and then the last one. */
  | { readonly type: 'replay'; readonly delayMs?: number }
  | { readonly type: 'usage' };

/** One recorded request. */
export interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

export interface RepliesTold {
  readonly url: string;
  /** Requests since the last command. */
  readonly requests: number;
  readonly reads: number;
  /** All recorded requests in order. */
  readonly recorded: readonly Recorded[];
}

interface Answer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer;
}

const answers = new Map<string, Answer[]>();
const given = new Map<string, number>();
const counts = { requests: 0, reads: 0 };
const recording: Recorded[] = [];
let upstream: Pool | undefined;
let delayMs = 0;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function recorded(request: IncomingMessage): Promise<Answer> {
  const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
  const body = await bodyOf(request);
  const key = keyOf(request, body);
  const reply = await (upstream as Pool).request({
    method: request.method as 'GET',
    path: request.url ?? '/',
    headers: { authorization, 'content-type': type },
    body: body.length === 0 ? null : body,
  });
  const { date: _, connection: __, 'keep-alive': ___, 'transfer-encoding': ____, ...headers } = reply.headers;
  const answer = {
    status: reply.statusCode,
    headers: headers as Answer['headers'],
    body: Buffer.from(await reply.body.arrayBuffer()),
  };
  answers.set(key, [...(answers.get(key) ?? []), answer]);
  recording.push({ method: request.method ?? '', url: request.url ?? '', body: body.toString() });
  return answer;
}

function keyOf({ method, url }: IncomingMessage, body: Buffer): string {
  return `${method} ${url} ${body.toString()}`;
}

async function again(request: IncomingMessage): Promise<Answer> {
  const key = keyOf(request, await bodyOf(request));
  const held = answers.get(key) ?? [];
  const at = Math.min(given.get(key) ?? 0, held.length - 1);
  given.set(key, at + 1);
  const answer = held[at] ?? { status: 501, headers: {}, body: Buffer.from('{"error":{"message":"not recorded"}}') };
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  return answer;
}

function write(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers);
  response.end(body);
}

const server = createServer((request, response) => {
  counts.requests += 1;
  if (request.method === 'GET') counts.reads += 1;
  void (upstream === undefined ? again(request) : recorded(request)).then((answer) => write(response, answer));
});

function tell(): void {
  process.send?.({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...counts,
    recorded: recording,
  } satisfies RepliesTold);
}

process.on('message', (order: RepliesOrder) => {
  tell();
  if (order.type === 'usage') return;
  counts.requests = 0;
  counts.reads = 0;
  given.clear();
  if (order.type === 'record') {
    if (!order.isMore) answers.clear();
    if (!order.isMore) recording.length = 0;
    upstream = new Pool(order.upstream, { connections: 16 });
  } else {
    upstream = undefined;
    delayMs = order.delayMs ?? 0;
  }
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => tell());
