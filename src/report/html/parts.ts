/** Parts that the sections of a plan page share: titles, positions, lists of keys, and guards. */
import type { Address } from '../../core/address.ts';
import type { ImpactTopic } from '../../core/impact.ts';
import type { NavigationEntry } from '../../core/navigation.ts';
import type { SourceSpan } from '../../core/problem.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Blocked, isBlocking } from '../../plan/change.ts';
import type { PlanView } from '../../plan/plan-view.ts';
import type { Origin } from '../origin.ts';
import type { Rehearsal } from '../rehearsal.ts';
import { isName, type ReportedChange } from '../reported-change.ts';
import { oneLine } from '../sanitize.ts';
import type { SummaryFacts } from '../words.ts';

export interface HtmlAssets {
  readonly style: string;
  readonly script: string;
}

export interface HtmlOptions extends SummaryFacts {
  readonly assets: HtmlAssets;
  readonly digest?: string;
  readonly origin?: Origin;
  readonly rehearsal?: Rehearsal;
}

/** `count` appears beside the title in the table of contents. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly count?: number;
  readonly body: Html;
}

type SourceLine = Pick<SourceSpan, 'file' | 'line'> | undefined;

/** `docform.yaml:34` */
export function sourceOf(span: SourceLine): Html | undefined {
  return span && html`<small>${oneLine(`${span.file}:${span.line}`)}</small>`;
}

/** `:34`, for a list whose heading names the file. */
export function lineOf(span: SourceLine): Html | undefined {
  return span && html` <small>:${span.line}</small>`;
}

export const blockedTitle = 'Blocked';

export function blockedHtml({ code, reason, hint, override }: Blocked): Html {
  return html`<div class="${isBlocking({ code }) ? 'blocked' : 'warned'}"><p><b>${isBlocking({ code }) ? 'Blocked' : 'Warning'}</b> <code>${oneLine(code)}</code> ${oneLine(reason)}</p>${
    hint !== undefined && html`<p>Help: ${oneLine(hint)}</p>`
  }${override !== undefined && html`<p>Override: <code>${oneLine(override)}</code></p>`}</div>`;
}

export interface Named {
  readonly item: Html;
  readonly line: string;
}

/** From this number of keys, a preformatted block is smaller than a list element for each key. */
const many = 100;

export function keysHtml(all: readonly Named[]): Html {
  if (all.length > many)
    return html`<pre class="keys">${all.map(
      ({ line }) => html`${oneLine(line)}
`,
    )}</pre>`;
  return html`<ul class="keys">${all.map(
    ({ item }) => html`<li>${item}
`,
  )}</ul>`;
}

export type Titles = ReadonlyMap<Address, string>;

/** Topics whose subject is the title of the object at their address. */
const named: ReadonlySet<string> = new Set<ImpactTopic>(['opened', 'shut', 'dark', 'share-link']);

/** Titles before the plan; of new objects, titles after it. */
export function titlesIn({ impact, navigation = [] }: PlanView, changes: readonly ReportedChange[]): Titles {
  const titles = new Map<Address, string>();
  const add = (address: Address, title: unknown): void => {
    if (typeof title === 'string' && title !== '' && !titles.has(address)) titles.set(address, title);
  };
  const addEntry = ({ address, title, entries }: NavigationEntry): void => {
    add(address, title);
    entries.forEach(addEntry);
  };
  for (const { address, before, after } of navigation)
    for (const side of [before, after]) {
      add(address, side?.title);
      side?.entries.forEach(addEntry);
    }
  for (const change of changes) add(change.address, change.displayTitle ?? renamedTo(change));
  for (const { address, subject, topic } of impact) if (named.has(topic)) add(address, subject);
  for (const { objects } of changes) for (const { address, title } of objects) add(address, title);
  return titles;
}

function renamedTo({ fields }: ReportedChange): unknown {
  return fields.find(({ field }) => isName(field))?.after;
}
