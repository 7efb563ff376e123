/** Chooses keys for the items of a site-structure file: from titles, or the keys of the file. */
import { keyOfTitles, slugOf } from '../core/slug.ts';
import { freeKey, isKey } from '../declaration/key.ts';
import { type Shapes, shapeOf } from '../kinds/shape.ts';
import type { LeaveOut } from './carried.ts';
import { type SiteItem, withChildren } from './read-site-file.ts';

/** `title`: `guides`, or from the path if the title has no ASCII letters. `file`: `section-5`, which can collide with other files. */
export type KeysOf = 'title' | 'file';

type Keys = ReadonlyMap<SiteItem, string>;

/** Deterministic, and unique in each list. */
export function keysFor(items: readonly SiteItem[], by: KeysOf, shapes: Shapes, leaveOut: LeaveOut): Keys {
  return by === 'file' ? ownKeys(items.flatMap(withChildren), shapes, leaveOut) : titleKeys(items, shapes);
}

function ownKeys(all: readonly SiteItem[], shapes: Shapes, leaveOut: LeaveOut) {
  const taken = new Set(all.map(({ key }) => key.value).filter(isKey));
  return new Map(
    all.map((item) => {
      const { value, span } = item.key;
      if (isKey(value)) return [item, value];
      const key = freeKey(keyOfTitles([value], shapeOf({ shapes }, item.type)), (candidate) => taken.has(candidate));
      taken.add(key);
      leaveOut({
        item: value,
        what: 'the exact key',
        why: `it is not a valid key in docform; the key is ${key}`,
        span,
      });
      return [item, key];
    }),
  );
}

/** Spaces with the same title in several sections, such as versions, get the key of the section as a prefix. */
function titleKeys(items: readonly SiteItem[], shapes: Shapes) {
  const keys = new Map<SiteItem, string>();
  const taken = new Set<string>();
  const spaces = new Map<string, number>();
  for (const { type, ...item } of items.flatMap(withChildren))
    if (type === 'space') spaces.set(slugIn(item), (spaces.get(slugIn(item)) ?? 0) + 1);
  const visit = (item: SiteItem, section?: string) => {
    const slug = slugIn(item);
    const isShared = item.type === 'space' && section !== undefined && (slug === '' || (spaces.get(slug) ?? 0) > 1);
    const wanted = isShared ? [section, slug].filter((word) => word !== '').join('-') : slug;
    const key = freeKey(wanted === '' ? keyOfTitles([], shapeOf({ shapes }, item.type)) : wanted, (candidate) =>
      taken.has(`${item.type} ${candidate}`),
    );
    taken.add(`${item.type} ${key}`);
    keys.set(item, key);
    for (const child of item.children) visit(child, item.type === 'section' ? key : undefined);
  };
  for (const item of items) visit(item);
  return keys;
}

function slugIn({ texts }: Pick<SiteItem, 'texts'>) {
  return slugOf(texts.title?.value ?? '') || slugOf(texts.path?.value ?? '');
}
