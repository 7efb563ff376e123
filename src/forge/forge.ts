/** The operations that docform needs of a forge: on issues, comments, pull requests and files. */

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
