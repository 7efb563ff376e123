/** The names of things of which the same is said: a list, or one line for each where there are very many. */
import { type Html, html } from '../../markup/html.ts';
import { oneLine } from '../sanitize.ts';

export interface Named {
  readonly item: Html;
  /** The same as one line of text. */
  readonly line: string;
}

/** From so many on, a tag for each would weigh more than what it holds. */
const many = 100;

export function keysHtml(all: readonly Named[], isValued = false): Html {
  if (all.length > many && !isValued)
    return html`<pre class="keys">${all.map(
      ({ line }) => html`${oneLine(line)}
`,
    )}</pre>`;
  return html`<ul class="keys${isValued && html` valued`}">${all.map(
    ({ item }) => html`<li>${item}
`,
  )}</ul>`;
}
