/** The top of the page: what it is about, the verdict, what it costs, and the way to each part. */
import { type Html, html } from '../../markup/html.ts';
import type { PlanView } from '../../plan/plan-view.ts';
import { partTexts } from '../part.ts';
import { oneLine } from '../sanitize.ts';
import { blockedLine, count, countsOf, countWords, roles, someNames, summaryLine, symbols } from '../words.ts';
import type { HtmlOptions, Section } from './section.ts';

export function headOf(plan: PlanView, options: HtmlOptions, sections: readonly Section[]): Html {
  const blocked = blockedLine(plan);
  const severe = plan.impact.filter(({ severity }) => severity === 'severe').map(({ subject }) => subject);
  const verdicts = [
    ...(plan.part === undefined ? [] : [html`<p class="verdict bad">${partTexts(plan.part).join(' ')}</p>`]),
    ...(blocked === undefined ? [] : [html`<p class="verdict bad"><a href="#guards">${blocked}</a></p>`]),
    ...(severe.length === 0
      ? []
      : [html`<p class="verdict bad"><a href="#severe">${count(severe.length, 'severe consequence')}</a>: ${someNames(severe, 5)}</p>`]),
  ];
  return html`<header class="top">
<p class="brand">docform ${plan.part === undefined ? 'plan' : 'partial plan'}</p>
<h1>${oneLine(plan.organization)}</h1>
${verdicts}
<p class="summary${plan.changes.length > 0 && html` unseen`}">${summaryLine(plan, options.requests)}</p>
${chips(plan)}
${facts(plan, options)}
<nav aria-label="Parts of this page"><ul>${sections.map(
    ({ id, title, count: number }) =>
      html`<li><a href="#${id}">${title}${number !== undefined && html` <span class="count">${number}</span>`}</a></li>`,
  )}</ul></nav>
</header>
`;
}

/** Each number by itself, with its sign: for the eye, as the summary says it in words. */
function chips({ changes }: PlanView): Html | undefined {
  const counts = countsOf(changes);
  const shown = countWords.filter(([action]) => counts[action] > 0);
  if (shown.length === 0) return undefined;
  return html`<ul class="chips" aria-hidden="true">${shown.map(
    ([action, word]) => html`<li class="chip ${roles[action]}"><b>${symbols[action]}</b> ${counts[action]} ${word}</li>`,
  )}</ul>`;
}

function facts(plan: PlanView, { origin = {}, requests, digest }: HtmlOptions): Html {
  const { commit, run, environment, host } = origin;
  const all: readonly (readonly [string, Html | undefined])[] = [
    ['Environment', environment === undefined ? undefined : html`${oneLine(environment)}`],
    ['Platform', host === undefined ? undefined : html`<code>${oneLine(host)}</code>`],
    ['Commit', commit === undefined ? undefined : html`<code>${commit}</code>`],
    ['Run', run === undefined ? undefined : html`<a href="${run}" rel="noreferrer">${run.replace(/^https:\/\//, '')}</a>`],
    ['Cost', requests === undefined ? undefined : html`${count(requests, 'request')}`],
    ['Digest', digest === undefined || plan.changes.length === 0 ? undefined : html`<code>${digest}</code>`],
  ];
  return html`<dl class="facts">${all.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
