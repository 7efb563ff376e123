/** The frame of every page: header, state, dialogs and request log. */
import { readShippedText } from '../../disk/shipped-text.ts';
import { type Html, html, isolateDirection, unescapedMarkup } from '../../markup/html.ts';
import type { State } from '../control/control.ts';
import { badge, counted, dateTime, duration, grouped, pageUrl } from './parts.ts';

export interface Frame {
  title: string;
  state: State;
  organization?: string;
  /** Path of the page below `/_platform/`. */
  current: string;
  main: Html;
}

const pages = [
  { path: '', title: 'Organization' },
  { path: 'changes', title: 'Changes' },
  { path: 'coverage', title: 'Coverage' },
  { path: 'differences', title: 'Differences' },
];

export function framed({ title, state, organization, current, main }: Frame): string {
  const isOrganization = organization !== undefined;
  const above = pages.find(({ path }) => path === current) ?? pages[0];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}, reference platform</title>
<link rel="icon" href="/_platform/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/_platform/palette.css">
<link rel="stylesheet" href="/_platform/unseen.css">
<link rel="stylesheet" href="/_platform/layout.css">
<link rel="stylesheet" href="/_platform/picture.css">
<link rel="stylesheet" href="/_platform/changes.css">
<link rel="stylesheet" href="/_platform/parts.css">
<script src="/_platform/page.js" type="module"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/_platform/">Reference platform</a>
<nav aria-label="Pages"><ul>${pages.map(
    (page) =>
      html`<li><a href="/_platform/${page.path}" ${page === above && html`aria-current="page"`}>${page.title}</a></li>`,
  )}</ul></nav>
</header>
${isOrganization && stateStrip(state, organization)}
<p class="status" id="status" role="status"></p>
<div class="${isOrganization ? 'columns-two' : 'column'}">
<main id="main" tabindex="-1">
${main}
</main>
${isOrganization && shippedPart('log')}
</div>
${isOrganization && shippedPart('dialogs')}
</body>
</html>
`.text;
}

const steps = [
  { by: '1h', text: '+1 h', name: 'Advance the clock by one hour' },
  { by: '1d', text: '+1 d', name: 'Advance the clock by one day' },
  { by: '8d', text: '+8 d', name: 'Advance the clock by eight days' },
];

function stateStrip(state: State, organization: string) {
  const { clock } = state;
  return html`<section class="strip" data-part="state" id="state" aria-label="State of the platform">
${switcher(state, organization)}
<dl>
<div><dt>Seed</dt><dd>${state.seed} <span class="dim">${state.seedNumber}</span></dd></div>
<div><dt>Objects</dt><dd>${grouped(state.objects)}</dd></div>
<div><dt>Digest</dt><dd><code title="${state.digest}">${state.digest.slice(0, 10)}</code></dd></div>
<div class="clock"><dt>Clock (UTC)</dt><dd><span id="clock" data-now="${clock.now}" data-frozen="${String(clock.isFrozen)}">${dateTime(clock.now)}</span> ${clockState(clock)}</dd></div>
</dl>
<div class="controls" role="group" aria-label="Clock">
${action('clock', clock.isFrozen ? 'unfreeze' : 'freeze', clock.isFrozen ? 'Unfreeze' : 'Freeze')}
${steps.map(({ by, text, name }) => html`<button type="button" data-action="advance" data-by="${by}" id="advance-${by}" aria-label="${name}">${text}</button>`)}
${action('clock', 'real-time', 'Real time')}
</div>
<div class="controls" role="group" aria-label="State">
${opener('snapshots', `Snapshots ${state.snapshots}`, counted(state.snapshots, 'snapshot'))}
${opener('faults', `Faults ${state.faults}`, counted(state.faults, 'fault'))}
${opener('reset', 'Reset', 'Reset the state')}
</div>
</section>`;
}

function clockState({ isFrozen, offsetMs }: State['clock']) {
  if (isFrozen) return badge('frozen', 'warm');
  const lengthMs = Math.abs(offsetMs);
  if (lengthMs < 1000) return badge('real time', 'dim');
  return badge(`${offsetMs > 0 ? '+' : '−'}${duration(lengthMs)}`, 'warm');
}

function switcher({ organizations }: State, current: string) {
  if (organizations.length < 2) return undefined;
  return html`<nav class="switch" aria-label="Organizations"><ul>${organizations.map(
    ({ id, title }) =>
      html`<li><a href="${pageUrl('', { organization: id })}" ${id === current && html`aria-current="true"`}>${isolateDirection(title)}</a></li>`,
  )}</ul></nav>`;
}

function action(id: string, name: string, text: string) {
  return html`<button type="button" data-action="${name}" id="${id}-${name}">${text}</button>`;
}

function opener(id: string, text: string, name: string) {
  return html`<button type="button" data-opens="${id}" id="open-${id}" aria-haspopup="dialog" aria-label="${name}">${text}</button>`;
}

/** Scripts fill the dialogs and the log, so they do not depend on the state. */
const shippedPart = (name: string) => unescapedMarkup(readShippedText(`server/assets/${name}.html`).trimEnd());
