/** Issues and notes of GitLab, through its REST API. */
import { defined } from '../core/defined.ts';
import { jsonObjectOf } from '../core/json-object.ts';
import {
  type Comment,
  type Forge,
  type ForgeRequest,
  type Issue,
  nameOf,
  numberOf,
  readList,
  type SendToForge,
  textOf,
} from './forge.ts';

interface GitlabOptions {
  readonly send: SendToForge;
  readonly project: string;
}

export function createGitlab({ send, project }: GitlabOptions): Forge {
  const root = `/projects/${encodeURIComponent(project)}`;
  const listNotes = async (thing: string): Promise<readonly Comment[]> => {
    const query = { sort: 'asc', order_by: 'created_at' };
    const request: ForgeRequest = { name: 'list notes', method: 'GET', path: `${root}/${thing}/notes`, query };
    // The list also contains system notes, such as "closed".
    return (await readList(send, request))
      .filter((entry) => jsonObjectOf(entry).system !== true)
      .map((entry) => noteOf(request, entry));
  };
  const note = async (thing: string, body: string): Promise<void> => {
    await send({ name: 'add a note', method: 'POST', path: `${root}/${thing}/notes`, body: { body } });
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
      return (await readList(send, request)).map((entry) => issueOf(request, entry));
    },
    createIssue: async ({ title, body, label }) => {
      const issue = { title, description: body, labels: label };
      const request: ForgeRequest = { name: 'open an issue', method: 'POST', path: `${root}/issues`, body: issue };
      return issueOf(request, (await send(request)).body);
    },
    changeIssue: async ({ number }, { body, isOpen }) => {
      const stateEvent = isOpen === undefined ? undefined : isOpen ? 'reopen' : 'close';
      const change = defined({ description: body, state_event: stateEvent });
      await send({ name: 'change an issue', method: 'PUT', path: `${root}/issues/${number}`, body: change });
    },
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

function noteOf(request: ForgeRequest, entry: unknown): Comment {
  const { author, body } = jsonObjectOf(entry);
  return { id: numberOf(request, entry, 'id'), author: textOf(jsonObjectOf(author).username), body: textOf(body) };
}
