/** The operations docform needs of a forge: issues, and comments below pull or merge requests. */
import { DocformError, exitOfStatus } from '../core/docform-error.ts';

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
export interface IssueFilter {
  readonly label?: string;
  readonly isOpen?: true;
}

/** Lists are whole or fail: an issue that was not seen must not be opened twice. */
export interface Forge {
  readonly name: string;
  /** Login that the token writes as. */
  readonly readAuthor: () => Promise<string>;
  readonly listIssues: (filter: IssueFilter) => Promise<readonly Issue[]>;
  readonly createIssue: (issue: { readonly title: string; readonly body: string; readonly label: string }) => Promise<Issue>;
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

export interface ForgeAnswer {
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
