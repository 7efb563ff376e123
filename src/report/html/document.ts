/** A plan as one self-contained HTML page, usable without scripts, on paper, on phones and with screen readers. */

import { keyIn, listOf } from '../../core/address.ts';
import { groupBy, type NonEmpty } from '../../core/compare.ts';
import { withoutMissing } from '../../core/defined.ts';
import { sha256Base64 } from '../../core/digest.ts';
import type { Impact, ImpactOn } from '../../core/impact.ts';
import type { SourceSpan } from '../../core/problem.ts';
import type { UrlTraffic } from '../../core/traffic.ts';
import { type Html, html, isolateDirection, type Part, unescapedAsset } from '../../markup/html.ts';
import { isBlocking, isStateOnly, type PlanView } from '../../plan/result/change.ts';
import { code, line } from '../blocks/block.ts';
import { blockedHtml, htmlOf, itemHtml, listHtml } from '../blocks/html.ts';
import { textOf } from '../blocks/text.ts';
import { causesAmong } from '../parts/blocked-by-cause.ts';
import { audienceLines, effectLines } from '../parts/effect.ts';
import { alikeAtLarge, sharedOf } from '../parts/impact.ts';
import { impactHeadings, impactParts, isInPart } from '../parts/impact-parts.ts';
import { identityText, type Origin } from '../parts/origin.ts';
import { type Rehearsal, rehearsalText } from '../parts/rehearsal.ts';
import { namesIn, trafficLines, viewsText } from '../parts/traffic.ts';
import { isAddressRow, type UrlTable, urlTables } from '../parts/url-tables.ts';
import { namesOf } from '../plan/across-sites.ts';
import { groupsAlike, type PlanReport, placeOf, reportOf } from '../plan/plan-report.ts';
import { changeItem, type Group, namedLine, type ReportedChange } from '../plan/reported-change.ts';
import { oneLine, quoted, visible } from '../wording/sanitize.ts';
import { someNames } from '../wording/some-names.ts';
import { actionWords, count, type SummaryFacts } from '../wording/words.ts';
import { navigationHtml } from './navigation.ts';

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
  const { guards, navigation = [], changes } = plan;
  const urls = meaning.all.filter(isAddressRow);
  const guardsHtml = html`<ul class="plain">${guards.map((guard) => html`<li>${blockedHtml(guard)}</li>`)}</ul>`;
  const rest = report.rest({ atMost: 12 }).map((list) => html`<h3>${textOf(list.heading ?? [])}</h3>${listHtml(list)}`);
  const sections: readonly Section[] = [
    cardsSection('high-risk', 'High-risk', meaning.highRisk),
    // URLs without high risk appear only in their tables.
    ...impactParts.map((part) => {
      const isOwn = isInPart(part);
      return cardsSection(part, impactHeadings.plan[part], meaning.notRows.filter(isOwn), meaning.rows.filter(isOwn));
    }),
    { id: 'guards', title: guards.some(isBlocking) ? 'Blocked' : 'Warnings', count: guards.length, body: guardsHtml },
    { id: 'traffic', title: 'Page views', count: plan.traffic?.length ?? 0, body: trafficHtml(plan.traffic ?? []) },
    { id: 'addresses', title: 'URLs', count: urls.length, body: addressesHtml(urls) },
    { id: 'navigation', title: 'Navigation', count: navigation.length, body: navigationHtml(navigation) },
    ...report
      .losses()
      .map((list) => ({ id: list.of, title: textOf(list.heading ?? []), count: list.number, body: listHtml(list) })),
    { id: 'changes', title: 'Changes', count: changes.length, body: changesHtml(report) },
    ...withoutMissing(rehearsal).map((each) => {
      return { id: 'rehearsal', title: 'Rehearsal', body: keysHtml(rehearsalText(each).split('\n')) };
    }),
    ...(rest.length === 0 ? [] : [{ id: 'rest', title: 'Also', body: html`${rest}` }]),
  ];
  return sections.filter(({ count: number }) => number !== 0);
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
    ['Token of', token && html`${identityText(token)}`],
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

function sourceOf(span: Pick<SourceSpan, 'file' | 'line'> | undefined) {
  return span && html`<small>${oneLine(`${span.file}:${span.line}`)}</small>`;
}

/** One line for each key. A preformatted block is smaller than a list. */
function keysHtml(lines: readonly string[]) {
  return html`<pre class="keys">${lines.map(
    (each) => html`${visible(each)}
`,
  )}</pre>`;
}

function changesHtml(report: PlanReport) {
  const records = groupBy(
    report.changes().filter(({ action }) => isStateOnly(action)),
    ({ address }) => placeOf(address),
  );
  const places = [...report.places(), ...[...records.values()].map(groupsAlike)];
  const causeOf = causesAmong(places.flat(2));
  return html`${filter(report)}${places.map((groups) => placeHtml(groups, causeOf))}
<p class="none" hidden>No change matches.</p>`;
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

type CauseOf = ReturnType<typeof causesAmong>;

function placeHtml(groups: readonly Group[], causeOf: CauseOf) {
  const changes = groups.flat();
  const tops = new Set(changes.map(({ address }) => placeOf(address)));
  const [first = ''] = tops;
  const place = tops.size === 1 ? first : listOf(first);
  const actions = [...new Set(changes.map(({ action }) => action))];
  return html`<div class="place ${actions.map((action) => `has-${action}`).join(' ')}"><h3><code>${oneLine(place)}</code></h3>
<ul class="changes">${groups.map((group) => groupHtml(group, place, causeOf))}</ul></div>
`;
}

function groupHtml(group: Group, place: string, causeOf: CauseOf) {
  const [change] = group;
  const { action, address, span } = change;
  const isOne = group.length === 1;
  const isOnePlace = new Set(group.map((each) => each.span?.line)).size === 1;
  const isOneFile = new Set(group.map((each) => each.span?.file)).size === 1;
  const { list, items } = namesOf(group);
  const head = isOne
    ? namedLine(change, below(address, place))
    : line`${group.length} of ${code(below(list, place) || list)}`;
  const item = changeItem(group.map(inFull) as unknown as Group, [], { cause: causeOf(change) });
  return html`<li class="${action}"><b>${action}</b><div>${htmlOf(head)}${itemHtml(item)}${
    !isOne &&
    // `key  "Title"  id  docform.yaml:12`
    keysHtml(
      group.map(({ span: at }, index) => {
        const { key, title, id } = items[index] ?? {};
        const source = isOnePlace ? '' : `${isOneFile ? '' : at?.file}:${at?.line}`;
        return withoutMissing(key, title && quoted(title), id, source).join('  ');
      }),
    )
  }</div>${isOnePlace ? sourceOf(span) : isOneFile && span && html`<small>${oneLine(span.file)}</small>`}`;
}

/** Of longer values, only the parts around differences are shown. */
const longestValue = 2_000;

function inFull(change: ReportedChange): ReportedChange {
  const isShort = (value: unknown) => value === undefined || JSON.stringify(value).length <= longestValue;
  const shownFields = change.shownFields.map((field) =>
    isShort(field.before) && isShort(field.after) ? { ...field, isShownInFull: true as const } : field,
  );
  return { ...change, shownFields };
}

function below(address: string, place: string) {
  if (address === place) return '';
  return address.startsWith(`${place}/`) ? address.slice(place.length + 1) : address;
}

const onWords: { readonly [O in ImpactOn]: string } = { readers: 'Readers', people: 'Access' };

function cardsSection(id: string, title: string, impact: readonly Impact[], rows: readonly Impact[] = []) {
  const urls = html`<p>${count(rows.length, 'URL change')}: see the section <a href="#addresses">URLs</a>.</p>`;
  const body = html`${rows.length > 0 && urls}<ul class="cards">${alikeAtLarge(impact).map(card)}</ul>`;
  return { id, title, count: impact.length + (rows.length > 0 ? 1 : 0), body };
}

/** Cards with more names take the full width. */
const maxBeside = 12;

function card(group: NonEmpty<Impact>) {
  const [first] = group;
  const { severity, subject, what, address, on, source } = first;
  const isOne = group.length === 1;
  const shared = sharedOf(group);
  return html`<li class="card ${severity}${group.length > maxBeside && html` wide`}"><h3>${
    isOne ? isolateDirection(oneLine(subject)) : `${sentence(what)}: ${group.length}`
  }<span class="tag">${severity === 'high-risk' ? onWords[on] : severity}</span></h3>
${isOne && html`<p>${sentence(what)}</p>`}
${effectLines({ ...first, ...shared }).map((each) => html`<p>${htmlOf(each)}</p>`)}
${isOne ? html`<p class="foot"><code>${oneLine(address)}</code>${sourceOf(source)}</p>` : keysHtml(group.map((each) => nameOf(each, shared)))}
`;
}

/** `Handbook  spaces/handbook  Affects: eve@acme.dev`, with the facts that the group does not share. */
function nameOf(impact: Impact, shared: ReturnType<typeof sharedOf>) {
  const { subject, address, who, details, audience } = impact;
  const name = keyIn(address) === subject ? [address] : [subject, address];
  const own = {
    ...impact,
    audience: shared.audience === undefined ? audience : undefined,
    who: shared.who.length === 0 ? who : [],
    details: details.filter((text) => !shared.details.includes(text)),
  };
  return [...name, ...audienceLines(own).map(textOf)].join('  ');
}

function sentence(text: string) {
  const line = oneLine(text);
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`;
}

function addressesHtml(rows: readonly Impact[]) {
  return html`<p>Old URLs do not redirect automatically. <code>docform show PLAN --format redirects</code> prints a redirect map.</p>${urlTables(rows).map(table)}`;
}

function table({ caption, rows }: UrlTable) {
  const tableRows = rows.map(
    ({ before, after, shows, source, isHighRisk }) =>
      html`<tr${isHighRisk && html` class="high-risk"`}><th scope="row">${oneLine(before)}<td>${oneLine(after)}<td>${oneLine(shows)}<td>${oneLine(source)}
`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${oneLine(caption)}</caption>
<thead><tr><th scope="col">Old URL<th scope="col">New URL<th scope="col">Space<th scope="col">Source
<tbody>${tableRows}</table></div>
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
