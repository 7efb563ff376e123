/** Keys for the items of a site-structure file. */
import { keyFromTitles } from '../../core/slug.ts';
import { isValidKey, makeUniqueKey } from '../../kinds/declaration/key.ts';
import { shapeOf } from '../../kinds/shape.ts';
import type { Context, LiveIds } from './carried-items.ts';
import type { SiteItem } from './read-site-file.ts';

/** A space with several places is declared once. */
export function sharedKeys(keys: ReadonlyMap<SiteItem, string>, idOf: LiveIds) {
  const first = new Map<string, string>();
  return new Map(
    [...keys].map(([item, key]) => {
      const id = item.type === 'space' ? idOf(item) : undefined;
      if (id === undefined) return [item, key];
      first.set(id, first.get(id) ?? key);
      return [item, first.get(id) ?? key];
    }),
  );
}

/** `title`: `guides`, or from the path if the title has no ASCII letters. `file`: `section-5`, which can collide with other files. */
export type KeysOf = 'title' | 'file';

/** Deterministic, and unique in each list. */
export function ownKeys({ shapes, leftOut }: Context, all: readonly SiteItem[]) {
  const taken = new Set(all.map(({ key }) => key.value).filter(isValidKey));
  return new Map(
    all.map((item) => {
      const { value, span } = item.key;
      if (isValidKey(value)) return [item, value];
      const key = makeUniqueKey(keyFromTitles([value], shapeOf({ shapes }, item.type)), (candidate) =>
        taken.has(candidate),
      );
      taken.add(key);
      leftOut.push({
        item: value,
        what: 'the exact key',
        why: `it is not a valid key in docform; the key is ${key}`,
        span,
      });
      return [item, key];
    }),
  );
}
