/** The request log, newest first. */
import { byId, make, neutral, root, send } from './base.js';
import { refresh, refreshSoon } from './refresh.js';

const longest = 200;
const log = byId('log');
let entries = [];
let arrived = [];
let isPaused = false;

const filters = () => ({ method: byId('log-method').value, status: byId('log-status').value });
const isShown = (entry, { method, status }) =>
  (method === '' || entry.method === method) && (status === '' || String(entry.status)[0] === status);

const asText = (value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
/** Control characters are shown as numbers, except line breaks. */
const lines = (text) => text.split('\n').map(neutral).join('\n');

/** Decodes percent-encoding, which can be invalid. */
const queryOf = (query) => {
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
};

const fact = (name, value) => make('div', {}, make('dt', {}, name), make('dd', {}, value));

const item = (entry) => {
  const outcome = entry.status === null || entry.status >= 400 ? 'refused' : 'done';
  const summary = make(
    'summary',
    {},
    make(
      'span',
      { className: 'what' },
      make('span', { className: `method ${entry.method === 'GET' ? 'GET' : ''}` }, entry.method),
      make('span', { className: 'title' }, entry.operation ?? 'unknown operation'),
      make('span', { className: outcome }, entry.status === null ? 'broken' : String(entry.status)),
      make('span', { className: 'took' }, `${Math.round(entry.ms ?? 0)} ms`),
    ),
    make('code', { className: 'path' }, entry.path + queryOf(entry.query)),
  );
  const facts = make(
    'dl',
    { className: 'facts' },
    fact('At', String(entry.at).replace('T', ' ').replace('Z', '')),
    fact('Number', String(entry.number)),
  );
  if (entry.user) facts.append(fact('User', entry.user));
  if (entry.fault) facts.append(fact('Fault', asText(entry.fault)));
  const details = make('details', {}, summary, facts);
  if (entry.body !== undefined && entry.body !== '') {
    const pre = make('pre', {});
    pre.textContent = lines(asText(entry.body));
    details.append(pre);
  }
  return make('li', {}, details);
};

const settle = () => {
  while (log.children.length > longest) log.lastChild.remove();
  byId('log-empty').hidden = log.children.length > 0;
  byId('log-empty').textContent = entries.length > 0 ? 'No matching requests.' : 'No requests.';
};

const redraw = () => {
  log.replaceChildren(...entries.filter((entry) => isShown(entry, filters())).map(item));
  settle();
};

const flush = () => {
  if (isPaused || arrived.length === 0) return;
  const fresh = arrived.reverse();
  arrived = [];
  entries = [...fresh, ...entries].slice(0, longest);
  log.prepend(
    ...fresh
      .slice(0, longest)
      .filter((entry) => isShown(entry, filters()))
      .map(item),
  );
  settle();
};

const state = (text) => {
  byId('log-state').textContent = text;
};
const liveState = () => state(isPaused ? `paused, ${arrived.length} new` : 'live');

/** Screen readers announce at most one sentence in ten seconds. */
let unread = 0;
let unreadRefused = 0;
const tellNews = () => {
  if (unread > 0)
    byId('log-news').textContent =
      `${unread} new requests${unreadRefused > 0 ? `, ${unreadRefused} of them refused` : ''}`;
  unread = 0;
  unreadRefused = 0;
};

let last = 0;
let flushing;
const receive = (entry) => {
  if (!(entry.number > last)) return;
  last = entry.number;
  arrived.push(entry);
  if (arrived.length > longest) arrived.shift();
  unread += 1;
  if (entry.status >= 400) unreadRefused += 1;
  if (isPaused) liveState();
  if (flushing === undefined) {
    flushing = setTimeout(() => {
      flushing = undefined;
      flush();
    }, 100);
  }
  // A request whose connection broke can still have changed something.
  const hasChanged = entry.method !== 'GET' && (entry.status ?? 200) < 300;
  if (hasChanged && byId('follow').checked) refreshSoon();
};

export const readLog = async () => {
  if (!log) return;
  const { items } = await send('GET', 'requests?limit=100');
  entries = [...items].reverse();
  arrived = [];
  last = items.at(-1)?.number ?? 0;
  redraw();
};

/** A restarted platform counts from 1, so the log is read from the start after each disconnect. */
let source;
const follow = () => {
  source = new EventSource(`${root}requests/stream?after=${last}`);
  source.addEventListener('message', (event) => receive(JSON.parse(event.data)));
  source.addEventListener('open', liveState);
  source.addEventListener('error', lose);
};

const lose = () => {
  source?.close();
  source = undefined;
  state('not connected');
  setTimeout(() => connect(refresh), 2000);
};

let isConnecting = false;
const connect = (before) => {
  if (source || isConnecting || document.hidden) return;
  isConnecting = true;
  const ended = () => {
    isConnecting = false;
  };
  Promise.resolve(before?.()).then(readLog).then(follow).finally(ended).catch(lose);
};

/** Hidden pages close their connection, because browsers limit connections to one host. */
const rest = () => {
  if (!document.hidden) return connect(refresh);
  source?.close();
  source = undefined;
};

if (log) {
  byId('log-method').addEventListener('change', redraw);
  byId('log-status').addEventListener('change', redraw);
  byId('log-pause').addEventListener('click', ({ currentTarget }) => {
    isPaused = !isPaused;
    currentTarget.setAttribute('aria-pressed', String(isPaused));
    currentTarget.textContent = isPaused ? 'Resume' : 'Pause';
    flush();
    liveState();
  });
  setInterval(tellNews, 10000);
  document.addEventListener('visibilitychange', rest);
  connect();
}
