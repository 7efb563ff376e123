/** Imitates the parts of the REST APIs of GitHub and GitLab that pipelines use, and their failures, on loopback. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { githubAnswer } from './github-fake.ts';
import { gitlabAnswer } from './gitlab-fake.ts';

export interface FakeComment {
  readonly id: number;
  readonly author: string;
  body: string;
}

/** An issue, or a pull or merge request. */
export interface FakeThread {
  readonly number: number;
  readonly author: string;
  readonly title: string;
  readonly isRequest: boolean;
  body: string;
  labels: string[];
  isOpen: boolean;
  isMerged?: boolean;
  /** Source branch of a request. */
  readonly branch?: string;
  readonly comments: FakeComment[];
}

export interface FakeCommit {
  readonly message: string;
  readonly parent: string;
  /** Changed files by path. */
  readonly files: { readonly [path: string]: string };
}

interface FakeFault {
  readonly method: string;
  /** Matches the path, or the path with its query. */
  readonly path: RegExp;
  readonly status: number;
  /** The number of requests that fail. */
  times: number;
}

export interface FakeState {
  readonly threads: FakeThread[];
  /** Last commits of branches that the API wrote. */
  readonly branches: Map<string, FakeCommit>;
  /** Documents of GitLab's state service by name, with the id of the lock. */
  readonly documents: Map<string, { text?: string; lock?: string }>;
  /** Maximum page size. */
  pageSize: number;
  /** The login of the token. */
  author: string;
  /** Permissions of the job that has the token. Undefined: all. */
  permissions: { readonly [name: string]: string } | undefined;
  /** The token cannot set labels, which is no error. */
  losesLabels: boolean;
  nextId: number;
}

export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: { readonly [name: string]: unknown };
  readonly text: string;
}

export interface FakeAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
}

export interface ForgeFake extends FakeState {
  readonly kind: 'github' | 'gitlab';
  /** URL of the API. */
  readonly url: string;
  /** `METHOD /path`, one per request. */
  readonly log: string[];
  readonly faults: FakeFault[];
  /** The write requests since the last call. */
  readonly writes: () => readonly string[];
  readonly open: (thread: Partial<FakeThread>) => FakeThread;
  readonly close: () => Promise<void>;
}

export const forgeToken = 'forge-canary-77';

export async function startForge(kind: 'github' | 'gitlab'): Promise<ForgeFake> {
  const author = kind === 'github' ? 'github-actions[bot]' : 'project_7_bot';
  const state: FakeState = {
    threads: [],
    branches: new Map(),
    documents: new Map(),
    pageSize: 100,
    author,
    permissions: undefined,
    losesLabels: false,
    nextId: 1000,
  };
  const log: string[] = [];
  const faults: FakeFault[] = [];
  const answer = kind === 'github' ? githubAnswer : gitlabAnswer;
  const server = createServer(async (request, response) => {
    const read = await readRequest(request);
    log.push(`${read.method} ${read.path}`);
    send(
      response,
      faultFor(faults, read) ??
        (kind === 'github' && isForbidden(state, read)
          ? { status: 403, body: { message: 'Resource not accessible' } }
          : undefined) ??
        (isKnown(request, read) ? answer(state, read) : { status: 401, body: { message: 'Bad credentials' } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let seen = 0;
  return Object.assign(state, {
    ...{ kind, log, faults },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${kind === 'github' ? '' : '/api/v4'}`,
    writes: () => {
      const since = log.slice(seen);
      seen = log.length;
      return since.filter((line) => !line.startsWith('GET '));
    },
    open: (thread: Partial<FakeThread>) => openThread(state, thread),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

export function openThread(state: FakeState, thread: Partial<FakeThread>): FakeThread {
  const number = Math.max(0, ...state.threads.map((each) => each.number)) + 1;
  const opened = {
    number,
    author: 'ana',
    title: '',
    body: '',
    isRequest: false,
    isOpen: true,
    labels: [],
    comments: [],
    ...thread,
  };
  state.threads.push(opened);
  return opened;
}

/** The id of a file in Git. */
export function blobId(text: string): string {
  return createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex');
}

/** One page of a list, with the headers that link to the next page. */
export function pageOf(state: FakeState, { query, path }: FakeRequest, entries: readonly unknown[]): FakeAnswer {
  const size = Math.min(Number(query.get('per_page') ?? 30), state.pageSize);
  const page = Number(query.get('page') ?? 1);
  const isLast = page * size >= entries.length;
  return {
    status: 200,
    body: entries.slice((page - 1) * size, page * size),
    headers: {
      'x-next-page': isLast ? '' : String(page + 1),
      ...(isLast ? {} : { link: `<http://elsewhere${path}?page=${page + 1}>; rel="next"` }),
    },
  };
}

function faultFor(faults: readonly FakeFault[], { method, path, query }: FakeRequest): FakeAnswer | undefined {
  const fault = faults.find(
    (each) => each.times > 0 && each.method === method && (each.path.test(path) || each.path.test(`${path}?${query}`)),
  );
  if (fault === undefined) return undefined;
  fault.times -= 1;
  return { status: fault.status, body: { message: 'the forge is in a bad mood' }, headers: { 'retry-after': '1800' } };
}

/** Requests for states use the job token, other requests the project token. */
function isKnown({ headers }: IncomingMessage, { path }: FakeRequest): boolean {
  const job = `Basic ${Buffer.from('gitlab-ci-token:job-canary-31').toString('base64')}`;
  return headers.authorization === (path.includes('/terraform/state/') ? job : `Bearer ${forgeToken}`);
}

/** A comment on a pull request needs one of two permissions. */
function isForbidden({ permissions, threads }: FakeState, { method, path }: FakeRequest): boolean {
  if (permissions === undefined || method === 'GET') return false;
  const can = (name: string) => permissions[name] === 'write';
  if (path.includes('/git/')) return !can('contents');
  if (path.includes('/pulls')) return !can('pull-requests');
  const number = /\/issues\/(\d+)/.exec(path)?.[1];
  const thread = threads.find((each) => each.number === Number(number));
  const isOfRequest = path.includes('/issues/comments/') || thread?.isRequest === true;
  return !can('issues') && !(isOfRequest && can('pull-requests'));
}

async function readRequest(request: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const url = new URL(request.url ?? '/', 'http://localhost');
  const body = text === '' ? {} : (JSON.parse(text) as FakeRequest['body']);
  return { method: request.method ?? '', path: url.pathname, query: url.searchParams, body, text };
}

function send(response: ServerResponse, { status, body, headers = {} }: FakeAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
}
