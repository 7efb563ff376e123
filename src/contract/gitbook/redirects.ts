/** Redirects that GitBook serves for a site. */
import { Type } from '@sinclair/typebox';
import { createSectionDefiners, Id, openEnumSchema, optional, partialObject } from '../endpoint.ts';
import { enumSchema, nullableSchema } from '../role-schemas.ts';

const { list, patch, post, put, remove } = createSectionDefiners('Site redirects');

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

/** A request can also name a page by its path. The answer has the id of the page. */
const InputDestination = Type.Union([
  ...RedirectDestination.anyOf,
  Type.Object({ kind: Type.Literal('path'), spaceId: Id, path: Type.String() }),
]);

const members = {
  source: RedirectSource,
  destination: InputDestination,
  /** Drafts are not served. */
  draft: optional.flag,
  permanent: optional.flag,
  /** Appends the text that matched the asterisk to the destination. */
  captureWildcard: optional.flag,
};

export const SiteRedirect = Type.Object({
  object: Type.Literal('site-redirect'),
  id: Id,
  ...members,
  destination: RedirectDestination,
  draft: Type.Boolean(),
  createdAt: optional.time,
  updatedAt: optional.time,
});

export const listRedirects = list('listRedirects', all, SiteRedirect, {
  search: optional.text,
  draft: optional.flag,
});

export const createRedirect = post('createRedirect', all, {
  body: Type.Object(members),
  reply: SiteRedirect,
});

export const maxRedirects = 500;

/** Each redirect succeeds or fails alone. A destination of null deletes the redirect; `publish` makes a draft live. */
export const replaceRedirects = put('replaceRedirects', all, {
  body: Type.Object({
    redirects: Type.Array(
      Type.Object({
        source: RedirectSource,
        intent: Type.Optional(enumSchema(['live', 'draft', 'publish'])),
        destination: Type.Optional(nullableSchema(InputDestination)),
        permanent: optional.flag,
        captureWildcard: optional.flag,
      }),
      { minItems: 1, maxItems: maxRedirects },
    ),
  }),
  reply: Type.Object({
    results: Type.Array(
      Type.Object({
        status: openEnumSchema(['created', 'updated', 'deleted', 'published', 'error']),
        source: Type.String(),
        draft: optional.flag,
        id: optional.id,
        error: optional.text,
      }),
    ),
  }),
});

export const updateRedirect = patch('updateRedirect', one, {
  body: partialObject(members),
  reply: SiteRedirect,
});

export const deleteRedirect = remove('deleteRedirect', one);
