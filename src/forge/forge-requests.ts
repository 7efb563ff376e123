/** Requests to a forge, with lists that are read to the last page. */
import { DocformError, exitCodeOfStatus } from '../core/docform-error.ts';
import { type JsonObject, jsonObjectOrEmpty } from '../core/json.ts';

export interface ForgeRequest {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly query?: { readonly [name: string]: string };
  readonly body?: object;
}

interface ForgeAnswer {
  readonly headers: { readonly [name: string]: string };
  readonly body: unknown;
}

/** Throws if the forge refuses the request, or the response is unreadable. */
export type SendToForge = (request: ForgeRequest) => Promise<ForgeAnswer>;

export function forgeError(message: string, hint: string, status?: number): DocformError {
  return new DocformError({ code: 'E-FORGE', message, hint, status, exit: exitCodeOfStatus(status) });
}

const pageSize = 100;

/** Limits a list whose pages never end. */
const maxPages = 1_000;

/** Throws if a response is not a list, or the list does not end. */
async function readList(send: SendToForge, request: ForgeRequest): Promise<readonly unknown[]> {
  const entries: unknown[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const query = { ...request.query, per_page: String(pageSize), page: String(page) };
    const { body, headers } = await send({ ...request, query });
    if (!Array.isArray(body)) throw unreadable(request, 'the response is not a list');
    entries.push(...(body as readonly unknown[]));
    // A forge that hides entries returns short pages in the middle of a list.
    const hasNext =
      /rel="?next"?/.test(headers.link ?? '') || (headers['x-next-page'] ?? '') !== '' || body.length >= pageSize;
    if (!hasNext) return entries;
  }
  throw unreadable(request, `there are more than ${maxPages} pages`);
}

type ReadEntry<T> = (request: ForgeRequest, entry: unknown) => T;

/** Requests below one path. `name` names the operation in messages. */
export function forgeRequests(send: SendToForge, root: string) {
  const answerTo = async <T>(request: ForgeRequest, read: ReadEntry<T>) => read(request, (await send(request)).body);
  return {
    change: async (method: 'POST' | 'PUT' | 'PATCH', name: string, path: string, body: object) => {
      await send({ name, method, path: `${root}${path}`, body });
    },
    list: async <T>(
      name: string,
      path: string,
      query: { readonly [name: string]: string },
      read: ReadEntry<T>,
      isWanted: (entry: JsonObject) => boolean = () => true,
    ): Promise<readonly T[]> => {
      const request = { name, method: 'GET', path: `${root}${path}`, query } as const;
      const entries = await readList(send, request);
      return entries.filter((entry) => isWanted(jsonObjectOrEmpty(entry))).map((entry) => read(request, entry));
    },
    read: <T>(name: string, path: string, read: ReadEntry<T>, query: { readonly [name: string]: string } = {}) =>
      answerTo({ name, method: 'GET', path: `${root}${path}`, query }, read),
    create: <T>(name: string, path: string, body: object, read: ReadEntry<T>) =>
      answerTo({ name, method: 'POST', path: `${root}${path}`, body }, read),
  };
}

export type ForgeRequests = ReturnType<typeof forgeRequests>;

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Throws without a number, because later requests use it. */
export function numberOf(request: ForgeRequest, value: unknown, field: string): number {
  const number = jsonObjectOrEmpty(value)[field];
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw unreadable(request, `the response has no ${field}`);
}

/** Throws without a name: an empty one would match texts of unknown authors. */
export function nameOf(request: ForgeRequest, value: unknown, field: string): string {
  const name = textOf(jsonObjectOrEmpty(value)[field]);
  if (name !== '') return name;
  throw unreadable(request, `the response has no ${field}`);
}

/** Throws without a list. */
export function listOf(request: ForgeRequest, value: unknown, field: string): readonly JsonObject[] {
  const list = jsonObjectOrEmpty(value)[field];
  if (Array.isArray(list)) return list.map(jsonObjectOrEmpty);
  throw unreadable(request, `the response has no ${field}`);
}

function unreadable({ name, method, path }: ForgeRequest, reason: string): DocformError {
  return forgeError(
    `${name} (${method} ${path}): ${reason}`,
    'nothing was changed; check the URL of the forge, and any proxy in between',
  );
}
