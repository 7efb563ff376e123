/** Undo lists every item that it cannot restore with its reason, and no other items. */
import { expect, test } from 'vitest';
import { caseTakenBack } from './case-taken-back.ts';

const told: readonly (readonly [name: string, ...lines: string[]])[] = [
  ['team/is-created'],
  ['section/two-exchange-their-paths'],
  ['field-values/of-fields-that-are-managed-elsewhere-stay'],
  ['site/is-created', 'sites/docs: the object is protected: set `protect: false` and apply, before you apply the undo'],
  [
    'space/is-restored-from-the-trash',
    'spaces/home: the object is protected: set `protect: false` and apply, before you apply the undo',
  ],
  ['link-invite/that-is-dropped-is-deleted', 'linkInvites/inv_123: the link: the API cannot create a link invite'],
  ['adaptive-schema/is-set-for-the-first-time', 'sites/docs/visitor: not deleted: a visitor schema cannot be deleted'],
  ['member/becomes-an-sso-member', 'members/bo@acme.dev, sso: this change cannot be reverted'],
  [
    'member/that-is-dropped-is-removed',
    'members/eve@acme.dev: the membership in the organization and in all teams; the person must be invited again',
  ],
  [
    'field-values/are-set',
    'spaces/home/fields, values.owner: the field had no value, and a value cannot be removed',
    'spaces/home/fields, values.status: the field had no value, and a value cannot be removed',
  ],
  ['organization/logo-is-removed', 'settings, logo: the platform never returns the value'],
  ['openapi-spec/another-text-is-sent', 'openapi/payments, text: the platform never returns the value'],
  [
    'site/flat-one-becomes-sectioned',
    'sites/docs: its structure is not restored: without its sections, every site-space would be recreated',
  ],
];

test.each(told)('undo lists the items that it cannot restore: %s', async (name, ...lines) => {
  const { lost } = await caseTakenBack(name);
  expect(lost.map(({ address, field, why }) => `${address}${field === undefined ? '' : `, ${field}`}: ${why}`)).toEqual(
    lines,
  );
});
