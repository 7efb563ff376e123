/** Organization settings: one object that is always there. */
import { getOrganization, updateOrganization } from '../contract/organizations.ts';
import type { Value } from '../core/value.ts';
import { callWith, defineKind } from './define-kind.ts';
import { flag, list, raisedRole, ref, role, text } from './field.ts';
import { isItem, readItem, textOf, withFields } from './reply.ts';

/** Content that is no site has no name here: it stands for itself, so that it differs from every site. */
function contentOf(value: unknown): Value | undefined {
  if (isItem(value)) return textOf(value.site) ?? JSON.stringify(value);
  return value === null ? null : undefined;
}

export const organization = defineKind({
  name: 'organization',
  segment: 'settings',
  title: 'organization',
  description: 'Settings of the organization itself.',
  singleton: true,
  key: 'name',
  naturalKeys: [],
  undeletable: true,
  fields: {
    title: text('Name of the organization.', { min: 2, max: 255 }),
    emailDomains: list(
      'set',
      { is: 'text' },
      'E-mail domains whose owners may join.',
      {},
      { opens: { by: 'growth', says: 'more people may join by themselves', shuts: 'fewer people may join by themselves' } },
    ),
    hostname: text('Default hostname of public content.', { min: 3, max: 32 }),
    defaultRole: role('Role of people who join; null makes them guests.', {
      clearable: true,
      nullIsValue: true,
      opens: raisedRole('people who join may do more', 'people who join may do less'),
    }),
    defaultContent: ref('site', 'What members see first.', { under: 'site', clearable: true, deferred: true }),
    logo: text('Address of the logo picture.', { max: 2048, format: 'uri' }, { clearable: true, writeOnly: true }),
    sso: flag('Everybody has to sign in through a SAML provider.', {
      after: ['saml-provider'],
      opens: {
        by: 'rise',
        order: [[true], [false]],
        says: 'people can sign in without a SAML provider',
        shuts: 'everybody has to sign in through a SAML provider',
      },
    }),
    ai: flag('Features that use artificial intelligence are on.'),
    inviteLinks: flag('People may join through invite links.', {
      opens: {
        by: 'rise',
        order: [[false], [true]],
        says: 'people may join through invite links',
        shuts: 'nobody may join through invite links any more',
      },
    }),
  },
  reading: {
    by: 'object',
    call: ({ organization }) => callWith(getOrganization, { organizationId: organization }),
    decode: (reply) => {
      const decoded = readItem(reply, { may: ['title', 'emailDomains', 'hostname', 'defaultRole', 'sso', 'ai', 'inviteLinks'] });
      return decoded && withFields(decoded, { defaultContent: contentOf(isItem(reply) ? reply.defaultContent : undefined) });
    },
  },
  update: ({ organization, fields }) => {
    const { defaultContent, ...rest } = fields;
    const content =
      defaultContent === undefined ? {} : { defaultContent: defaultContent === null ? null : { type: 'site', site: defaultContent } };
    return [callWith(updateOrganization, { organizationId: organization }, { ...rest, ...content })];
  },
});
