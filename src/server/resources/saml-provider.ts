/** SAML providers. */

import type { Static } from '@sinclair/typebox';
import * as contract from '../../contract/2025-06/sso.ts';
import { readCertificates } from '../../contract/certificate.ts';
import type { Role } from '../../contract/roles.ts';
import { defined } from '../rules/answers.ts';
import { rewrite } from '../rules/changes.ts';
import type { Context } from '../rules/context.ts';
import { type FixtureContext, withDefaults } from '../rules/fixture-context.ts';
import { addObject, requireObject } from '../rules/objects.ts';
import { administrator, type BodyOf, listRoute, reader, removeRow, resource, route } from '../rules/resource.ts';
import type { Row } from '../store/records.ts';
import { teamAnswer } from './people.ts';

type Shared = 'label' | 'entityID' | 'ssoURL' | 'certificate' | 'createdAt';

interface SamlProviderRecord extends Pick<Static<typeof contract.SamlProvider>, Shared> {
  defaultTeam?: string;
  defaultRole: Role | null;
}

declare module '../store/records.ts' {
  interface Records {
    'saml-provider': SamlProviderRecord;
  }
}

function startUrl(context: Context, providerId: string) {
  return `${context.origin}/saml/${providerId}/start`;
}

/** A provider without a valid certificate cannot sign anybody in. */
export function isConfigured({ entityID, ssoURL, certificate }: Row<'saml-provider'>['data']): boolean {
  return Boolean(entityID && ssoURL) && readCertificates(certificate ?? '') !== undefined;
}

/** The default team must exist. Null is a value of the role only. */
function described(
  context: Context,
  organization: string,
  was: Readonly<SamlProviderRecord>,
  body: BodyOf<typeof contract.updateSamlProvider>,
) {
  if (body.defaultTeam !== undefined) requireObject(context, 'team', body.defaultTeam, organization);
  return { ...was, ...body };
}

function samlProviderAnswer(context: Context, { id, parent, data }: Row<'saml-provider'>) {
  const { defaultTeam, ...rest } = data;
  const team = defaultTeam === undefined ? undefined : requireObject(context, 'team', defaultTeam);
  return defined({
    object: 'saml-provider' as const,
    id,
    ...rest,
    defaultTeam: team && teamAnswer(context, team),
    status: isConfigured(data) ? 'active' : 'pending',
    service: {
      acsURL: `${context.origin}/saml/${id}/acs`,
      startURL: startUrl(context, id),
      entityID: `${context.origin}/saml/${id}`,
    },
    urls: { location: `${context.origin}/v1/orgs/${parent}/saml/${id}` },
  });
}

function loadSamlProviders({ all, idOf, add, tick, organization }: FixtureContext) {
  for (const provider of all('saml-provider')) {
    const { defaultTeam: team, ...stated } = withDefaults(provider.fields, { label: provider.key, defaultRole: null });
    const defaultTeam = idOf('team', team);
    const data = { ...stated, createdAt: tick(), ...defined({ defaultTeam }) };
    add(provider, { parent: organization, target: defaultTeam ?? '' }, data);
  }
}

export const samlProviders = resource({
  titles: { 'saml-provider': 'SAML provider' },
  fixtureFields: { 'saml-provider': ['label', 'entityID', 'ssoURL', 'certificate', 'defaultTeam', 'defaultRole'] },
  routes: [
    listRoute(contract.listSamlProviders, administrator, 'saml-provider', samlProviderAnswer),
    route(contract.createSamlProvider, administrator, ({ context, path, body }) => {
      const { organizationId: organization } = path;
      const data = described(
        context,
        organization,
        { label: body.label, defaultRole: null, createdAt: context.now },
        body,
      );
      const row = addObject(context, 'saml-provider', { parent: organization, target: data.defaultTeam ?? '' }, data);
      return samlProviderAnswer(context, row);
    }),
    route(contract.getSamlProvider, administrator, ({ context, row }) => samlProviderAnswer(context, row)),
    route(contract.deleteSamlProvider, administrator, removeRow),
    route(contract.updateSamlProvider, administrator, ({ context, row: was, body }) => {
      const data = described(context, was.parent, was.data, body);
      return samlProviderAnswer(context, rewrite(context, was, data, { target: data.defaultTeam ?? '' }));
    }),
    route(contract.listSsoLogins, reader, ({ context, path }) => {
      const active = context.store
        .children('saml-provider', path.organizationId)
        .filter((row) => isConfigured(row.data));
      return {
        items: active.map((row) => ({ id: row.id, label: row.data.label, startURL: startUrl(context, row.id) })),
      };
    }),
  ],
  load: loadSamlProviders,
});
