/** The structure of a site as readers go through it: depth first, a group standing at its place at the root. */
import type { Store } from '../objects.ts';
import type { Row } from '../records.ts';

export interface Navigation {
  /** Sections and groups at the root, in order. */
  readonly root: readonly Row<'section' | 'section-group'>[];
  /** All sections, depth first. */
  readonly sections: readonly Row<'section'>[];
  readonly groups: readonly Row<'section-group'>[];
  /** Sections of a group, in order. */
  sectionsIn(groupId: string): readonly Row<'section'>[];
  /** Site-spaces of a section, or at the root of a flat site. */
  siteSpacesIn(parentId: string): readonly Row<'site-space'>[];
  /** All site-spaces in that same order, each with its section. */
  readonly siteSpaces: readonly { readonly id: string; readonly row: Row<'site-space'>; readonly section: Row<'section'> | undefined }[];
}

export function readNavigation({ store }: { readonly store: Pick<Store, 'inScope'> }, site: Row<'site'>): Navigation {
  const sectionsByParent = byParent(store.inScope('section', site.id));
  const siteSpacesByParent = byParent(store.inScope('site-space', site.id));
  const groups = store.inScope('section-group', site.id);
  const root = [...(sectionsByParent.get(site.id) ?? []), ...groups].sort((a, b) => a.position - b.position);
  const sectionsIn = (groupId: string): readonly Row<'section'>[] => sectionsByParent.get(groupId) ?? [];
  const siteSpacesIn = (parentId: string): readonly Row<'site-space'>[] => siteSpacesByParent.get(parentId) ?? [];
  const sections = root.flatMap((row) => (isSection(row) ? [row] : sectionsIn(row.id)));
  const rooted = siteSpacesIn(site.id).map((row) => ({ id: row.id, row, section: undefined }));
  const nested = sections.flatMap((section) => siteSpacesIn(section.id).map((row) => ({ id: row.id, row, section })));
  return { root, sections, groups, sectionsIn, siteSpacesIn, siteSpaces: [...rooted, ...nested] };
}

function isSection(row: Row<'section' | 'section-group'>): row is Row<'section'> {
  return row.kind === 'section';
}

function byParent<T extends Row>(rows: readonly T[]): ReadonlyMap<string, T[]> {
  const map = new Map<string, T[]>();
  for (const row of rows) {
    const list = map.get(row.parent);
    if (list) list.push(row);
    else map.set(row.parent, [row]);
  }
  return map;
}
