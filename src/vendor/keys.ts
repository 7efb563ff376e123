/** Keys of docform for the keys of a site-structure file: the same, where docform can write them. */
import { keyPattern, longestKey } from '../config/grammar.ts';
import type { LeaveOut } from './left-out.ts';
import type { SiteItem } from './site-file.ts';

/** The same item always has the same key; two never share one. */
export function keysFor(items: readonly SiteItem[], leaveOut: LeaveOut): ReadonlyMap<SiteItem, string> {
  const isKey = (key: string) => new RegExp(keyPattern).test(key) && key.length <= longestKey;
  const all = items.flatMap(withChildren);
  const taken = new Set(all.map(({ key }) => key.value).filter(isKey));
  return new Map(
    all.map((item) => {
      const { value, span } = item.key;
      if (isKey(value)) return [item, value];
      const key = freeKey(slugOf(value) || item.type, taken);
      leaveOut({ item: value, what: 'the key as it is written', why: `it is no key of docform, which calls it ${key}`, span });
      return [item, key];
    }),
  );
}

/** Letters of the Latin alphabet and digits, with hyphens for the rest. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestKey - 4)
    .replace(/^-+|-+$/g, '');
}

function freeKey(wanted: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? wanted : `${wanted}-${number}`;
    if (taken.has(key)) continue;
    taken.add(key);
    return key;
  }
}

function withChildren(item: SiteItem): readonly SiteItem[] {
  return [item, ...item.children.flatMap(withChildren)];
}
