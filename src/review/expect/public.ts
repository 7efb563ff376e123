/** Finds the sites that can be read without a login, and that `expect: public` does not list. */
import type { ReaderWay } from '../../access/audience/audience.ts';
import { audienceOf } from '../../access/audience/of-object.ts';
import { sitesIn } from '../../access/audience/state.ts';
import type { Address } from '../../core/address.ts';
import type { LiveObject } from '../../core/state.ts';
import { type Answer, unreadAnswer, type View } from './view.ts';

export function publicSites(view: View, sites: readonly Address[]): readonly Answer[] {
  const { state, addressOf } = view;
  const others = sitesIn(state).filter((site) => !sites.includes(addressOf(site)));
  const found = others.flatMap((site) =>
    audienceOf(state, site).ways.flatMap((way) => (way.by === 'site' ? withoutLogin(view, site, way) : [])),
  );
  if (state.isWhole('site', null)) return found;
  const what = 'other sites that can be read without a login';
  return [...found, unreadAnswer('sites', what, 'use a token that can see all sites')];
}

function withoutLogin(view: View, site: LiveObject, way: ReaderWay): readonly Answer[] {
  const { gate, link } = way;
  const address = view.addressOf(site);
  const add = `or add ${address} to \`expect: public\``;
  const readable = `${address} can be read without a login`;
  switch (gate) {
    case 'visitor-auth':
      return [];
    case 'public':
    case 'unlisted':
      return [
        {
          status: 'violated',
          object: site,
          way,
          what: `${readable}, because its visibility is ${gate}`,
          fix: `set \`visibility: visitor-auth\`, ${add}`,
        },
      ];
    case 'share-link': {
      if (link === undefined)
        return [unreadAnswer(site, `share links of ${address}`, 'use a token that can read share links')];
      const named = view.state.find('share-link', link, site.id);
      return [
        {
          status: 'violated',
          object: site,
          way,
          what: `${readable}, through ${named === undefined ? 'a share link' : view.subjectOf(named)} of ${view.subjectOf(site)}`,
          fix: `set \`active: false\` for the share link, ${add}`,
        },
      ];
    }
    case undefined:
      return [unreadAnswer(site, `visibility of ${address}`, `declare the visibility, ${add}`)];
    default:
      return [
        {
          status: 'unknown',
          object: site,
          what: `readers of ${address}: (unknown: visibility "${gate}")`,
          fix: `declare another visibility, ${add}`,
        },
      ];
  }
}
