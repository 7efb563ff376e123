/** Bytes to a port and back: requests that no well-behaved client could send. */
import { connect } from 'node:net';
import type { RawRequest } from './fuzz-plan.ts';

/** What came back before the connection ended. */
export interface RawAnswer {
  /** 0: nothing that begins like an answer. */
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

/** Ends what hangs; it is no bound on speed. */
const answerTimeoutMs = 600_000;

/**
 * Writes the bytes and reads until the other side ends the connection. `isCutShort`: this side goes away at once, without
 * waiting for an answer.
 */
export function exchange(port: number, bytes: Buffer, isCutShort = false): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1' });
    const done = (): void => {
      socket.destroy();
      resolve(parsed(Buffer.concat(chunks).toString('utf8')));
    };
    socket.setTimeout(answerTimeoutMs, () => {
      socket.destroy();
      reject(new Error(`no end of the answer after ${answerTimeoutMs} ms`));
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    // The other side may go away while bytes are still being written; what it said before counts.
    socket.on('error', done);
    socket.on('close', done);
    socket.on('connect', () => {
      if (isCutShort) socket.end(bytes, () => socket.resetAndDestroy());
      else socket.write(bytes);
    });
  });
}

function parsed(answer: string): RawAnswer {
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
  const end = answer.indexOf('\r\n\r\n');
  const head = end === -1 ? answer : answer.slice(0, end);
  return {
    status,
    contentType: /^content-type: (.*)$/im.exec(head)?.[1] ?? null,
    text: end === -1 ? '' : answer.slice(end + 4),
  };
}

/** A request as bytes; the connection is to end with the answer. Bytes beyond ASCII stand in the path as they are. */
export function bytesOf({ method, path, search, body, authorization }: RawRequest): Buffer {
  const payload = Buffer.from(body ?? '', 'utf8');
  const lines = [
    `${method} ${path}${search === '' ? '' : `?${search}`} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    ...(authorization === undefined ? [] : [`authorization: ${authorization}`]),
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${payload.length}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8'), payload]);
}
