/** The operations docform needs of a forge (issues, and comments below pull or merge requests), and its lists read to the last page, or not at all. */
import { DocformError, exitOfStatus } from '../core/docform-error.ts';
import { jsonObjectOf } from '../core/json-object.ts';

/** An issue as it stands. */
export interface Issue {
  /** What people call it by: `#12`. */
  readonly number: number;
  /** Login of who opened it. */
  readonly author: string;
  readonly body: string;
  readonly isOpen: boolean;
  /** Its page; undefined where the forge does not say. */
  readonly url: string | undefined;
}

/** One comment below an issue or a request to merge. */
export interface Comment {
  readonly id: number;
  readonly author: string;
  readonly body: string;
}

/** Which issues to list; both conditions have to hold. */
interface IssueFilter {
  readonly label?: string;
  readonly isOpen?: true;
}

/** Lists are whole or fail: an issue that was not seen must not be opened twice. */
export interface Forge {
  readonly name: string;
  /** Login that the token writes as. */
  readonly readAuthor: () => Promise<string>;
  readonly listIssues: (filter: IssueFilter) => Promise<readonly Issue[]>;
  readonly createIssue: (issue: {
    readonly title: string;
    readonly body: string;
    readonly label: string;
  }) => Promise<Issue>;
  readonly changeIssue: (issue: Issue, change: { readonly body?: string; readonly isOpen?: boolean }) => Promise<void>;
  /** Oldest first. */
  readonly listIssueComments: (issue: Issue) => Promise<readonly Comment[]>;
  readonly commentOnIssue: (issue: Issue, body: string) => Promise<void>;
  /** Below the pull request or merge request of this number, oldest first. */
  readonly listRequestComments: (request: number) => Promise<readonly Comment[]>;
  readonly commentOnRequest: (request: number, body: string) => Promise<void>;
  readonly changeRequestComment: (request: number, comment: Comment, body: string) => Promise<void>;
}

/** One request to a forge as a value. */
export interface ForgeRequest {
  /** What it does, for messages: `list issues`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly query?: { readonly [name: string]: string };
  readonly body?: object;
}

interface ForgeAnswer {
  /** Lower-case names. */
  readonly headers: { readonly [name: string]: string };
  readonly body: unknown;
}

/** Sends one request. Throws where the forge refuses it, or gives no answer that can be read. */
export type SendToForge = (request: ForgeRequest) => Promise<ForgeAnswer>;

/** A forge that cannot be worked with as it is: `message` says what happened, `hint` what to do; `status`: of the refusal, where it was one. */
export function forgeError(message: string, hint: string, status?: number): DocformError {
  return new DocformError({ code: 'E-FORGE', message, hint, status, exit: exitOfStatus(status) });
}

const pageSize = 100;

/** A forge that always names another page must not keep us for ever. */
const maxPages = 1_000;

/** Every entry of the list that `request` asks for. Throws ForgeError where an answer is no list, or the list has no end. */
export async function readList(send: SendToForge, request: ForgeRequest): Promise<readonly unknown[]> {
  const entries: unknown[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const { body, headers } = await send({
      ...request,
      query: { ...request.query, per_page: String(pageSize), page: String(page) },
    });
    if (!Array.isArray(body)) throw unreadable(request, 'the response is not a list');
    entries.push(...(body as readonly unknown[]));
    // A page may be short although another one follows, where the forge hides some of its entries.
    const hasNext =
      /rel="?next"?/.test(headers.link ?? '') || (headers['x-next-page'] ?? '') !== '' || body.length >= pageSize;
    if (!hasNext) return entries;
  }
  throw unreadable(request, `there are more than ${maxPages} pages`);
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The number that `field` of an answer has to hold, as what follows is addressed with it. */
export function numberOf(request: ForgeRequest, value: unknown, field: string): number {
  const number = jsonObjectOf(value)[field];
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw unreadable(request, `the response has no ${field}`);
}

/** The same of a name: with an empty one, what nobody is known to have written would be taken for docform's. */
export function nameOf(request: ForgeRequest, value: unknown, field: string): string {
  const name = textOf(jsonObjectOf(value)[field]);
  if (name !== '') return name;
  throw unreadable(request, `the response has no ${field}`);
}

function unreadable({ name, method, path }: ForgeRequest, reason: string): DocformError {
  return forgeError(
    `${name} (${method} ${path}): ${reason}`,
    'nothing was changed; check the URL of the forge, and any proxy in between',
  );
}
