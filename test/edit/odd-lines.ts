/** Rare but right ways to write the lines of a YAML text: comments anywhere, tabs, explicit keys, tags, values in lines of their own. */
import type { Draw } from '../laws/draw.ts';

const oddForms: readonly (readonly [RegExp, string])[] = [
  [/^(\s*)- (\w)/, '$1-   $2'],
  [/: /, ':   '],
  [/^(\s*)([a-z]+): (\S+)$/, '$1? $2\n$1: $3'],
  [/^(\s*)([a-z]+): ([a-z]\w*)$/, '$1$2: !!str $3'],
  [/^(\s*)([a-z]+): ([a-z]\w*)$/, '$1$2:\n$1      $3'],
  [/, /, ',\n        '],
  [/\{ ?(\w)/, '{ # in\n           $1'],
];

/** Not every text is valid afterwards, nor says the same. */
export function withOddLines(draw: Draw, text: string): string {
  return text
    .split('\n')
    .flatMap((line) => oddLines(draw, line))
    .join('\n');
}

function oddLines(draw: Draw, line: string): readonly string[] {
  const above = [
    ...(draw.chance(6) ? [`${' '.repeat(draw.count(0, 10))}# odd ${draw.count(0, 999)}`] : []),
    ...(draw.chance(4) ? [draw.pick(['', '   ', '\t'])] : []),
  ];
  const [from, to] = draw.pick(oddForms);
  const ending = line.endsWith('\r') ? '\r' : '';
  const words = line.slice(0, line.length - ending.length);
  const odd = draw.chance(10) ? words.replace(from, to.replaceAll('\n', `${ending}\n`)) : words;
  return [...above, odd + (draw.chance(5) ? draw.pick([' ', '   ', '\t', '  # z']) : '') + ending];
}
