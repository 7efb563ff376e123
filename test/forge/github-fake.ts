/** Issues, comments, pull requests and branches in the format of GitHub. */
import {
  blobId,
  type FakeAnswer,
  type FakeComment,
  type FakeCommit,
  type FakeRequest,
  type FakeState,
  type FakeThread,
  openThread,
  pageOf,
} from './forge-fake.ts';

const root = '/repos/acme/docs/issues';

export function githubAnswer(state: FakeState, request: FakeRequest): FakeAnswer {
  const { method, path, body } = request;
  if (typeof body.body === 'string' && body.body.length > 65_536)
    return { status: 422, body: { message: 'body is too long (maximum is 65536 characters)' } };
  if (path.startsWith('/repos/acme/docs/pulls')) return pullAnswer(state, request);
  if (path.startsWith('/repos/acme/docs/git/')) return gitAnswer(state, request);
  if (path.startsWith('/repos/acme/docs/compare/')) return comparison(state, request);
  if (path === root && method === 'GET') return pageOf(state, request, listed(state, request).map(issue));
  if (path === root && method === 'POST') return created(state, body);
  const comment = /^\/repos\/acme\/docs\/issues\/comments\/(\d+)$/.exec(path)?.[1];
  if (comment !== undefined && method === 'PATCH') return changedComment(state, Number(comment), body);
  const [, number, rest] = /^\/repos\/acme\/docs\/issues\/(\d+)(\/comments)?$/.exec(path) ?? [];
  const thread = state.threads.find((each) => each.number === Number(number));
  if (thread === undefined) return { status: 404, body: { message: 'Not Found' } };
  if (rest === undefined) return method === 'PATCH' ? changed(thread, body) : { status: 405 };
  if (method === 'GET') return pageOf(state, request, thread.comments.map(shownComment));
  if (!thread.isOpen && thread.isRequest) return { status: 403, body: { message: 'locked' } };
  thread.comments.push({ id: state.nextId++, author: state.author, body: String(body.body) });
  return { status: 201, body: shownComment(thread.comments.at(-1) as FakeComment) };
}

function pullAnswer(state: FakeState, request: FakeRequest): FakeAnswer {
  const { method, query, body } = request;
  if (method === 'POST') {
    const { title, head, body: text } = body;
    const opened = { title: String(title), body: String(text), author: state.author, branch: String(head) };
    return { status: 201, body: pull(openThread(state, { ...opened, isRequest: true })) };
  }
  const branch = query.get('head')?.replace(/^acme:/, '');
  return pageOf(state, request, state.threads.filter((each) => each.isRequest && each.branch === branch).map(pull));
}

function pull(thread: FakeThread) {
  return { ...issue(thread), merged_at: thread.isMerged === true ? '2026-01-01T00:00:00Z' : null };
}

/** A hash is the object as JSON text, so that nothing is stored before a branch refers to it. */
function gitAnswer({ branches }: FakeState, request: FakeRequest): FakeAnswer {
  const { method, body } = request;
  const path = decodeURIComponent(request.path).slice('/repos/acme/docs/git/'.length);
  const shown = (name: string) => ({ ref: `refs/heads/${name}`, object: { sha: `head of ${name}` } });
  if (path.startsWith('matching-refs/heads/')) {
    const names = [...branches.keys()].filter((name) => name.startsWith(path.slice('matching-refs/heads/'.length)));
    return { status: 200, body: names.map(shown) };
  }
  if (path.startsWith('commits/')) {
    const commit = branches.get(path.slice('commits/head of '.length));
    const { message, parent } = commit ?? { message: 'Change', parent: 'root' };
    return { status: 200, body: { message, parents: [{ sha: parent }], tree: { sha: 'tree' } } };
  }
  if (method === 'POST' && path !== 'refs') return { status: 201, body: { sha: JSON.stringify(body) } };
  const name = path === 'refs' ? String(body.ref).slice('refs/heads/'.length) : path.slice('refs/heads/'.length);
  if ((path === 'refs') === branches.has(name)) return { status: 422, body: { message: 'Reference exists or not' } };
  branches.set(name, commitOf(String(body.sha)));
  return { status: 200, body: shown(name) };
}

function comparison({ branches }: FakeState, { path }: FakeRequest): FakeAnswer {
  const name = decodeURIComponent(path).split('...head of ')[1] ?? '';
  const files = Object.entries(branches.get(name)?.files ?? {});
  const shown = files.map(([filename, text]) => ({ filename, status: 'modified', sha: blobId(text) }));
  return { status: 200, body: { files: shown } };
}

function commitOf(sha: string): FakeCommit {
  const { message, tree, parents } = JSON.parse(sha) as Record<'message' | 'tree', string> & { parents: string[] };
  const { tree: entries } = JSON.parse(tree) as { tree: { path: string; content: string }[] };
  const files = Object.fromEntries(entries.map(({ path, content }) => [path, content]));
  return { message, parent: parents[0] ?? '', files };
}

/** The list contains pull requests too. */
function listed({ threads }: FakeState, { query }: FakeRequest): readonly FakeThread[] {
  const labels = query.get('labels');
  return threads.filter(
    (thread) => (query.get('state') === 'all' || thread.isOpen) && (labels === null || thread.labels.includes(labels)),
  );
}

function created(state: FakeState, { title, body, labels }: FakeRequest['body']): FakeAnswer {
  const kept = state.losesLabels ? [] : (labels as string[]);
  return {
    status: 201,
    body: issue(openThread(state, { title: String(title), body: String(body), labels: kept, author: state.author })),
  };
}

function changed(thread: FakeThread, { body, state }: FakeRequest['body']): FakeAnswer {
  if (typeof body === 'string') thread.body = body;
  if (state !== undefined) thread.isOpen = state === 'open';
  return { status: 200, body: issue(thread) };
}

function changedComment({ threads }: FakeState, id: number, { body }: FakeRequest['body']): FakeAnswer {
  const comment = threads.flatMap(({ comments }) => comments).find((each) => each.id === id);
  if (comment === undefined) return { status: 404, body: { message: 'Not Found' } };
  comment.body = String(body);
  return { status: 200, body: shownComment(comment) };
}

function issue({ number, author, title, body, labels, isOpen, isRequest }: FakeThread) {
  return {
    ...{
      number,
      title,
      body,
      state: isOpen ? 'open' : 'closed',
      user: { login: author },
      labels: labels.map((name) => ({ name })),
    },
    html_url: `https://github.test/acme/docs/issues/${number}`,
    ...(isRequest ? { pull_request: {} } : {}),
  };
}

function shownComment({ id, author, body }: FakeComment) {
  return { id, body, user: { login: author } };
}
