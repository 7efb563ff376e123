/** For hostile YAML, validate reports valid or problems, and never an internal error. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../support/law-seed.ts';
import { stringify } from 'yaml';
import { run } from '../cli/harness.ts';
import { type Draw, drawn } from '../laws/draw.ts';
import { directoryWith } from '../support/directory.ts';
import { everything } from './everything.ts';

const words = [
  ...[
    'x',
    'home',
    'true',
    'null',
    '~',
    '',
    '2001-01-01',
    '2001-12-14t21:59:43.10-05:00',
    '1e400',
    '-1e999',
    '0x1F',
    '0o17',
    '.inf',
    '-.INF',
  ],
  ...[
    '.nan',
    '123456789012345678901234567890',
    '1_000',
    '012',
    '9007199254740993',
    '-0',
    '1.',
    '<<',
    '=',
    '!',
    '&',
    '|',
    '>',
    '@x',
    '`',
  ],
  ...[
    '"\\ud800"',
    '"\\u0000"',
    '"\\x1b[31m"',
    '"\\u202e"',
    "'it''s'",
    "'",
    '"',
    '"\\q"',
    `\${vars.x}`,
    `\${vars.__proto__}`,
    '${',
    '$${vars.x}',
  ],
  ...[
    '!!binary aGk=',
    '!!binary "%"',
    '!!timestamp 2001-01-01',
    '!!timestamp x',
    '!foo bar',
    '!foo',
    '!<tag:x,2020:y> z',
    '!!set { a, b }',
  ],
  ...[
    '!!omap [a: 1]',
    '!!str 1',
    '!!int x',
    '!!float 1',
    '!!bool maybe',
    '!!null x',
    '!!map {}',
    '!!seq []',
    '!!merge <<',
    '!e!x y',
  ],
  ...[
    '*a',
    '*b',
    '*none',
    '&a x',
    '&b { title: T }',
    '&a [*a]',
    '&b { k: *b }',
    '[*a, *b]',
    '{ <<: *b }',
    '{ <<: [*a, *b] }',
    '{ <<: x }',
  ],
  ...[
    '[',
    ']',
    '{',
    '}',
    '[]',
    '{}',
    '[,]',
    '{,}',
    '[a, b',
    '{ a: 1, a: 2 }',
    '{ ? [a] : b }',
    '{ ? { a: 1 } : 2 }',
    '[a: 1, b]',
    '- x',
    '# x',
  ],
  ...[
    '|\n      text\n',
    '>-\n      text\n',
    '|9\n  x\n',
    '|+\n\n\n',
    'a\n    b: c',
    '\t',
    'x: y',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\u00a0',
    'é',
  ],
];

const keys = [
  ...[
    'organization',
    'version',
    'include',
    'vars',
    'policy',
    'drift',
    'moved',
    'settings',
    'members',
    'teams',
    'collections',
    'spaces',
    'sites',
  ],
  ...[
    'saml',
    'openapi',
    'translations',
    'customFields',
    'title',
    'id',
    'structure',
    'section',
    'group',
    'order',
    'prune',
    'condition',
    'visitor',
  ],
  ...[
    'fields',
    'space',
    'spaces',
    'default',
    'path',
    'claims',
    'shareLinks',
    'role',
    'protect',
    'unprotect',
    'ignore',
    'address',
    'from',
    'to',
    'x',
    'home',
  ],
  ...[
    '"a"',
    '? a',
    '<<',
    '__proto__',
    'constructor',
    '1',
    'true',
    '~',
    '""',
    '[a]',
    '{ a: b }',
    '*a',
    '&k a',
    '!foo a',
    '!!binary aGk=',
    '2001-01-01',
  ],
];

/** `room`: number of maps and lists. */
function value(draw: Draw, indent: number, room: number): string {
  const pad = ' '.repeat(indent);
  const prefix = draw.chance(12) ? draw.pick([' &a', ' &b', ' !foo', ' !!map', ' !!seq', ' !!binary', ' !!omap']) : '';
  if (room === 0 || draw.chance(35)) return `${prefix} ${draw.pick(words)}\n`;
  const count = draw.count(1, 3);
  if (draw.chance(35))
    return `${prefix}\n${Array.from({ length: count }, () => `${pad}-${value(draw, indent + 2, room - 1)}`).join('')}`;
  return `${prefix}\n${entries(draw, indent, count, room)}`;
}

function entries(draw: Draw, indent: number, count: number, room: number): string {
  const pad = ' '.repeat(indent);
  return Array.from({ length: count }, () => {
    const key = draw.chance(8) ? '<<' : draw.pick(keys);
    return `${pad}${key}:${value(draw, indent + 2, room - 1)}`;
  }).join('');
}

/** Far from valid YAML: misplaced characters, repeated parts, several documents. */
function disturbed(draw: Draw, text: string): string {
  const lines = text.split('\n');
  const at = draw.count(0, lines.length - 1);
  const odd: { readonly [name: string]: () => string } = {
    nothing: () => text,
    bom: () => `\ufeff${text}`,
    crlf: () => text.replaceAll('\n', '\r\n'),
    cr: () => text.replaceAll('\n', '\r'),
    tabs: () => lines.map((line, index) => (index === at ? line.replace(/^ +/, '\t') : line)).join('\n'),
    documents: () =>
      [
        ...lines.slice(0, at),
        draw.pick(['---', '...', '--- x', '%YAML 1.1', '%TAG !e! tag:x,2020:', '---\n---']),
        ...lines.slice(at),
      ].join('\n'),
    doubled: () => [...lines.slice(0, at), ...lines.slice(at), ...lines.slice(at)].join('\n'),
    cut: () => text.slice(0, draw.count(0, text.length)),
    odd: () => [...lines.slice(0, at), draw.pick(words), ...lines.slice(at)].join('\n'),
    deep: () => `${text}x: ${'['.repeat(draw.pick([39, 41, 2000]))}\n`,
    deeper: () => `${text}${Array.from({ length: 60 }, (_, depth) => `${' '.repeat(depth)}x:`).join('\n')}\n`,
    bomb: () =>
      `${text}x0: &x0 [y]\n${Array.from({ length: 9 }, (_, n) => `x${n + 1}: &x${n + 1} [${`*x${n},`.repeat(9)}]\n`).join('')}`,
    long: () => `${text}x: ${'y'.repeat(70_000)}\n`,
    zero: () => `${text.slice(0, at)}\0${text.slice(at)}`,
  };
  return odd[draw.pick(Object.keys(odd))]?.() ?? text;
}

const hostile = drawn((draw) => {
  const head = draw.pick([
    'version: 1\norganization: acme\n',
    'version: 1\norganization: acme\nvars: { x: y }\n',
    'version: 1\n',
    '',
  ]);
  return disturbed(draw, head + entries(draw, 0, draw.count(1, 4), draw.count(1, 5)));
});

/** Valid except for a few values, so that each rule of the language meets unexpected values. */
const misled = drawn((draw) => {
  const lines = stringify(everything, { aliasDuplicateObjects: false }).split('\n');
  for (let left = draw.count(1, 3); left > 0; left -= 1) {
    const at = draw.count(0, lines.length - 1);
    const line = lines[at] ?? '';
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    const merged = `${indent}<<: ${draw.pick(['{ title: X, x: 1, title: Y }', '[{ title: X }, { title: Y }]', '*a', '!!map {}'])}`;
    const way = draw.count(0, 3);
    if (way === 0) lines.splice(at, 0, merged);
    else if (way === 1)
      lines[at] = line.replace(/^(\s*(?:- )?)[^\s:][^:]*:/, (_, lead: string) => `${lead}${draw.pick(keys)}:`);
    else if (way === 2)
      lines[at] = line.replace(
        /([:-])( |$)/,
        (_, sign: string) => `${sign} ${draw.pick(['&a ', '&b ', '!foo ', '!!binary '])}`,
      );
    else lines[at] = line.replace(/([:-])( .*|)$/, (_, sign: string) => `${sign} ${draw.pick(words)}`);
  }
  return lines.join('\n');
});

test.each([
  ['of any lines', hostile],
  ['that is right but for a few values', misled],
])('validate exits with 0 or 3 for a file %s, without an internal error', async (_, texts) => {
  const directory = directoryWith();
  const told = new Set<string>();
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      await writeFile(join(directory, 'docform.yaml'), text);
      const { exit, stdout, stderr } = await run(['validate'], { directory });
      expect([0, 3], stderr).toContain(exit);
      expect(stdout + stderr).not.toContain('E-UNEXPECTED');
      for (const [code] of stderr.matchAll(/\bE-[A-Z-]+/g)) told.add(code);
    }),
    { numRuns: 250 },
  );
  expect(told.size).toBeGreaterThan(12);
});
