/** Prints blocks as HTML. */
import { type Html, html } from '../../markup/html.ts';
import { swatchesOf } from '../html/swatch.ts';
import { messageParts, oneLine } from '../wording/sanitize.ts';
import type { Difference } from '../wording/values.ts';
import type { BlockedItem, FieldLine, Item, Line } from './block.ts';
import { blockedParts } from './blocked-parts.ts';

export function htmlOf(parts: Line): Html {
  return html`${parts.map((part) => {
    if (part.as === 'span') return part.isStrong ? html`<b>${htmlOf(part.parts)}</b>` : htmlOf(part.parts);
    if (part.as === 'link') return html`<a href="${part.to}" rel="noreferrer">${part.text}</a>`;
    if (part.as === 'literal') return part.text;
    if (part.as === 'message') return messageHtml(part.text);
    const shown = oneLine(part.text);
    if (part.as === 'was') return html`${swatchesOf(shown)}<del>${shown}</del>`;
    if (part.as === 'is') return html`${swatchesOf(shown)}<ins>${shown}</ins>`;
    return part.as === 'code' ? html`<code>${shown}</code>` : html`<bdi>${shown}</bdi>`;
  })}`;
}

function messageHtml(text: string): Html {
  return html`${messageParts(text).map((part) => (part.isCode ? html`<code>${part.text}</code>` : part.text))}`;
}

export function itemHtml({ fields = [], lines = [], notes = [], blocked }: Omit<Item, 'head'>): Html {
  return html`${fields.length > 0 && html`<dl>${fields.map(fieldHtml)}</dl>`}${lines.map((each) => html`<p class="dim">${htmlOf(each)}</p>`)}${notes.map(
    ({ label, text, role }) =>
      html`<p class="${role === 'bad' ? 'high-risk' : role === 'delete' ? 'lost' : 'dim'}">${label}: ${messageHtml(text)}</p>`,
  )}${blocked && blockedHtml(blocked)}`;
}

/** Differences of a text are one marked text. */
function fieldHtml({ name, value, parts = [], origin }: FieldLine) {
  const isText = parts.some(({ mark }) => mark === ' ') && parts.every(({ at }) => at === undefined);
  const content = isText
    ? html`<span class="value">${parts.map(({ mark, text }) => marked(mark, text.replace(/^"([^…]*)"$/s, '$1')))}</span>`
    : html`<ul class="parts">${parts.map(({ mark, at, text }) => html`<li>${at !== undefined && html`<code>${at}</code> `}${marked(mark, text)}</li>`)}</ul>`;
  return html`<dt>${oneLine(name)}<dd>${value === undefined ? content : htmlOf(value)}${origin}`;
}

function marked(mark: Difference['mark'], text: string) {
  if (mark === '-') return html`<del>${text}</del>`;
  return mark === '+' ? html`<ins>${text}</ins>` : html`${text}`;
}

export function blockedHtml(blocked: BlockedItem): Html {
  const { word, name, text, hint, override, starts } = blockedParts(blocked);
  const rules = starts.map((each) => html` <code>${each}</code>`);
  const isBlock = word === 'blocked';
  return html`<div class="${isBlock ? 'blocked' : 'warned'}"><p><b>${isBlock ? 'Blocked' : 'Warning'}</b> <code>${oneLine(name)}</code> ${htmlOf(text)}</p>${
    hint !== undefined && html`<p>Help: ${messageHtml(hint)}</p>`
  }${override !== undefined && html`<p>Override: <code>${oneLine(override)}</code>${rules.length > 0 && html`, or in <code>policy.allow</code>:${rules}`}</p>`}</div>`;
}

export function listHtml({ items }: { readonly items: readonly Item[] }): Html {
  return html`<ul class="rest">${items.map(
    ({ head, isHighRisk, lines = [] }) =>
      html`<li${isHighRisk && html` class="high-risk"`}>${isHighRisk && html`<b>High-risk</b> `}${htmlOf(head)}${lines.map((each) => html`<p class="dim">${htmlOf(each)}</p>`)}</li>`,
  )}</ul>`;
}
