/** Organization settings, which always exist. */

import { getOrganization, updateOrganization } from '../contract/organizations.ts';
import { isJsonObject } from '../core/json.ts';
import type { Value } from '../core/state.ts';
import { callOf, defineKind, fieldsOf } from './define-kind.ts';
import { ref, roleExposure } from './field.ts';
import { readItem, textOf, withFields } from './reading.ts';

/** Content other than a site becomes JSON text, which differs from every site id. */
function contentOf(value: unknown): Value | undefined {
  if (isJsonObject(value)) return textOf(value.site) ?? JSON.stringify(value);
  return value === null ? null : undefined;
}

const field = fieldsOf(undefined, updateOrganization);

export const organization = defineKind({
  name: 'organization',
  segment: 'settings',
  title: 'organization',
  description: 'Settings of the organization.',
  singleton: true,
  key: 'name',
  naturalKeys: [],
  undeletable: true,
  fields: {
    title: field('title', 'Name of the organization.', { example: 'Acme' }),
    emailDomains: field('emailDomains', 'People with an e-mail address in these domains can join.', {
      example: ['acme.dev'],
      exposure: {
        by: 'growth',
        widens: 'more people can join on their own',
        restricts: 'fewer people can join on their own',
      },
    }),
    hostname: field('hostname', 'Default hostname of public content.', { example: 'acme-docs' }),
    defaultRole: field('defaultRole', 'Role of people who join. `null` means guest.', {
      nullIsValue: true,
      exposure: roleExposure('people who join get more permissions', 'people who join get fewer permissions'),
    }),
    defaultContent: ref('site', 'Content that members see first.', { under: 'site', clearable: true, deferred: true }),
    logo: field('logo', 'URL of the logo image.', { example: 'https://acme.dev/logo.png', writeOnly: true }),
    sso: field('sso', 'Whether everyone must sign in through a SAML provider.', {
      after: ['saml-provider'],
      exposure: {
        by: 'rise',
        order: [[true], [false]],
        widens: 'people can sign in without a SAML provider',
        restricts: 'everyone must sign in through a SAML provider',
      },
    }),
    ai: field('ai', 'Whether AI features are enabled.'),
    inviteLinks: field('inviteLinks', 'Whether people can join through link invites.', {
      exposure: {
        by: 'rise',
        order: [[false], [true]],
        widens: 'people can join through link invites',
        restricts: 'people can no longer join through link invites',
      },
    }),
  },
  reading: {
    by: 'object',
    call: callOf(getOrganization),
    decode: (reply) => {
      const decoded = readItem(reply, {
        may: ['title', 'emailDomains', 'hostname', 'defaultRole', 'sso', 'ai', 'inviteLinks'],
      });
      return (
        decoded &&
        withFields(decoded, { defaultContent: contentOf(isJsonObject(reply) ? reply.defaultContent : undefined) })
      );
    },
  },
  update: (step) => {
    const { defaultContent } = step.fields;
    const site = defaultContent === null ? null : { type: 'site' as const, site: String(defaultContent) };
    const content = defaultContent === undefined ? {} : { defaultContent: site };
    return callOf(updateOrganization)({ ...step, body: { ...step.body, ...content } });
  },
});
