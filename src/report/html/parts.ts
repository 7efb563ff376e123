/** Parts that the sections of a plan page share. */
import type { SourceSpan } from '../../core/problem.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Origin } from '../origin.ts';
import type { Rehearsal } from '../rehearsal.ts';
import { oneLine, visible } from '../sanitize.ts';
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

export interface Section {
  readonly id: string;
  readonly title: string;
  /** Printed next to the title in the table of contents. */
  readonly count?: number;
  readonly body: Html;
}

export function sourceOf(span: Pick<SourceSpan, 'file' | 'line'> | undefined): Html | undefined {
  return span && html`<small>${oneLine(`${span.file}:${span.line}`)}</small>`;
}

/** One line for each key. A preformatted block is smaller than a list. */
export function keysHtml(lines: readonly string[]): Html {
  return html`<pre class="keys">${lines.map(
    (each) => html`${visible(each)}
`,
  )}</pre>`;
}
