/** Tests that redirects of `.gitbook.yaml` become redirects of the site, or are listed with the reason and their position. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSpaceRedirects } from '../../../src/config/site-file/space-redirects.ts';
import { importSiteFile } from '../../../src/library/import-site-file.ts';
import { type StartedPlatform, startPlatform } from '../../../src/server/index.ts';
import { run } from '../../cli/harness.ts';
import { directoryWith } from '../../support/directory.ts';

let platform: StartedPlatform | undefined;
afterEach(() => platform?.close());

/** What is converted, and the reason and the line of everything else. */
function read(text: string) {
  const { redirects, leftOut, problems } = readSpaceRedirects('.gitbook.yaml', text);
  return {
    redirects: Object.fromEntries(redirects.map(({ from, to }) => [from, 'url' in to ? to.url : `page ${to.page}`])),
    leftOut: leftOut.map(({ what, why, span }) => `${span.line}: ${what}: ${why}`),
    problems: problems.map(({ code, span }) => `${code} ${span.line}`),
  };
}

test('pages, the first page and URLs are targets, whatever their notation', () => {
  expect(
    read(`root: ./docs/
structure: { readme: intro.md }
redirects:
  previous/page: new-folder/page.md
  /help/: ./support.md
  old: start/README.md
  home: intro.md
  api: https://api.acme.dev/v2?old#top
  deep/../other: a/../b.md
  plain: guides/start
`),
  ).toEqual({
    redirects: {
      'previous/page': 'page new-folder/page',
      help: 'page support',
      old: 'page start',
      home: 'page ',
      api: 'https://api.acme.dev/v2?old#top',
      other: 'page b',
      plain: 'page guides/start',
    },
    leftOut: [],
    problems: [],
  });
});

test('every redirect that cannot be converted is listed with its reason and its line', () => {
  expect(
    read(`redirects:
  number: 404
  nothing:
  list: [a.md]
  map: { to: a.md }
  outside: ../../etc/passwd.md
  ../up: a.md
  "/": a.md
  script: javascript:alert(1)
  mail: mailto:docs@acme.dev
  host: //evil.example/a
  image: logo.png
  anchor: a.md#top
  twice: a.md
  /twice/: b.md
  itself: itself.md
  one: two.md
  two: one.md
  404: a.md
  all/*: a.md
`),
  ).toEqual({
    redirects: { twice: 'page a', '404': 'page a' },
    leftOut: [
      '2: redirect of number: the target must be text, not a number',
      '3: redirect of nothing: the target is missing',
      '4: redirect of list: the target must be text, not a list',
      '5: redirect of map: the target must be text, not a map',
      '6: redirect of outside: the target is outside the content of the space',
      '7: redirect of ../up: the path leads out of the space',
      '8: redirect of /: the root of a space cannot be redirected',
      '9: redirect of script: the target is neither a page nor an HTTP URL',
      '10: redirect of mail: the target is neither a page nor an HTTP URL',
      '11: redirect of host: the target is neither a page nor an HTTP URL',
      '12: redirect of image: the target is not a page',
      '13: redirect of anchor: a redirect to a page cannot have an anchor or a query',
      '15: redirect of /twice/: line 14 already redirects this path',
      '16: redirect of itself: it leads to itself',
      '17: redirect of one: line 18 redirects its target, too',
      '18: redirect of two: line 17 redirects its target, too',
      '20: redirect of all/*: an asterisk in a redirect of the site would stand for any text',
    ],
    problems: [],
  });
});

test('redirects that are no map are listed, and a file without them has none', () => {
  expect(read('redirects: [a, b]\n').leftOut).toEqual(['1: redirects: `redirects` must be a map, not a list']);
  expect(read('redirects:\nroot: ./\n')).toEqual({ redirects: {}, leftOut: [], problems: [] });
});

test('a file that is not valid YAML is a problem with its line', () => {
  expect(read('redirects:\n  a: b.md\n  a: c.md\n').problems).toEqual([expect.stringMatching(/ 3$/)]);
  expect(read('redirects: {\n').problems).toHaveLength(1);
});

const structure = `site:
  title: Partner portal
  structure:
    - type: section
      key: guides
      title: Guides
      path: guides
      default: true
      children:
        - { type: space, key: en, title: English, path: en, default: true, content: { directory: ./docs/en } }
        - { type: space, key: fr, title: Français, path: fr, content: { directory: docs/fr } }
    - type: section
      key: api
      title: API
      path: api
      children: [{ type: space, key: rest, title: REST, content: { directory: ./api } }]
`;

async function importedWith(files: { readonly [path: string]: string }, text = structure) {
  const imported = await importSiteFile({
    file: 'repo/gitbook-docs.yaml',
    text,
    readSpaceFile: (path) => (files[path] === undefined ? undefined : { text: files[path] }),
  });
  if (imported.problems !== undefined) return { problems: imported.problems.map(({ span }) => span.file) };
  const sites = imported.configuration.sites as { readonly [key: string]: { readonly redirects?: object } };
  const leftOut = imported.leftOut.filter(({ what }) => what.startsWith('redirect'));
  return {
    redirects: Object.values(sites)[0]?.redirects,
    leftOut: leftOut.map(({ what, why, span }) => `${span.file}:${span.line} ${what}: ${why}`),
  };
}

test('the path of the space precedes the path of a redirect, and the first page is the site-space', async () => {
  expect(
    await importedWith({
      'docs/en/.gitbook.yaml': 'redirects: { old: https://acme.dev/, start: README.md, "fr/x": https://acme.dev/ }\n',
      'docs/fr/.gitbook.yaml': 'redirects: { été: https://acme.dev/fr, x: https://acme.dev/x, "a|b": README.md }\n',
      'api/.gitbook.yaml': 'redirects: { old: https://acme.dev/api, page: other.md }\n',
    }),
  ).toEqual({
    redirects: {
      '/old': 'https://acme.dev/',
      '/start': { siteSpace: 'sections/guides/spaces/english' },
      '/fr/x': 'https://acme.dev/',
      '/fr/%C3%A9t%C3%A9': 'https://acme.dev/fr',
      '/fr/a%7Cb': { siteSpace: 'sections/guides/spaces/francais' },
      '/api/old': 'https://acme.dev/api',
    },
    leftOut: [
      'repo/docs/fr/.gitbook.yaml:1 redirect of x: repo/docs/en/.gitbook.yaml:1 already redirects /fr/x',
      'repo/api/.gitbook.yaml:1 redirect of page: the id of the page is unknown: run the command with a token for the platform of the site',
    ],
  });
});

test('a file beside the structure file belongs to the only space, and otherwise to none', async () => {
  const files = { '.gitbook.yaml': 'redirects: { old: https://acme.dev/ }\n' };
  expect(await importedWith(files)).toEqual({
    redirects: undefined,
    leftOut: [
      'repo/.gitbook.yaml:1 redirect of old: the file belongs to none of the 3 spaces: no `content.directory` is its directory',
    ],
  });
  const flat = 'site:\n  title: Docs\n  structure: [{ type: space, key: one, title: One }]\n';
  expect(await importedWith(files, flat)).toEqual({ redirects: { '/old': 'https://acme.dev/' }, leftOut: [] });
});

test('a directory outside is not read, and an invalid file is a problem', async () => {
  const asked: string[] = [];
  const text = structure.replace('./docs/en', '../../secret').replace('directory: ./api', 'directory: /etc');
  await importSiteFile({ file: 'a.yaml', text, readSpaceFile: (path) => void asked.push(path) as undefined });
  expect(asked).toEqual(['.gitbook.yaml', 'docs/fr/.gitbook.yaml']);
  expect(await importedWith({ 'api/.gitbook.yaml': 'redirects: {\n' })).toEqual({
    problems: ['repo/api/.gitbook.yaml'],
  });
});

async function workplace(dialect: '2025-06' | 'gitbook', redirects: string) {
  platform = await startPlatform({ seed: 'medium', dialect });
  const environment = {
    DOCFORM_API_URL: platform.url,
    DOCFORM_TOKEN: platform.token,
    DOCFORM_ORG: platform.organization,
  };
  const directory = directoryWith();
  const docform = (...argv: readonly string[]) => run(argv, { directory, environment });
  const ask = async (path: string) =>
    (await platform?.fetch(path.replace('~', `/v1/orgs/${platform.organization}`)))?.json();
  const sites = (await ask('~/sites')) as {
    readonly items: readonly { readonly id: string; readonly title: string }[];
  };
  const site = sites.items[0];
  const spaces = (await ask(`~/sites/${site?.id}/site-spaces`)) as {
    readonly items: readonly { readonly id: string; readonly path: string; readonly space: { readonly id: string } }[];
  };
  await writeFile(join(directory, '.gitbook.yaml'), redirects);
  return { docform, directory, ask, site, siteSpaces: spaces.items };
}

test('with a token, a page is found by its path, and the plan after the import only creates the redirects', async () => {
  const { docform, directory, site, ask } = await workplace(
    'gitbook',
    'redirects: { old: start/README.md, gone: nowhere.md }\n',
  );
  const structureNow = (await ask(`~/sites/${site?.id}/structure`)) as {
    readonly type: string;
    readonly structure: readonly {
      readonly title: string;
      readonly path: string;
      readonly siteSpaces: readonly {
        readonly id: string;
        readonly path: string;
        readonly space: { readonly id: string };
      }[];
    }[];
  };
  const [section] = structureNow.structure;
  const [first] = section?.siteSpaces ?? [];
  const page = (await ask(`/v1/spaces/${first?.space.id}/content/path/start`)) as { readonly id: string };
  await writeFile(
    join(directory, 'gitbook-docs.yaml'),
    `site:
  title: ${site?.title}
  structure:
    - type: section
      key: one
      title: ${section?.title}
      path: ${section?.path}
      default: true
      children: [{ type: space, key: two, title: Two, path: ${first?.path}, default: true }]
`,
  );
  const { exit, stderr } = await docform('import', '--from', 'gitbook-docs.yaml', '--out', 'docform.yaml');
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.stringContaining('.gitbook.yaml:1') });
  expect(stderr).toContain('redirect of gone: the space has no page at nowhere');
  const { sites } = parse(await readFile(join(directory, 'docform.yaml'), 'utf8')) as {
    readonly sites: { readonly [key: string]: { readonly redirects: object } };
  };
  expect(Object.values(sites).map(({ redirects }) => redirects)).toEqual([
    { '/old': { page: `${first?.id}/${page.id}` } },
  ]);
  const plan = await docform('plan');
  expect(plan.stdout).toContain('/old');
});

test('a platform without redirects gets none, and each is listed', async () => {
  const { docform, directory, site } = await workplace('2025-06', 'redirects: { old: https://acme.dev/ }\n');
  await writeFile(
    join(directory, 'gitbook-docs.yaml'),
    `site:\n  title: ${site?.title}\n  structure: [{ type: space, key: one, title: One }]\n`,
  );
  const { exit, stderr, stdout } = await docform('import', '--from', 'gitbook-docs.yaml');
  expect(exit).toBe(0);
  expect(stdout).not.toContain('redirects');
  expect(stderr).toContain('redirect of old: the API of this platform has no redirects');
});
