/** Rare but valid YAML: comments anywhere, tabs, explicit keys, tags, and values on separate lines. */
import type { Draw } from '../laws/draw.ts';

const oddForms: readonly (readonly [RegExp, string])[] = [
  [/^(\s*)- (\w)/, '$1-   $2'],
  [/^(\s*)- (\w)/, '$1-\n$1  $2'],
  [/: /, ':   '],
  [/^(\s*)([a-z]+): (\S+)$/, '$1? $2\n$1: $3'],
  [/^(\s*)([a-z]+): ([a-z]\w*)$/, '$1$2: !!str $3'],
  [/^(\s*)([a-z]+): ([a-z]\w*)$/, '$1$2:\n$1      $3'],
  [/, /, ',\n        '],
  [/\{ ?(\w)/, '{ # in\n           $1'],
];

/** The result can be invalid or have another meaning. */
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

/** Every nesting of values, as short as possible. */
const shortTexts = [
  'a:\n  - x\n  - y\n',
  'a:\n- k: 1\n  l: 2\n- m\n',
  'a:\n  k:\n    - x\n    - q: 1\n      r: [s, t]\nb: 1\n',
  '- x\n- - y\n  - z\n',
  'a:\n  k: 1\n  l: { m: 2 }\nb:\n  - &z\n    c: 1\n  - *z\n',
  'a:\n  -\n    k: 1\n    l: 2\n  -\n    - x\n',
  'a:\n  k: |\n    x\n  l:\n    - |\n      y\n    - z\n',
  'a: {\n  k: 1,\n  l: [\n    x,\n    y\n  ]\n  }\nb: {\n  }\nc: [\n  ]\nd:\n  - {\n    }\n  - [\n    { k: {\n     }\n    } ]\n',
  '{\n  a: 1,\n  b: [\n    x\n  ]\n}\n',
  '{\n}\n',
  'a:\n  k:\n    l: 1\n  m: 2\nb:\n  - x:\n      - y\n  - z\n',
  'a:\nb:\n  k:\n  l:\n  - x\n  m:\nc:\n  - x\n  -\n  - k:\n    l:\n',
];

/** Inserts comments and empty lines at random places of a short text. The result can be invalid. */
export function strewnText(draw: Draw): string {
  const lines = draw.pick(shortTexts).trimEnd().split('\n');
  for (let left = draw.count(1, 5); left > 0; left -= 1) {
    const at = draw.count(0, lines.length);
    const column = /^\s*/.exec(lines[at] ?? '')?.[0] ?? '';
    const some = `${' '.repeat(draw.count(0, 6))}# some`;
    lines.splice(at, 0, draw.pick(['', '', `${column}# own`, `${column}# own`, '# zero', some, '  ', '\t']));
  }
  const at = draw.count(0, lines.length - 1);
  if (draw.chance(30)) lines[at] = (lines[at] ?? '').replace(/^(\s*)- (\w)/, '$1-\n$1  $2');
  if (draw.chance(30)) lines[at] += '  # aside';
  return `${lines.join('\n')}\n`.replaceAll('\n', draw.pick(['\n', '\n', '\r\n']));
}
