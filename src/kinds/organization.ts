/** Organization settings, which always exist, and link invites. The contract cannot create or list link invites, but GitBook can. */

import type { Static } from '@sinclair/typebox';
import {
  deleteLinkInvite,
  getLinkInvite,
  getOrganization,
  updateLinkInvite,
  updateOrganization,
} from '../contract/2025-06/organizations.ts';
import {
  createLinkInvite,
  listLinkInvites,
  updateLinkInvite as updateLinkInviteInGitbook,
} from '../contract/gitbook/people.ts';
import type { RoleOrNull } from '../contract/role-schemas.ts';
import { isJsonObject } from '../core/json.ts';
import type { Value } from '../core/state.ts';
import { callOf, defineFieldsOf, defineKind, type StepInput } from './define-kind.ts';
import { exposureByRank, exposureByRole, referenceField, textField } from './field.ts';
import { addFields, createDecoder, decodeMembers, objectOrUndefined, textOrUndefined } from './reading.ts';

/** Content other than a site becomes JSON text, which differs from every site id. */
function decodeContent(value: unknown): Value | undefined {
  if (isJsonObject(value)) return textOrUndefined(value.site) ?? JSON.stringify(value);
  return value === null ? null : undefined;
}

/** The platform can return another URL than the one that was sent, and none without a logo. */
function decodeLogo(urls: unknown): Value | undefined {
  const shown = objectOrUndefined(urls);
  return shown === undefined ? undefined : (textOrUndefined(shown.logo) ?? null);
}

const field = defineFieldsOf(undefined, updateOrganization);

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
    hostname: field('hostname', 'Default hostname of public content.', { example: 'acme-docs', perEnvironment: true }),
    defaultRole: field('defaultRole', 'Role of people who join. `null` means guest.', {
      nullIsValue: true,
      exposure: exposureByRole('people who join get more permissions', 'people who join get fewer permissions'),
    }),
    defaultContent: referenceField('site', 'Content that members see first.', {
      under: 'site',
      clearable: true,
      deferred: true,
    }),
    logo: field('logo', 'URL of the logo image.', {
      example: 'https://acme.dev/logo.png',
      writeOnly: true,
      isPresenceShown: true,
    }),
    sso: field('sso', 'Whether everyone must sign in through a SAML provider.', {
      after: ['saml-provider'],
      exposure: exposureByRank(
        [[true], [false]],
        'people can sign in without a SAML provider',
        'everyone must sign in through a SAML provider',
      ),
    }),
    ai: field('ai', 'Whether AI features are enabled.'),
    inviteLinks: field('inviteLinks', 'Whether people can join through link invites.', {
      exposure: exposureByRank(
        [[false], [true]],
        'people can join through link invites',
        'people can no longer join through link invites',
      ),
    }),
  },
  reading: {
    by: 'object',
    call: callOf(getOrganization),
    decode: (reply) => {
      const decoded = decodeMembers(reply, {
        may: ['title', 'emailDomains', 'hostname', 'defaultRole', 'sso', 'ai', 'inviteLinks'],
      });
      const defaultContent = decodeContent(objectOrUndefined(reply)?.defaultContent);
      return decoded && addFields(decoded, { defaultContent, logo: decodeLogo(objectOrUndefined(reply)?.urls) });
    },
  },
  update: (step) => {
    const { defaultContent } = step.fields;
    const site = defaultContent === null ? null : { type: 'site' as const, site: String(defaultContent) };
    const content = defaultContent === undefined ? {} : { defaultContent: site };
    return callOf(updateOrganization)({ ...step, body: { ...step.body, ...content } });
  },
});

/** Without the id, which is the secret of the link, a link is found by its role. */
const linkInviteInGitbook = {
  naturalKeys: [['role']],
  missing: undefined,
  reading: {
    by: 'list',
    call: callOf(listLinkInvites),
    decode: createDecoder({ may: ['role'] }),
  },
  hasSecretId: true,
  create: (step: StepInput) =>
    callOf(createLinkInvite)({
      ...step,
      body: { role: (step.fields.role === undefined ? 'read' : step.fields.role) as Static<typeof RoleOrNull> },
    }),
  update: callOf(updateLinkInviteInGitbook),
} as const;

const linkInviteField = defineFieldsOf(undefined, updateLinkInvite);

export const linkInvite = defineKind({
  name: 'link-invite',
  segment: 'linkInvites',
  title: 'link invite',
  description: 'A link to join the organization. The June 2025 API has only existing link invites, by ID.',
  key: { field: 'id' },
  naturalKeys: [['id']],
  missing: 'blocked',
  loss: 'the link: the API cannot create a link invite',
  shorthand: 'role',
  fields: {
    id: textField('Id of the link invite, or a free name on platforms that can create link invites.', {
      example: 'inv_123',
      writtenBy: 'create',
      change: 'note',
    }),
    role: linkInviteField(
      'role',
      'Role of people who follow the link. `null` means guest, on platforms that can create link invites.',
      {
        nullIsValue: true,
        clearable: true,
        exposure: {
          ...exposureByRole(
            'people who follow the link get more permissions',
            'people who follow the link get fewer permissions',
          ),
          ofNew: true,
        },
      },
    ),
  },
  reading: {
    by: 'id',
    call: callOf(getLinkInvite),
    decode: createDecoder({ needs: ['id'], may: ['role'] }),
  },
  update: callOf(updateLinkInvite),
  delete: callOf(deleteLinkInvite),
  overrides: { gitbook: linkInviteInGitbook, 'gitbook-0.180': linkInviteInGitbook },
});
