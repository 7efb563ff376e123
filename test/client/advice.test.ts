/** Advice for requests without an answer. */
import type { Dispatcher } from 'undici';
import { expect, test } from 'vitest';
import type { TransportError } from '../../src/contract/transport-error.ts';
import { noAnswerError } from '../../src/remote/client/api-error.ts';
import { sendOverPool } from '../../src/remote/client/exchange.ts';
import { read } from './scripted.ts';

/** Fails before the request is sent. */
async function failing(code: string) {
  const dispatcher = {
    dispatch: (_: unknown, handler: Dispatcher.DispatchHandler) => {
      handler.onResponseError?.({} as Dispatcher.DispatchController, Object.assign(new Error('no'), { code }));
      return true;
    },
  } as unknown as Dispatcher;
  const request = { origin: 'https://api.example.com', method: 'GET', path: '/', headers: {} };
  const error = await sendOverPool(dispatcher, request, { timeoutMs: 1000 }).catch((thrown: TransportError) => thrown);
  return noAnswerError(read, error as TransportError).hint;
}

test.each([
  ['CERT_HAS_EXPIRED', /certificate of the platform is not trusted/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /certificate of the platform is not trusted/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /certificate of the platform is not trusted/],
  ['ECONNREFUSED', /check the API URL/],
  ['UND_ERR_CONNECT_TIMEOUT', /check the API URL/],
  ['EPIPE', /check the API URL/],
])('the advice for %s mentions the cause', async (code, hint) => {
  expect(await failing(code)).toMatch(hint);
});

test('a response with a wrong length has no advice', async () => {
  expect(await failing('UND_ERR_RES_CONTENT_LENGTH_MISMATCH')).toBeUndefined();
});
