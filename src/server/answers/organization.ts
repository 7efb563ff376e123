/** Organizations, link invites, translations, custom fields and specifications as the contract shows them. */
import type { Static } from '@sinclair/typebox';
import type { CustomField } from '../../contract/custom-fields.ts';
import type { OpenApiSpec, OpenApiSpecVersion } from '../../contract/openapi-specifications.ts';
import type { LinkInvite, Organization } from '../../contract/organizations.ts';
import type { TranslationSettings } from '../../contract/translation-settings.ts';
import type { Context } from '../context.ts';
import type { Row } from '../records.ts';
import { processingOf } from '../rules/openapi.ts';
import { appAddress } from './addresses.ts';
import { defined, shownOf } from './defined.ts';
import { definitionPermissions, organizationPermissions } from './permissions.ts';

export function organizationAnswer(context: Context, { id, data }: Row<'organization'>): Static<typeof Organization> {
  const urls = { location: `${context.origin}/v1/orgs/${id}`, app: appAddress(id, 'home', id) };
  return defined({
    object: 'organization' as const,
    id,
    title: data.title,
    createdAt: data.createdAt,
    emailDomains: [...data.emailDomains],
    hostname: data.hostname,
    type: data.type,
    defaultRole: data.defaultRole,
    defaultContent: data.defaultSite === undefined ? undefined : { type: 'site', site: data.defaultSite },
    sso: data.sso,
    ai: data.ai,
    inviteLinks: data.inviteLinks,
    plan: data.plan,
    internal_isOnNewTrial: true,
    urls: data.logo === undefined ? urls : { ...urls, logo: data.logo },
    trial: { status: 'notapplicable' as const },
    ...shownOf<Static<typeof Organization>>(data),
    permissions: organizationPermissions(context, id),
  });
}

export function linkInviteAnswer(row: Row<'link-invite'>): Static<typeof LinkInvite> {
  return { object: 'invite', id: row.id, role: row.data.role, redundant: false };
}

export function translationAnswer(context: Context, { id, parent, data }: Row<'translation'>): Static<typeof TranslationSettings> {
  const urls = { location: `${context.origin}/v1/orgs/${parent}/translations/${id}` };
  return {
    object: 'translation-settings',
    id,
    ...data,
    languages: [...data.languages],
    permissions: definitionPermissions(context, parent, 'Translation'),
    urls,
  };
}

export function customFieldAnswer(context: Context, { id, parent, data }: Row<'custom-field'>): Static<typeof CustomField> {
  const { options, ...rest } = data;
  const urls = { location: `${context.origin}/v1/orgs/${parent}/custom-fields/${data.name}` };
  return {
    id,
    ...rest,
    ...(options === undefined ? {} : { options: [...options] }),
    urls,
    permissions: definitionPermissions(context, parent, 'CustomField'),
  };
}

export function openApiSpecAnswer(context: Context, row: Row<'openapi-spec'>): Static<typeof OpenApiSpec> {
  const { id, parent, data } = row;
  const { slug, createdAt, updatedAt, sourceURL, lastVersion } = data;
  return defined({
    object: 'openapi-spec' as const,
    id,
    ...{ slug, createdAt, updatedAt, sourceURL, lastVersion },
    ...processingOf(row, context.nowMs),
    permissions: definitionPermissions(context, parent, 'OpenApiSpec'),
    urls: { location: `${context.origin}/v1/orgs/${parent}/openapi/${data.slug}`, app: appAddress(parent, 'openapi', data.slug) },
  });
}

export function openApiVersionAnswer(
  context: Context,
  spec: Row<'openapi-spec'>,
  row: Row<'openapi-version'>,
): Static<typeof OpenApiSpecVersion> {
  const location = `${context.origin}/v1/orgs/${spec.parent}/openapi/${spec.data.slug}/versions/${row.id}`;
  return {
    object: 'openapi-spec-version',
    id: row.id,
    createdAt: row.data.createdAt,
    url: row.data.url ?? `${location}/content`,
    urls: { location },
  };
}
