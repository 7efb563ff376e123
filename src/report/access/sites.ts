/** Reports what can be read without an account: sites by visibility, and open spaces. */

import type { SpaceAccess } from '../../access/access.ts';
import { audiences } from '../../access/audience.ts';
import type { ShownSpace, SiteFact } from '../../access/facts.ts';
import { oneLine } from '../sanitize.ts';
import { count } from '../words.ts';
import { someLines, someOf, type TextReport } from './lines.ts';
import { linksText, placeName, visibilitiesOf } from './words.ts';

export function sitesText(report: TextReport): string {
  const { access, paint } = report;
  const published = access.sites.filter(({ isPublished }) => isPublished !== false);
  const hidden = access.sites.filter(({ isPublished }) => isPublished === false);
  const parts = visibilitiesOf(published).map((visibility) => {
    const sites = published.filter((site) => site.visibility === visibility);
    return `  ${oneLine(visibility)}: ${audiences[visibility] ?? 'what that means, the contract does not say'}\n${siteLines(report, sites)}`;
  });
  const unpublished = hidden.length === 0 ? '' : `  not published: nobody from outside\n${siteLines(report, hidden)}`;
  const isUnread = access.unknown.some(({ what }) => what === 'sites');
  if (access.sites.length === 0 && isUnread) return `${paint('heading', 'Sites: not known')}\n${openSpacesText(report)}`;
  if (access.sites.length === 0) return `${paint('heading', 'No sites')}\n${openSpacesText(report)}`;
  const head = `${paint('heading', `${count(access.sites.length, 'site')}, by who can read them without an account`)}\n`;
  return [head, ...parts, unpublished, openSpacesText(report)].join('');
}

function siteLines(report: TextReport, sites: readonly SiteFact[]): string {
  return someLines(
    report,
    sites.map((site) => siteText(report, site)),
    '    ',
  );
}

function siteText(report: TextReport, site: SiteFact): string {
  const { access, who, isVerbose } = report;
  const { spaces } = site;
  const counted = spaces === undefined ? [] : [count(new Set(spaces.map(({ space, title }) => space ?? title)).size, 'space')];
  const facts = [...counted, linksText(site)].filter((fact) => fact !== undefined);
  const line = `    ${placeName(access, 'site', site)}${facts.length === 0 ? '' : `: ${facts.join(', ')}`}`;
  if (spaces === undefined || (who !== null && !isVerbose)) return line;
  const names = spaces.map((shown) => shownText(report, shown));
  return names.length === 0 ? line : `${line}\n      ${someOf(report, [...new Set(names)])}`;
}

/** A condition is told: whoever does not meet it is not shown the space. */
function shownText({ access }: TextReport, { space, title, conditions }: ShownSpace): string {
  const known = space === undefined ? undefined : access.spaces.find(({ id }) => id === space);
  const name = known === undefined ? oneLine(title) : placeName(access, 'space', known);
  return conditions.length === 0 ? name : `${name} [if ${conditions.map(oneLine).join(' and ')}]`;
}

/** Beside what sites show of them. `in-collection` and `private` are for members. */
export function isOpenItself({ visibility }: Pick<SpaceAccess, 'visibility'>): boolean {
  return visibility !== undefined && visibility !== 'in-collection' && visibility !== 'private';
}

function openSpacesText(report: TextReport): string {
  const { access } = report;
  const open = access.spaces.filter(isOpenItself);
  if (open.length === 0) return '';
  const lines = visibilitiesOf(open.map(({ visibility = '' }) => ({ visibility }))).map((visibility) => {
    const names = open.filter((space) => space.visibility === visibility).map((space) => placeName(access, 'space', space));
    return `    ${oneLine(visibility)}: ${someOf(report, names)}`;
  });
  return `  Spaces that are open themselves, without a site\n${lines.map((line) => `${line}\n`).join('')}`;
}
