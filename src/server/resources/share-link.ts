/** Share links: URLs of a site that contain a secret. */

import type { Static } from '@sinclair/typebox';
import * as contract from '../../contract/share-links.ts';
import { publishedUrl } from '../answers.ts';
import { type FixtureResource, type SiteFixtureContext, withDefaults } from '../fixture/context.ts';
import type { Row } from '../records.ts';
import { inOrganization, listRoute, resource, route } from '../resource.ts';
import { addObject, changed, rewrite } from '../rules/objects.ts';

declare module '../records.ts' {
  interface Records {
    'share-link': {
      name: string;
      active: boolean;
      createdAt: string;
      key: string;
    };
  }
}

function shareLinkAnswer(site: Row<'site'>, row: Row<'share-link'>): Static<typeof contract.ShareLink> {
  const { name, active, createdAt, key } = row.data;
  return {
    object: 'share-link',
    id: row.id,
    createdAt,
    name,
    active,
    urls: { published: publishedUrl(site, key) },
  };
}

/** The secret is always a new one. */
function loadShareLink({ add, tick, newId, site }: SiteFixtureContext, link: FixtureResource<'share-link'>): void {
  const record = withDefaults(link.fields, { name: link.key, active: true });
  add(link, { parent: site }, { key: newId(), ...record, createdAt: tick() });
}

export const shareLinks = resource({
  fixtureFields: { 'share-link': ['name', 'active'] },
  inSite: { 'share-link': loadShareLink },
  routes: [
    listRoute(contract.listShareLinks, inOrganization('admin'), 'share-link', (_, row, site) =>
      shareLinkAnswer(site, row),
    ),
    // The answer contains the secret.
    route(contract.createShareLink, inOrganization('admin'), ({ context, site, body }) => {
      const data = { name: body.name, active: true, createdAt: context.now, key: context.newId() };
      return shareLinkAnswer(site, addObject(context, 'share-link', { parent: site.id }, data));
    }),
    route(contract.deleteShareLink, inOrganization('admin'), ({ context, row }) => context.store.remove(row)),
    route(contract.updateShareLink, inOrganization('admin'), ({ context, site, row, body: { name, active } }) =>
      shareLinkAnswer(site, rewrite(context, row, changed(row.data, { name, active }))),
    ),
  ],
});
