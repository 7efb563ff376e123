/** Contract section "SSO": SAML providers and their login URLs. */
import { Type } from '@sinclair/typebox';
import { createSectionDefiners, DateTime, Id, openEnumSchema, optional } from '../endpoint.ts';
import { RoleOrNull } from '../role-schemas.ts';
import { Team } from './teams.ts';

const { get, list, patch, post, remove } = createSectionDefiners('SSO');

const all = '/v1/orgs/{organizationId}/saml';
const one = `${all}/{samlProviderId}` as const;

const Label = Type.String({ minLength: 1, maxLength: 30 });

/** `pending`: the provider is not fully configured. */
export const SamlProvider = Type.Object({
  object: Type.Literal('saml-provider'),
  id: Id,
  label: Type.String(),
  ssoURL: Type.Optional(Type.String({ format: 'uri' })),
  entityID: optional.text,
  certificate: optional.text,
  defaultTeam: Type.Optional(Type.Partial(Team)),
  defaultRole: Type.Optional(RoleOrNull),
  createdAt: DateTime,
  status: openEnumSchema(['active', 'pending']),
  service: Type.Optional(
    Type.Object({
      acsURL: optional.text,
      startURL: optional.text,
      entityID: optional.text,
    }),
  ),
  urls: optional.urls,
});

/** Configuration of a provider. Only the role can be null. */
const configuration = {
  entityID: Type.Optional(Type.String({ maxLength: 1024 })),
  certificate: Type.Optional(Type.String({ maxLength: 10_000 })),
  ssoURL: Type.Optional(Type.String({ format: 'uri', maxLength: 2048 })),
  defaultTeam: optional.id,
  defaultRole: Type.Optional(RoleOrNull),
};

export const listSamlProviders = list('listSamlProviders', all, SamlProvider);

export const createSamlProvider = post('createSamlProvider', all, {
  body: Type.Object({ label: Label, ...configuration }),
  reply: SamlProvider,
});

export const getSamlProvider = get('getSamlProvider', one, { reply: SamlProvider });

export const deleteSamlProvider = remove('deleteSamlProvider', one, { success: 204 });

export const updateSamlProvider = patch('updateSamlProvider', one, {
  body: Type.Object({ label: Type.Optional(Label), ...configuration }),
  reply: SamlProvider,
});

/** For people who sign in. */
export const listSsoLogins = get('listSsoLogins', '/v1/orgs/{organizationId}/sso', {
  reply: Type.Object({ items: Type.Array(Type.Object({ id: Id, label: Type.String(), startURL: Type.String() })) }),
});
