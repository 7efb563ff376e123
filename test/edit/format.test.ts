/** The rules of the canonical layout. */
import { expect, test } from 'vitest';
import { formatOrder, formatText } from '../../src/edit/format.ts';
import { shapes } from '../../src/kinds/index.ts';

const order = formatOrder(shapes);

function formatted(text: string): string {
  const result = formatText(text, order);
  if ('refused' in result) throw new Error(result.refused);
  return result.text;
}

function lines(...text: readonly string[]): string {
  return text.map((line) => `${line}\n`).join('');
}

test.each([
  [
    'the indentation of maps and lists',
    lines('a:', '    b:', '    - c', '    -   d: 1', '        e: 2'),
    lines('a:', '  b:', '    - c', '    - d: 1', '      e: 2'),
  ],
  ['spaces in brackets', 'a: {b: [ x,y ],c: }\nd: [ ]\n', 'a: { b: [x, y], c: }\nd: []\n'],
  ['a short list in brackets on several lines', lines('a: [b,', '    c]'), 'a: [b, c]\n'],
  [
    'unnecessary and necessary quotes',
    `a: 'b c'\n"d": "e: f"\ng: "12"\nh: 'no'\ni: '\${vars.x}'\nj: [ '\${vars.x}' ]\n`,
    `a: b c\nd: "e: f"\ng: "12"\nh: "no"\ni: \${vars.x}\nj: ["\${vars.x}"]\n`,
  ],
  [
    'numbers and other scalars',
    'a: 1.50\nb: 0x1F\nc: ~\nd: TRUE\ne:\nf: !!str 12\n',
    'a: 1.50\nb: 0x1F\nc: ~\nd: TRUE\ne:\nf: !!str "12"\n',
  ],
  [
    'plain and quoted texts on several lines',
    lines('a: one', '   two', 'b: "three', '  four"'),
    'a: one two\nb: three four\n',
  ],
  ['trailing spaces and a missing line break', 'a: 1   \nb: 2', 'a: 1\nb: 2\n'],
  [
    'empty lines between top-level blocks',
    lines('a: 1', 'b:', '  c: 1', '', '', '  d: 2', 'e: 3', '', '', 'f: 4'),
    lines('a: 1', '', 'b:', '  c: 1', '', '  d: 2', '', 'e: 3', '', 'f: 4'),
  ],
  ['an empty line at the start of a block', lines('', 'a:', '', '  b: 1'), lines('a:', '  b: 1')],
  [
    'block texts',
    lines('a: |', '     x', '       y', '', 'b: >-', '    z'),
    lines('a: |', '  x', '    y', '', 'b: >-', '  z'),
  ],
  [
    'empty lines within a block text',
    lines('a: |+', '    x', '', '', 'b:', '  c: 1'),
    lines('a: |+', '  x', '', '', 'b:', '  c: 1'),
  ],
  ['a block text that starts with spaces', lines('a: |1', '    x', '   y'), lines('a: |2', '     x', '    y')],
  [
    'anchors, aliases and merged blocks',
    lines('a: &x   {b: 1}', 'c:   *x', 'd:   &y', '    e: 1', 'f:', '- &z', '  g: 1', '- *z'),
    lines('a: &x { b: 1 }', 'c: *x', '', 'd: &y', '  e: 1', '', 'f:', '  - &z', '    g: 1', '  - *z'),
  ],
  ['a list as a key', '{ [ a ]: 1 }\n', '? [a]\n: 1\n'],
  ['explicit keys', lines('? a', ': 1', '?   "b c"', ': 2'), 'a: 1\nb c: 2\n'],
  ['document markers', '%YAML 1.2\n---\na: 1\n', '%YAML 1.2\n---\na: 1\n'],
  ['CRLF line breaks', 'a:\r\n    b: 1\r\n', 'a:\r\n  b: 1\r\n'],
  [
    'a file in flow style',
    '{ "version": 1, "teams": { "docs": { "title": "Docs" } } }\n',
    'version: 1\nteams: { docs: { title: Docs } }\n',
  ],
  ['an empty file', '', ''],
  ['a file of comments only', '\n\n# a\n\n\n# b', '# a\n\n# b\n'],
])('the layout is canonical for %s', (_, before, after) => {
  expect(formatted(before)).toBe(after);
  expect(formatted(after)).toBe(after);
});

test('brackets with too many characters for one line become blocks', () => {
  const long = (length: number) => `a: { b: ${'x'.repeat(length - 'a: { b:  }'.length)} }\n`;
  expect(formatted(long(112))).toBe(long(112));
  expect(formatted(long(113))).toBe(`a:\n  b: ${'x'.repeat(103)}\n`);
  expect(formatted(`- { a: { b: 1 }, c: ${'x'.repeat(110)} } # d\n`)).toBe(
    `- a: { b: 1 }\n  c: ${'x'.repeat(110)}\n  # d\n`,
  );
});

test('comments stay with their keys', () => {
  const before = `# head of the file
version: 1
teams: # t
      # first
      docs:
            title: Docs   # x
            # end of docs

      # before support
      support: { a: 1,  # c1
         # c2
         b: [x, z] } # after
      # end of teams
# sites, at the column of their key
sites:
-   section: a
    # in item
    title: b
# before second
- # on dash
  title: c
f: [
  a, # one
  b
  # two
] # closed
g:
  # why
  value
# end
`;
  const after = `# head of the file
version: 1

teams: # t
  # first
  docs:
    title: Docs # x
    # end of docs

  # before support
  support:
    a: 1 # c1
    # c2
    b: [x, z]
    # after
  # end of teams

# sites, at the column of their key
sites:
  - section: a
    # in item
    title: b
  # before second
  # on dash
  - title: c

f:
  - a # one
  - b # two
  # closed

g:
  # why
  value

# end
`;
  expect(formatted(before)).toBe(after);
});

test('comments below a key without a value belong to the next key', () => {
  const text = lines(
    'vars:',
    '  town: # set elsewhere',
    '  # country of the town',
    '  country:',
    '',
    '# who',
    'teams:',
    '  - ',
    '  # two',
    '  - 2',
    '  # no more',
  );
  expect(formatted(text)).toBe(text);
});

test('top-level keys are sorted with their comments, and unknown keys follow their neighbor', () => {
  const before = lines(
    '# file',
    '',
    '# t',
    'teams: {}\nx-mine: 1',
    'order: [a]\ncollections: { a: { title: A } }',
    '# v',
    'vars: {}',
    'moved: []',
    '# o',
    'organization: acme',
    'version: 1',
  );
  const after = lines(
    '# file',
    '',
    'version: 1',
    '# o',
    'organization: acme',
    '# v',
    'vars: {}',
    '# t',
    'teams: {}\nx-mine: 1',
    'collections: { a: { title: A } }\norder: [a]',
    'moved: []',
  );
  expect(formatted(before)).toBe(after);
});

test('the key that names an item comes first, and other keys keep their order', () => {
  const before = lines(
    'sites:',
    '  z:',
    '    structure:',
    '      # one',
    '      - title: A',
    '        # two',
    '        section: a',
    '      - { path: b, space: b }',
    '  a: {}',
  );
  const after = lines(
    'sites:',
    '  z:',
    '    structure:',
    '      # one',
    '      # two',
    '      - section: a',
    '        title: A',
    '      - { space: b, path: b }',
    '  a: {}',
  );
  expect(formatted(before)).toBe(after);
});

test('a file with an alias keeps its order', () => {
  const text = lines('teams:', '  a: &a { title: A }', '', 'version: 1', '', 'spaces:', '  a: *a');
  expect(formatted(text)).toBe(text);
});

test.each([
  ['no map', 'just text\n', 'the file is not one YAML document with a map'],
  ['two documents', 'a: 1\n---\nb: 2\n', 'the file is not one YAML document with a map'],
])('fmt refuses %s', (_, text, refused) => {
  expect(formatText(text, order)).toEqual({ refused });
});

test.each([
  ['a comment and an empty line above the first dash', 'a:\n  # c\n\n  - x\n', 'a:\n  # c\n  - x\n'],
  ['a comment and an empty line above the first key', 'a:\n  # c\n\n  k: x\n', 'a:\n  # c\n  k: x\n'],
  ['two comments with empty lines', 'a:\n  # c\n\n  # d\n\n  - x\n', 'a:\n  # c\n\n  # d\n  - x\n'],
  ['a comment and an empty line below a dash', 'a:\n  -\n    # c\n\n    k: x\n', 'a:\n  # c\n  - k: x\n'],
  ['the same before another dash', 'a:\n  -\n    # c\n\n    - x\n', 'a:\n  # c\n  - - x\n'],
  [
    'an empty line after the last comment of a block',
    'a:\n  b:\n    k: x\n    # c\n\n  d: y\n',
    'a:\n  b:\n    k: x\n    # c\n\n  d: y\n',
  ],
  [
    'a comment that is deeper than the key above',
    'a:\n  b: {}\n      # k: 1\n  c: 2\n',
    'a:\n  b: {} # k: 1\n  c: 2\n',
  ],
  [
    'a comment deeper than a block, but not as deep as its keys',
    'a:\n    k: 1\n  # c\nb: 2\n',
    'a:\n  k: 1\n\n# c\nb: 2\n',
  ],
  ['a comment in empty brackets', 'a:\n  b: {\n    # c\n  }\n', 'a:\n  b: {} # c\n'],
  ['a comment in brackets within brackets', 'a: [[\n  # c\n  x ]]\n', 'a:\n  # c\n  - - x\n'],
])('fmt lays out %s with LF and CRLF', (_, text, expected) => {
  for (const ending of ['\n', '\r\n'])
    expect(formatText(text.replaceAll('\n', ending), order)).toEqual({ text: expected.replaceAll('\n', ending) });
});

test('250,000 lines of comments are formatted', () => {
  const many = (line: string) => line.repeat(125_000);
  const text = `a:\n  b: 1\n${many('  # c\n')}${many('# d\n')}`;
  expect(formatted(text) === text).toBe(true);
});
