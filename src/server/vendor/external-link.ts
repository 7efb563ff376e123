/** External links in the navigation of a site. */
import type { Static } from '@sinclair/typebox';
import * as vendor from '../../contract/vendor/site-structure.ts';
import { defined } from '../answers.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { type FixtureResource, type SiteFixtureContext, withDefaults } from '../fixture/context.ts';
import type { Row } from '../records.ts';
import { inOrganization, navigationKinds, resource, route } from '../resource.ts';
import { addObject, changed, requireInScope, rewrite } from '../rules/objects.ts';
import { placeInGroup } from '../rules/structure.ts';
import { moveToGroup, storedFlag } from './navigation.ts';

interface ExternalLinkRecord extends Omit<Static<typeof vendor.SiteExternalLink>, 'object' | 'id' | 'sectionGroup'> {
  group?: string;
}

declare module '../records.ts' {
  interface Records {
    'external-link': ExternalLinkRecord;
  }
}

export function externalLinkAnswer({ id, data }: Row<'external-link'>): Static<typeof vendor.SiteExternalLink> {
  const { group, draft = false, ...shown } = data;
  return defined({ object: 'site-external-link' as const, id, ...shown, sectionGroup: group, draft });
}

function requireWebUrl(url: string | undefined): void {
  if (url !== undefined && !/^https?:\/\/./i.test(url)) throw invalid('body.url: must be an HTTP or HTTPS URL');
}

function addLink(context: Context, site: Row<'site'>, given: ExternalLinkRecord): Row<'external-link'> {
  if (context.store.count('site-space', site.id) > 0) throw invalid('a site without sections has no external links');
  return addObject(context, 'external-link', { parent: site.id, among: navigationKinds() }, given);
}

function loadLink(
  fixture: SiteFixtureContext,
  parent: string,
  link: FixtureResource<'external-link'>,
): readonly string[] {
  const { group: _, ...stated } = link.fields;
  const data = withDefaults(stated, { title: link.key, url: 'https://example.com/' });
  const group = parent === fixture.site ? undefined : parent;
  fixture.add(link, { parent, scope: fixture.site, order: 'navigation' }, { ...data, ...defined({ group }) });
  return [];
}

export const externalLinks = resource({
  inNavigation: { 'external-link': loadLink },
  fixtureFields: { 'external-link': ['title', 'url', 'description', 'icon', 'condition', 'draft', 'group'] },
  routes: [
    route(vendor.createExternalLink, inOrganization('create'), ({ context, site, body }) => {
      const { title, url, description, icon, condition, draft } = body;
      requireWebUrl(url);
      const given = { description, icon, condition, draft: storedFlag(draft) };
      const link = addLink(context, site, changed<ExternalLinkRecord>({ title, url }, given));
      if (body.parent !== undefined)
        placeInGroup(context, link, requireInScope(context, 'section-group', site.id, body.parent).id);
      return externalLinkAnswer(requireInScope(context, 'external-link', site.id, link.id));
    }),
    route(vendor.updateExternalLink, inOrganization('create'), ({ context, site, row: was, body }) => {
      const { parent, draft, ...given } = body;
      requireWebUrl(given.url);
      const { title, url, description, icon, condition } = given;
      const changes = { title, url, description, icon, condition, draft: storedFlag(draft) };
      const row = rewrite(context, was, changed(was.data, changes));
      if (parent !== undefined) moveToGroup(context, row, parent);
      return externalLinkAnswer(requireInScope(context, 'external-link', site.id, row.id));
    }),
    route(vendor.deleteExternalLink, inOrganization('create'), ({ context, row }) => context.store.remove(row)),
  ],
});
