/** Issues, notes and states in the format of GitLab. */
import {
  blobId,
  type FakeAnswer,
  type FakeComment,
  type FakeRequest,
  type FakeState,
  type FakeThread,
  openThread,
  pageOf,
} from './forge-fake.ts';

const root = '/api/v4/projects/7';

export function gitlabAnswer(state: FakeState, request: FakeRequest): FakeAnswer {
  const { method, path, body } = request;
  if (path === '/api/v4/user') return { status: 200, body: { id: 3, username: state.author } };
  if (path.startsWith(`${root}/terraform/state/`)) return stateAnswer(state, request);
  if (path === `${root}/issues` && method === 'GET') return pageOf(state, request, listed(state, request).map(issue));
  if (path === `${root}/issues` && method === 'POST') {
    const { title, description, labels } = body;
    const kept = state.losesLabels ? [] : [String(labels)];
    return {
      status: 201,
      body: issue(
        openThread(state, { title: String(title), body: String(description), labels: kept, author: state.author }),
      ),
    };
  }
  if (path === `${root}/merge_requests`) return mergeAnswer(state, request);
  if (path.startsWith(`${root}/repository/`)) return repositoryAnswer(state, request);
  const [, list, number, notes, note] =
    /^\/api\/v4\/projects\/7\/(issues|merge_requests)\/(\d+)(?:\/(notes)(?:\/(\d+))?)?$/.exec(path) ?? [];
  const thread = state.threads.find(
    (each) => each.number === Number(number) && each.isRequest === (list === 'merge_requests'),
  );
  if (thread === undefined) return { status: 404, body: { message: '404 Not found' } };
  if (notes === undefined) return changed(thread, body);
  if (note !== undefined) return changedNote(thread, Number(note), body);
  if (method === 'GET') return pageOf(state, request, thread.comments.map(shownNote));
  thread.comments.push({ id: state.nextId++, author: state.author, body: String(body.body) });
  return { status: 201, body: shownNote(thread.comments.at(-1) as FakeComment) };
}

function mergeAnswer(state: FakeState, request: FakeRequest): FakeAnswer {
  const { method, query, body } = request;
  if (method === 'POST') {
    const { title, source_branch: branch, description } = body;
    const opened = { title: String(title), body: String(description), author: state.author, branch: String(branch) };
    return { status: 201, body: merge(openThread(state, { ...opened, isRequest: true })) };
  }
  const branch = query.get('source_branch');
  return pageOf(state, request, state.threads.filter((each) => each.isRequest && each.branch === branch).map(merge));
}

function merge(thread: FakeThread) {
  const state = thread.isMerged === true ? { state: 'merged' } : {};
  return { ...issue(thread), ...state, source_project_id: 7, target_project_id: 7 };
}

function repositoryAnswer({ branches }: FakeState, request: FakeRequest): FakeAnswer {
  const { path, query, body } = request;
  const filesAt = (id: string | null) => branches.get(id?.replace(/^head of /, '') ?? '')?.files ?? {};
  if (path.endsWith('/compare')) {
    const modes = { a_mode: '100644', b_mode: '100644', new_file: false, renamed_file: false, deleted_file: false };
    const paths = Object.keys(filesAt(query.get('to')));
    const diffs = paths.map((name) => ({ old_path: name, new_path: name, ...modes }));
    return { status: 200, body: { diffs } };
  }
  const [, file] = /\/repository\/files\/(.+)$/.exec(path) ?? [];
  if (file !== undefined)
    return { status: 200, body: { blob_id: blobId(filesAt(query.get('ref'))[decodeURIComponent(file)] ?? '') } };
  if (path.endsWith('/branches')) {
    const found = [...branches].filter(([name]) => name.includes(query.get('search') ?? ''));
    return pageOf(
      { pageSize: 100 } as FakeState,
      request,
      found.map(([name, { message, parent }]) => {
        const commit = { id: `head of ${name}`, message, parent_ids: [parent] };
        return { name, commit };
      }),
    );
  }
  const actions = body.actions as readonly { readonly file_path: string; readonly content: string }[];
  branches.set(String(body.branch), {
    message: String(body.commit_message),
    parent: String(body.start_sha),
    files: Object.fromEntries(actions.map(({ file_path: file, content }) => [file, content])),
  });
  return { status: 201, body: {} };
}

function listed({ threads }: FakeState, { query }: FakeRequest): readonly FakeThread[] {
  const labels = query.get('labels');
  return threads.filter(
    (thread) =>
      !thread.isRequest &&
      (query.get('state') !== 'opened' || thread.isOpen) &&
      (labels === null || thread.labels.includes(labels)),
  );
}

/** GitLab also records actions as notes of the same user. */
function changed(thread: FakeThread, { description, state_event: event }: FakeRequest['body']): FakeAnswer {
  if (typeof description === 'string') thread.body = description;
  if (event !== undefined) thread.isOpen = event === 'reopen';
  return { status: 200, body: issue(thread) };
}

function changedNote(thread: FakeThread, id: number, { body }: FakeRequest['body']): FakeAnswer {
  const comment = thread.comments.find((each) => each.id === id);
  if (comment === undefined) return { status: 404, body: { message: '404 Not found' } };
  comment.body = String(body);
  return { status: 200, body: shownNote(comment) };
}

/** A state has a lock below its path, and only the holder of the lock can write. */
function stateAnswer({ documents }: FakeState, { method, path, query, body, text }: FakeRequest): FakeAnswer {
  const name = path.slice(`${root}/terraform/state/`.length).replace(/\/lock$/, '');
  const document = documents.get(name) ?? {};
  documents.set(name, document);
  if (path.endsWith('/lock')) {
    if (method === 'POST' && document.lock !== undefined) return { status: 409, body: { ID: document.lock } };
    if (method === 'POST') document.lock = String(body.ID);
    else delete document.lock;
    return { status: 200 };
  }
  if (method === 'GET') return document.text === undefined ? { status: 204 } : { status: 200, body: document.text };
  if (query.get('ID') !== document.lock) return { status: 409 };
  document.text = text;
  return { status: 200 };
}

function issue({ number, author, title, body, labels, isOpen }: FakeThread) {
  return {
    ...{
      id: 9_000 + number,
      iid: number,
      title,
      description: body,
      state: isOpen ? 'opened' : 'closed',
      author: { username: author },
      labels,
    },
    web_url: `https://gitlab.test/acme/docs/-/issues/${number}`,
  };
}

function shownNote({ id, author, body }: FakeComment) {
  return { id, body, author: { username: author }, system: body.startsWith('changed the') };
}
