/** Terraform's variables for its http backend. */
import { expect, test } from 'vitest';
import { stateServiceSettings } from '../../src/ledger/http-state.ts';

test('they are taken as they are, with Terraform’s own defaults for the methods', () => {
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

test('what is missing or empty leaves the default alone', () => {
  expect(stateServiceSettings({ TF_HTTP_USERNAME: '', TF_HTTP_LOCK_METHOD: 'POST' })).toEqual({});
});
