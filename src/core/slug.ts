/** Keys from titles. */

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
export function slugify(title: string): string {
  const letters = [...title.toLowerCase().normalize('NFKD')].map((letter) => plainLetters[letter] ?? letter).join('');
  const words = letters.replace(/\p{M}+/gu, '').match(/[a-z0-9]+/g) ?? [];
  const slug = words.join('-');
  return slug.length <= longestSlug ? slug : cutAtWord(slug);
}

/** The key of the first title that has one; otherwise the name of the kind. */
export function keyFromTitles(titles: readonly string[], { title }: { readonly title: string }): string {
  return titles.map(slugify).find((slug) => slug !== '') ?? slugify(title);
}

function cutAtWord(slug: string): string {
  const end = slug.lastIndexOf('-', longestSlug);
  return slug.slice(0, end > 0 ? end : longestSlug);
}
