/** Why something may not be done, and how it is done all the same. */
import { type Html, html } from '../../markup/html.ts';
import { type Blocked, isBlocking } from '../../plan/change.ts';
import { oneLine } from '../sanitize.ts';

export function blockedHtml({ code, reason, hint, override }: Blocked): Html {
  return html`<div class="${isBlocking({ code }) ? 'blocked' : 'warned'}"><p><b>${isBlocking({ code }) ? 'Blocked' : 'Warning'}</b> <code>${oneLine(code)}</code> ${oneLine(reason)}</p>${
    hint !== undefined && html`<p>Help: ${oneLine(hint)}</p>`
  }${override !== undefined && html`<p>To do it all the same: <code>${oneLine(override)}</code></p>`}</div>`;
}
