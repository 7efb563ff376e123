/** The input of every part of the page, and the addresses that lead from part to part. */
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Row } from '../records.ts';

export interface View {
  readonly context: Context;
  readonly organization: Row<'organization'>;
  readonly search: URLSearchParams;
}

/** How many items a list shows at once. */
export const pageSize = 100;

/** An address below `/_platform/`; parameters without a value are left out. */
export function addressOf(
  path: string,
  parameters: { readonly [name: string]: string | number | undefined } = {},
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== '') search.set(name, String(value));
  const query = search.toString();
  return `/_platform/${path}${query === '' ? '' : `?${query}`}`;
}

/** The organization that `?organization=` names, else the first. */
export function chosenOrganization(context: Context, search: URLSearchParams): Row<'organization'> {
  const id = search.get('organization');
  const row =
    id === null ? context.store.page('organization', '', { limit: 1 })[0] : context.store.find('organization', id);
  if (row === undefined) throw notFound('organization', id ?? '');
  return row;
}

/** Which pages a list has, and where they are. */
export interface Paging {
  readonly search: URLSearchParams;
  /** The parameter that names the page; two lists on one page have two. */
  readonly parameter: string;
  addressAt(page: number): string;
}

export interface Slice<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly pages: number;
}

/** The part of a list that was asked for, or the nearest there is. */
export function slice<T>(all: readonly T[], { search, parameter }: Paging): Slice<T> {
  const pages = Math.max(1, Math.ceil(all.length / pageSize));
  const asked = Number(search.get(parameter) ?? 1);
  const page = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), pages) : 1;
  return { items: all.slice((page - 1) * pageSize, page * pageSize), page, pages };
}

/** Paging by `?page=`, all other parameters as given. */
export function pagedAt(
  path: string,
  search: URLSearchParams,
  parameters: { readonly [name: string]: string } = {},
): Paging {
  return { search, parameter: 'page', addressAt: (page) => addressOf(path, { ...parameters, page }) };
}
