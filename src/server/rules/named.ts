/** Finds the objects that the path of a request names. */
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Context } from '../context.ts';
import type { Kind, Row } from '../records.ts';
import type { NamedKinds, RouteInput } from '../resource.ts';
import { requireInScope, requireNamed, requireObject } from './objects.ts';

interface Path {
  readonly [parameter: string]: string;
}

type Find<K extends Kind> = (context: Context, id: string, path: Path) => Row<K>;

const anywhere =
  <K extends Kind>(kind: K): Find<K> =>
  (context, id) =>
    requireObject(context, kind, id);

const inOrganization =
  <K extends Kind>(kind: K): Find<K> =>
  (context, id, { organizationId = '' }) =>
    requireObject(context, kind, id, organizationId);

const named =
  <K extends 'custom-field' | 'openapi-spec'>(kind: K): Find<K> =>
  (context, name, { organizationId = '' }) =>
    requireNamed(context, kind, organizationId, name);

const site = (context: Context, { organizationId = '', siteId = '' }: Path): Row<'site'> =>
  requireInScope(context, 'site', organizationId, siteId);

const onSite =
  <K extends Kind>(kind: K): Find<K> =>
  (context, id, path) =>
    requireInScope(context, kind, site(context, path).id, id);

const finders: { readonly [N in keyof NamedKinds]: Find<NamedKinds[N]> } = {
  organizationId: anywhere('organization'),
  siteId: (context, _, path) => site(context, path),
  siteSectionId: onSite('section'),
  siteSectionGroupId: onSite('section-group'),
  siteSpaceId: onSite('site-space'),
  siteExternalLinkId: onSite('external-link'),
  siteRedirectId: onSite('redirect'),
  shareLinkId: onSite('share-link'),
  teamId: inOrganization('team'),
  userId: inOrganization('member'),
  samlProviderId: inOrganization('saml-provider'),
  translationSettingsId: inOrganization('translation'),
  translationId: inOrganization('space-translation'),
  inviteId: inOrganization('link-invite'),
  specSlug: named('openapi-spec'),
  fieldName: named('custom-field'),
  spaceId: anywhere('space'),
  collectionId: anywhere('collection'),
};

type Given = Pick<RouteInput, 'context' | 'query' | 'body'> & { path: Path };

/** Refuses with 404 when a route uses an object that does not exist. */
export function inputOf({ path: pattern }: Pick<Endpoint, 'path'>, given: Given): RouteInput {
  const { context, path } = given;
  return {
    ...given,
    get site() {
      return site(context, path);
    },
    get row(): never {
      const [, parameter = ''] = /.*\{(\w+)\}/.exec(pattern) ?? [];
      return finders[parameter as keyof NamedKinds](context, path[parameter] ?? '', path) as never;
    },
  };
}
