/** YAML becomes a tree with exact places, its faults become problems, and hostile files are refused fast. */
import { describe, expect, test } from 'vitest';
import type { MapNode, Node } from '../../src/configuration/node.ts';
import { isMatch } from '../../src/configuration/pattern.ts';
import { codes, incomplete, mapIn, marked, plain, read } from './reading.ts';

function spansOf(node: Node, text: string): readonly string[] {
  const own = marked(text, node.span);
  if (node.is === 'scalar') return [own];
  if (node.is === 'list') return [own, ...node.items.flatMap((item) => spansOf(item, text))];
  return [own, ...node.entries.flatMap(({ keySpan, value }) => [marked(text, keySpan), ...spansOf(value, text)])];
}

function valueAt(map: MapNode, key: string): Node | undefined {
  return map.entries.find((entry) => entry.key === key)?.value;
}

describe('values', () => {
  test('scalars are those of the YAML 1.2 core schema', () => {
    const text = 'a: yes\nb: true\nc: 0o17\nd: 0x1f\ne: ~\nf:\ng: 2001-01-01\nh: "5"\ni: 1.5\nj: |\n  two\n  lines\nk: !!str 5\n';
    expect(plain(mapIn(text))).toEqual({
      a: 'yes',
      b: true,
      c: 15,
      d: 31,
      e: null,
      f: null,
      g: '2001-01-01',
      h: '5',
      i: 1.5,
      j: 'two\nlines\n',
      k: '5',
    });
  });

  test('keys that are numbers, true or null are the text they are written as', () => {
    expect(mapIn('5: a\n1.50: b\ntrue: c\nnull: d\n0x1f: e\n"6": f\n').entries.map(({ key }) => key)).toEqual([
      '5',
      '1.50',
      'true',
      'null',
      '0x1f',
      '6',
    ]);
  });

  test('a key called __proto__ is a key like any other', () => {
    expect(mapIn('__proto__: {a: 1}\nconstructor: 2\n').entries.map(({ key }) => key)).toEqual(['__proto__', 'constructor']);
  });

  test('an alias stands for its value, with its own place outside and the original places inside', () => {
    const text = 'a: &x {k: v}\nb: *x\n';
    const map = mapIn(text);
    expect(plain(map)).toEqual({ a: { k: 'v' }, b: { k: 'v' } });
    const value = valueAt(map, 'b');
    expect(value?.span).toEqual({ file: 'docform.yaml', line: 2, column: 4, length: 2 });
    expect(value?.is === 'map' && value.entries[0]?.keySpan.line).toBe(1);
  });

  test('an anchor that is set again stands for the later value', () => {
    expect(plain(mapIn('a: &x 1\nb: *x\nc: &x 2\nd: *x\n'))).toEqual({ a: 1, b: 1, c: 2, d: 2 });
  });

  test('an empty file is read, and holds nothing', () => {
    expect(read('# nothing\n')).toEqual({ root: undefined, isRead: true, problems: [] });
  });
});

describe('places', () => {
  test('spans cover exactly the key or the scalar, on its first line', () => {
    const text =
      'top:\n  plain: some words   # comment\n  "quoted": \'x y\'\n  flow: {a: [1, "b"]}\n  list:\n    - one\n  block: |\n    text\n  folded: "one\n    two"\n';
    expect(spansOf(mapIn(text), text)).toEqual([
      'top',
      'top',
      'plain',
      'plain',
      'some words',
      '"quoted"',
      "'x y'",
      'flow',
      '{a: [1, "b"]}',
      'a',
      '[1, "b"]',
      '1',
      '"b"',
      'list',
      '-',
      'one',
      'block',
      '|',
      'folded',
      '"one',
    ]);
  });

  test('CRLF, a byte order mark and wide characters do not shift anything', () => {
    const text = '\uFEFFa: x\r\nb: "😀é" # c\r\nc: {"😀": zz}\r\n';
    expect(spansOf(mapIn(text), text.slice(1))).toEqual(['a', 'a', 'x', 'b', '"😀é"', 'c', '{"😀": zz}', '"😀"', 'zz']);
  });

  test('a value that is not written stands at its key', () => {
    const text = 'a:\n  b:\n';
    const a = valueAt(mapIn(text), 'a');
    expect(a?.is === 'map' && a.entries[0]?.value.span).toEqual({ file: 'docform.yaml', line: 2, column: 3, length: 1 });
  });
});

describe('problems', () => {
  test.each([
    ['a: !foo x\n', 'E-YAML-TAG docform.yaml:1:4'],
    ['a: 1\nb: !!binary aGk=\n', 'E-YAML-TAG docform.yaml:2:4'],
    ['a: [1\nb: 2\n', 'E-YAML-SYNTAX docform.yaml:2:1'],
    ['a: 1\n\tb: 2\n', 'E-YAML-SYNTAX docform.yaml:2:1'],
    ['a: b: c\n', 'E-YAML-SYNTAX docform.yaml:1:4'],
    ['%FOO x\n---\na: 1\n', 'E-YAML-SYNTAX docform.yaml:1:1'],
    ['a: 1\n---\nb: 2\n', 'E-YAML-DOCUMENTS docform.yaml:2:1'],
    ['base: &b {a: 1}\nc:\n  <<: *b\n', 'E-YAML-MERGE docform.yaml:3:3'],
    ['? [a]\n: 1\n', 'E-YAML-KEY docform.yaml:1:3'],
    ['a: *nowhere\n', 'E-YAML-ALIAS docform.yaml:1:4'],
    ['a: &x [*x]\n', 'E-YAML-ALIAS docform.yaml:1:8'],
    ['a: .inf\n', 'E-YAML-NUMBER docform.yaml:1:4'],
    ['id: 12345678901234567890\n', 'E-YAML-NUMBER docform.yaml:1:5'],
    ['a: 1\nb: 2\na: 3\n', 'E-DUPLICATE-KEY docform.yaml:3:1'],
    ['a: {1: x, "1": y}\n', 'E-DUPLICATE-KEY docform.yaml:1:11'],
  ])('%j', (text, expected) => {
    const { problems } = read(text);
    expect(codes(problems)).toEqual([expected]);
    expect(incomplete(problems)).toEqual([]);
  });

  test('a duplicate key names both places, and the first one stays', () => {
    const { root, problems } = read('teams:\n  docs: 1\n  docs: 2\n');
    expect(problems[0]?.message).toBe('"docs" is defined twice: at docform.yaml:2:3 and at docform.yaml:3:3');
    expect(problems[0]?.related?.[0]?.span.line).toBe(2);
    expect(plain(root)).toEqual({ teams: { docs: 1 } });
  });

  test('<< in quotes is a key, and *text in quotes is a text', () => {
    expect(plain(mapIn('"<<": "*x"\n'))).toEqual({ '<<': '*x' });
  });

  test('a file full of faults is cut short', () => {
    expect(read('a: `\n'.repeat(200)).problems).toHaveLength(20);
  });
});

describe('hostile files', () => {
  const bomb = [
    'a0: &a0 [x,x,x,x,x,x,x,x,x,x]',
    ...Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]`),
  ].join('\n');

  test.each([
    ['aliases that multiply', bomb, 'E-ALIAS-LIMIT'],
    ['more than 1,000 aliases', `a: &a 1\nb: [${'*a,'.repeat(1_001)}]\n`, 'E-ALIAS-LIMIT'],
    ['unclosed brackets by the million', '['.repeat(1_000_000), 'E-TOO-DEEP'],
    ['lists in lists', '- '.repeat(100_000), 'E-TOO-DEEP'],
    ['keys in keys', '? '.repeat(100_000), 'E-TOO-DEEP'],
    [
      'aliases that deepen',
      Array.from({ length: 60 }, (_, at) => `a${at}: &a${at} [${at === 0 ? '1' : `*a${at - 1}`}]`).join('\n'),
      'E-TOO-DEEP',
    ],
    ['more than 5 MB', `a: ${'x'.repeat(5_000_000)}`, 'E-FILE-TOO-LARGE'],
    ['documents by the thousand', '---\n'.repeat(100_000), 'E-YAML-DOCUMENTS'],
  ])('%s', (_, text, code) => {
    const start = performance.now();
    const { root, isRead, problems } = read(text);
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    expect(incomplete(problems)).toEqual([]);
    expect([root, isRead]).toEqual([undefined, false]);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  test('40 levels and 1,000 aliases are accepted, and so are many nodes without any alias', () => {
    expect(read(`a: ${'['.repeat(39)}${']'.repeat(39)}`).problems).toEqual([]);
    expect(codes(read(`a: ${'['.repeat(40)}${']'.repeat(40)}`).problems)).toEqual(['E-TOO-DEEP docform.yaml:1:44']);
    expect(read(`a: &a 1\nb: [${'*a,'.repeat(1_000)}]\n`).problems).toEqual([]);
    expect(read(`a: [${'1,'.repeat(120_000)}]\n`).problems).toEqual([]);
  });

  test('a pattern of many stars takes no time', () => {
    const start = performance.now();
    expect(isMatch('a'.repeat(250), `${'*a'.repeat(100)}b`)).toBe(false);
    expect(isMatch('teams.yaml', 't*s.y?ml')).toBe(true);
    expect(isMatch('teams.yml', '*.yaml')).toBe(false);
    expect(performance.now() - start).toBeLessThan(200);
  });
});
