/** Issues, notes and merge requests of GitLab, through its REST API. */
import { withoutUndefined } from '../core/defined.ts';
import { type JsonObject, jsonObjectOrEmpty } from '../core/json.ts';
import type { Change, Comment, Forge, ForgeCommit, Issue, Proposal } from './forge.ts';
import * as forge from './forge-requests.ts';

export function createGitlab({ send, project }: { send: forge.SendToForge; project: string }): Forge {
  const requests = forge.forgeRequests(send, `/projects/${encodeURIComponent(project)}`);
  const change = (things: 'issues' | 'merge_requests', number: number, { body, isOpen }: Change) => {
    const stateEvent = isOpen === undefined ? undefined : isOpen ? 'reopen' : 'close';
    const wanted = withoutUndefined({ description: body, state_event: stateEvent });
    return requests.change('PUT', `change ${things}`, `/${things}/${number}`, wanted);
  };
  return {
    name: 'GitLab',
    requestName: 'merge request',
    nameOfRequest: (number) => `merge request !${number}`,
    readAuthor: () =>
      forge
        .forgeRequests(send, '')
        .read('read the user', '/user', (request, user) => forge.nameOf(request, user, 'username')),
    listIssues: ({ label, isOpen }) => {
      const query = { scope: 'all', order_by: 'created_at', sort: 'asc' };
      const wanted = withoutUndefined({ state: isOpen && 'opened', labels: label });
      return requests.list('list issues', '/issues', { ...query, ...wanted }, issueOf);
    },
    createIssue: ({ title, body, label }) =>
      requests.create('open an issue', '/issues', { title, description: body, labels: label }, issueOf),
    changeIssue: ({ number }, wanted) => change('issues', number, wanted),
    ...commentsOf(requests),
    listRequests: (branch, base) => {
      const query = { source_branch: branch, target_branch: base, order_by: 'created_at', sort: 'asc' };
      const isOwn = (entry: JsonObject) => entry.source_project_id === entry.target_project_id;
      return requests.list('list merge requests', '/merge_requests', query, proposalOf, isOwn);
    },
    openRequest: ({ branch, base, title, body }) => {
      const merge = { source_branch: branch, target_branch: base, title, description: body };
      return requests.create('open a merge request', '/merge_requests', merge, proposalOf);
    },
    changeRequest: ({ number }, wanted) => change('merge_requests', number, wanted),
    ...branchesOf(requests),
  };
}

function branchesOf(requests: forge.ForgeRequests) {
  return {
    readHead: async (branch) => {
      const query = { search: branch };
      const isWanted = ({ name }: JsonObject) => name === branch;
      return (await requests.list('find a branch', '/repository/branches', query, headOf, isWanted))[0];
    },
    changedFiles: async ({ id, parent }, most) => {
      const query = { from: parent, to: id, straight: 'true' };
      const changed = await requests.read(
        'compare a branch',
        '/repository/compare',
        (request, comparison) => forge.listOf(request, comparison, 'diffs'),
        query,
      );
      const isOther = (file: JsonObject) =>
        file.old_path !== file.new_path ||
        file.a_mode !== file.b_mode ||
        file.new_file === true ||
        file.deleted_file === true;
      if (changed.length > most || changed.some(isOther)) return undefined;
      const files = new Map<string, string>();
      for (const path of changed.map((file) => forge.textOf(file.new_path))) {
        const place = `/repository/files/${encodeURIComponent(path)}`;
        files.set(path, await requests.read('read a file', place, blobOf, { ref: id }));
      }
      return files;
    },
    commit: ({ branch, parent, message, files }) => {
      const actions = files.map(({ path, text }) => ({ action: 'update', file_path: path, content: text }));
      const body = { branch, start_sha: parent, force: true, commit_message: message, actions };
      return requests.change('POST', 'commit', '/repository/commits', body);
    },
  } satisfies Partial<Forge>;
}

function commentsOf({ list, change }: forge.ForgeRequests) {
  const listNotes = (thing: string) => {
    const query = { sort: 'asc', order_by: 'created_at' };
    // The list also contains system notes, such as "closed".
    return list('list notes', `/${thing}/notes`, query, noteOf, ({ system }) => system !== true);
  };
  const note = (thing: string, body: string) => change('POST', 'add a note', `/${thing}/notes`, { body });
  return {
    listIssueComments: ({ number }) => listNotes(`issues/${number}`),
    commentOnIssue: ({ number }, body) => note(`issues/${number}`, body),
    listRequestComments: (request) => listNotes(`merge_requests/${request}`),
    commentOnRequest: (request, body) => note(`merge_requests/${request}`, body),
    changeRequestComment: (request, { id }, body) =>
      change('PUT', 'change a note', `/merge_requests/${request}/notes/${id}`, { body }),
  } satisfies Partial<Forge>;
}

function headOf(request: forge.ForgeRequest, entry: unknown): ForgeCommit {
  const { commit } = jsonObjectOrEmpty(entry);
  const { message, parent_ids: parents } = jsonObjectOrEmpty(commit);
  const [parent] = Array.isArray(parents) ? parents : [];
  return { id: forge.nameOf(request, commit, 'id'), message: forge.textOf(message), parent: forge.textOf(parent) };
}

function blobOf(request: forge.ForgeRequest, file: unknown) {
  return forge.nameOf(request, file, 'blob_id');
}

function issueOf(request: forge.ForgeRequest, entry: unknown): Issue {
  const { author, description, state, web_url: url } = jsonObjectOrEmpty(entry);
  return {
    number: forge.numberOf(request, entry, 'iid'),
    author: forge.textOf(jsonObjectOrEmpty(author).username),
    body: forge.textOf(description),
    isOpen: state === 'opened',
    url: typeof url === 'string' ? url : undefined,
  };
}

function proposalOf(request: forge.ForgeRequest, entry: unknown): Proposal {
  return { ...issueOf(request, entry), isMerged: jsonObjectOrEmpty(entry).state === 'merged' };
}

function noteOf(request: forge.ForgeRequest, entry: unknown): Comment {
  const { author: by, body } = jsonObjectOrEmpty(entry);
  const author = forge.textOf(jsonObjectOrEmpty(by).username);
  return { id: forge.numberOf(request, entry, 'id'), author, body: forge.textOf(body) };
}
