/** Tests closing a port: open requests are answered, unfinished ones are disconnected. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPlatform, type Platform } from '../../src/server/index.ts';

let platform: Platform;

beforeEach(() => {
  platform = createPlatform({ token: 'known', seed: 'medium' });
});
afterEach(() => platform.close());

interface Told {
  readonly text: string;
  readonly error: string | undefined;
}

/** The received text and the error of the connection. */
function told(socket: Socket): Promise<Told> {
  return new Promise((resolve) => {
    let text = '';
    let error: string | undefined;
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
    });
    socket.on('error', ({ message }) => {
      error = message;
    });
    socket.on('close', () => resolve({ text, error }));
  });
}

const get = 'GET /v1/orgs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer known\r\n\r\n';
const answers = (text: string): number => text.match(/HTTP\/1\.1 200/g)?.length ?? 0;

test('requests that were sent before the port closed are answered, on new and on open connections', async () => {
  const listening = await platform.listen({ port: 0 });
  const kept = await Promise.all(
    Array.from({ length: 48 }, async () => {
      const socket = connect(listening.port, '127.0.0.1');
      const all = told(socket);
      socket.write(get);
      await once(socket, 'data');
      return { socket, all };
    }),
  );
  for (const { socket } of kept) socket.write(get);
  const fresh = Array.from({ length: 48 }, () => {
    const socket = connect(listening.port, '127.0.0.1');
    socket.write(get);
    return told(socket);
  });
  const closed = listening.close();
  const ends = await Promise.all([...kept.map(({ all }) => all), ...fresh]);
  await closed;
  expect(ends.map(({ error }) => error).filter(Boolean)).toEqual([]);
  expect(ends.map(({ text }) => answers(text))).toEqual([...Array(48).fill(2), ...Array(48).fill(1)]);
  expect(ends.every(({ text }) => /connection: close/i.test(text))).toBe(true);
});

test('a client that never finishes a request does not delay the end', async () => {
  const listening = await platform.listen({ port: 0, drainMs: 50 });
  const socket = connect(listening.port, '127.0.0.1');
  const all = told(socket);
  socket.write('PUT /v1/orgs/x/teams HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"title"');
  const answered = told(
    connect(listening.port, '127.0.0.1').end(get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')),
  );
  expect(answers((await answered).text)).toBe(1);
  await listening.close();
  expect((await all).text).toBe('');
});

test('of 200 simultaneous clients, none waits much longer than the others', async () => {
  const listening = await platform.listen({ port: 0 });
  const client = async (): Promise<number> => {
    const start = performance.now();
    const socket = connect(listening.port, '127.0.0.1');
    const all = told(socket);
    for (let at = 0; at < 10; at += 1) {
      socket.write(get);
      await once(socket, 'data');
    }
    socket.end();
    expect(answers((await all).text)).toBe(10);
    return performance.now() - start;
  };
  const times = (await Promise.all(Array.from({ length: 200 }, client))).sort((a, b) => a - b);
  expect((times.at(-1) ?? 0) / (times[100] ?? 1)).toBeLessThan(5);
  await listening.close();
});
