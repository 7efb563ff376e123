/** Values before and after: told as one with what differs marked where they are alike, else both. */
import { type Html, html } from '../../markup/html.ts';
import { valuePair } from '../values.ts';
import { differenceOf, type Piece } from './difference.ts';

/** Of what stays the same, only the ends are shown from here on; of what does not, as much as is around a difference. */
const longestSame = 320;
const longestValue = 2_000;

export interface Pair {
  readonly before: unknown;
  readonly after: unknown;
}

export function pairHtml(pair: Pair, options: { readonly isUncut?: boolean } = {}): Html {
  const pieces = isShort(pair.before) && isShort(pair.after) ? undefined : differenceOf(pair.before, pair.after);
  if (pieces !== undefined) return html`<span class="value">${pieces.map((piece) => pieceHtml(piece, options.isUncut === true))}</span>`;
  const { before, after } = textsOf(pair, options.isUncut);
  return html`${gone(before)} → ${come(after)}`;
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

/** At a glance, two short texts are told apart better than one with marks in it. */
function isShort(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 48;
}

/** Words that stand for themselves are written without quotes; those that JSON has are not among them. */
function wordOf(value: unknown): string | undefined {
  const isWord = typeof value === 'string' && /^[a-z][\w-]*$/i.test(value) && !['true', 'false', 'null'].includes(value);
  return isWord ? value : undefined;
}

function pieceHtml({ is, text }: Piece, isUncut: boolean): Html {
  if (is === 'gone') return gone(text);
  if (is === 'new') return come(text);
  if (isUncut || text.length <= longestSame) return html`${text}`;
  const half = longestSame / 2;
  return html`${text.slice(0, half)}<span class="dim"> … ${text.length - 2 * half} characters … </span>${text.slice(-half)}`;
}
