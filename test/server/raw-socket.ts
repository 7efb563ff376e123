/** Sends bytes to a port, for requests that clients cannot send. */
import { connect } from 'node:net';
import type { RawRequest } from './fuzz-plan.ts';

/** The answer until the end of the connection. */
export interface RawAnswer {
  /** 0 if the bytes do not start like an answer. */
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

/** Fails a hanging test. No limit on speed. */
const answerTimeoutMs = 600_000;

/** Reads until the server disconnects. With `isCutShort`, this side disconnects at once. */
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
    // The server can disconnect while bytes are written. Earlier bytes count.
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

/** The connection ends with the answer. The path can contain non-ASCII bytes. */
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
