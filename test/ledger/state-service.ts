/** A small state service for tests that behaves like GitLab or like a plain Terraform http backend. */
import { createServer, type IncomingMessage, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SendState } from '../../src/ledger/http/http-state.ts';

export interface StateServiceFake {
  readonly url: string;
  /** `METHOD path?query` for each request. */
  readonly log: string[];
  /** Answers for the next requests of the method. `cut`: the request succeeds, but its answer is lost. */
  readonly faults: { readonly method: string; readonly answer: number | 'cut' }[];
  readonly state: {
    document: string | undefined;
    lock: { readonly [name: string]: string } | undefined;
    serials: number[];
  };
  readonly bodies: { readonly line: string; readonly body: string; readonly authorization: string | undefined }[];
  readonly close: () => Promise<void>;
}

export interface Behaviour {
  readonly kind: 'gitlab' | 'plain';
  /** 409 or 423. */
  readonly conflict: number;
  /** A plain service with a state at every path, not only at `/state/docs`. */
  readonly hasManyStates?: true;
}

export const credentials = { user: 'ci', password: 'p@ss/w0rd' };

export async function startStateService({ kind, conflict, hasManyStates }: Behaviour): Promise<StateServiceFake> {
  const path = kind === 'gitlab' ? '/api/v4/projects/7/terraform/state/docs' : '/state/docs';
  const first: StateServiceFake['state'] = { document: undefined, lock: undefined, serials: [] };
  const states = new Map([[path, first]]);
  let state = first;
  const fake = {
    log: [] as string[],
    faults: [] as StateServiceFake['faults'][number][],
    bodies: [] as StateServiceFake['bodies'][number][],
  };

  const lock = (info: { readonly [name: string]: string }): readonly [number, string] => {
    const isComplete = ['ID', 'Operation', 'Info', 'Who', 'Version', 'Created', 'Path'].every(
      (name) => typeof info[name] === 'string',
    );
    if (!isComplete) return [400, ''];
    const status = state.lock === undefined ? 200 : conflict;
    state.lock ??=
      kind === 'gitlab' ? { ID: info.ID ?? '', Who: `user of ${info.Who}`, Created: '2026-01-02T03:04:05.000Z' } : info;
    return [status, JSON.stringify(kind === 'gitlab' ? { ...info, ...state.lock } : state.lock)];
  };
  const unlock = (info: { readonly [name: string]: string }): readonly [number, string] => {
    if (info.ID !== undefined && info.ID !== state.lock?.ID) return [conflict, ''];
    state.lock = undefined;
    return [200, ''];
  };
  const post = (id: string | null, body: string): readonly [number, string] => {
    if (state.lock !== undefined && id !== state.lock.ID) return [conflict, JSON.stringify(state.lock)];
    if (state.lock === undefined && id !== null) return [conflict, ''];
    const { serial, lineage } = JSON.parse(body) as { readonly serial?: number; readonly lineage?: string };
    if (!Number.isInteger(serial) || lineage === undefined || state.serials.includes(serial as number))
      return [422, 'serial'];
    state.document = body;
    state.serials.push(serial as number);
    return [200, ''];
  };
  const answer = (method: string, url: URL, body: string): readonly [number, string] => {
    const isLockPath = url.pathname === `${path}/lock`;
    state = first;
    const info = () => JSON.parse(body) as { readonly [name: string]: string };
    if (kind === 'gitlab' && isLockPath)
      return method === 'POST' ? lock(info()) : method === 'DELETE' ? unlock(info()) : [405, ''];
    if (url.pathname !== path && !hasManyStates) return [404, ''];
    state = states.get(url.pathname) ?? { document: undefined, lock: undefined, serials: [] };
    states.set(url.pathname, state);
    if (kind === 'plain' && method === 'LOCK') return lock(info());
    if (kind === 'plain' && method === 'UNLOCK') return unlock(info());
    if (method === 'GET')
      return state.document === undefined ? [kind === 'gitlab' ? 204 : 404, ''] : [200, state.document];
    return method === 'POST' ? post(url.searchParams.get('ID'), body) : [405, ''];
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const line = `${request.method} ${url.pathname}${url.search}`;
    const body = await textOf(request);
    fake.log.push(line);
    fake.bodies.push({ line, body, authorization: request.headers.authorization });
    const expected = `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`;
    const at = fake.faults.findIndex(({ method }) => method === request.method);
    const fault = at < 0 ? undefined : fake.faults.splice(at, 1)[0]?.answer;
    const isKnown = request.headers.authorization === expected;
    const [status, text] = !isKnown
      ? [401, '']
      : typeof fault === 'number'
        ? [fault, '']
        : answer(request.method ?? '', url, body);
    if (fault === 'cut') request.socket.destroy();
    else response.writeHead(status).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://${credentials.user}:${encodeURIComponent(credentials.password)}@127.0.0.1:${port}${path}`;
  return { url, state: first, ...fake, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Sends requests with node:http, like the library. */
export const sendOverHttp: SendState = (method, url, headers, body) =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const request = sendRequest(url, { method, headers: { ...headers, ...length }, agent: false }, async (response) => {
      resolve({ status: response.statusCode ?? 0, text: await textOf(response) });
    });
    request.on('error', reject);
    request.end(body);
  });
