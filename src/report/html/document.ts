/** A plan as one self-contained HTML page, usable without scripts, on paper, on phones and with screen readers. */
import { sha256Base64 } from '../../core/digest.ts';
import { type Html, html, type Part, shipped } from '../../markup/html.ts';
import { isBlocking } from '../../plan/change.ts';
import type { PlanView } from '../../plan/plan-view.ts';
import { blockedHtml, listHtml } from '../lines.ts';
import { identityText } from '../origin.ts';
import { type PlanReport, reportOf } from '../plan-report.ts';
import { rehearsalText } from '../rehearsal.ts';
import { oneLine } from '../sanitize.ts';
import { actionWords, count, someNames } from '../words.ts';
import { changesSection } from './changes.ts';
import { addressesSection, impactSections } from './impact.ts';
import { navigationSection } from './navigation.ts';
import { type HtmlOptions, keysHtml, type Section } from './parts.ts';

/** From this number of changes, the browser lays out a section only when it is visible. */
const many = 500;

/** Deterministic: the same plan gives the same bytes. */
export function planHtml(plan: PlanView, options: HtmlOptions): string {
  const { style, script } = options.assets;
  const report = reportOf(plan);
  const sections = [
    ...impactSections(report.meaning),
    ...guardsSection(report),
    ...addressesSection(report.meaning),
    ...navigationSection(plan),
    ...lostSection(report),
    ...changesSection(report),
    ...restSections(report, options),
  ];
  const policy = `default-src 'none'; style-src 'sha256-${sha256Base64(style)}'; script-src 'sha256-${sha256Base64(script)}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${report.name} for ${plan.organization}</title>
<style>${shipped(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${headOf(report, options, sections)}
<main id="main" tabindex="-1"${plan.changes.length > many && html` class="large"`}>
${sections.map(sectionOf)}</main>
<script>${shipped(script)}</script>
</body>
</html>
`.text;
}

function guardsSection({ plan: { guards } }: PlanReport): readonly Section[] {
  const body = html`<ul class="plain">${guards.map((guard) => html`<li>${blockedHtml(guard)}</li>`)}</ul>`;
  const title = guards.some(isBlocking) ? 'Blocked' : 'Warnings';
  return guards.length === 0 ? [] : [{ id: 'guards', title, count: guards.length, body }];
}

function lostSection({ losses, plan: { changes } }: PlanReport): readonly Section[] {
  const number = changes.reduce((sum, { lost }) => sum + lost.length, 0);
  return losses().map((list) => ({ id: list.of, title: list.heading, count: number, body: listHtml(list) }));
}

function restSections({ rest }: PlanReport, { rehearsal }: HtmlOptions): readonly Section[] {
  const parts = rest(12).map((list) => html`<h3>${list.heading}</h3>${listHtml(list)}`);
  const lines = rehearsal && keysHtml(rehearsalText(rehearsal).split('\n'));
  return [
    ...(lines === undefined ? [] : [{ id: 'rehearsal', title: 'Rehearsal', body: lines }]),
    ...(parts.length === 0 ? [] : [{ id: 'rest', title: 'Also', body: html`${parts}` }]),
  ];
}

function sectionOf({ id, title, count, body }: Section) {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}${count !== undefined && html` <span class="count">${count}</span>`}</h2>
${body}
</section>
`;
}

function headOf(report: PlanReport, options: HtmlOptions, sections: readonly Section[]) {
  const { plan, partial, blocked, meaning } = report;
  const highRisk = meaning.highRisk.map(({ subject }) => subject);
  const verdict = (text: Part) => text && html`<p class="verdict bad">${text}</p>`;
  const place = plan.guards.some(isBlocking) ? 'guards' : 'changes';
  const verdicts = [
    verdict(partial?.join(' ')),
    verdict(blocked && html`<a href="#${place}">${blocked}</a>`),
    highRisk.length > 0 &&
      verdict(html`<a href="#high-risk">${count(highRisk.length, 'high-risk change')}</a>: ${someNames(highRisk, 5)}`),
  ];
  return html`<header class="top">
<p class="brand">docform ${report.name.toLowerCase()}</p>
<h1>${oneLine(plan.organization)}</h1>
${verdicts}
<p class="summary${plan.changes.length > 0 && html` unseen`}">${report.summary(options)}</p>
${chips(report)}
${facts(plan, options)}
<nav aria-label="Parts of this page"><ul>${sections.map(
    ({ id, title, count: number }) =>
      html`<li><a href="#${id}">${title}${number !== undefined && html` <span class="count">${number}</span>`}</a></li>`,
  )}</ul></nav>
</header>
`;
}

/** Hidden from screen readers, because the summary has the same numbers. */
function chips({ counts }: PlanReport) {
  if (counts.length === 0) return undefined;
  return html`<ul class="chips" aria-hidden="true">${counts.map(
    ({ action, number, word }) =>
      html`<li class="chip ${actionWords[action].role}"><b>${actionWords[action].symbol}</b> ${number} ${word}</li>`,
  )}</ul>`;
}

function facts(plan: PlanView, { origin = {}, requests, digest }: HtmlOptions) {
  const { commit, run, environment, host, readAt, version, token } = origin;
  const all: readonly (readonly [string, Html | string | undefined | false])[] = [
    ['Environment', environment && html`${oneLine(environment)}`],
    ['Platform', host && html`<code>${oneLine(host)}</code>`],
    ['Commit', commit && html`<code>${commit}</code>`],
    ['Run', run && html`<a href="${run}" rel="noreferrer">${run.replace(/^https:\/\//, '')}</a>`],
    ['Read', readAt && html`${oneLine(readAt)}${version && ` by docform ${oneLine(version)}`}`],
    ['Token of', token && html`${identityText(token)}`],
    ['Cost', requests !== undefined && html`${count(requests, 'API request')}`],
    ['Digest', plan.changes.length > 0 && digest && html`<code>${digest}</code>`],
  ];
  return html`<dl class="facts">${all.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
