/** Tests that importing a site-structure file with its live site identifies the spaces and leads to an empty plan. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type StartedPlatform, startPlatform } from '../../../src/server/index.ts';
import { run } from '../../cli/harness.ts';
import { directoryWith } from '../../support/directory.ts';
import { plantedIds, worldOf } from '../../support/live-world.ts';

let platform: StartedPlatform | undefined;
afterEach(() => platform?.close());

const file = `site:
  title: Docs
  structure:
    - type: section
      key: section-1
      title: Guides
      path: /guides
      default: true
      children:
        - { type: space, key: space-1, title: English, path: /, default: true }
        - { type: space, key: space-2, title: Français, path: fr }
        - { type: space, key: space-3, title: Deutsch, path: de, draft: true }
    - type: section-group
      key: group-1
      title: More
      children:
        - type: section
          key: section-2
          title: API
          path: api
          children: [{ type: space, key: space-4, title: Reference, path: reference }]
    - { type: external-link, key: blog, title: Blog, url: https://acme.dev/blog }
`;

const world = {
  spaces: {
    ...{
      en: { title: 'Guides (en)' },
      fr: { title: 'Guides (fr)' },
      de: { title: 'Guides (de)' },
      api: { title: 'API reference' },
    },
    private: { title: 'English' },
  },
  sites: {
    docs: {
      title: 'Docs',
      defaultSection: 'guides',
      structure: [
        {
          ...{ section: 'guides', title: 'Guides', path: 'guides' },
          spaces: [
            { space: 'en', path: 'en' },
            { space: 'fr', path: 'fr' },
            { space: 'de', path: 'de' },
          ],
        },
        {
          group: 'more',
          title: 'More',
          sections: [{ section: 'api', title: 'API', path: 'api', spaces: [{ space: 'api', path: 'reference' }] }],
        },
      ],
    },
  },
};

async function workplace(text: string, seedOf: object = world, dialect: '2025-06' | 'gitbook' = '2025-06') {
  const seed = worldOf(seedOf as Parameters<typeof worldOf>[0]);
  platform = await startPlatform({ seed, dialect });
  const directory = directoryWith({ 'gitbook-docs.yaml': text });
  const environment = { DOCFORM_API_URL: platform.url, DOCFORM_TOKEN: platform.token };
  const idOf = (address: string) => plantedIds(seed).get(address);
  const docform = (...argv: readonly string[]) => run(argv, { directory, environment });
  return {
    docform,
    idOf,
    directory,
    sent: () => platform?.requests.read().items.filter(({ method }) => method !== 'GET') ?? [],
  };
}

const importing = ['import', '--from', 'gitbook-docs.yaml', '--out', 'docform.yaml'];

test('spaces are found by their section and path, existing drafts are declared, and the plan is empty', async () => {
  const { docform, idOf, directory, sent } = await workplace(file);
  const { exit, stderr } = await docform(...importing);
  expect({ exit, sent: sent() }).toEqual({ exit: 0, sent: [] });
  const text = await readFile(join(directory, 'docform.yaml'), 'utf8');
  expect(text.slice(text.indexOf('organization'))).toBe(`organization: ${platform?.organization}

spaces:
  english: { id: ${idOf('spaces/en')} }
  francais: { id: ${idOf('spaces/fr')} }
  deutsch: { id: ${idOf('spaces/de')} }
  reference: { id: ${idOf('spaces/api')} }

sites:
  docs:
    id: ${idOf('sites/docs')}
    title: Docs
    defaultSection: guides
    structure:
      - section: guides
        title: Guides
        path: guides
        default: english
        spaces:
          - { space: english }
          - { space: francais, path: fr }
          - { space: deutsch, path: de }
      - group: more
        title: More
        sections:
          - section: api
            title: API
            path: api
            spaces:
              - { space: reference, path: reference }
`);
  expect(stderr).toContain('the whole external-link: the API of this platform has no external links');
  expect(stderr).toContain(
    `Pinned 4 of 4 spaces to the spaces at the same paths of the live site ${idOf('sites/docs')}.\nNext: docform plan\n`,
  );
  const plan = await docform('plan', '--detailed-exitcode');
  expect(plan, plan.stdout).toMatchObject({ exit: 2 });
});

test('spaces that are not on the site are not pinned, and drafts are omitted', async () => {
  const { docform } = await workplace(file.replace('path: fr', 'path: it').replace('path: de', 'path: nl'));
  const { exit, stdout, stderr } = await docform('import', '--from', 'gitbook-docs.yaml', '--json');
  const document = JSON.parse(stdout) as {
    readonly spaces: readonly { readonly key: string; readonly id: string | null }[];
    readonly live: object;
  };
  expect({ exit, spaces: document.spaces.map(({ key, id }) => [key, id !== null]) }).toEqual({
    exit: 0,
    spaces: [
      ['english', true],
      ['francais', false],
      ['reference', true],
    ],
  });
  expect(document.live).toMatchObject({ missing: null });
  expect(stderr).toContain('Pinned 2 of 3 spaces to the spaces at the same paths');
  expect(stderr).toContain('Pin the others with `id:`, or remove them.\nTo create a space as a copy');
});

test.each([
  [
    'no site',
    { ...world, sites: { docs: { ...world.sites.docs, title: 'Other' } } },
    'No site on the platform has the title in the file',
  ],
  [
    'several sites',
    { ...world, sites: { ...world.sites, twin: { title: 'Docs', basename: 'twin', structure: [] } } },
    'Several sites on the platform have the title',
  ],
])('if %s is ambiguous, no space is pinned and the reason is reported', async (_, seed, said) => {
  const { docform } = await workplace(file, seed);
  const { exit, stdout, stderr } = await docform('import', '--from', 'gitbook-docs.yaml');
  expect(exit).toBe(0);
  expect(stdout).toContain('  english: {}\n');
  expect(stdout).not.toMatch(/\bid: \w{20}/);
  expect(stderr).toContain(said);
});

test('a space with two places is declared once', async () => {
  const { space, ...rest } = { space: 'en', path: 'start' };
  const [guides, more] = world.sites.docs.structure;
  const twice = {
    ...more,
    sections: [
      {
        section: 'api',
        title: 'API',
        path: 'api',
        spaces: [
          { space: 'api', path: 'reference' },
          { space, ...rest },
        ],
      },
    ],
  };
  const seed = { ...world, sites: { docs: { ...world.sites.docs, structure: [guides, twice] } } };
  const both = file.replace(
    'path: reference }]',
    'path: reference }, { type: space, key: space-5, title: Start, path: start }]',
  );
  const { docform } = await workplace(both, seed);
  expect((await docform(...importing)).exit).toBe(0);
  const plan = await docform('plan', '--detailed-exitcode');
  expect(plan, plan.stdout + plan.stderr).toMatchObject({ exit: 2 });
});

test('missing spaces are declared as copies, also with the same title, and one apply builds the site', async () => {
  const { docform, directory, idOf } = await workplace(file.replace('Français', 'English'), {
    spaces: { template: { title: 'Template' } },
  });
  expect((await docform(...importing)).exit).toBe(0);
  const text = await readFile(join(directory, 'docform.yaml'), 'utf8');
  const copied = text
    .replace('spaces:\n', `spaces:\n  template: { id: ${idOf('spaces/template')} }\n`)
    .replace(/^( {2}[\w-]*english(?:-2)?): \{\}$/gm, '$1: { title: English, copyOf: template }')
    .replace('  reference: {}', '  reference: { title: Reference, copyOf: template }');
  await writeFile(join(directory, 'docform.yaml'), copied);
  const applied = await docform('apply', '--yes');
  expect(applied, applied.stdout + applied.stderr).toMatchObject({ exit: 0 });
  const plan = await docform('plan', '--detailed-exitcode');
  expect(plan, plan.stdout).toMatchObject({ exit: 0 });
});

const dialects = ['2025-06', 'gitbook'] as const;

test.each(dialects)(
  'the only space of a site or section is found without a path on either side (%s)',
  async (dialect) => {
    const only = `site:
  title: Docs
  structure: [{ type: space, key: a, title: Anything }]
`;
    const flat = { spaces: { home: null }, sites: { docs: { title: 'Docs', structure: [{ space: 'home' }] } } };
    const { docform, idOf } = await workplace(only, flat, dialect);
    const { exit, stdout } = await docform(...importing.slice(0, 3), '--json');
    expect({ exit, spaces: JSON.parse(stdout).spaces }).toEqual({
      exit: 0,
      spaces: [{ key: 'anything', id: idOf('spaces/home') }],
    });
  },
);

test.each(dialects)(
  'the plan is blocked until each space of the file is pinned, and apply sends nothing (%s)',
  async (dialect) => {
    const { docform, sent } = await workplace(file.replace('path: fr', 'path: it'), world, dialect);
    await docform(...importing);
    const { exit, stdout, stderr } = await docform('apply', '--yes');
    expect(exit, stdout).toBe(6);
    expect(stdout + stderr).toMatch(/spaces\/francais\n +blocked\[B-CANNOT-CREATE\]/);
    expect(sent()).toEqual([]);
  },
);
