/** Maps that are compared key by key: drift reports a value that disappeared with its custom field, also an empty one. */
import { expect, test } from 'vitest';
import type { Desired } from '../../src/core/state.ts';
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

test('drift reports a logo that was removed or added outside docform', async () => {
  const withLogo = caseOf({ live: {}, desired: 'settings: { logo: https://acme.dev/logo.png }\n' });
  const { reference, options } = await openCase(withLogo);
  await apply(await plan(options), options);
  const told = async () => (await drift({ ...options, today: '2026-01-01' })).drift.entries.map(({ fields }) => fields);
  expect(await told()).toEqual([]);
  const at = speak(reference);
  // The platform can store a copy at another URL, so another URL is not drift.
  await at.patch('~', { logo: 'https://cdn.acme.dev/copy.png' });
  expect(await told()).toEqual([]);
  await at.patch('~', { logo: null });
  expect(await told()).toEqual([[{ field: 'logo', before: 'https://acme.dev/logo.png', after: null }]]);
  const none = { ...options, desired: withoutLogo(options.desired) };
  await apply(await plan(none), none);
  const without = async () => (await drift({ ...none, today: '2026-01-01' })).drift.entries.map(({ fields }) => fields);
  expect(await without()).toEqual([]);
  await at.patch('~', { logo: 'https://acme.dev/other.png' });
  expect(await without()).toEqual([[{ field: 'logo', before: null, after: 'https://acme.dev/other.png' }]]);
  reference.close();
});

function withoutLogo(desired: Desired): Desired {
  const resources = desired.resources.map((each) =>
    each.kind === 'organization' ? { ...each, fields: { ...each.fields, logo: null } } : each,
  );
  return { ...desired, resources };
}
