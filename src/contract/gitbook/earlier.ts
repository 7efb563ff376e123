/** The bodies of the dialect `gitbook-0.180`, where GitBook has added or removed members since. */
import { type TObject, type TProperties, Type } from '@sinclair/typebox';
import { SiteChanges } from '../2025-06/sites.ts';
import { type Endpoint, Id } from '../endpoint.ts';

const laterMembers: { readonly [operation: string]: readonly string[] } = {
  createSection: ['draft', 'siteSectionGroupId', 'template', 'pageId'],
  createSiteSpace: ['draft', 'title', 'template', 'pageId'],
  createSectionGroup: ['draft'],
  updateSectionGroup: ['draft', 'localizedTitle', 'parentSectionGroupId'],
  updateSection: ['draft', 'localizedTitle', 'localizedDescription', 'siteSectionGroupId'],
  updateSiteSpace: ['draft', 'hidden', 'pageId'],
  updateSite: ['defaultLevel', 'styleguide'],
};

/** Later versions can create a space together with a section or site-space. */
const earlierMembers: { readonly [operation: string]: TProperties } = {
  createSection: { spaceId: Id },
  createSiteSpace: { spaceId: Id },
  updateSite: { agentsContext: SiteChanges.properties.agentsContext },
};

/** The operation with the body that it has there. */
export function earlierForm<E extends Endpoint>(endpoint: E): E {
  const later = laterMembers[endpoint.name];
  if (later === undefined) return endpoint;
  const { properties } = endpoint.body as TObject;
  const kept = Object.entries(properties).filter(([name]) => !later.includes(name));
  return { ...endpoint, body: Type.Object({ ...Object.fromEntries(kept), ...earlierMembers[endpoint.name] }) };
}
