/** Finds spaces that docform could not tell apart, as it knows a space by its title. */
import { groupBy } from '../core/group-by.ts';
import type { LeaveOut } from './left-out.ts';
import type { SiteItem } from './site-file.ts';

/** The spaces whose title another one of the file has as well. */
export function sharedTitles(items: readonly SiteItem[], leaveOut: LeaveOut): ReadonlySet<SiteItem> {
  const spaces = items.flatMap(spacesIn);
  const shared = new Set<SiteItem>();
  for (const [title, alike] of groupBy(spaces, ({ texts }) => texts.title?.value)) {
    if (title === undefined || alike.length < 2) continue;
    for (const space of alike) {
      shared.add(space);
      const why = `${alike.length} spaces are called that, so docform cannot tell which one this is: pin each with \`id:\``;
      leaveOut({ item: space.key.value, what: 'title', why, span: space.texts.title?.span ?? space.key.span });
    }
  }
  return shared;
}

function spacesIn(item: SiteItem): readonly SiteItem[] {
  return item.type === 'space' ? [item] : item.children.flatMap(spacesIn);
}
