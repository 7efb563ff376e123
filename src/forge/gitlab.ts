/** Issues, notes and merge requests of GitLab, through its REST API. */
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

interface GitlabOptions {
  readonly send: SendToForge;
  readonly project: string;
}

export function createGitlab({ send, project }: GitlabOptions): Forge {
  const root = `/projects/${encodeURIComponent(project)}`;
  const change = async (
    things: 'issues' | 'merge_requests',
    { number }: Pick<Issue, 'number'>,
    { body, isOpen }: { readonly body?: string; readonly isOpen?: boolean },
  ): Promise<void> => {
    const stateEvent = isOpen === undefined ? undefined : isOpen ? 'reopen' : 'close';
    const wanted = defined({ description: body, state_event: stateEvent });
    await send({ name: `change ${things}`, method: 'PUT', path: `${root}/${things}/${number}`, body: wanted });
  };
  return {
    name: 'GitLab',
    readAuthor: async () => {
      const request: ForgeRequest = { name: 'read the user', method: 'GET', path: '/user' };
      return nameOf(request, (await send(request)).body, 'username');
    },
    listIssues: async ({ label, isOpen }) => {
      const query = {
        ...{ scope: 'all', order_by: 'created_at', sort: 'asc' },
        ...defined({ state: isOpen && 'opened', labels: label }),
      };
      const request: ForgeRequest = { name: 'list issues', method: 'GET', path: `${root}/issues`, query };
      return readEach(send, request, issueOf);
    },
    createIssue: async ({ title, body, label }) => {
      const issue = { title, description: body, labels: label };
      const request: ForgeRequest = { name: 'open an issue', method: 'POST', path: `${root}/issues`, body: issue };
      return readOne(send, request, issueOf);
    },
    changeIssue: (issue, wanted) => change('issues', issue, wanted),
    ...commentsOf(send, root),
    ...requestsOf(send, root),
    changeRequest: (request, wanted) => change('merge_requests', request, wanted),
    ...branchesOf(send, root),
  };
}

function commentsOf(
  send: SendToForge,
  root: string,
): Pick<
  Forge,
  'listIssueComments' | 'commentOnIssue' | 'listRequestComments' | 'commentOnRequest' | 'changeRequestComment'
> {
  const listNotes = (thing: string) => {
    const query = { sort: 'asc', order_by: 'created_at' };
    const request: ForgeRequest = { name: 'list notes', method: 'GET', path: `${root}/${thing}/notes`, query };
    // The list also contains system notes, such as "closed".
    return readEach(send, request, noteOf, ({ system }) => system !== true);
  };
  const note = async (thing: string, body: string): Promise<void> => {
    await send({ name: 'add a note', method: 'POST', path: `${root}/${thing}/notes`, body: { body } });
  };
  return {
    listIssueComments: ({ number }) => listNotes(`issues/${number}`),
    commentOnIssue: ({ number }, body) => note(`issues/${number}`, body),
    listRequestComments: (request) => listNotes(`merge_requests/${request}`),
    commentOnRequest: (request, body) => note(`merge_requests/${request}`, body),
    changeRequestComment: async (request, { id }, body) => {
      const path = `${root}/merge_requests/${request}/notes/${id}`;
      await send({ name: 'change a note', method: 'PUT', path, body: { body } });
    },
  };
}

function requestsOf(send: SendToForge, root: string): Pick<Forge, 'listRequests' | 'openRequest'> {
  return {
    listRequests: async (branch, base) => {
      const query = { source_branch: branch, target_branch: base, order_by: 'created_at', sort: 'asc' };
      const request: ForgeRequest = {
        ...{ name: 'list merge requests', method: 'GET', path: `${root}/merge_requests`, query },
      };
      return readEach(send, request, proposalOf, (entry) => entry.source_project_id === entry.target_project_id);
    },
    openRequest: async ({ branch, base, title, body }) => {
      const merge = { source_branch: branch, target_branch: base, title, description: body };
      const request: ForgeRequest = {
        ...{ name: 'open a merge request', method: 'POST', path: `${root}/merge_requests`, body: merge },
      };
      return readOne(send, request, proposalOf);
    },
  };
}

function branchesOf(send: SendToForge, root: string): Pick<Forge, 'readHead' | 'commit'> {
  return {
    readHead: async (branch) => {
      const request: ForgeRequest = {
        ...{ name: 'find a branch', method: 'GET', path: `${root}/repository/branches`, query: { search: branch } },
      };
      const found = (await readList(send, request)).map(jsonObjectOf).find(({ name }) => name === branch);
      if (found === undefined) return undefined;
      const { message, parent_ids: parents } = jsonObjectOf(found.commit);
      const [parent] = Array.isArray(parents) ? parents : [];
      return { message: textOf(message), parent: textOf(parent) };
    },
    commit: async ({ branch, parent, message, files }) => {
      const actions = files.map(({ path, text }) => ({ action: 'update', file_path: path, content: text }));
      const body = { branch, start_sha: parent, force: true, commit_message: message, actions };
      await send({ name: 'commit', method: 'POST', path: `${root}/repository/commits`, body });
    },
  };
}

function issueOf(request: ForgeRequest, entry: unknown): Issue {
  const { author, description, state, web_url: url } = jsonObjectOf(entry);
  return {
    number: numberOf(request, entry, 'iid'),
    author: textOf(jsonObjectOf(author).username),
    body: textOf(description),
    isOpen: state === 'opened',
    url: typeof url === 'string' ? url : undefined,
  };
}

function proposalOf(request: ForgeRequest, entry: unknown): Proposal {
  return { ...issueOf(request, entry), isMerged: jsonObjectOf(entry).state === 'merged' };
}

function noteOf(request: ForgeRequest, entry: unknown): Comment {
  const { author, body } = jsonObjectOf(entry);
  return { id: numberOf(request, entry, 'id'), author: textOf(jsonObjectOf(author).username), body: textOf(body) };
}
