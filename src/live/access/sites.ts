/** Reads what a site shows, under which conditions, and the number of its share links. URLs of share links are not kept. */
import type { SiteFact } from '../../access/facts.ts';
import { call } from '../../contract/endpoint.ts';
import { listShareLinks } from '../../contract/share-links.ts';
import { listSections } from '../../contract/site-sections.ts';
import { listSiteSpaces } from '../../contract/site-spaces.ts';
import { isActiveLink, sectionCondition, shownSpace } from './decode.ts';
import { type AccessReading, readListed } from './listing.ts';

export async function readSiteParts(reading: AccessReading, site: SiteFact): Promise<SiteFact> {
  const path = { organizationId: reading.organization, siteId: site.id };
  const of = site.id;
  const [sections, links] = await Promise.all([
    readListed(reading, call(listSections, { path }), { what: 'site-spaces', of }, sectionCondition),
    readListed(reading, call(listShareLinks, { path }), { what: 'share-links', of }, isActiveLink),
  ]);
  const conditions = new Map(sections.items.map(({ id, condition }) => [id, condition]));
  const decode = (item: unknown) => shownSpace(item, (section) => conditions.get(section));
  const shown = await readListed(reading, call(listSiteSpaces, { path }), { what: 'site-spaces', of }, decode);
  const active = links.items.filter((isActive) => isActive).length;
  return {
    ...site,
    ...(shown.isWhole && sections.isWhole ? { spaces: shown.items } : {}),
    ...(links.isWhole ? { shareLinks: { active, all: links.items.length } } : {}),
  };
}
