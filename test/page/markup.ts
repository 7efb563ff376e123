/** Parses markup strictly: known tags only, correctly closed. */

export interface Attribute {
  readonly tag: string;
  readonly name: string;
  readonly value: string;
}

const tags = new Set(
  'html head meta title link script body a header nav ul ol li section dl div dt dd code span time bdi button p main h1 h2 h3 h4 details summary table caption thead tbody tr th td aside label select option input dialog form br em i b small del ins pre fieldset legend svg path'.split(
    ' ',
  ),
);
const unclosed = new Set(['meta', 'link', 'input', 'br']);
/** Tags that can be closed by another tag, or by the end of the parent. */
const endedBy: { readonly [tag: string]: readonly string[] } = {
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  td: ['td', 'th', 'tr', 'tbody'],
  th: ['td', 'th', 'tr', 'tbody'],
  tr: ['tr', 'tbody'],
  thead: ['tbody'],
  tbody: [],
};

/** Throws on unknown, wrongly nested or open tags, and on unescaped angle brackets. */
export function attributesIn(body: string): readonly Attribute[] {
  const attributes: Attribute[] = [];
  const open: string[] = [];
  const rest = body
    .replace('<!doctype html>', '')
    .replace(/<(\/?)([a-z0-9]+)((?:\s+[a-zA-Z-]+(?:="[^"<>]*")?)*)\s*>/g, (_, slash, tag, inside) => {
      if (!tags.has(tag)) throw new Error(`unknown tag ${tag}`);
      const mayEnd = (last = '') => (slash === '' ? endedBy[last]?.includes(tag) : last !== tag && endedBy[last]);
      while (mayEnd(open.at(-1))) open.pop();
      if (slash !== '') {
        if (open.pop() !== tag) throw new Error(`</${tag}> closes nothing`);
      } else if (!unclosed.has(tag)) open.push(tag);
      for (const [, name = '', value = ''] of inside.matchAll(/([a-zA-Z-]+)(?:="([^"]*)")?/g))
        attributes.push({ tag, name, value });
      return '';
    });
  const stray = /.{0,40}[<>].{0,40}/.exec(rest);
  if (stray) throw new Error(`stray bracket: ${stray[0]}`);
  if (open.length > 0) throw new Error(`left open: ${open.join(' ')}`);
  return attributes;
}

export function headingLevels(body: string): readonly number[] {
  return [...body.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level));
}

/** Ids of the objects in trees, in the order of the markup. */
export function idsIn(body: string): readonly string[] {
  return [...body.matchAll(/data-id="([^"]+)"/g)].map(([, id]) => id ?? '');
}
