/** The operations that docform needs of a forge, and lists that are read to the last page. */
import { DocformError, exitOfStatus } from '../core/docform-error.ts';
import { type JsonObject, jsonObjectOf } from '../core/json.ts';

export interface Issue {
  readonly number: number;
  readonly author: string;
  readonly body: string;
  readonly isOpen: boolean;
  /** undefined: the forge does not return it. */
  readonly url: string | undefined;
}

export interface Comment {
  readonly id: number;
  readonly author: string;
  readonly body: string;
}

/** A pull request or merge request. */
export interface Proposal extends Issue {
  readonly isMerged: boolean;
}

export interface ForgeFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

export interface ForgeCommit {
  readonly id: string;
  readonly message: string;
  /** The first parent; empty: none. */
  readonly parent: string;
}

/** Of an issue or a request. */
export interface Change {
  readonly body?: string;
  readonly isOpen?: boolean;
}

/** A list is complete or fails, because an issue that was not seen would be opened twice. */
export interface Forge {
  readonly name: string;
  /** `pull request #11` on GitHub, `merge request !11` on GitLab. */
  readonly requestName: 'pull request' | 'merge request';
  readonly nameOfRequest: (number: number) => string;
  readonly readAuthor: () => Promise<string>;
  readonly listIssues: (filter: { readonly label?: string; readonly isOpen?: true }) => Promise<readonly Issue[]>;
  readonly createIssue: (issue: {
    readonly title: string;
    readonly body: string;
    readonly label: string;
  }) => Promise<Issue>;
  readonly changeIssue: (issue: Issue, change: Change) => Promise<void>;
  /** Oldest first. */
  readonly listIssueComments: (issue: Issue) => Promise<readonly Comment[]>;
  readonly commentOnIssue: (issue: Issue, body: string) => Promise<void>;
  /** `request`: number of a pull request or merge request. Oldest first. */
  readonly listRequestComments: (request: number) => Promise<readonly Comment[]>;
  readonly commentOnRequest: (request: number, body: string) => Promise<void>;
  readonly changeRequestComment: (request: number, comment: Comment, body: string) => Promise<void>;
  /** Open and closed requests from a branch of this repository. Oldest first. */
  readonly listRequests: (branch: string, base: string) => Promise<readonly Proposal[]>;
  readonly openRequest: (request: {
    readonly branch: string;
    readonly base: string;
    readonly title: string;
    readonly body: string;
  }) => Promise<Proposal>;
  readonly changeRequest: (request: Proposal, change: Change) => Promise<void>;
  /** The last commit of a branch; undefined: there is no such branch. */
  readonly readHead: (branch: string) => Promise<ForgeCommit | undefined>;
  /** The ids of the files that a commit changed, by path. Undefined: it did more than change the text of at most `most` files. */
  readonly changedFiles: (commit: ForgeCommit, most: number) => Promise<ReadonlyMap<string, string> | undefined>;
  /** Creates the branch, or replaces its commits, with one commit that changes existing files. */
  readonly commit: (commit: {
    readonly branch: string;
    readonly parent: string;
    readonly message: string;
    readonly files: readonly ForgeFile[];
  }) => Promise<void>;
}

export interface ForgeRequest {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly query?: { readonly [name: string]: string };
  readonly body?: object;
}

interface ForgeAnswer {
  readonly headers: { readonly [name: string]: string };
  readonly body: unknown;
}

/** Throws if the forge refuses the request, or the response is unreadable. */
export type SendToForge = (request: ForgeRequest) => Promise<ForgeAnswer>;

export function forgeError(message: string, hint: string, status?: number): DocformError {
  return new DocformError({ code: 'E-FORGE', message, hint, status, exit: exitOfStatus(status) });
}

const pageSize = 100;

/** Limits a list whose pages never end. */
const maxPages = 1_000;

/** Throws if a response is not a list, or the list does not end. */
async function readList(send: SendToForge, request: ForgeRequest): Promise<readonly unknown[]> {
  const entries: unknown[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const query = { ...request.query, per_page: String(pageSize), page: String(page) };
    const { body, headers } = await send({ ...request, query });
    if (!Array.isArray(body)) throw unreadable(request, 'the response is not a list');
    entries.push(...(body as readonly unknown[]));
    // A forge that hides entries returns short pages in the middle of a list.
    const hasNext =
      /rel="?next"?/.test(headers.link ?? '') || (headers['x-next-page'] ?? '') !== '' || body.length >= pageSize;
    if (!hasNext) return entries;
  }
  throw unreadable(request, `there are more than ${maxPages} pages`);
}

type ReadEntry<T> = (request: ForgeRequest, entry: unknown) => T;

/** Requests below one path. `name` names the operation in messages. */
export function forgeRequests(send: SendToForge, root: string) {
  const answerTo = async <T>(request: ForgeRequest, read: ReadEntry<T>) => read(request, (await send(request)).body);
  return {
    change: async (method: 'POST' | 'PUT' | 'PATCH', name: string, path: string, body: object) => {
      await send({ name, method, path: `${root}${path}`, body });
    },
    list: async <T>(
      name: string,
      path: string,
      query: { readonly [name: string]: string },
      read: ReadEntry<T>,
      isWanted: (entry: JsonObject) => boolean = () => true,
    ): Promise<readonly T[]> => {
      const request = { name, method: 'GET', path: `${root}${path}`, query } as const;
      const entries = await readList(send, request);
      return entries.filter((entry) => isWanted(jsonObjectOf(entry))).map((entry) => read(request, entry));
    },
    read: <T>(name: string, path: string, read: ReadEntry<T>, query: { readonly [name: string]: string } = {}) =>
      answerTo({ name, method: 'GET', path: `${root}${path}`, query }, read),
    create: <T>(name: string, path: string, body: object, read: ReadEntry<T>) =>
      answerTo({ name, method: 'POST', path: `${root}${path}`, body }, read),
  };
}

export type ForgeRequests = ReturnType<typeof forgeRequests>;

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Throws without a number, because later requests use it. */
export function numberOf(request: ForgeRequest, value: unknown, field: string): number {
  const number = jsonObjectOf(value)[field];
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw unreadable(request, `the response has no ${field}`);
}

/** Throws without a name: an empty one would match texts of unknown authors. */
export function nameOf(request: ForgeRequest, value: unknown, field: string): string {
  const name = textOf(jsonObjectOf(value)[field]);
  if (name !== '') return name;
  throw unreadable(request, `the response has no ${field}`);
}

/** Throws without a list. */
export function listOf(request: ForgeRequest, value: unknown, field: string): readonly JsonObject[] {
  const list = jsonObjectOf(value)[field];
  if (Array.isArray(list)) return list.map(jsonObjectOf);
  throw unreadable(request, `the response has no ${field}`);
}

function unreadable({ name, method, path }: ForgeRequest, reason: string): DocformError {
  return forgeError(
    `${name} (${method} ${path}): ${reason}`,
    'nothing was changed; check the URL of the forge, and any proxy in between',
  );
}
