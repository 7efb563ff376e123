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
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

async function plain(request: Request): Promise<PlainRequest> {
  const url = new URL(request.url);
  const header = (name: string): string | undefined => request.headers.get(name) ?? undefined;
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
  if (stream !== undefined) return new Response(streamed(stream, signal), { status, headers });
  if (breaksAfterBytes === undefined) return new Response(body ?? null, { status, headers });
  return new Response(broken(Buffer.from(body ?? '', 'utf8').subarray(0, breaksAfterBytes)), { status, headers });
}

/** Sends the error in a second step, because an error discards bytes that were not read yet. */
function broken(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (isSent) controller.error(new TypeError('terminated', { cause: new Error('other side closed') }));
        else controller.enqueue(bytes);
        isSent = true;
      },
    },
    { highWaterMark: 0 },
  );
}

function streamed(pieces: AsyncIterable<string>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const abort = (): void => {
          controller.error(signal.reason);
          void iterator.return?.();
        };
        signal.addEventListener('abort', abort, { once: true });
      },
      pull: async (controller) => {
        const { done, value } = await iterator.next();
        if (signal.aborted) return;
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: async () => {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
