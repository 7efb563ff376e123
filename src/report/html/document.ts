/** A plan as one self-contained HTML page, usable without scripts, on paper, on phones and with screen readers. */

import { withoutMissing } from '../../core/defined.ts';
import { sha256Base64 } from '../../core/digest.ts';
import type { Impact } from '../../core/impact.ts';
import type { UrlTraffic } from '../../core/traffic.ts';
import { type Html, html, type Part, unescapedAsset } from '../../markup/html.ts';
import { isBlocking, type PlanView } from '../../plan/result/change.ts';
import { message, paragraph } from '../blocks/block.ts';
import { blocksHtml, linesHtml } from '../blocks/html.ts';
import { textOf } from '../blocks/text.ts';
import { impactHeadings, impactParts, isInPart } from '../parts/impact-parts.ts';
import { identityText, type Origin } from '../parts/origin.ts';
import { type Rehearsal, rehearsalText } from '../parts/rehearsal.ts';
import { namesIn, trafficLines, viewsText } from '../parts/traffic.ts';
import { isAddressRow, urlTables } from '../parts/url-tables.ts';
import { type PlanReport, reportOf } from '../plan/plan-report.ts';
import { oneLine } from '../wording/sanitize.ts';
import { someNames } from '../wording/some-names.ts';
import { actionWords, count, type SummaryFacts } from '../wording/words.ts';
import { effectCards } from './effect-cards.ts';
import { navigationHtml } from './navigation.ts';
import { placeBlocks } from './page-blocks.ts';

/** From this number of changes, the browser lays out a section only when it is visible. */
const many = 500;

/** Deterministic: the same plan gives the same bytes. */
export function planHtml(plan: PlanView, options: HtmlOptions): string {
  const { style, script } = options.assets;
  const report = reportOf(plan);
  const sections = sectionsOf(report, options);
  const policy = `default-src 'none'; style-src 'sha256-${sha256Base64(style)}'; script-src 'sha256-${sha256Base64(script)}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${report.name} for ${plan.organizationTitle ?? plan.organization}</title>
<style>${unescapedAsset(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${headOf(report, options, sections)}
<main id="main" tabindex="-1"${plan.changes.length > many && html` class="large"`}>
${sections.map(sectionHtml)}</main>
<script>${unescapedAsset(script)}</script>
</body>
</html>
`.text;
}

function sectionsOf(report: PlanReport, { rehearsal }: HtmlOptions) {
  const { plan, meaning } = report;
  const { guards, navigation = [], traffic = [], changes } = plan;
  const urls = meaning.all.filter(isAddressRow);
  const rest = report.rest({ atMost: 12 });
  const sections: readonly Section[] = [
    effectSection('high-risk', 'High-risk', meaning.highRisk),
    // URLs without high risk appear only in their tables.
    ...impactParts.map((part) => {
      const isOwn = isInPart(part);
      return effectSection(part, impactHeadings.plan[part], meaning.notRows.filter(isOwn), meaning.rows.filter(isOwn));
    }),
    {
      id: 'guards',
      title: guards.some(isBlocking) ? 'Blocked' : 'Warnings',
      count: guards.length,
      body: blocksHtml([{ is: 'guards', guards }]),
    },
    { id: 'traffic', title: 'Page views', count: traffic.length, body: trafficHtml(traffic) },
    {
      id: 'addresses',
      title: 'URLs',
      count: urls.length,
      body: blocksHtml([paragraph(message(redirectsText)), ...urlTables(urls)]),
    },
    { id: 'navigation', title: 'Navigation', count: navigation.length, body: navigationHtml(navigation) },
    ...report.losses().map(({ heading, number, ...list }) => {
      return { id: list.of, title: textOf(heading), count: number, body: blocksHtml([list]) };
    }),
    {
      id: 'changes',
      title: 'Changes',
      count: changes.length,
      body: html`${filter(report)}${blocksHtml(placeBlocks(report))}
<p class="none" hidden>No change matches.</p>`,
    },
    ...withoutMissing(rehearsal).map((each) => {
      return { id: 'rehearsal', title: 'Rehearsal', body: linesHtml(rehearsalText(each).split('\n')) };
    }),
    ...(rest.length === 0 ? [] : [{ id: 'rest', title: 'Also', body: blocksHtml(rest) }]),
  ];
  return sections.filter(({ count: number }) => number !== 0);
}

const redirectsText =
  'Old URLs do not redirect automatically. `docform show PLAN --format redirects` prints a redirect map.';

function effectSection(id: string, title: string, impact: readonly Impact[], rows: readonly Impact[] = []) {
  const urls = html`<p>${count(rows.length, 'URL change')}: see the section <a href="#addresses">URLs</a>.</p>`;
  const body = html`${rows.length > 0 && urls}${blocksHtml([effectCards(id, impact)])}`;
  return { id, title, count: impact.length + (rows.length > 0 ? 1 : 0), body };
}

function sectionHtml({ id, title, count, body }: Section) {
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
<h1>${oneLine(plan.organizationTitle ?? plan.organization)}</h1>
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
    ['Token owner', token && html`${identityText(token)}`],
    ['Cost', requests !== undefined && html`${count(requests, 'API request')}`],
    ['Digest', plan.changes.length > 0 && digest && html`<code>${digest}</code>`],
  ];
  return html`<dl class="facts">${all.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

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

interface Section {
  readonly id: string;
  readonly title: string;
  /** Printed next to the title in the table of contents. */
  readonly count?: number;
  readonly body: Html;
}

/** Filters by action with CSS alone, and by name with the script. */
function filter({ counts, plan }: PlanReport) {
  if (counts.length < 2 && plan.changes.length < 12) return html``;
  return html`<form class="filter" role="search" aria-label="Changes">
<fieldset><legend>Show</legend><label><input type="radio" name="kind" id="kind-all" checked> all</label>${counts.map(
    ({ action, number, word }) =>
      html` <label><input type="radio" name="kind" id="kind-${action}"> ${word} (${number})</label>`,
  )}</fieldset>
<label class="scripted">Name or key <input type="search" id="find" autocomplete="off" spellcheck="false"></label>
<p id="found" class="dim" role="status"></p>
</form>
`;
}

/** Bars show the share of the busiest URL. */
function trafficHtml(traffic: readonly UrlTraffic[]) {
  const most = Math.max(1, ...traffic.map(({ views = 0 }) => views));
  const nameOf = namesIn(traffic);
  const rows = traffic.map((each) => {
    const { views, change, isRedirected } = each;
    const bar =
      views === undefined ? '' : html`<meter min="0" max="${most}" value="${views}">${viewsText(each)}</meter>`;
    return html`<tr><th scope="row">${oneLine(nameOf(each))}<td>${change}${isRedirected && ', redirected'}<td>${viewsText(each)}<td>${bar}
`;
  });
  return html`${trafficLines(traffic).map((text) => html`<p>${oneLine(text)}</p>`)}<div class="scroll" tabindex="0" role="region" aria-label="Page views"><table>
<caption>Page views in the last 30 days, with pages below each URL</caption>
<thead><tr><th scope="col">URL<th scope="col">Change<th scope="col">Views<th scope="col">Share
<tbody>${rows}</table></div>
`;
}
