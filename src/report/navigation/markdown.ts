/** The navigation of sites as Markdown: one diff block for each site. */
import type { SiteNavigation } from '../../core/navigation.ts';
import { diffBlock, escapeHtml } from '../sanitize.ts';
import { widthOf } from '../wrap.ts';
import { rowsOf, rowText, siteText, unreadText } from './rows.ts';

const mostOpen = 40;

export function navigationMarkdown(sites: readonly SiteNavigation[]): string {
  return sites
    .map((site) => {
      const rows = rowsOf(site);
      const width = Math.min(48, Math.max(0, ...rows.map(({ depth, title }) => 2 * depth + widthOf(title))));
      const lines = rows.map((row) => ({ sign: row.sign, text: rowText(row, width) }));
      const unread = unreadText(site);
      return [
        `<details${rows.length > mostOpen ? '' : ' open'}><summary>Navigation of ${escapeHtml(siteText(site))}</summary>`,
        '',
        ...diffBlock(lines),
        ...(unread === undefined ? [] : ['', unread]),
        '',
        '</details>',
      ].join('\n');
    })
    .join('\n\n');
}
