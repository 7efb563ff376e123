/** As much of Kong's interface as decK reads for a diff: services, and a route of each, from lists made once; everything else is empty. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const half = Number(process.argv[2]) / 2;
const timeout = 60_000;
const id = (digit: string, at: number): string => `${digit}0000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const numbers = Array.from({ length: half }, (_, at) => at);
const services = numbers.map((at) => ({
  ...{ id: id('a', at), name: `s${at}`, host: `h${at}.example`, port: 80, protocol: 'http', retries: 5, enabled: true },
  ...{ connect_timeout: timeout, read_timeout: timeout, write_timeout: timeout, created_at: 1, updated_at: 1 },
}));
const routes = numbers.map((at) => ({
  ...{ id: id('b', at), name: `r${at}`, service: { id: id('a', at) }, paths: [`/p${at}`], protocols: ['http', 'https'] },
  ...{ regex_priority: 0, strip_path: true, preserve_host: false, https_redirect_status_code: 426, path_handling: 'v0' },
  ...{ request_buffering: true, response_buffering: true, created_at: 1, updated_at: 1 },
}));
const lists: { readonly [path: string]: readonly unknown[] } = { '/services': services, '/routes': routes };
const about = JSON.stringify({ version: '2.8.1', configuration: { database: 'postgres' }, plugins: { available_on_server: {} } });
const pages = new Map<string, string>();

function pageOf(path: string, size: number, offset: number): string {
  const list = lists[path] ?? [];
  const end = offset + size;
  const next = end < list.length ? { next: `${path}?size=${size}&offset=${end}`, offset: String(end) } : { next: null };
  return JSON.stringify({ data: list.slice(offset, end), ...next });
}

const server = createServer((request, response) => {
  const target = request.url ?? '/';
  const url = new URL(target, 'http://localhost');
  const number = (name: string, otherwise: number): number => Number(url.searchParams.get(name) ?? otherwise);
  const isAbout = url.pathname === '/' || url.pathname === '/kong';
  const body = isAbout ? about : (pages.get(target) ?? pageOf(url.pathname, number('size', 100), number('offset', 0)));
  pages.set(target, body);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`));
