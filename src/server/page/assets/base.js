/** Requests to the control API, and helpers for elements. */

export const root = '/_platform/';
export const byId = (id) => document.getElementById(id);

/** Control characters are shown as numbers, as on the server. */
export const neutral = (text) =>
  String(text).replace(
    /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu,
    (character) => `⟨U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );

/** Never interprets text as markup. */
export const make = (name, properties, ...inside) => {
  const element = document.createElement(name);
  for (const [property, value] of Object.entries(properties)) {
    if (property.startsWith('data-') || property.startsWith('aria-')) element.setAttribute(property, value);
    else element[property] = value;
  }
  element.append(...inside.map((one) => (one instanceof Node ? one : neutral(one))));
  return element;
};

/** Successes disappear after a while, errors stay. */
let telling;
export const say = (text, hasFailed = false) => {
  const status = byId('status');
  clearTimeout(telling);
  status.classList.toggle('failed', hasFailed);
  status.textContent = neutral(text);
  // Screen readers ignore everything outside an open dialog.
  const inDialog = document.querySelector('dialog[open] [role=status]');
  if (inDialog) inDialog.textContent = neutral(text);
  if (!hasFailed)
    telling = setTimeout(() => {
      status.textContent = '';
    }, 8000);
};

export const send = async (method, path, body) => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(
    root + path,
    method === 'GET' ? {} : { method, headers, body: body === undefined ? null : JSON.stringify(body) },
  );
  const text = await response.text();
  const parsed = text === '' ? undefined : JSON.parse(text);
  if (!response.ok) throw new Error(parsed?.error?.message ?? `refused with status ${response.status}`);
  return parsed;
};

export const itemsOf = (answer) => (Array.isArray(answer) ? answer : (answer?.items ?? []));

/** Without an emoji font, every emoji looks like a character that no font has. */
const picture = (character) => {
  const canvas = make('canvas', { width: 24, height: 24 });
  const brush = canvas.getContext('2d');
  brush.font = `16px ${getComputedStyle(document.body).fontFamily}`;
  brush.fillText(character, 0, 18);
  return canvas.toDataURL();
};
document.documentElement.classList.toggle('without-emoji', picture('\u{1f4d8}') === picture('\u{10fffd}'));
