/** Answers Request objects without a socket. */
import type { Answer, PlainAnswer, PlainRequest } from '../contract/exchange.ts';

/** Rejects like fetch: with a TypeError if the connection would break before the answer, or with the reason of an abort. */
export async function fetchFrom(answer: Answer, request: Request): Promise<Response> {
  const { signal } = request;
  signal.throwIfAborted();
  return responseOf(await unlessAborted(signal, answer(await plain(request))), signal);
}

function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

async function plain(request: Request): Promise<PlainRequest> {
  const url = new URL(request.url);
  const header = (name: string) => request.headers.get(name) ?? undefined;
  return {
    method: request.method,
    path: url.pathname,
    search: url.searchParams,
    origin: url.origin,
    authorization: header('authorization'),
    body: request.body === null ? '' : await request.text(),
    header,
  };
}

function responseOf({ status, headers, body, breaksAfterBytes, stream }: PlainAnswer, signal: AbortSignal): Response {
  if (breaksAfterBytes === 0) throw new TypeError('fetch failed', { cause: new Error('other side closed') });
  if (stream !== undefined)
    return new Response(ReadableStream.from(stream).pipeThrough(new TextEncoderStream(), { signal }), {
      status,
      headers,
    });
  if (breaksAfterBytes === undefined) return new Response(body ?? null, { status, headers });
  const bytes = Buffer.from(body ?? '', 'utf8').subarray(0, breaksAfterBytes);
  return new Response(ReadableStream.from(broken(bytes)), { status, headers });
}

async function* broken(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
  throw new TypeError('terminated', { cause: new Error('other side closed') });
}
