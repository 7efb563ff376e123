/** Tests that a site-structure file becomes a configuration, and that omissions are reported with their position. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { declareSite } from '../../../src/config/site-file/declare-site.ts';
import { readSiteFile } from '../../../src/config/site-file/read-site-file.ts';
import type { Dialect } from '../../../src/core/dialect.ts';
import { shapes } from '../../../src/kinds/index.ts';
import { type ImportedSiteFile, importSiteFile } from '../../../src/library/import-site-file.ts';
import { load } from '../../config/memory-files.ts';

interface SiteFileItem
  extends Readonly<Partial<Record<'title' | 'path' | 'icon' | 'description' | 'condition', string>>> {
  readonly key: string;
  readonly children?: readonly SiteFileItem[];
}

const files = join(import.meta.dirname, 'files');
const textOf = (name: string) => readFileSync(join(files, name), 'utf8');

async function imported(text: string, key?: string, keys: 'title' | 'file' = 'file'): Promise<ImportedSiteFile> {
  const result = await importSiteFile({ file: 'docs.yaml', text, keys, ...(key === undefined ? {} : { key }) });
  if ('problems' in result)
    throw new Error(result.problems.map(({ code, message }) => `${code} ${message}`).join('\n'));
  return result;
}

/** `hidden changes 54:15` */
const leftOutOf = ({ leftOut }: ImportedSiteFile) =>
  leftOut.map(({ item = 'site', what, span }) => `${what} ${item} ${span.line}:${span.column}`);

const site = (structure: string) => `site:\n  title: Docs\n  structure:\n${structure}`;
const space = (key: string, more = '') => `    - { type: space, key: ${key}, title: ${key}${more} }\n`;

test.each(readdirSync(files))('%s becomes the expected configuration', async (name) => {
  await expect((await imported(textOf(name))).text).toMatchFileSnapshot(join('expected', name));
});

test('every part without a counterpart is reported at its position', async () => {
  expect(leftOutOf(await imported(textOf('product.yaml')))).toMatchInlineSnapshot(`
    [
      "site.localizedTitle site 6:3",
      "localizedTitle section-1 12:7",
      "localizedDescription section-1 17:7",
      "title docs-en 24:18",
      "content.directory docs-en 28:13",
      "title docs-fr 32:18",
      "title changes 51:22",
      "content.directory changes 56:17",
      "title site-policy 68:26",
      "the whole section-group academy 74:11",
      "title enterprise-en 85:18",
      "icon enterprise-en 87:17",
      "the whole section with everything in it beta 93:18",
      "the whole section labs 100:12",
      "the whole space labs-en 108:11",
      "site.search site 109:3",
    ]
  `);
  expect(leftOutOf(await imported(textOf('flat.yaml')))).toMatchInlineSnapshot(`
    [
      "title space-1 7:14",
      "path space-1 8:13",
      "content.directory space-1 11:9",
      "title space-11 14:14",
      "content.directory space-11 17:9",
      "the whole space space-25 22:7",
    ]
  `);
});

test('every text of a file is in the configuration or reported', async () => {
  for (const name of readdirSync(files)) {
    const text = textOf(name);
    const { text: made, leftOut } = await imported(text);
    const isTold = (item: SiteFileItem, what: string) =>
      leftOut.some((left) => left.item === item.key && left.what.startsWith(what));
    const walk = (item: SiteFileItem): void => {
      if (isTold(item, 'the whole ')) return;
      for (const what of ['title', 'path', 'icon', 'description', 'condition'] as const) {
        const value = item[what]?.replace(/^\//, '').replaceAll('${', () => '$${');
        const isSaid = value === undefined || value === '' || made.includes(value);
        expect(isSaid || isTold(item, what), `${name} ${item.key} ${what}: ${value}`).toBe(true);
      }
      item.children?.forEach(walk);
    };
    (parse(text) as { readonly site: { readonly structure: readonly SiteFileItem[] } }).site.structure.forEach(walk);
  }
});

test('a label of the navigation declares no space, because a private space can have the same title', async () => {
  for (const name of readdirSync(files)) {
    const { spaces, configuration } = await imported(textOf(name));
    const declared = configuration.spaces as { readonly [key: string]: { readonly [field: string]: unknown } };
    expect(Object.keys(declared)).toEqual(spaces.map(({ key }) => key));
    for (const fields of Object.values(declared)) expect(fields).not.toHaveProperty('title');
  }
  const { leftOut } = await imported(site(space('documentation')));
  expect(leftOut.map(({ what, why }) => `${what}: ${why}`)).toEqual([
    'title: the label in the navigation can differ from the title of the space',
  ]);
});

test('an item is left out if its restriction cannot be imported', async () => {
  const { configuration, leftOut } = await imported(
    site(
      [
        '    - type: section-group\n      key: inner\n      title: Inner\n      condition: visitor.claims.staff\n      children:\n',
        '        - { type: section, key: a, title: Aa, children: [{ type: space, key: sa, title: Sa }] }\n',
        '    - { type: section, key: b, title: Bb, condition: "eval(1)", children: [{ type: space, key: sb, title: Sb }] }\n',
        '    - { type: section, key: c, title: Cc, condition: visitor.claims.staff, children: [{ type: space, key: sc, title: Sc }] }\n',
      ].join(''),
    ),
  );
  const { structure } = (configuration.sites as { docs: { structure: unknown } }).docs;
  expect(structure).toEqual([
    { section: 'c', title: 'Cc', condition: 'visitor.claims.staff', spaces: [{ space: 'sc' }] },
  ]);
  expect(leftOut.filter(({ what }) => what !== 'title').map(({ item, why }) => `${item}: ${why}`)).toEqual([
    'inner: a section-group cannot have a condition in docform, and without the condition everyone would see it',
    expect.stringMatching(/^b: its condition is invalid \(.*\), and without the condition everyone would see it$/),
  ]);
});

test('the claims used by conditions are reported, because site-structure files do not declare claims', async () => {
  expect((await imported(textOf('product.yaml'))).claims).toEqual(['visitor.claims.unsigned.isEnterprise']);
  expect((await imported(textOf('flat.yaml'))).claims).toEqual([]);
});

test('the condition of a space is the condition of its site space', async () => {
  const { configuration } = await imported(
    site(space('one') + space('two', ', path: /two/, condition: visitor.claims.staff')),
  );
  expect(configuration).toMatchObject({
    spaces: { one: {}, two: {} },
    sites: {
      docs: { structure: [{ space: 'one' }, { space: 'two', path: 'two', condition: 'visitor.claims.staff' }] },
    },
  });
});

test('a site whose items are all drafts is declared empty', async () => {
  const { configuration } = await imported(site(space('one', ', draft: true')));
  expect(configuration).toEqual({ version: 1, spaces: {}, sites: { docs: { title: 'Docs', structure: [] } } });
});

test('texts that the API refuses are reported', async () => {
  const long = 'x'.repeat(60);
  const result = await imported(
    `site:\n  title: D\n  structure:\n${space('one').replace('title: one', `title: ${long}`)}`,
  );
  expect(leftOutOf(result)).toEqual(['site.title site 1:1', 'site.title site 2:10', 'title one 4:39']);
  expect(result.spaces).toEqual([{ key: 'one' }]);
});

test('the key of the site is derived from its title unless a key is given', async () => {
  expect((await imported(site(space('one')))).key).toBe('docs');
  expect((await imported(site(space('one')).replace('Docs', 'Ünïversal Guides & More'))).key).toBe(
    'universal-guides-more',
  );
  expect((await imported(site(space('one')).replace('Docs', '文档'))).key).toBe('site');
  expect((await imported(site(space('one')).replace('Docs', 'Große Straße'))).key).toBe('grosse-strasse');
  expect((await imported(site(space('one')), 'portal')).key).toBe('portal');
});

test('a key is derived from the title, from the path without ASCII letters, or with the section if titles repeat', async () => {
  const structure = [
    ['section-1', 'Gateway', 'gateway'],
    ['section-2', '接入', 'access'],
  ].map(
    ([key, title, path]) =>
      `    - { type: section, key: ${key}, title: ${title}, path: ${path}, children: [\n` +
      `        { type: space, key: ${key}-a, title: "4.13" }, { type: space, key: ${key}-b, title: 日本語, path: ja }] }\n`,
  );
  const { configuration } = await imported(site(structure.join('')), undefined, 'title');
  expect(configuration).toEqual({
    version: 1,
    spaces: { 'gateway-4-13': {}, 'gateway-ja': {}, 'access-4-13': {}, 'access-ja': {} },
    sites: {
      docs: {
        title: 'Docs',
        structure: [
          {
            section: 'gateway',
            title: 'Gateway',
            path: 'gateway',
            spaces: [{ space: 'gateway-4-13' }, { space: 'gateway-ja', path: 'ja' }],
          },
          {
            section: 'access',
            title: '接入',
            path: 'access',
            spaces: [{ space: 'access-4-13' }, { space: 'access-ja', path: 'ja' }],
          },
        ],
      },
    },
  });
  const nameless = await imported(
    site(
      space('space-1').replace('title: space-1', 'title: 文档') +
        space('space-2').replace('title: space-2', 'title: 文档'),
    ),
    undefined,
    'title',
  );
  expect(nameless.spaces).toEqual([{ key: 'space' }, { key: 'space-2' }]);
});

const linked = `site:
  title: Docs
  structure:
    - type: section
      key: one
      title: One
      path: one
      default: true
      children: [{ type: space, key: home, title: Home, path: home, default: true, content: { directory: ./home } }]
    - { type: external-link, key: blog, title: Blog, url: https://acme.dev/blog, icon: rss, description: News }
    - type: section-group
      key: more
      title: More
      children:
        - { type: section, key: two, title: Two, path: two, children: [{ type: space, key: two-a, title: Two, path: a }] }
        - { type: external-link, key: status, title: Status, url: "https://status.acme.dev/", condition: visitor.claims.plan }
`;

test('external links become links at the root and in groups, in the order of the file', async () => {
  const { text, leftOut } = await imported(linked);
  expect(leftOut.filter(({ what }) => !/^(title|content\.directory)$/.test(what))).toEqual([]);
  const { desired } = load(text.replace('version: 1\n', 'version: 1\norganization: acme\n'));
  expect(desired?.orders['sites/docs']).toEqual([
    ...['sites/docs/sections/one', 'sites/docs/links/blog', 'sites/docs/groups/more'],
  ]);
  expect(desired?.orders['sites/docs/groups/more']).toEqual(['sites/docs/sections/two', 'sites/docs/links/status']);
  const links = desired?.resources.filter(({ kind }) => kind === 'external-link') ?? [];
  expect(links.map(({ address, fields }) => [address, fields])).toEqual([
    [
      'sites/docs/links/blog',
      { title: 'Blog', url: 'https://acme.dev/blog', icon: 'rss', description: 'News', group: null },
    ],
    [
      'sites/docs/links/status',
      {
        ...{ title: 'Status', url: 'https://status.acme.dev/', condition: 'visitor.claims.plan' },
        group: { ref: 'sites/docs/groups/more' },
      },
    ],
  ]);
});

test.each([
  ['next to spaces', site(`${space('one')}    - { type: external-link, key: l, title: L, url: https://a.dev }\n`), 5],
  ['without a valid URL', linked.replace('https://acme.dev/blog', 'acme'), 10],
  ['as a draft', linked.replace('icon: rss', 'draft: true'), 10],
])('an external link %s is left out with its reason and line', async (_, text, line) => {
  const { leftOut } = await imported(text);
  expect(leftOut.filter(({ what }) => what.startsWith('the whole'))).toMatchObject([
    { what: 'the whole external-link', span: { line } },
  ]);
});

test('a platform without external links gets none', () => {
  const { siteFile } = readSiteFile('docs.yaml', linked);
  if (siteFile === undefined) throw new Error('the file is invalid');
  for (const dialect of ['2025-06', 'gitbook-0.180'] as const) {
    const { declaration, leftOut } = declareSite(siteFile, { key: 'docs', keys: 'title', shapes, dialect });
    expect(declaration.resources.filter(({ kind }) => kind === 'external-link')).toEqual([]);
    expect(leftOut.filter(({ what }) => what === 'the whole external-link').map(({ why }) => why)).toEqual([
      'the API of this platform has no external links',
      'the API of this platform has no external links',
    ]);
  }
});

test('an external link without a URL, or in a section, is a problem', async () => {
  const problemsOf = async (text: string) => {
    const result = await importSiteFile({ file: 'docs.yaml', text });
    return 'problems' in result ? result.problems.map(({ code, message }) => `${code} ${message}`) : [];
  };
  expect(await problemsOf(linked.replace('url: https://acme.dev/blog, ', ''))).toEqual([
    'E-SITE-FILE-SHAPE an external-link needs a title and a url',
  ]);
  const inSection = linked.replace('type: space, key: home', 'type: external-link, key: home');
  expect(await problemsOf(inSection)).toEqual(['E-SITE-FILE-ITEM an external-link cannot be in a section']);
});

test('an item of an unknown type is omitted with its line, and a misspelled type is a problem', async () => {
  const gallery = '    - { type: gallery, key: blog, title: Blog }\n';
  const { leftOut, spaces } = await imported(site(space('one') + gallery));
  expect(spaces).toEqual([{ key: 'one' }]);
  expect(
    leftOut.filter(({ what }) => what !== 'title').map(({ item, what, why, span }) => [item, what, why, span.line]),
  ).toEqual([['blog', 'the whole gallery', 'docform does not support this type', 5]]);
  expect(
    await importSiteFile({ file: 'docs.yaml', text: site(space('one').replace('type: space', 'type: spase')) }),
  ).toMatchObject({
    problems: [{ code: 'E-SITE-FILE-ITEM', hint: 'did you mean "space"?' }],
  });
});

test('invalid keys are replaced by unique keys', async () => {
  const { spaces } = await imported(
    site(space('"a b"') + space('a-b') + space('"a  b"').replace('title: "a  b"', 'title: other')),
  );
  expect(spaces.map(({ key }) => key)).toEqual(['a-b-2', 'a-b', 'a-b-3']);
  const others = await imported(site(space('"Straße!"') + space('"文档"')));
  expect(others.spaces.map(({ key }) => key)).toEqual(['strasse', 'space']);
});

test('a hidden space and its language are declared where the dialect has them, and otherwise reported', async () => {
  const text = site(space('changes', ', hidden: true, content: { language: fr }'));
  const { siteFile } = readSiteFile('docs.yaml', text);
  if (siteFile === undefined) throw new Error('not valid');
  const declared = (dialect?: Dialect) => {
    const options = { key: 'docs', keys: 'title', shapes, ...(dialect === undefined ? {} : { dialect }) } as const;
    const { declaration, leftOut } = declareSite(siteFile, options);
    const of = (kind: string) => declaration.resources.find((each) => each.kind === kind)?.fields;
    return {
      ...{ hidden: of('site-space')?.hidden, language: of('space')?.language },
      leftOut: leftOut.map(({ what }) => what).filter((what) => what !== 'title'),
    };
  };
  expect(declared()).toEqual({ hidden: true, language: 'fr', leftOut: [] });
  expect(declared('gitbook')).toEqual({ hidden: true, language: 'fr', leftOut: [] });
  expect(declared('gitbook-0.180')).toEqual({ hidden: undefined, language: 'fr', leftOut: ['hidden'] });
  const neither = { hidden: undefined, language: undefined };
  expect(declared('2025-06')).toMatchObject({
    ...neither,
    leftOut: expect.arrayContaining(['hidden', 'content.language']),
  });
});
