/** Terraform's variables for its http backend. */
import { expect, test } from 'vitest';
import { stateServiceSettings } from '../../src/ledger/http/http-state.ts';

test('the variables are used with the default methods of Terraform', () => {
  const settings = stateServiceSettings({
    TF_HTTP_USERNAME: 'ci',
    TF_HTTP_PASSWORD: 'secret',
    TF_HTTP_LOCK_ADDRESS: 'https://state.acme.dev/lock',
    TF_HTTP_LOCK_METHOD: 'POST',
    TF_HTTP_UNLOCK_ADDRESS: 'https://state.acme.dev/unlock',
  });
  expect(settings).toEqual({
    username: 'ci',
    password: 'secret',
    lock: { url: 'https://state.acme.dev/lock', method: 'POST' },
    unlock: { url: 'https://state.acme.dev/unlock', method: 'UNLOCK' },
  });
});

test('missing and empty variables keep the defaults', () => {
  expect(stateServiceSettings({ TF_HTTP_USERNAME: '', TF_HTTP_LOCK_METHOD: 'POST' })).toEqual({});
});
