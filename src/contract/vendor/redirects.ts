/** Redirects that the vendor's platform serves for a site. */
import { Type } from '@sinclair/typebox';
import { DateTime, Id, nullable, oneOf, openEnum, operations } from '../endpoint.ts';

const { list, patch, post, put, remove } = operations('Site redirects');

const all = '/v1/orgs/{organizationId}/sites/{siteId}/redirects';
const one = `${all}/{siteRedirectId}` as const;

/** An absolute path on the site. An asterisk is allowed only at the end. */
export const RedirectSource = Type.String({
  minLength: 2,
  maxLength: 512,
  pattern: '^(/([\\w.~+-]|%[0-9A-Fa-f]{2})+)+(/?[*])?$',
});

export const RedirectUrl = Type.String({ format: 'uri', maxLength: 2048 });

export const RedirectDestination = Type.Union([
  Type.Object({ kind: Type.Literal('site-section'), siteSectionId: Id }),
  Type.Object({ kind: Type.Literal('site-space'), siteSpaceId: Id }),
  Type.Object({ kind: Type.Literal('site-page'), siteSpaceId: Id, pageId: Id }),
  Type.Object({ kind: Type.Literal('external'), url: RedirectUrl }),
]);

export const SiteRedirect = Type.Object({
  object: Type.Literal('site-redirect'),
  id: Id,
  source: RedirectSource,
  /** Drafts are not served. */
  draft: Type.Boolean(),
  /** Appends the text that matched the asterisk to the destination. */
  captureWildcard: Type.Optional(Type.Boolean()),
  permanent: Type.Optional(Type.Boolean()),
  destination: RedirectDestination,
  createdAt: Type.Optional(DateTime),
  updatedAt: Type.Optional(DateTime),
});

export const listRedirects = list('listRedirects', all, SiteRedirect, {
  search: Type.Optional(Type.String()),
  draft: Type.Optional(Type.Boolean()),
});

export const createRedirect = post('createRedirect', all, {
  body: Type.Object({
    source: RedirectSource,
    destination: RedirectDestination,
    draft: Type.Optional(Type.Boolean()),
    permanent: Type.Optional(Type.Boolean()),
    captureWildcard: Type.Optional(Type.Boolean()),
  }),
  reply: SiteRedirect,
});

export const mostRedirects = 500;

/** Each redirect succeeds or fails alone. A destination of null deletes the redirect; `publish` makes a draft live. */
export const replaceRedirects = put('replaceRedirects', all, {
  body: Type.Object({
    redirects: Type.Array(
      Type.Object({
        source: RedirectSource,
        intent: Type.Optional(oneOf(['live', 'draft', 'publish'])),
        destination: Type.Optional(nullable(RedirectDestination)),
        permanent: Type.Optional(Type.Boolean()),
        captureWildcard: Type.Optional(Type.Boolean()),
      }),
      { minItems: 1, maxItems: mostRedirects },
    ),
  }),
  reply: Type.Object({
    results: Type.Array(
      Type.Object({
        status: openEnum(['created', 'updated', 'deleted', 'published', 'error']),
        source: Type.String(),
        draft: Type.Optional(Type.Boolean()),
        id: Type.Optional(Id),
        error: Type.Optional(Type.String()),
      }),
    ),
  }),
});

export const updateRedirect = patch('updateRedirect', one, {
  body: Type.Object({
    source: Type.Optional(RedirectSource),
    destination: Type.Optional(RedirectDestination),
    draft: Type.Optional(Type.Boolean()),
    permanent: Type.Optional(Type.Boolean()),
    captureWildcard: Type.Optional(Type.Boolean()),
  }),
  reply: SiteRedirect,
});

export const deleteRedirect = remove('deleteRedirect', one);
