/** Requests are sent only while a permission is held. */
import { expect, test } from 'vitest';
import type { WireRequest } from '../../src/contract/transport.ts';
import { requireLock } from '../../src/remote/client/guarded.ts';

const request: WireRequest = { method: 'GET', path: '/', query: [] };

function sending(given: readonly boolean[]) {
  const seen: string[] = [];
  const answers = [...given];
  const permission = {
    isHeld: () => answers.shift() ?? false,
    hold: async () => {
      seen.push('asked');
      if (answers.length === 0) throw new Error('over');
    },
  };
  const send = requireLock(async () => {
    seen.push('sent');
    return { status: 200, headers: {}, body: '' };
  }, permission);
  return { seen, send };
}

test('a request is sent only while the permission is held, and waits for each renewal', async () => {
  const held = sending([true]);
  await held.send(request);
  expect(held.seen).toEqual(['sent']);
  const lapsing = sending([false, false, false, true]);
  await lapsing.send(request);
  expect(lapsing.seen).toEqual(['asked', 'asked', 'asked', 'sent']);
});

test('a request without permission is not sent', async () => {
  const { seen, send } = sending([false, false]);
  await expect(send(request)).rejects.toThrow('over');
  expect(seen).toEqual(['asked', 'asked']);
});
