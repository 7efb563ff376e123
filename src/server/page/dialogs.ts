/** Dialogs for what needs a second thought: reset, snapshots, faults; and the panel of the request log. */

import { type Html, html } from '../../markup/html.ts';
import { seedNames } from '../seed/index.ts';

function dialog(id: string, title: string, body: Html): Html {
  return html`<dialog id="${id}-dialog" aria-labelledby="${id}-title">
<div class="heading"><h2 id="${id}-title">${title}</h2><form method="dialog"><button type="submit">Close</button></form></div>
${body}
<p class="unseen" role="status"></p>
</dialog>\n`;
}

const resetDialog = dialog(
  'reset',
  'Reset the state',
  html`<form data-submits="reset" class="fields">
<p>Everything goes back to the start: objects, clock, faults, log. Snapshots stay.</p>
<label>Seed <select name="seed"><option value="">as at the start</option>${seedNames.map((name) => html`<option>${name}</option>`)}</select></label>
<label>Seed number <input name="seedNumber" type="number" min="0" step="1"></label>
<button type="submit" class="strong">Reset now</button>
</form>`,
);

const snapshotsDialog = dialog(
  'snapshots',
  'Snapshots',
  html`<p>A snapshot keeps all objects and the clock under a name.</p>
<ul class="lines" id="snapshots-list"></ul>
<form data-submits="snapshot" class="fields">
<label>Name <input name="name" required maxlength="60" pattern="[A-Za-z0-9._\\-]+" title="Letters, digits, dots, dashes and underscores" autocomplete="off" value="before"></label>
<button type="submit" class="strong">Take a snapshot</button>
</form>`,
);

const faultsDialog = dialog(
  'faults',
  'Faults',
  html`<p>A fault makes matching requests fail, wait or break. They are added with <code>POST /_platform/faults</code>.</p>
<ul class="lines" id="faults-list"></ul>
<button type="button" data-action="faults-remove-all" id="faults-remove-all">Remove all</button>`,
);

/** Text of scripts fills them, so they are the same for every state. */
export const dialogs: Html = html`${resetDialog}${snapshotsDialog}${faultsDialog}`;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const outcomes = [
  { value: '2', text: 'done (2xx)' },
  { value: '4', text: 'refused (4xx)' },
  { value: '5', text: 'failed (5xx)' },
];

/** The log is drawn by the script; without it a link leads to the plain list. */
export const logPanel: Html = html`<aside class="log" id="requests" aria-labelledby="log-title">
<div class="heading"><h2 id="log-title">Requests</h2><span class="badge dim scripted" id="log-state">connecting</span></div>
<p class="unscripted">Shown live where scripts run. <a href="/_platform/requests">The log as JSON</a></p>
<div class="scripted log-tools">
<label>Method <select id="log-method"><option value="">all</option>${methods.map((method) => html`<option>${method}</option>`)}</select></label>
<label>Status <select id="log-status"><option value="">all</option>${outcomes.map(({ value, text }) => html`<option value="${value}">${text}</option>`)}</select></label>
<button type="button" id="log-pause" aria-pressed="false">Pause</button>
<label class="check"><input type="checkbox" id="follow" checked> Follow changes</label>
</div>
<p class="nothing scripted" id="log-empty">No request yet.</p>
<ol id="log" class="entries" reversed tabindex="0" aria-label="Requests, newest first"></ol>
<p class="unseen" id="log-news" role="status"></p>
</aside>`;
