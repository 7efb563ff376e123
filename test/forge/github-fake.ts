/** Issues and comments in the format of GitHub. */
import {
  type FakeAnswer,
  type FakeComment,
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
