/** Fields before and after: told as one with what differs marked where they are alike, else both; what they refer to by name. */
import { type Html, html, isolated } from '../../markup/html.ts';
import type { FieldChange } from '../../plan/change.ts';
import type { ChangeView } from '../../plan/plan-view.ts';
import { oneLine } from '../sanitize.ts';
import { type Difference, differencesOf, valuePair } from '../values.ts';
import { originText } from '../words.ts';
import { lineOf, type Titles } from './parts.ts';

/** Longer ones are told around what differs. */
const longestValue = 2_000;

export interface Pair {
  readonly before: unknown;
  readonly after: unknown;
}

/** Long ones part by part: a text in one piece, with what goes and comes marked, lists and maps one line for each part. */
export function pairHtml(pair: Pair, options: { readonly isShownInFull?: boolean } = {}): Html {
  const parts = differencesOf(pair.before, pair.after, options);
  const isText = typeof pair.before === 'string';
  if (parts.length === 0 || (isText && parts.every(({ mark }) => mark !== ' '))) {
    const { before, after } = textsOf(pair, options.isShownInFull);
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
export function onlyHtml(value: unknown, is: 'gone' | 'new', options: { readonly isShownInFull?: boolean } = {}): Html {
  const { after } = textsOf({ before: undefined, after: value }, options.isShownInFull);
  return is === 'gone' ? gone(after) : come(after);
}

export function gone(text: string | Html): Html {
  return html`<del>${text}</del>`;
}

export function come(text: string | Html): Html {
  return html`<ins>${text}</ins>`;
}

function textsOf({ before, after }: Pair, isShownInFull = false): { readonly before: string; readonly after: string } {
  const isWhole = [before, after].every((value) => value === undefined || JSON.stringify(value).length <= longestValue);
  const texts = valuePair({ before, after }, { isShownInFull: isShownInFull || isWhole });
  return { before: wordOf(before) ?? texts.before, after: wordOf(after) ?? texts.after };
}

/** Words that stand for themselves are written without quotes; those that JSON has are not among them. */
function wordOf(value: unknown): string | undefined {
  const isWord =
    typeof value === 'string' && /^[a-z][\w-]*$/i.test(value) && !['true', 'false', 'null'].includes(value);
  return isWord ? value : undefined;
}

export function fieldsHtml(
  { span }: ChangeView,
  fields: readonly FieldChange[],
  told: (field: FieldChange) => Html,
): Html {
  if (fields.length === 0) return html``;
  return html`<dl>${fields.map((field) => html`<dt>${oneLine(field.field)}<dd>${told(field)}${field.span !== undefined && field.span.line !== span?.line && lineOf(field.span)}`)}</dl>`;
}

export function fieldHtml(change: ChangeView, field: FieldChange, titles: Titles): Html {
  const { before, after, origin } = field;
  if (change.action === 'unmanage') return html`no longer managed, stays ${keptHtml(change, field, titles)}`;
  const options = field.isShownInFull === true ? { isShownInFull: true } : {};
  const [was, is] = [before, after].map((value) => referredHtml(change, field, value, titles));
  if (change.action === 'delete') return was === undefined ? onlyHtml(before, 'gone', options) : gone(was);
  if (before === undefined) return is === undefined ? onlyHtml(after, 'new', options) : come(is);
  const told =
    was === undefined && is === undefined
      ? pairHtml(field, options)
      : html`${was === undefined ? onlyHtml(before, 'gone', options) : gone(was)} → ${is === undefined ? onlyHtml(after, 'new', options) : come(is)}`;
  return html`${told}${originText(origin)}`;
}

function keptHtml(change: ChangeView, field: FieldChange, titles: Titles): Html {
  if (field.before === undefined) return html`as it is`;
  const { before } = textsOf(field, field.isShownInFull);
  return referredHtml(change, field, field.before, titles) ?? html`${before}`;
}

function referredHtml(
  change: ChangeView,
  { isReference }: FieldChange,
  value: unknown,
  titles: Titles,
): Html | undefined {
  const isAddress = isReference === true || change.action === 'move';
  return isAddress && typeof value === 'string' ? nameHtml(change, value, titles) : undefined;
}

/** An address with the name and the id of what is there: within the same site or team, without what they share. */
export function nameHtml({ objects, address: own }: ChangeView, address: string, titles: Titles): Html {
  const object = objects.find((each) => each.address === address);
  const shared = `${own.split('/').slice(0, 2).join('/')}/`;
  const short = address.startsWith(shared) ? address.slice(shared.length) : address;
  const title = titles.get(address) ?? object?.title;
  return html`<code>${oneLine(short)}</code>${title !== undefined && html` ${isolated(oneLine(title))}`}${object && html` <small>${oneLine(object.id)}</small>`}`;
}
