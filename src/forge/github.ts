/** Issues, comments and pull requests of GitHub, through its REST API. */
import { defined } from '../core/defined.ts';
import { jsonObjectOf } from '../core/json-object.ts';
import {
  type Comment,
  type Forge,
  type ForgeRequest,
  type Issue,
  nameOf,
  numberOf,
  type Proposal,
  readEach,
  readList,
  readOne,
  type SendToForge,
  textOf,
} from './forge.ts';

interface GithubOptions {
  readonly send: SendToForge;
  readonly repository: string;
  /** The token of a workflow cannot read its own login. */
  readonly author: string;
}

export function createGithub({ send, repository, author }: GithubOptions): Forge {
  const owner = repository.split('/')[0] ?? '';
  const root = `/repos/${repository.split('/').map(encodeURIComponent).join('/')}`;
  const commentsOf = (number: number) => `${root}/issues/${number}/comments`;
  const listComments = (number: number) =>
    readEach(send, { name: 'list comments', method: 'GET', path: commentsOf(number) }, commentOf);
  const comment = async (number: number, body: string): Promise<void> => {
    await send({ name: 'comment', method: 'POST', path: commentsOf(number), body: { body } });
  };
  const issues = issuesOf(send, root);
  return {
    name: 'GitHub',
    readAuthor: async () => author,
    ...issues,
    listIssueComments: ({ number }) => listComments(number),
    commentOnIssue: ({ number }, body) => comment(number, body),
    listRequestComments: listComments,
    commentOnRequest: comment,
    changeRequestComment: async (_, { id }, body) => {
      await send({ name: 'change a comment', method: 'PATCH', path: `${root}/issues/comments/${id}`, body: { body } });
    },
    ...requestsOf(send, root, owner),
    // A pull request is an issue, too.
    changeRequest: issues.changeIssue,
    ...branchesOf(send, root),
  };
}

function issuesOf(send: SendToForge, root: string): Pick<Forge, 'listIssues' | 'createIssue' | 'changeIssue'> {
  return {
    listIssues: async ({ label, isOpen }) => {
      const query = {
        state: isOpen ? 'open' : 'all',
        sort: 'created',
        direction: 'asc',
        ...defined({ labels: label }),
      };
      const request: ForgeRequest = { name: 'list issues', method: 'GET', path: `${root}/issues`, query };
      // The list of issues contains pull requests too.
      return readEach(send, request, issueOf, (entry) => !('pull_request' in entry));
    },
    createIssue: async ({ title, body, label }) => {
      const request: ForgeRequest = {
        name: 'open an issue',
        method: 'POST',
        path: `${root}/issues`,
        body: { title, body, labels: [label] },
      };
      return readOne(send, request, issueOf);
    },
    changeIssue: async ({ number }, { body, isOpen }) => {
      const state =
        isOpen === undefined ? {} : isOpen ? { state: 'open' } : { state: 'closed', state_reason: 'completed' };
      const change = { ...defined({ body }), ...state };
      await send({ name: 'change an issue', method: 'PATCH', path: `${root}/issues/${number}`, body: change });
    },
  };
}

function requestsOf(send: SendToForge, root: string, owner: string): Pick<Forge, 'listRequests' | 'openRequest'> {
  return {
    listRequests: async (branch, base) => {
      const query = { state: 'all', head: `${owner}:${branch}`, base, sort: 'created', direction: 'asc' };
      const request: ForgeRequest = { name: 'list pull requests', method: 'GET', path: `${root}/pulls`, query };
      return readEach(send, request, proposalOf);
    },
    openRequest: async ({ branch, base, title, body }) => {
      const pull = { title, body, head: branch, base };
      const request: ForgeRequest = { name: 'open a pull request', method: 'POST', path: `${root}/pulls`, body: pull };
      return readOne(send, request, proposalOf);
    },
  };
}

function branchesOf(send: SendToForge, root: string): Pick<Forge, 'readHead' | 'commit'> {
  const readRef = async (branch: string): Promise<string | undefined> => {
    const request: ForgeRequest = {
      ...{ name: 'find a branch', method: 'GET', path: `${root}/git/matching-refs/heads/${branch}` },
    };
    const found = (await readList(send, request)).map(jsonObjectOf).find(({ ref }) => ref === `refs/heads/${branch}`);
    return found === undefined ? undefined : nameOf(request, found.object, 'sha');
  };
  const readCommit = async (sha: string) => {
    const request: ForgeRequest = {
      name: 'read a commit',
      method: 'GET',
      path: `${root}/git/commits/${encodeURIComponent(sha)}`,
    };
    const { message, parents, tree } = jsonObjectOf((await send(request)).body);
    const [parent] = Array.isArray(parents) ? parents : [];
    return {
      message: textOf(message),
      parent: textOf(jsonObjectOf(parent).sha),
      tree: nameOf(request, tree, 'sha'),
    };
  };
  /** Returns the hash of the created object. */
  const create = async (what: 'tree' | 'commit', body: object): Promise<string> => {
    const request: ForgeRequest = { name: `create a ${what}`, method: 'POST', path: `${root}/git/${what}s`, body };
    return nameOf(request, (await send(request)).body, 'sha');
  };
  return {
    readHead: async (branch) => {
      const sha = await readRef(branch);
      return sha === undefined ? undefined : readCommit(sha);
    },
    commit: async ({ branch, parent, message, files }) => {
      const { tree: before } = await readCommit(parent);
      const entries = files.map(({ path, text }) => ({ path, mode: '100644', type: 'blob', content: text }));
      const tree = await create('tree', { base_tree: before, tree: entries });
      const sha = await create('commit', { message, tree, parents: [parent] });
      const ref = `refs/heads/${branch}`;
      const name = 'write a branch';
      if ((await readRef(branch)) === undefined)
        await send({ name, method: 'POST', path: `${root}/git/refs`, body: { ref, sha } });
      else await send({ name, method: 'PATCH', path: `${root}/git/${ref}`, body: { sha, force: true } });
    },
  };
}

function issueOf(request: ForgeRequest, entry: unknown): Issue {
  const { user, body, state, html_url: url } = jsonObjectOf(entry);
  return {
    number: numberOf(request, entry, 'number'),
    author: textOf(jsonObjectOf(user).login),
    body: textOf(body),
    isOpen: state === 'open',
    url: typeof url === 'string' ? url : undefined,
  };
}

function proposalOf(request: ForgeRequest, entry: unknown): Proposal {
  return { ...issueOf(request, entry), isMerged: typeof jsonObjectOf(entry).merged_at === 'string' };
}

function commentOf(request: ForgeRequest, entry: unknown): Comment {
  const { user, body } = jsonObjectOf(entry);
  return { id: numberOf(request, entry, 'id'), author: textOf(jsonObjectOf(user).login), body: textOf(body) };
}
