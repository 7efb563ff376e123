/** Keys from the titles of a site-structure file. */
import { keyFromTitles, slugify } from '../../core/slug.ts';
import { makeUniqueKey } from '../../kinds/declaration/key.ts';
import { type Shapes, shapeOf } from '../../kinds/shape.ts';
import { type SiteItem, withChildren } from './read-site-file.ts';

/** Keys of spaces that other files have, and the key of the site as a prefix against them. */
interface Reserved {
  readonly spaces: ReadonlySet<string>;
  readonly site: string;
}

/** Spaces with the same title in several sections, such as versions, get the key of the section as a prefix. */
export function titleKeys(items: readonly SiteItem[], shapes: Shapes, { spaces: reserved, site }: Reserved) {
  const keys = new Map<SiteItem, string>();
  const taken = new Set<string>();
  const spaces = new Map<string, number>();
  for (const { type, ...item } of items.flatMap(withChildren))
    if (type === 'space') spaces.set(slugIn(item), (spaces.get(slugIn(item)) ?? 0) + 1);
  const visit = (item: SiteItem, section?: string) => {
    const slug = slugIn(item);
    const isShared = item.type === 'space' && section !== undefined && (slug === '' || (spaces.get(slug) ?? 0) > 1);
    const own = isShared ? [section, slug].filter((word) => word !== '').join('-') : slug;
    const named = own === '' ? keyFromTitles([], shapeOf({ shapes }, item.type)) : own;
    const wanted = item.type === 'space' && reserved.has(named) ? `${site}-${named}` : named;
    const key = makeUniqueKey(wanted, (candidate) => taken.has(`${item.type} ${candidate}`));
    taken.add(`${item.type} ${key}`);
    keys.set(item, key);
    for (const child of item.children) visit(child, item.type === 'section' ? key : undefined);
  };
  for (const item of items) visit(item);
  return keys;
}

function slugIn({ texts }: Pick<SiteItem, 'texts'>) {
  return slugify(texts.title?.value ?? '') || slugify(texts.path?.value ?? '');
}
