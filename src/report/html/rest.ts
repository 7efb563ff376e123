/** Sections next to changes: guards, losses, unknown lists, pending people, and the rehearsal. */
import { html, isolated } from '../../markup/html.ts';
import { isBlocking } from '../../plan/change.ts';
import { blockedHtml } from '../lines.ts';
import type { PlanReport } from '../plan-report.ts';
import { type Rehearsal, rehearsalText } from '../rehearsal.ts';
import { oneLine } from '../sanitize.ts';
import { restHeadings, someNames } from '../words.ts';
import type { Section } from './parts.ts';

export function guardsSection({ plan: { guards } }: PlanReport): readonly Section[] {
  const body = html`<ul class="plain">${guards.map((guard) => html`<li>${blockedHtml(guard)}</li>`)}</ul>`;
  const title = guards.some(isBlocking) ? 'Blocked' : 'Warnings';
  return guards.length === 0 ? [] : [{ id: 'guards', title, count: guards.length, body }];
}

export function lostSection(report: PlanReport): readonly Section[] {
  const losses = report.losses();
  const body = html`<ul class="lost-list">${losses.map(({ what, of }) => html`<li><b>${someNames(of, 12)}</b>: ${oneLine(what)}</li>`)}</ul>`;
  const number = losses.reduce((sum, { of }) => sum + of.length, 0);
  return number === 0 ? [] : [{ id: 'lost', title: 'Cannot be reverted', count: number, body }];
}

export function restSection({ rest }: PlanReport, rehearsal: Rehearsal | undefined): readonly Section[] {
  const parts = rest(12).map(({ of, items }) => {
    const lines = items.map(
      ([address, text, , mark]) =>
        html`<li${mark !== undefined && html` class="high-risk"`}>${mark !== undefined && html`<b>High-risk</b> `}<code>${oneLine(address)}</code> ${isolated(oneLine(text))}</li>`,
    );
    return html`<h3>${restHeadings[of]}</h3><ul class="rest">${lines}</ul>`;
  });
  return [
    ...(rehearsal === undefined
      ? []
      : [{ id: 'rehearsal', title: 'Rehearsal', body: html`<pre>${lines(rehearsalText(rehearsal))}</pre>` }]),
    ...(parts.length === 0 ? [] : [{ id: 'rest', title: 'Also', body: html`${parts}` }]),
  ];
}

/** The template escapes line breaks in values, so each line is a value of its own. */
function lines(text: string) {
  return text.split('\n').map(
    (line) => html`${line}
`,
  );
}
