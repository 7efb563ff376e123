/** Maps that are compared key by key: drift reports a value that disappeared with its custom field, also an empty one. */
import { expect, test } from 'vitest';
import { apply } from '../../src/library/apply.ts';
import { drift } from '../../src/library/drift.ts';
import { plan } from '../../src/library/plan.ts';
import { speak } from '../server/open.ts';
import { caseOf } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';

const each = caseOf({
  live: { spaces: { home: null } },
  desired: `customFields:
  status: { type: "select:multi", title: Status, options: [live] }
  owner: { type: text, title: Owner }
spaces:
  home: { title: Home, fields: { status: [], owner: ana } }
`,
});

test('drift reports a value whose custom field was deleted outside docform', async () => {
  const { reference, options } = await openCase(each);
  const report = await apply(await plan(options), options);
  expect(report.changes.filter(({ status }) => status !== 'done')).toEqual([]);
  const told = async () =>
    (await drift({ ...options, today: '2026-01-01' })).drift.entries.map(({ class: of, address, fields }) => [
      of,
      address,
      fields?.map(({ field }) => field),
    ]);
  expect(await told()).toEqual([]);
  for (const name of ['status', 'owner']) await speak(reference).delete(`~/custom-fields/${name}`);
  expect(await told()).toEqual([
    ['missing', 'customFields/owner', undefined],
    ['missing', 'customFields/status', undefined],
    ['changed', 'spaces/home/fields', ['values.status', 'values.owner']],
  ]);
  reference.close();
});
