/** The strip above the page: which state this is, its clock, and the buttons that change them. */
import { type Html, html, isolated } from '../../markup/html.ts';
import type { PageState } from './page-values.ts';
import { addressOf } from './view.ts';
import { badge, counted, dateTime, duration, grouped } from './words.ts';

const steps = [
  { by: '1h', text: '+1 h', name: 'Advance the clock by one hour' },
  { by: '1d', text: '+1 d', name: 'Advance the clock by one day' },
  { by: '8d', text: '+8 d', name: 'Advance the clock by eight days' },
];

export function stateStrip(state: PageState, organization: string): Html {
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

function clockState({ isFrozen, offsetMs }: PageState['clock']): Html {
  if (isFrozen) return badge('frozen', 'warm');
  const lengthMs = Math.abs(offsetMs);
  if (lengthMs < 1000) return badge('real time', 'dim');
  return badge(`${offsetMs > 0 ? '+' : '−'}${duration(lengthMs)}`, 'warm');
}

function switcher({ organizations }: PageState, current: string): Html | undefined {
  if (organizations.length < 2) return undefined;
  return html`<nav class="switch" aria-label="Organizations"><ul>${organizations.map(
    ({ id, title }) =>
      html`<li><a href="${addressOf('', { organization: id })}" ${id === current && html`aria-current="true"`}>${isolated(title)}</a></li>`,
  )}</ul></nav>`;
}

function action(id: string, name: string, text: string): Html {
  return html`<button type="button" data-action="${name}" id="${id}-${name}">${text}</button>`;
}

function opener(id: string, text: string, name: string): Html {
  return html`<button type="button" data-opens="${id}" id="open-${id}" aria-haspopup="dialog" aria-label="${name}">${text}</button>`;
}
