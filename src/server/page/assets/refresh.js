/** Loads parts on demand, redraws changed parts, and updates the clock. */
import { byId, root, say } from './base.js';

const parse = (text) => new DOMParser().parseFromString(text, 'text/html');
const parts = () => [...document.querySelectorAll('[data-part]')];

/** The last HTML from the server. Scripts can have changed the part since. */
const known = new Map(parts().map((part) => [part.id, part.innerHTML]));

const load = async (holder) => {
  const address = holder.dataset.source;
  delete holder.dataset.source;
  holder.setAttribute('aria-busy', 'true');
  try {
    const response = await fetch(address);
    const found = parse(await response.text()).querySelector('[data-fragment]');
    if (found) holder.replaceChildren(document.importNode(found, true));
  } catch (error) {
    holder.dataset.source = address;
    say(`Loading failed: ${error.message}`, true);
  }
  holder.removeAttribute('aria-busy');
};

document.addEventListener(
  'toggle',
  (event) => {
    if (!event.target.matches('details[open]')) return;
    const holder = event.target.querySelector(':scope > [data-source]');
    if (holder) load(holder);
  },
  true,
);

/** Keeps expanded parts and the focus. */
const replace = (part, fresh) => {
  const node = document.importNode(fresh, true);
  const wasOpen = new Map([...part.querySelectorAll('details[id]')].map((one) => [one.id, one.open]));
  for (const one of node.querySelectorAll('details[id]')) if (wasOpen.has(one.id)) one.open = wasOpen.get(one.id);
  const active = part.contains(document.activeElement) ? document.activeElement : undefined;
  const focused = active && (active.id || active.closest('details[id]')?.id);
  part.replaceWith(node);
  if (!focused) return;
  const again = byId(focused) ?? (focused === 'clock-freeze' ? byId('clock-unfreeze') : byId('clock-freeze'));
  (again?.matches('details') ? again.querySelector('summary') : again)?.focus({ preventScroll: true });
};

export const refresh = async () => {
  const response = await fetch(location.href);
  if (!response.ok) return location.assign(root);
  const next = parse(await response.text());
  for (const part of parts()) {
    const fresh = next.getElementById(part.id);
    if (!fresh || known.get(part.id) === fresh.innerHTML) continue;
    known.set(part.id, fresh.innerHTML);
    replace(part, fresh);
  }
  tick();
};

/** Draws several changes together. */
let waiting;
export const refreshSoon = () => {
  if (waiting !== undefined) return;
  waiting = setTimeout(() => {
    waiting = undefined;
    refresh().catch(() => {});
  }, 800);
};

const drawnAt = new WeakMap();
const tick = () => {
  const clock = byId('clock');
  if (!clock) return;
  if (!drawnAt.has(clock)) drawnAt.set(clock, performance.now());
  if (clock.dataset.frozen === 'true') return;
  const now = new Date(Date.parse(clock.dataset.now) + performance.now() - drawnAt.get(clock)).toISOString();
  const time = clock.querySelector('time');
  time.dateTime = now;
  time.textContent = now.slice(0, 19).replace('T', ' ');
};
tick();
setInterval(tick, 1000);
