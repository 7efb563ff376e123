/** Routes of contract section "SSO". */
import {
  createSamlProvider,
  deleteSamlProvider,
  getSamlProvider,
  listSamlProviders,
  listSsoLogins,
  updateSamlProvider,
} from '../../contract/sso.ts';
import { isConfigured, samlProviderAnswer, startAddress } from '../answers/people.ts';
import type { Context } from '../context.ts';
import { mapPage, pageOfChildren } from '../pages.ts';
import type { Role, Row, SamlProviderRecord } from '../records.ts';
import { route } from '../route.ts';
import { changed } from '../rules/changed.ts';
import { requireObject, requireOrganization } from '../rules/require.ts';
import { addObject, rewrite } from '../rules/write.ts';

interface SamlBody {
  readonly label?: string;
  readonly entityID?: string;
  readonly ssoURL?: string;
  readonly certificate?: string;
  readonly defaultTeam?: string;
  readonly defaultRole?: Role | null;
}

function requireProvider(context: Context, path: { organizationId: string; samlProviderId: string }): Row<'saml-provider'> {
  requireOrganization(context, path.organizationId);
  return requireObject(context, 'saml-provider', path.samlProviderId, path.organizationId);
}

/** What the body names; the default team must exist. Only the role can be null, and null is then its value. */
function described(context: Context, organization: string, was: Readonly<SamlProviderRecord>, body: SamlBody): SamlProviderRecord {
  const { label, entityID, ssoURL, certificate, defaultTeam, defaultRole } = body;
  if (defaultTeam !== undefined) requireObject(context, 'team', defaultTeam, organization);
  const data = changed(was, { label, entityID, ssoURL, certificate, defaultTeam });
  return defaultRole === undefined ? data : { ...data, defaultRole };
}

export const ssoRoutes = [
  route(listSamlProviders, ({ context, path, query }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    return mapPage(pageOfChildren(context.store, 'saml-provider', organization, query), (row) => samlProviderAnswer(context, row));
  }),
  route(createSamlProvider, ({ context, path, body }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    const data = described(context, organization, { label: body.label, defaultRole: null, createdAt: context.now }, body);
    const row = addObject(context, 'saml-provider', { parent: organization, target: data.defaultTeam ?? '' }, data);
    return samlProviderAnswer(context, row);
  }),
  route(getSamlProvider, ({ context, path }) => samlProviderAnswer(context, requireProvider(context, path))),
  route(deleteSamlProvider, ({ context, path }) => context.store.remove(requireProvider(context, path))),
  route(updateSamlProvider, ({ context, path, body }) => {
    const was = requireProvider(context, path);
    const data = described(context, was.parent, was.data, body);
    return samlProviderAnswer(context, rewrite(context, was, data, { target: data.defaultTeam ?? '' }));
  }),
  route(listSsoLogins, ({ context, path }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    const active = context.store.children('saml-provider', organization).filter((row) => isConfigured(row.data));
    return { items: active.map((row) => ({ id: row.id, label: row.data.label, startURL: startAddress(context, row.id) })) };
  }),
];
