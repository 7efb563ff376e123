/** Issues, comments and pull requests of GitHub, through its REST API. */
import { withoutUndefined } from '../core/defined.ts';
import { type JsonObject, jsonObjectOrEmpty } from '../core/json.ts';
import type { Comment, Forge, Issue, Proposal } from './forge.ts';
import * as forge from './forge-requests.ts';

interface GithubOptions {
  readonly send: forge.SendToForge;
  readonly repository: string;
  /** The token of a workflow cannot read its own login. */
  readonly author: string;
}

export function createGithub({ send, repository, author }: GithubOptions): Forge {
  const requests = forge.forgeRequests(send, `/repos/${repository.split('/').map(encodeURIComponent).join('/')}`);
  const owner = repository.split('/')[0] ?? '';
  const listComments = (number: number) => requests.list('list comments', `/issues/${number}/comments`, {}, commentOf);
  const comment = (number: number, body: string) =>
    requests.change('POST', 'comment', `/issues/${number}/comments`, { body });
  const issues = issuesOf(requests);
  return {
    name: 'GitHub',
    requestName: 'pull request',
    nameOfRequest: (number) => `pull request #${number}`,
    readAuthor: async () => author,
    ...issues,
    listIssueComments: ({ number }) => listComments(number),
    commentOnIssue: ({ number }, body) => comment(number, body),
    listRequestComments: listComments,
    commentOnRequest: comment,
    changeRequestComment: (_, { id }, body) =>
      requests.change('PATCH', 'change a comment', `/issues/comments/${id}`, { body }),
    listRequests: (branch, base) => {
      const query = { state: 'all', head: `${owner}:${branch}`, base, sort: 'created', direction: 'asc' };
      return requests.list('list pull requests', '/pulls', query, proposalOf);
    },
    openRequest: ({ branch, base, title, body }) =>
      requests.create('open a pull request', '/pulls', { title, body, head: branch, base }, proposalOf),
    // A pull request is an issue, too.
    changeRequest: issues.changeIssue,
    ...branchesOf(requests),
  };
}

function issuesOf(requests: forge.ForgeRequests) {
  return {
    listIssues: ({ label, isOpen }) => {
      const state = isOpen ? 'open' : 'all';
      const query = { state, sort: 'created', direction: 'asc', ...withoutUndefined({ labels: label }) };
      // The list of issues contains pull requests too.
      return requests.list('list issues', '/issues', query, issueOf, (entry) => !('pull_request' in entry));
    },
    createIssue: ({ title, body, label }) =>
      requests.create('open an issue', '/issues', { title, body, labels: [label] }, issueOf),
    changeIssue: ({ number }, { body, isOpen }) => {
      const closed = { state: 'closed', state_reason: 'completed' };
      const state = isOpen === undefined ? {} : isOpen ? { state: 'open' } : closed;
      return requests.change('PATCH', 'change an issue', `/issues/${number}`, {
        ...withoutUndefined({ body }),
        ...state,
      });
    },
  } satisfies Partial<Forge>;
}

function branchesOf(requests: forge.ForgeRequests) {
  const hashOf = (request: forge.ForgeRequest, entry: unknown) => forge.nameOf(request, entry, 'sha');
  const readRef = async (branch: string): Promise<string | undefined> => {
    const isWanted = ({ ref }: JsonObject) => ref === `refs/heads/${branch}`;
    const read = (request: forge.ForgeRequest, entry: unknown) => hashOf(request, jsonObjectOrEmpty(entry).object);
    return (await requests.list('find a branch', `/git/matching-refs/heads/${branch}`, {}, read, isWanted))[0];
  };
  const readCommit = (sha: string) =>
    requests.read('read a commit', `/git/commits/${encodeURIComponent(sha)}`, (request, entry) => {
      const { message, parents, tree } = jsonObjectOrEmpty(entry);
      const [parent] = Array.isArray(parents) ? parents : [];
      return {
        message: forge.textOf(message),
        parent: forge.textOf(jsonObjectOrEmpty(parent).sha),
        tree: hashOf(request, tree),
      };
    });
  /** Returns the hash of the created object. */
  const create = (what: 'tree' | 'commit', body: object) =>
    requests.create(`create a ${what}`, `/git/${what}s`, body, hashOf);
  return {
    readHead: async (branch) => {
      const sha = await readRef(branch);
      if (sha === undefined) return undefined;
      const { tree: _, ...commit } = await readCommit(sha);
      return { id: sha, ...commit };
    },
    changedFiles: async ({ id, parent }, most) => {
      const changed = await requests.read(
        'compare a branch',
        `/compare/${encodeURIComponent(parent)}...${encodeURIComponent(id)}`,
        (request, comparison) => forge.listOf(request, comparison, 'files'),
        { per_page: '1' },
      );
      // The first page lists all files, at most 300.
      if (changed.length > most || changed.some(({ status }) => status !== 'modified')) return undefined;
      return new Map(changed.map(({ filename, sha }) => [forge.textOf(filename), forge.textOf(sha)]));
    },
    commit: async ({ branch, parent, message, files }) => {
      const { tree: before } = await readCommit(parent);
      const entries = files.map(({ path, text }) => ({ path, mode: '100644', type: 'blob', content: text }));
      const tree = await create('tree', { base_tree: before, tree: entries });
      const sha = await create('commit', { message, tree, parents: [parent] });
      const ref = `refs/heads/${branch}`;
      const name = 'write a branch';
      if ((await readRef(branch)) === undefined) await requests.change('POST', name, '/git/refs', { ref, sha });
      else await requests.change('PATCH', name, `/git/${ref}`, { sha, force: true });
    },
  } satisfies Partial<Forge>;
}

function issueOf(request: forge.ForgeRequest, entry: unknown): Issue {
  const { user, body, state, html_url: url } = jsonObjectOrEmpty(entry);
  return {
    number: forge.numberOf(request, entry, 'number'),
    author: forge.textOf(jsonObjectOrEmpty(user).login),
    body: forge.textOf(body),
    isOpen: state === 'open',
    url: typeof url === 'string' ? url : undefined,
  };
}

function proposalOf(request: forge.ForgeRequest, entry: unknown): Proposal {
  return { ...issueOf(request, entry), isMerged: typeof jsonObjectOrEmpty(entry).merged_at === 'string' };
}

function commentOf(request: forge.ForgeRequest, entry: unknown): Comment {
  const { user, body } = jsonObjectOrEmpty(entry);
  const author = forge.textOf(jsonObjectOrEmpty(user).login);
  return { id: forge.numberOf(request, entry, 'id'), author, body: forge.textOf(body) };
}
