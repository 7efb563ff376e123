/** Overrides of a branding that the configuration removes with null. */
import { expect, test } from 'vitest';
import { apply } from '../../src/library/apply.ts';
import { drift } from '../../src/library/drift.ts';
import { plan } from '../../src/library/plan.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { readCase } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';
import { readerOf } from '../support/platform-facts.ts';

test('a removed override is no drift until somebody overrides the setting again', async () => {
  const { options, reference } = await openCase(readCase('customization/overrides-are-removed'));
  const drifted = async () => (await drift({ ...options, today: '2026-01-01' })).drift.entries;
  await apply(await plan(options), options);
  expect(await drifted()).toEqual([]);
  expect(remoteChanges((await plan(options)).plan)).toEqual([]);

  const { list } = readerOf(reference);
  const organization = `/orgs/${reference.organization}`;
  const [site] = await list(`${organization}/sites`);
  const [siteSpace] = await list(`${organization}/sites/${String(site?.id)}/site-spaces`);
  const path = `/v1${organization}/sites/${String(site?.id)}/site-spaces/${String(siteSpace?.id)}/customization`;
  const color = { light: '#ff0000', dark: '#ff0000' };
  const answer = await reference.fetch(
    new Request(`http://platform.test${path}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${reference.token}` },
      body: JSON.stringify({ styling: { primaryColor: color } }),
    }),
  );
  expect(answer.status).toBe(200);
  expect(await drifted()).toMatchObject([{ fields: [{ field: 'primaryColor', after: '#ff0000' }] }]);
  expect(remoteChanges((await plan(options)).plan)).toHaveLength(1);
  reference.close();
});
