/** Reads a list of a forge to its last page, or not at all. */

import type { DocformError } from '../core/docform-error.ts';
import { jsonObjectOf } from '../core/json-object.ts';
import { type ForgeRequest, forgeError, type SendToForge } from './forge.ts';

const pageSize = 100;

/** A forge that always names another page must not keep us for ever. */
const maxPages = 1_000;

/** Every entry of the list that `request` asks for. Throws ForgeError where an answer is no list, or the list has no end. */
export async function readList(send: SendToForge, request: ForgeRequest): Promise<readonly unknown[]> {
  const entries: unknown[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const { body, headers } = await send({ ...request, query: { ...request.query, per_page: String(pageSize), page: String(page) } });
    if (!Array.isArray(body)) throw unreadable(request, 'the answer is no list');
    entries.push(...(body as readonly unknown[]));
    // A page may be short although another one follows, where the forge hides some of its entries.
    const hasNext = /rel="?next"?/.test(headers.link ?? '') || (headers['x-next-page'] ?? '') !== '' || body.length >= pageSize;
    if (!hasNext) return entries;
  }
  throw unreadable(request, `there are more than ${maxPages} pages`);
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The number that `field` of an answer has to hold, as what follows is addressed with it. */
export function numberOf(request: ForgeRequest, value: unknown, field: string): number {
  const number = jsonObjectOf(value)[field];
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw unreadable(request, `the answer has no ${field}`);
}

/** The same of a name: with an empty one, what nobody is known to have written would be taken for docform's. */
export function nameOf(request: ForgeRequest, value: unknown, field: string): string {
  const name = textOf(jsonObjectOf(value)[field]);
  if (name !== '') return name;
  throw unreadable(request, `the answer has no ${field}`);
}

function unreadable({ name, method, path }: ForgeRequest, reason: string): DocformError {
  return forgeError(
    `${name} (${method} ${path}): ${reason}`,
    'nothing was opened or closed on such an answer; check the address of the forge, and what stands between it and here',
  );
}
