/** Sections beside changes: guards, losses, unknown lists, pending people, and the rehearsal. */
import { groupBy } from '../../core/group-by.ts';
import { type Html, html, isolated } from '../../markup/html.ts';
import { isBlocking } from '../../plan/change.ts';
import type { PlanReport } from '../plan-report.ts';
import { type Rehearsal, rehearsalText } from '../rehearsal.ts';
import type { ReportedChange } from '../reported-change.ts';
import { oneLine } from '../sanitize.ts';
import { type Rest, someNames } from '../words.ts';
import { blockedHtml, blockedTitle, type Section } from './parts.ts';

/** Guards of the plan and of single changes. Changes with the same guard form one entry. */
export function guardsSection({ plan: { guards }, changes }: PlanReport): readonly Section[] {
  const blocked = changes().filter((change) => change.blocked !== undefined);
  if (guards.length + blocked.length === 0) return [];
  const groups = groupBy(blocked, (change) => JSON.stringify([change.action, change.templated.blocked]));
  const body = html`<ul class="plain">${guards.map((guard) => html`<li>${blockedHtml(guard)}</li>`)}${[...groups.values()].map(blockedGroup)}</ul>`;
  return [
    {
      id: 'guards',
      title: blocked.length > 0 || guards.some(isBlocking) ? blockedTitle : 'Warnings',
      count: guards.length + blocked.length,
      body,
    },
  ];
}

function blockedGroup(group: readonly ReportedChange[]): Html {
  const [first] = group;
  const shown = group.length === 1 ? first : first?.templated;
  const names = group.slice(0, mostNames).map(({ address }) => html` <code>${oneLine(address)}</code>`);
  const more = group.length - mostNames;
  return html`<li>${first?.action}${names}${more > 0 && html` and ${more} more, listed in the section Changes`}${shown?.blocked && blockedHtml(shown.blocked)}</li>`;
}

/** More names are counted, because the list of changes has each of them. */
const mostNames = 12;

export function lostSection(report: PlanReport): readonly Section[] {
  const losses = report.losses();
  const body = html`<ul class="lost-list">${losses.map(({ what, of }) => html`<li><b>${someNames(of, mostNames)}</b>: ${oneLine(what)}</li>`)}</ul>`;
  const number = losses.reduce((sum, { of }) => sum + of.length, 0);
  return number === 0 ? [] : [{ id: 'lost', title: 'Cannot be reverted', count: number, body }];
}

export function restSection({ rest }: PlanReport, rehearsal: Rehearsal | undefined): readonly Section[] {
  const parts = rest(12).map(({ of, items }) => list(restHeadings[of], items));
  return [
    ...(rehearsal === undefined
      ? []
      : [{ id: 'rehearsal', title: 'Rehearsal', body: html`<pre>${lines(rehearsalText(rehearsal))}</pre>` }]),
    ...(parts.length === 0 ? [] : [{ id: 'rest', title: 'Also', body: html`${parts}` }]),
  ];
}

/** The template escapes line breaks in values, so each line is a value of its own. */
function lines(text: string): readonly Html[] {
  return text.split('\n').map(
    (line) => html`${line}
`,
  );
}

const restHeadings: { readonly [O in Rest['of']]: string } = {
  unknown: 'Unknown: these lists could not be read completely; docform creates and deletes nothing in them',
  pending: 'Pending: invite these people on the platform; docform applies their settings after they join',
  notes: 'Notes',
  unmanaged: 'Not managed',
};

function list(title: string, items: Rest['items']): Html {
  return html`<h3>${title}</h3><ul class="rest">${items.map(
    ([address, text, , mark]) =>
      html`<li${mark !== undefined && html` class="high-risk"`}>${mark !== undefined && html`<b>High-risk</b> `}<code>${oneLine(address)}</code> ${isolated(oneLine(text))}</li>`,
  )}</ul>`;
}
