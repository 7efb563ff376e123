/** Input and output of the page, its URLs and parameters. */
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Row } from '../records.ts';

export interface View {
  readonly context: Context;
  readonly organization: Row<'organization'>;
  readonly search: URLSearchParams;
}

/** The answer to `GET /_platform/state`. */
export interface PageState {
  readonly seed: string;
  readonly seedNumber: number;
  readonly organizations: readonly { readonly id: string; readonly title: string }[];
  readonly digest: string;
  readonly objects: number;
  readonly clock: { readonly now: string; readonly isFrozen: boolean; readonly offsetMs: number };
  readonly faults: number;
  readonly requests: number;
  readonly snapshots: number;
}

export interface PageInput {
  /** The part after `/_platform/`, percent-encoded. */
  readonly path: string;
  readonly search: URLSearchParams;
  /** Context of the main user. */
  readonly context: Context;
  readonly state: PageState;
}

export interface PageAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers: { readonly [name: string]: string };
}

export const pageSize = 100;

/** Omits parameters without a value. */
export function pageUrl(
  path: string,
  parameters: { readonly [name: string]: string | number | undefined } = {},
): string {
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
  readonly search: URLSearchParams;
  /** Name of the parameter with the page number. */
  readonly parameter: string;
  urlAt(page: number): string;
}

export interface Slice<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly pages: number;
}

/** The requested page, or the nearest one. */
export function slice<T>(all: readonly T[], { search, parameter }: Paging): Slice<T> {
  const pages = Math.max(1, Math.ceil(all.length / pageSize));
  const asked = Number(search.get(parameter) ?? 1);
  const page = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), pages) : 1;
  return { items: all.slice((page - 1) * pageSize, page * pageSize), page, pages };
}

export function pagedAt(
  path: string,
  search: URLSearchParams,
  parameters: { readonly [name: string]: string } = {},
): Paging {
  return { search, parameter: 'page', urlAt: (page) => pageUrl(path, { ...parameters, page }) };
}
