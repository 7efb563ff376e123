/** Values before and after: told as one with what differs marked where they are alike, else both. */
import { type Html, html } from '../../markup/html.ts';
import { type Difference, differencesOf } from '../difference.ts';
import { valuePair } from '../values.ts';

/** Longer ones are told around what differs. */
const longestValue = 2_000;

export interface Pair {
  readonly before: unknown;
  readonly after: unknown;
}

/** Long ones part by part: a text in one piece, with what goes and comes marked, lists and maps one line for each part. */
export function pairHtml(pair: Pair, options: { readonly isUncut?: boolean } = {}): Html {
  const parts = differencesOf(pair.before, pair.after, options);
  const isText = typeof pair.before === 'string';
  if (parts.length === 0 || (isText && parts.every(({ mark }) => mark !== ' '))) {
    const { before, after } = textsOf(pair, options.isUncut);
    return html`${gone(before)} → ${come(after)}`;
  }
  if (isText) return html`<span class="value">${parts.map((part) => marked(part, withoutQuotes(part.text)))}</span>`;
  return html`<ul class="parts">${parts.map((part) => html`<li>${part.at !== undefined && html`<code>${part.at}</code> `}${marked(part, part.text)}</li>`)}</ul>`;
}

function marked({ mark }: Difference, text: string): Html {
  if (mark === '-') return gone(text);
  return mark === '+' ? come(text) : html`${text}`;
}

/** Pieces of one text; where something is left out of one, as it is. */
function withoutQuotes(text: string): string {
  return /^"[^…]*"$/s.test(text) ? text.slice(1, -1) : text;
}

/** Of what is only there before, or only after. */
export function onlyHtml(value: unknown, is: 'gone' | 'new', options: { readonly isUncut?: boolean } = {}): Html {
  const { after } = textsOf({ before: undefined, after: value }, options.isUncut);
  return is === 'gone' ? gone(after) : come(after);
}

export function gone(text: string | Html): Html {
  return html`<del>${text}</del>`;
}

export function come(text: string | Html): Html {
  return html`<ins>${text}</ins>`;
}

function textsOf({ before, after }: Pair, isUncut = false): { readonly before: string; readonly after: string } {
  const isWhole = [before, after].every((value) => value === undefined || JSON.stringify(value).length <= longestValue);
  const texts = valuePair({ before, after }, { isUncut: isUncut || isWhole });
  return { before: wordOf(before) ?? texts.before, after: wordOf(after) ?? texts.after };
}

/** Words that stand for themselves are written without quotes; those that JSON has are not among them. */
function wordOf(value: unknown): string | undefined {
  const isWord = typeof value === 'string' && /^[a-z][\w-]*$/i.test(value) && !['true', 'false', 'null'].includes(value);
  return isWord ? value : undefined;
}
