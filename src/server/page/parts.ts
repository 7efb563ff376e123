/** Parts of pages: URLs, paging, breadcrumbs, trees, times and counts. */
import { emojiCharacter } from '../../contract/emoji.ts';
import { type Html, html, isolateDirection } from '../../markup/html.ts';
import type { State } from '../control/control.ts';
import { notFound } from '../http/errors.ts';
import type { Context } from '../rules/context.ts';
import type { Row } from '../store/records.ts';

export function pageLinks(
  { page, pages }: Pick<Slice<unknown>, 'page' | 'pages'>,
  { urlAt }: Paging,
): Html | undefined {
  if (pages === 1) return undefined;
  const link = (to: number, text: string, relation: string) =>
    to < 1 || to > pages
      ? html`<span class="dim">${text}</span>`
      : html`<a rel="${relation}" href="${urlAt(to)}">${text}</a>`;
  return html`<nav class="pages" aria-label="Pages of this list">
${link(page - 1, 'Previous', 'prev')}
<span>Page ${grouped(page)} of ${grouped(pages)}</span>
${link(page + 1, 'Next', 'next')}
</nav>`;
}

export function facts(all: readonly (readonly [name: string, value: Html | string | undefined])[]): Html {
  return html`<dl class="facts">${all.map(([name, value]) => value && html`<div class="${name.endsWith(' at') && 'wide'}"><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

export interface Crumb {
  title: string;
  address: string;
}

export function breadcrumb(crumbs: readonly Crumb[]): Html {
  return html`<nav class="crumbs" aria-label="Breadcrumb"><ol>${crumbs.map(
    ({ title, address }) => html`<li><a href="${address}">${isolateDirection(title)}</a></li>`,
  )}</ol></nav>`;
}

export function section(id: string, title: string, extra: Html | string | undefined, body: Html): Html {
  return html`<section id="${id}" data-part="${id}" aria-labelledby="${id}-title">
<div class="heading"><h2 id="${id}-title">${title}</h2><span class="dim">${extra}</span></div>
${body}
</section>`;
}

export function treeCells(title: Html, columns: readonly (Html | undefined)[], note?: string): Html {
  return html`<span class="title">${title}</span>${columns.map((column) => column ?? html`<span></span>`)}${
    note !== undefined && html`<span class="note dim">${isolateDirection(note)}</span>`
  }`;
}

export function treeHeads(titles: readonly (string | Html)[]): Html {
  return html`<div class="row columns" aria-hidden="true">${titles.map((title) => html`<span>${title}</span>`)}</div>`;
}

/** Loaded on demand. Without scripts, a link leads to the page. */
export function fetchedLater(address: string, thing: string): Html {
  return html`<div data-source="${address}"><p><a href="${address}">Open this ${thing} on a page of its own</a></p></div>`;
}

export interface View {
  context: Context;
  organization: Row<'organization'>;
  search: URLSearchParams;
}

export interface PageInput {
  /** The part after `/_platform/`, percent-encoded. */
  path: string;
  search: URLSearchParams;
  context: Context;
  state: State;
}

export interface PageAnswer {
  status: number;
  contentType: string;
  body: string;
  headers: { [name: string]: string };
}

const pageSize = 100;

export function pageUrl(path: string, parameters: { [name: string]: string | number | undefined } = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== '') search.set(name, String(value));
  const query = search.toString();
  return `/_platform/${path}${query === '' ? '' : `?${query}`}`;
}

/** The organization of the parameter `organization`, or the first one. */
export function chosenOrganization(context: Context, search: URLSearchParams): Row<'organization'> {
  const id = search.get('organization');
  const row =
    id === null ? context.store.page('organization', '', { limit: 1 })[0] : context.store.find('organization', id);
  if (row === undefined) throw notFound('organization', id ?? '');
  return row;
}

export interface Paging {
  search: URLSearchParams;
  parameter: string;
  urlAt(page: number): string;
}

interface Slice<T> {
  items: readonly T[];
  page: number;
  pages: number;
}

/** The requested page, or the nearest one. */
export function requestedPage<T>(all: readonly T[], { search, parameter }: Paging): Slice<T> {
  const pages = Math.max(1, Math.ceil(all.length / pageSize));
  const asked = Number(search.get(parameter) ?? 1);
  const page = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), pages) : 1;
  return { items: all.slice((page - 1) * pageSize, page * pageSize), page, pages };
}

export function pagedAt(path: string, search: URLSearchParams, parameters: { [name: string]: string } = {}): Paging {
  return { search, parameter: 'page', urlAt: (page) => pageUrl(path, { ...parameters, page }) };
}

const minuteMs = 60_000;

const hourMs = 60 * minuteMs;

const dayMs = 24 * hourMs;

export function duration(lengthMs: number): string {
  const days = Math.floor(lengthMs / dayMs);
  const hours = Math.floor((lengthMs % dayMs) / hourMs);
  const minutes = Math.floor((lengthMs % hourMs) / minuteMs);
  const seconds = Math.floor((lengthMs % minuteMs) / 1000);
  const units = [`${days} d`, `${hours} h`, `${minutes} min`, `${seconds} s`];
  const first = [days, hours, minutes].findIndex((amount) => amount > 0);
  const pair = first === -1 ? units.slice(3) : units.slice(first, first + 2);
  return pair.filter((unit, at) => at === 0 || !unit.startsWith('0 ')).join(' ');
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function dateTime(text: string): Html {
  return html`<time datetime="${text}">${text.replace('T', ' ').replace(/(\.\d+)?Z$/, '')}</time>`;
}

export function day(text: string): Html {
  return html`<time datetime="${text}">${text.slice(0, 10)}</time>`;
}

export function spaceTitle({ emoji, title }: { emoji: string; title: string }): Html {
  return html`<span class="emoji" aria-hidden="true">${emojiCharacter(emoji) ?? ''}</span> ${isolateDirection(title)}`;
}

export function kindMark(kind: string): Html {
  return html`<span class="kind">${kind}</span>`;
}

export function badge(text: string, tone: 'plain' | 'good' | 'warm' | 'dim' = 'plain'): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}
