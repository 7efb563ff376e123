/** The plain reader returns the same values, places and token counts as `yaml`, and rejects invalid text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import '../support/law-seed.ts';
import { defaultLimits, type Limits, noUsage } from '../../src/config/files/file-reader.ts';
import { createProblemList } from '../../src/config/problem-list.ts';
import { parseAnyYaml } from '../../src/config/yaml/any-yaml.ts';
import type { ConfigurationNode } from '../../src/config/yaml/node.ts';
import { readPlainYaml } from '../../src/config/yaml/plain-yaml.ts';
import { drawConfiguration } from '../edit/drawn-configuration.ts';
import { drawText } from '../edit/drawn-text.ts';
import { type Draw, drawn } from '../laws/draw.ts';

/** Returns whether the text is plain. Fails if the result differs from that of `yaml`. */
function agrees(text: string, limits: Limits = defaultLimits): boolean {
  const [mine, theirs] = [noUsage(), noUsage()];
  const plain = readPlainYaml('docform.yaml', text, limits, mine);
  if (plain === undefined) {
    expect(mine.pieces).toBe(0);
    return false;
  }
  const problems = createProblemList(100);
  const node = parseAnyYaml('docform.yaml', text, problems, limits, theirs);
  expect(problems.sorted(['docform.yaml'])).toEqual([]);
  expect(plain).toEqual(node);
  expect(mine).toEqual(theirs);
  return true;
}

const keys = [
  'a',
  'b',
  'c',
  'version',
  '12',
  'true',
  'null',
  'ana@acme.dev',
  '@a',
  '1e3',
  '_x',
  'a/b',
  '-a',
  '"q"',
  "'q'",
  '<<',
  '?',
  '~',
  'é',
  '',
];
const values = [
  ...[
    'x',
    'x y',
    'true',
    'False',
    'null',
    '~',
    '12',
    '0',
    '012',
    '-1',
    '+1',
    '1.5',
    '1e3',
    '.5',
    '0x1f',
    '0o17',
    '.inf',
    '1f4b3',
    '12:30',
  ],
  ...[
    'a: b',
    'a:b',
    'a:',
    'https://acme.dev/x',
    'a#b',
    'a #b',
    '#',
    '"a b"',
    '"a\\n"',
    '"#"',
    "'it''s'",
    "''",
    '""',
    '"a" b',
    "'a'#b",
  ],
  ...[
    '[]',
    '{}',
    '[a, b]',
    '[a,b]',
    '[ a , "b" ]',
    '[a, b,]',
    '[,]',
    '{ a: b }',
    '{a: b}',
    '{ a: b, c: [d, {e: f}] }',
    '{ a: b, a: c }',
  ],
  ...[
    '{ u: https://x, v: y }',
    '{ a }',
    '{ a: }',
    '[a: b]',
    '[a',
    '{ a: b',
    ']',
    '&x a',
    '*x',
    '!t a',
    '|',
    '>',
    '%',
    '@a',
    '`a',
    '- a',
  ],
  ...[
    'é',
    '\u{1f600}',
    'a\u00a0b',
    'a\u2028b',
    '\ufeff',
    'a\tb',
    'a\u0001b',
    '=',
    '=a',
    '!',
    '...',
    '---',
    '2001-01-01',
    '[12, null, true]',
  ],
  ...[
    '[a:b]',
    '{ a: b:c }',
    '[a#b]',
    '[a #b]',
    '{ "a": b }',
    '[-]',
    '[- a]',
    '[?]',
    '{ ? a }',
    '$',
    `\${vars.x}`,
    `[\${vars.x}]`,
  ],
];
const tagged = [
  '!!str',
  '!!str ',
  '!!str # c',
  '!!str null',
  '!!str 12',
  '!!str "x"',
  '!!str []',
  '!!null',
  '!!null ~',
  '!!int 12',
  '!!int',
  '!!bool true',
];
const taggedValues = [
  ...tagged,
  '!',
  '! 12',
  '!!float 1.5',
  '!!int "12"',
  '&x !!str',
  '[!!str , b]',
  '{ a: !!str }',
  '{ a: !!str , b: ! }',
  '!t',
  '!<tag:yaml.org,2002:str>',
];
const plainValues = [
  'x',
  'x y',
  'true',
  '~',
  '12',
  '1f4b3',
  'a:b',
  'https://acme.dev/x',
  '"a b"',
  "''",
  '[]',
  '[a, b]',
  '{ a: b, c: [d] }',
];
const gaps = ['', '', '', ' ', '  ', ' # c', '  # c: d', '\t', '#', ' #'];

/** Includes odd values. */
function drawValue(draw: Draw): string {
  if (draw.chance(8)) return draw.pick(taggedValues);
  return draw.pick(draw.chance(12) ? values : plainValues);
}

function drawLine(draw: Draw): string {
  if (draw.chance(8)) return draw.pick(['', '  ', '# c', '   # c', '---', '...', '%YAML 1.2']);
  const indent = ' '.repeat(draw.chance(15) ? draw.count(1, 5) : draw.pick([0, 0, 2]));
  const item = draw.chance(20) ? draw.pick(['- ', '-  ', '- - ', '-']) : '';
  const key = draw.chance(90)
    ? `${draw.chance(15) ? draw.pick(keys) : `k${draw.count(0, 20)}`}${draw.pick([':', ':', ':', ':', ' :'])}`
    : '';
  const value = draw.chance(60) ? `${key === '' ? '' : draw.pick([' ', ' ', ' ', '  ', ''])}${drawValue(draw)}` : '';
  return indent + item + key + value + (draw.chance(20) ? draw.pick(gaps) : '');
}

/** Nested lines with odd values. */
function drawNested(draw: Draw, indent: string, depth: number): string {
  return Array.from({ length: draw.count(1, depth > 3 ? 2 : 3) }, (_, at) => {
    const key = `k${at}`;
    const tail = draw.pick(['', '', ' # c', '\n', '\n# c\n', '\n      # c']);
    const form = depth > 4 ? 'value' : draw.pick(['value', 'map', 'list', 'items', 'nothing']);
    if (form === 'map')
      return `${indent}${key}:${tail}\n${drawNested(draw, `${indent}${draw.pick(['  ', ' ', '    '])}`, depth + 1)}`;
    if (form === 'nothing') return `${indent}${key}:${tail}\n`;
    const inner = `${indent}${draw.pick(['', '  '])}`;
    if (form === 'items') return `${indent}${key}:\n${inner}- ${drawNested(draw, `${inner}  `, depth + 1).trimStart()}`;
    if (form === 'list') return `${indent}${key}:${tail}\n${inner}- ${drawValue(draw)}\n${inner}- ${drawValue(draw)}\n`;
    return `${indent}${key}: ${drawValue(draw)}${tail}\n`;
  }).join('');
}

const soup = drawn(
  (draw) => Array.from({ length: draw.count(1, 8) }, () => drawLine(draw)).join('\n') + draw.pick(['\n', '']),
);
const nested = drawn((draw) => drawNested(draw, '', 0));
const written = drawn((draw) => Object.values(drawText(draw, drawConfiguration(draw)).files));

/** Counts the plain texts. */
function plainAmong<T>(texts: fc.Arbitrary<T>, isPlain: (text: T) => boolean, numRuns: number): number {
  let plain = 0;
  const check = (text: T): void => {
    if (isPlain(text)) plain += 1;
  };
  fc.assert(fc.property(texts, check), { numRuns });
  return plain;
}

test('the plain reader agrees with yaml on generated lines', () => {
  expect(plainAmong(soup, (text) => agrees(text), 4000)).toBeGreaterThan(100);
  expect(plainAmong(nested, (text) => agrees(text), 1000)).toBeGreaterThan(200);
});

test('the plain reader agrees with yaml on generated configurations in any style, and on damaged lines', () => {
  const every = (texts: readonly string[]): boolean => texts.map((text) => agrees(text)).includes(true);
  expect(plainAmong(written, every, 150)).toBeGreaterThan(0);
  const damage = fc.constantFrom('', '', ' ', ':', '#', '-', "'", '"', '\n', '\n  ', '\t', ',', '}', '&', '\r', 'x');
  const damaged = fc
    .tuple(nested, fc.nat(), damage, fc.nat(1))
    .map(
      ([text, where, put, cut]) => text.slice(0, where % text.length) + put + text.slice((where % text.length) + cut),
    );
  expect(plainAmong(damaged, (text) => agrees(text), 3000)).toBeGreaterThan(500);
});

/** Converts a node as `yaml` does. */
function plainValue(node: ConfigurationNode): unknown {
  if (node.is === 'map') return Object.fromEntries(node.entries.map(({ key, value }) => [key, plainValue(value)]));
  if (node.is === 'list') return node.items.map(plainValue);
  return node.is === 'scalar' ? node.value : undefined;
}

test('without problems, the values are those of the YAML core schema, also with tags', () => {
  let seen = 0;
  const check = (text: string): void => {
    const problems = createProblemList(100);
    const node = parseAnyYaml('docform.yaml', text, problems, defaultLimits, noUsage());
    if (node === undefined || problems.sorted(['docform.yaml']).length > 0) return;
    if (text.includes('!')) seen += 1;
    expect(plainValue(node)).toEqual(parse(text, { version: '1.2', schema: 'core', logLevel: 'silent' }));
  };
  fc.assert(fc.property(nested, check), { numRuns: 1500 });
  expect(seen).toBeGreaterThan(100);
  for (const value of taggedValues) check(`k: ${value}\n`);
});

test('limits of depth and tokens switch to the general reader, which decides', () => {
  const deep = Array.from({ length: 12 }, (_, at) => `${'  '.repeat(at)}a:`).join('\n');
  const flow = `a: ${'['.repeat(12)}${']'.repeat(12)}\n`;
  for (let depth = 1; depth < 20; depth += 1)
    for (const text of [deep, flow]) agrees(text, { ...defaultLimits, depth });
  for (let pieces = 1; pieces < 80; pieces += 1) agrees(deep, { ...defaultLimits, pieces });
  expect(agrees(deep)).toBe(true);
  expect(agrees(flow)).toBe(true);
});
