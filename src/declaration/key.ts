/** Syntax of keys, and keys from titles. */
import type { KindShape, Shapes } from '../kinds/shape.ts';

export const keyPattern = '^[A-Za-z0-9][A-Za-z0-9._-]*$';
export const longestKey = 100;

export function isKey(text: string): boolean {
  return new RegExp(keyPattern).test(text) && text.length <= longestKey;
}

/** Letters that are not accented variants of ASCII letters. */
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

/** Lower-case ASCII words joined by hyphens; empty if the title has no ASCII letter or digit. */
export function slugOf(title: string): string {
  const letters = [...title.toLowerCase().normalize('NFKD')].map((letter) => plainLetters[letter] ?? letter).join('');
  const words = letters.replace(/\p{M}+/gu, '').match(/[a-z0-9]+/g) ?? [];
  const slug = words.join('-');
  return slug.length <= longestSlug ? slug : cutAtWord(slug);
}

/** The key of the first title that has one; otherwise the name of the kind. */
export function keyOfTitles(titles: readonly string[], shape: Pick<KindShape, 'title'>): string {
  return titles.map(slugOf).find((slug) => slug !== '') ?? slugOf(shape.title);
}

function cutAtWord(slug: string): string {
  const end = slug.lastIndexOf('-', longestSlug);
  return slug.slice(0, end > 0 ? end : longestSlug);
}

/** Appends the lowest number that makes the slug unique. */
export function freeKey(slug: string, isTaken: (key: string) => boolean): string {
  for (let number = 1; ; number++) {
    const key = number === 1 ? slug : `${slug}-${number}`;
    if (!isTaken(key)) return key;
  }
}

/** Case-insensitive keys are lower case in addresses. */
export function foldedKey(shape: KindShape, key: string, shapes: Shapes): string {
  const field = shape.key === 'name' ? undefined : shape.fields[shape.key.field];
  if (field?.type.is === 'ref') {
    const target = shapes.get(field.type.to);
    return target === undefined ? key : foldedKey(target, key, shapes);
  }
  return field?.caseFolded ? key.toLowerCase() : key;
}
