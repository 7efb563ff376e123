/** Keys: their syntax, and the key that a title becomes. */
import type { KindShape, Shapes } from '../kinds/shape.ts';

export const keyPattern = '^[A-Za-z0-9][A-Za-z0-9._-]*$';
export const longestKey = 100;

export function isKey(text: string): boolean {
  return new RegExp(keyPattern).test(text) && text.length <= longestKey;
}

/** Letters that no accent makes of plainer ones. */
const plainLetters: { readonly [letter: string]: string } = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

const longestSlug = 60;

/** Lower-case words of letters and digits, joined by hyphens; empty where the title has no letter or digit of the plain alphabet. */
export function slugOf(title: string): string {
  const letters = [...title.toLowerCase().normalize('NFKD')].map((letter) => plainLetters[letter] ?? letter).join('');
  const words = letters.replace(/\p{M}+/gu, '').match(/[a-z0-9]+/g) ?? [];
  const slug = words.join('-');
  return slug.length <= longestSlug ? slug : cutAtWord(slug);
}

/** The key that the first of these titles makes that has a plain letter or digit; else the name of the kind. */
export function keyOfTitles(titles: readonly string[], shape: Pick<KindShape, 'title'>): string {
  return titles.map(slugOf).find((slug) => slug !== '') ?? slugOf(shape.title);
}

function cutAtWord(slug: string): string {
  const end = slug.lastIndexOf('-', longestSlug);
  return slug.slice(0, end > 0 ? end : longestSlug);
}

/** The slug itself, or with the lowest number behind it that makes it one of its own. */
export function freeKey(slug: string, isTaken: (key: string) => boolean): string {
  for (let number = 1; ; number++) {
    const key = number === 1 ? slug : `${slug}-${number}`;
    if (!isTaken(key)) return key;
  }
}

/** Keys that are compared without regard to case are lower case in addresses. */
export function foldedKey(shape: KindShape, key: string, shapes: Shapes): string {
  const field = shape.key === 'name' ? undefined : shape.fields[shape.key.field];
  if (field?.type.is === 'ref') {
    const target = shapes.get(field.type.to);
    return target === undefined ? key : foldedKey(target, key, shapes);
  }
  return field?.caseFolded ? key.toLowerCase() : key;
}
