/** Contract section "Site spaces": the link between a site (or one of its sections) and a space. */
import { Type } from '@sinclair/typebox';
import {
  Condition,
  createSectionDefiners,
  Id,
  optional,
  partialObject,
  positionSchema,
  SitePath,
} from '../endpoint.ts';
import { nullableSchema } from '../role-schemas.ts';
import { Space } from './spaces.ts';

const { act, list, patch, post, remove } = createSectionDefiners('Site spaces');

const all = '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces';
const one = `${all}/{siteSpaceId}` as const;

export const SiteSpace = Type.Object({
  object: Type.Literal('site-space'),
  id: Id,
  path: SitePath,
  section: optional.id,
  /** Missing for callers who cannot see the space. */
  space: Type.Optional(Space),
  title: Type.String(),
  default: optional.flag,
  condition: Type.Optional(Condition),
  hasAdvancedCustomizationFeature: optional.flag,
  urls: optional.urls,
});

export const listSiteSpaces = list('listSiteSpaces', all, SiteSpace, {
  shareKey: optional.text,
  default: optional.flag,
});

/** Without `sectionId` the space goes to the default section, or to the root of a site that has no sections. */
export const createSiteSpace = post('createSiteSpace', all, {
  body: Type.Object({ spaceId: Id, sectionId: optional.id }),
  reply: SiteSpace,
});

export const deleteSiteSpace = remove('deleteSiteSpace', one);

export const updateSiteSpace = patch('updateSiteSpace', one, {
  body: partialObject({ path: SitePath, condition: nullableSchema(Condition) }),
  reply: SiteSpace,
});

export const moveSiteSpace = act('moveSiteSpace', `${one}/move`, {
  body: positionSchema(Type.Object({ type: Type.Literal('site-space'), siteSpace: Id })),
  reply: SiteSpace,
});
