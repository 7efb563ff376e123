/** Issues and comments of GitHub, through its REST API. */
import { defined } from '../core/defined.ts';
import { jsonObjectOf } from '../core/json-object.ts';
import {
  type Comment,
  type Forge,
  type ForgeRequest,
  type Issue,
  numberOf,
  readList,
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
  const root = `/repos/${repository.split('/').map(encodeURIComponent).join('/')}`;
  const commentsOf = (number: number) => `${root}/issues/${number}/comments`;
  const listComments = async (number: number): Promise<readonly Comment[]> => {
    const request: ForgeRequest = { name: 'list comments', method: 'GET', path: commentsOf(number) };
    return (await readList(send, request)).map((entry) => commentOf(request, entry));
  };
  const comment = async (number: number, body: string): Promise<void> => {
    await send({ name: 'comment', method: 'POST', path: commentsOf(number), body: { body } });
  };
  return {
    name: 'GitHub',
    readAuthor: async () => author,
    listIssues: async ({ label, isOpen }) => {
      const query = {
        state: isOpen ? 'open' : 'all',
        sort: 'created',
        direction: 'asc',
        ...defined({ labels: label }),
      };
      const request: ForgeRequest = { name: 'list issues', method: 'GET', path: `${root}/issues`, query };
      // The list of issues contains pull requests too.
      return (await readList(send, request))
        .filter((entry) => !('pull_request' in jsonObjectOf(entry)))
        .map((entry) => issueOf(request, entry));
    },
    createIssue: async ({ title, body, label }) => {
      const request: ForgeRequest = {
        name: 'open an issue',
        method: 'POST',
        path: `${root}/issues`,
        body: { title, body, labels: [label] },
      };
      return issueOf(request, (await send(request)).body);
    },
    changeIssue: async ({ number }, { body, isOpen }) => {
      const state =
        isOpen === undefined ? {} : isOpen ? { state: 'open' } : { state: 'closed', state_reason: 'completed' };
      const change = { ...defined({ body }), ...state };
      await send({ name: 'change an issue', method: 'PATCH', path: `${root}/issues/${number}`, body: change });
    },
    listIssueComments: ({ number }) => listComments(number),
    commentOnIssue: ({ number }, body) => comment(number, body),
    listRequestComments: listComments,
    commentOnRequest: comment,
    changeRequestComment: async (_, { id }, body) => {
      await send({ name: 'change a comment', method: 'PATCH', path: `${root}/issues/comments/${id}`, body: { body } });
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

function commentOf(request: ForgeRequest, entry: unknown): Comment {
  const { user, body } = jsonObjectOf(entry);
  return { id: numberOf(request, entry, 'id'), author: textOf(jsonObjectOf(user).login), body: textOf(body) };
}
