/** Fields that are compared key by key: a value that is gone with its custom field is told, also where it was empty. */
import { expect, test } from 'vitest';
import { apply, drift, memoryLedger, openLocalPlatform, plan } from '../../src/library/index.ts';
import type { Case } from '../support/case.ts';
import { openCaseWorld } from '../support/case-world.ts';
import { desiredOf } from '../support/desired.ts';

const each: Case = {
  ...{ name: 'x', live: { spaces: { home: null } }, before: [], ledger: 'all', managed: [], files: {}, plan: '', requests: '', second: '' },
  desired: `customFields:
  status: { type: "select:multi", title: Status, options: [live] }
  owner: { type: text, title: Owner }
spaces:
  home: { title: Home, fields: { status: [], owner: ana } }
`,
};

test('a custom field is deleted by hand', async () => {
  const { platform: reference, ids, ledger } = await openCaseWorld(each);
  const desired = desiredOf(each, ids);
  const platform = await openLocalPlatform({ fetch: (request) => reference.fetch(request), token: reference.token, host: 'local' });
  const options = { desired, platform, ledger: memoryLedger(ledger) };
  const report = await apply(await plan(options), { platform, ledger: options.ledger });
  expect(report.changes.filter(({ status }) => status !== 'done')).toEqual([]);
  const told = async () =>
    (await drift({ ...options, today: '2026-01-01' })).drift.entries.map(({ class: of, address, fields }) => [
      of,
      address,
      fields?.map(({ field }) => field),
    ]);
  expect(await told()).toEqual([]);
  for (const name of ['status', 'owner']) {
    const request = new Request(`http://localhost/v1/orgs/${reference.organization}/custom-fields/${name}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${reference.token}` },
    });
    expect((await reference.fetch(request)).ok).toBe(true);
  }
  expect(await told()).toEqual([
    ['missing', 'customFields/owner', undefined],
    ['missing', 'customFields/status', undefined],
    ['changed', 'spaces/home/fields', ['values.status', 'values.owner']],
  ]);
  reference.close();
});
