/** Serves the part of the Kong API that decK uses: fixed lists of services and routes. Other lists are empty, and writes are not stored. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const [size, delayMs] = process.argv.slice(2, 4).map(Number) as [number, number];
const half = size / 2;
const timeout = 60_000;
const id = (digit: string, at: number): string => `${digit}0000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const numbers = Array.from({ length: half }, (_, at) => at);
const services = numbers.map((at) => ({
  ...{ id: id('a', at), name: `s${at}`, host: `h${at}.example`, port: 80, protocol: 'http', retries: 5, enabled: true },
  ...{ connect_timeout: timeout, read_timeout: timeout, write_timeout: timeout, created_at: 1, updated_at: 1 },
}));
const routes = numbers.map((at) => ({
  ...{
    id: id('b', at),
    name: `r${at}`,
    service: { id: id('a', at) },
    paths: [`/p${at}`],
    protocols: ['http', 'https'],
  },
  ...{
    regex_priority: 0,
    strip_path: true,
    preserve_host: false,
    https_redirect_status_code: 426,
    path_handling: 'v0',
  },
  ...{ request_buffering: true, response_buffering: true, created_at: 1, updated_at: 1 },
}));
const lists: { readonly [path: string]: readonly unknown[] } = { '/services': services, '/routes': routes };
const about = JSON.stringify({
  version: '2.8.1',
  configuration: { database: 'postgres' },
  plugins: { available_on_server: {} },
});
const pages = new Map<string, string>();

function pageOf(path: string, size: number, offset: number): string {
  const list = lists[path] ?? [];
  const end = offset + size;
  const next = end < list.length ? { next: `${path}?size=${size}&offset=${end}`, offset: String(end) } : { next: null };
  return JSON.stringify({ data: list.slice(offset, end), ...next });
}

async function written(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [, , idInPath] = (request.url ?? '').split('/');
  return JSON.stringify({
    id: idInPath ?? randomUUID(),
    ...(JSON.parse(Buffer.concat(chunks).toString() || '{}') as object),
  });
}

function send(response: ServerResponse, status: number, body: string): void {
  const write = (): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body);
  };
  if (delayMs > 0) setTimeout(write, delayMs);
  else write();
}

const server = createServer((request, response) => {
  if (request.method !== 'GET') {
    void written(request).then((body) => send(response, request.method === 'POST' ? 201 : 200, body));
    return;
  }
  const target = request.url ?? '/';
  const url = new URL(target, 'http://localhost');
  const number = (name: string, otherwise: number): number => Number(url.searchParams.get(name) ?? otherwise);
  const isAbout = url.pathname === '/' || url.pathname === '/kong';
  const body = isAbout ? about : (pages.get(target) ?? pageOf(url.pathname, number('size', 100), number('offset', 0)));
  pages.set(target, body);
  send(response, 200, body);
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
