/** Prints blocks as HTML. */
import { type Html, html } from '../../markup/html.ts';
import { swatchesOf } from '../html/swatch.ts';
import { messageParts, oneLine, visible } from '../wording/sanitize.ts';
import type { Difference } from '../wording/values.ts';
import type { Block, BlockedItem, BlockOf, FieldLine, Item, Line, List, OutlineNode } from './block.ts';
import { blockedParts } from './blocked-parts.ts';
import { textOf } from './text.ts';

export function blocksHtml(blocks: readonly Block[]): Html {
  return html`${blocks.map(blockHtml)}`;
}

function blockHtml(block: Block): Html {
  switch (block.is) {
    case 'title':
      return html`<h2>${htmlOf(block.title)}</h2>${(block.facts ?? []).map(paragraphHtml)}`;
    case 'paragraph':
      return html`${block.lines.map(paragraphHtml)}`;
    case 'list':
      return listHtml(block);
    case 'changes':
      return changesHtml(block);
    case 'guards':
      return html`<ul class="plain">${block.guards.map((guard) => html`<li>${blockedHtml(guard)}</li>`)}</ul>`;
    case 'tree':
      return html`${headingHtml(block.heading)}${linesHtml(block.rows.map(({ sign, text }) => `${sign} ${text}`))}${block.note}`;
    case 'table':
      return tableHtml(block);
    case 'outline':
      return html`${headingHtml(block.line)}${nodesHtml(block.nodes)}`;
    case 'box':
      return html`<div class="${block.tone}">${blocksHtml(block.blocks)}</div>`;
    case 'fold':
      return html`<details${block.isOpen && html` open`}><summary>${oneLine(block.summary)}</summary>${blocksHtml(block.blocks)}</details>`;
    case 'marker':
      return html``;
  }
}

function paragraphHtml(parts: Line) {
  return html`<p>${htmlOf(parts)}</p>`;
}

function headingHtml(heading: Line | undefined) {
  return heading && html`<h3>${htmlOf(heading)}</h3>`;
}

/** One line for each text. A preformatted block is smaller than a list. */
export function linesHtml(lines: readonly string[]): Html {
  return html`<pre class="keys">${lines.map(
    (each) => html`${visible(each)}
`,
  )}</pre>`;
}

function nodesHtml(nodes: readonly OutlineNode[] = []): Html | undefined {
  if (nodes.length === 0) return undefined;
  return html`<ul>${nodes.map(({ line, nodes: inside }) => html`<li>${htmlOf(line)}${nodesHtml(inside)}</li>`)}</ul>`;
}

function tableHtml({ caption = '', columns, rows }: BlockOf<'table'>) {
  const lines = rows.map(({ cells: [first = [], ...cells], isHighRisk }) => {
    const others = cells.map((cell) => html`<td>${oneLine(textOf(cell))}`);
    return html`<tr${isHighRisk && html` class="high-risk"`}><th scope="row">${oneLine(textOf(first))}${others}
`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${oneLine(caption)}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}`)}
<tbody>${lines}</table></div>
`;
}

function changesHtml({ heading, about, groups }: BlockOf<'changes'>) {
  const items = groups.flat();
  const words = [...new Set(items.map(({ word }) => `has-${word}`))];
  return html`<div class="place ${words.join(' ')}">${headingHtml(heading)}${about && paragraphHtml(about)}
<ul class="changes">${items.map(
    (item) =>
      html`<li class="${item.word}"><b>${item.word ?? item.symbol}</b><div>${htmlOf(item.head)}${itemHtml(item)}${namesHtml(item)}</div>${sourceHtml(item)}`,
  )}</ul></div>
`;
}

function namesHtml({ names = [] }: Pick<Item, 'names'>) {
  return names.length > 0 && linesHtml(names.map(textOf));
}

function sourceHtml({ source }: Pick<Item, 'source'>) {
  return source !== undefined && html`<small>${oneLine(source)}</small>`;
}

function listHtml({ heading, about, items, isProse }: List) {
  const list = isProse
    ? html`<ul class="cards">${items.map(cardHtml)}</ul>`
    : html`<ul class="rest">${items.map(entryHtml)}</ul>`;
  return html`${headingHtml(heading)}${about && paragraphHtml(about)}${list}`;
}

function entryHtml({ head, isHighRisk, lines = [] }: Item) {
  return html`<li${isHighRisk && html` class="high-risk"`}>${isHighRisk && html`<b>High-risk</b> `}${htmlOf(head)}${lines.map((each) => html`<p class="dim">${htmlOf(each)}</p>`)}</li>`;
}

/** Cards with more names take the full width. */
const maxBeside = 12;

function cardHtml(item: Item) {
  const { head, word, label, lines = [], names = [] } = item;
  const isOne = names.length === 1;
  const rest = isOne ? html`<p class="foot">${names.map(htmlOf)}${sourceHtml(item)}</p>` : namesHtml(item);
  return html`<li class="card ${word}${names.length > maxBeside && html` wide`}"><h3>${htmlOf(head)}<span class="tag">${label}</span></h3>
${lines.map(paragraphHtml)}
${rest}
`;
}

function htmlOf(parts: Line): Html {
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

function itemHtml({ fields = [], lines = [], notes = [], blocked }: Omit<Item, 'head'>): Html {
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

function blockedHtml(blocked: BlockedItem): Html {
  const { word, name, text, hint, override, starts } = blockedParts(blocked);
  const rules = starts.map((each) => html` <code>${each}</code>`);
  const isBlock = word === 'blocked';
  return html`<div class="${isBlock ? 'blocked' : 'warned'}"><p><b>${isBlock ? 'Blocked' : 'Warning'}</b> <code>${oneLine(name)}</code> ${htmlOf(text)}</p>${
    hint !== undefined && html`<p>Help: ${messageHtml(hint)}</p>`
  }${override !== undefined && html`<p>Override: <code>${oneLine(override)}</code>${rules.length > 0 && html`, or in <code>policy.allow</code>:${rules}`}</p>`}</div>`;
}
