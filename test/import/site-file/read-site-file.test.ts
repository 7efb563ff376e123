/** Tests that problems of a site-structure file are reported with their position, and that unknown keys are accepted. */
import { expect, test } from 'vitest';
import { importSiteFile } from '../../../src/library/import-site-file.ts';

/** A line such as `E-SITE-FILE-ITEM 5:13` for each problem, in the order of the positions. */
async function problemsOf(text: string): Promise<readonly string[]> {
  const result = await importSiteFile({ file: 'docs.yaml', text });
  return 'problems' in result ? result.problems.map(({ code, span }) => `${code} ${span.line}:${span.column}`) : [];
}

const site = (...items: readonly string[]) =>
  `site:\n  title: Docs\n  structure:\n${items.map((item) => `    - ${item}\n`).join('')}`;
const one = '{ type: space, key: one, title: One }';

const wrong: readonly (readonly [string, string, readonly string[]])[] = [
  ['an empty file', '', ['E-SITE-FILE-SHAPE 1:1']],
  ['no map', '- site\n', ['E-TYPE 1:3']],
  ['no YAML', 'site: [\n', ['E-YAML 1:7']],
  ['a key twice in a map', 'site: { title: A, title: B, structure: [] }\n', ['E-DUPLICATE-KEY 1:19']],
  ['a tag', `site: { title: !!js/function 'x', structure: [] }\n`, ['E-YAML-TAG 1:16']],
  ['no site', '$schema: x\nversion: 1\n', ['E-SITE-FILE-SHAPE 1:1']],
  ['a structure without its site', `title: Docs\nstructure:\n  - ${one}\n`, ['E-SITE-FILE-SHAPE 2:1']],
  ['the file of a space', 'structure: { readme: README.md, summary: SUMMARY.md }\n', ['E-SITE-FILE-SHAPE 1:1']],
  ['a site that is a list', 'site: []\n', ['E-SITE-FILE-SHAPE 1:7']],
  ['no structure', 'site: { title: Docs }\n', ['E-SITE-FILE-SHAPE 1:1']],
  ['a structure that is a map', 'site: { structure: {} }\n', ['E-SITE-FILE-SHAPE 1:20']],
  ['a title that is a number', 'site: { title: 4.10, structure: [] }\n', ['E-SITE-FILE-SHAPE 1:16']],
  ['an item that is text', site('home'), ['E-SITE-FILE-SHAPE 4:7']],
  ['an item without type', site('{ key: one }'), ['E-SITE-FILE-ITEM 4:7']],
  ['an item of an unknown type', site('{ type: secton, key: one }'), ['E-SITE-FILE-ITEM 4:15']],
  ['an item without key', site('{ type: space, title: One }'), ['E-SITE-FILE-SHAPE 4:7']],
  ['a key that is a number', site('{ type: space, key: 1, title: One }'), ['E-SITE-FILE-SHAPE 4:27']],
  ['a flag that is text', site('{ type: space, key: one, title: One, draft: "yes" }'), ['E-SITE-FILE-SHAPE 4:51']],
  ['children that are a map', site('{ type: section, key: a, title: Aa, children: {} }'), ['E-SITE-FILE-SHAPE 4:53']],
  ['a space in a space', site(`{ type: space, key: a, title: A, children: [${one}] }`), ['E-SITE-FILE-ITEM 4:59']],
  [
    'a space in a group',
    site(`{ type: section-group, key: g, title: G, children: [${one}] }`),
    ['E-SITE-FILE-ITEM 4:67'],
  ],
  [
    'a section in a section',
    site('{ type: section, key: a, title: Aa, children: [{ type: section, key: b }] }'),
    ['E-SITE-FILE-ITEM 4:62'],
  ],
  ['a group without title', site('{ type: section-group, key: g, children: [] }'), ['E-SITE-FILE-SHAPE 4:15']],
  [
    'a space next to a section',
    site(`{ type: section, key: a, title: Aa, children: [] }`, one),
    ['E-SITE-FILE-ITEM 5:27'],
  ],
  ['a key twice', site(one, '{ type: space, key: one, title: Two }'), ['E-SITE-FILE-DUPLICATE 5:27']],
  [
    'a path twice in a section',
    site(
      '{ type: section, key: a, title: Aa, children: [{ type: space, key: x, path: p }, { type: space, key: y, path: p }] }',
    ),
    ['E-SITE-FILE-DUPLICATE 4:117'],
  ],
  [
    'a path of sections twice',
    site(...['a', 'b'].map((key) => `{ type: section, key: ${key}, path: p }`)),
    ['E-SITE-FILE-DUPLICATE 5:38'],
  ],
  [
    'a title of groups twice',
    site(...['a', 'b'].map((key) => `{ type: section-group, key: ${key}, title: T }`)),
    ['E-SITE-FILE-DUPLICATE 5:45'],
  ],
  [
    'two sections known by one title',
    site(...['a', 'b'].map((key) => `{ type: section, key: ${key}, title: Tt }`)),
    ['E-SITE-FILE-DUPLICATE 5:39'],
  ],
  [
    'two defaults',
    site(...['a', 'b'].map((key) => `{ type: space, key: ${key}, default: true }`)),
    ['E-SITE-FILE-DUPLICATE 5:30'],
  ],
];

test.each(wrong)('a problem is reported at its position: %s', async (_, text, expected) => {
  expect(await problemsOf(text)).toEqual(expected);
});

test('a structure at the top level is reported with the correct position', async () => {
  const hintOf = async (text: string) => {
    const result = await importSiteFile({ file: 'docs.yaml', text });
    return 'problems' in result ? result.problems.map(({ hint }) => hint) : [];
  };
  expect(await hintOf(`structure:\n  - ${one}\n`)).toEqual([expect.stringContaining('move it below `site:`')]);
  expect(await hintOf('structure: { readme: README.md }\n')).toEqual([expect.stringContaining('`.gitbook.yaml`')]);
});

test('all problems are reported at once', async () => {
  const text = site('{ type: secton, key: one }', '{ type: space, key: 2, title: 3 }', one, one);
  expect(await problemsOf(text)).toEqual([
    'E-SITE-FILE-ITEM 4:15',
    'E-SITE-FILE-SHAPE 5:27',
    'E-SITE-FILE-SHAPE 5:37',
    'E-SITE-FILE-DUPLICATE 7:27',
  ]);
});

test('unknown keys, nulls and other versions are accepted', async () => {
  const odd =
    '{ type: space, key: one, title: One, path: null, icon: "", colour: red, content: { directory: null, branch: main } }';
  const result = await importSiteFile({ file: 'docs.yaml', text: `version: 2\nsync: on\n${site(odd)}` });
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  expect(result.leftOut.map(({ what }) => what)).toEqual(['version', 'sync', 'title', 'colour', 'content.branch']);
});

test('the same space in two sections with equal paths is no conflict', async () => {
  const section = (key: string) =>
    `{ type: section, key: ${key}, title: T${key}, path: ${key}, children: [{ type: space, key: s${key}, title: S${key}, path: p, default: true }] }`;
  expect(await problemsOf(site(section('a'), section('b')))).toEqual([]);
});
