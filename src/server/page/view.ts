/** Input and output of the page, its URLs and parameters. */
import type { Context } from '../context.ts';
import type { State } from '../control/control.ts';
import { notFound } from '../errors.ts';
import type { Row } from '../records.ts';

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

export const pageSize = 100;

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

export interface Slice<T> {
  items: readonly T[];
  page: number;
  pages: number;
}

/** The requested page, or the nearest one. */
export function slice<T>(all: readonly T[], { search, parameter }: Paging): Slice<T> {
  const pages = Math.max(1, Math.ceil(all.length / pageSize));
  const asked = Number(search.get(parameter) ?? 1);
  const page = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), pages) : 1;
  return { items: all.slice((page - 1) * pageSize, page * pageSize), page, pages };
}

export function pagedAt(path: string, search: URLSearchParams, parameters: { [name: string]: string } = {}): Paging {
  return { search, parameter: 'page', urlAt: (page) => pageUrl(path, { ...parameters, page }) };
}
