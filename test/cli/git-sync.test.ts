/** Commands of a configuration that includes a file of Git Sync: they show what Git Sync writes, and never write it into the configuration. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { plantedIds, worldOf } from '../support/live-world.ts';
import { run } from './harness.ts';

let platform: StartedPlatform | undefined;
afterEach(() => platform?.close());

const file = `site:
  title: Docs
  structure:
    - type: section
      key: section-1
      title: Guides
      path: guides
      default: true
      children:
        - { type: space, key: space-1, title: English, path: en, default: true, content: { directory: ./en } }
        - { type: space, key: space-2, title: French, path: fr, content: { directory: ./fr } }
`;

const gitSync = { repoName: 'acme/english', installationProvider: 'github' };

async function workplace(dialect: '2025-06' | 'gitbook' = 'gitbook') {
  const spaces = [
    { space: 'en', path: 'en' },
    { space: 'fr', path: 'fr' },
  ];
  const seed = worldOf({
    teams: { writers: { title: 'Writers' } },
    spaces: { en: { title: 'English', shown: { gitSync } }, fr: { title: 'French' }, other: { title: 'Other' } },
    sites: { docs: { title: 'Docs', structure: [{ section: 'guides', title: 'Guides', path: 'guides', spaces }] } },
  });
  platform = await startPlatform({ seed, dialect });
  const site = plantedIds(seed).get('sites/docs');
  const access = dialect === 'gitbook' ? 'permissions: { teams: { writers: edit } }' : 'defaultLevel: read';
  const configuration = `version: 1
organization: ${platform.organization}
include: [{ files: gitbook-docs.yaml, writer: git-sync, site: docs }]
teams: { writers: { title: Writers } }
spaces: { english: { ${access} } }
sites: { docs: { id: ${site}, visibility: unlisted } }
`;
  const directory = directoryWith({ 'gitbook-docs.yaml': file, 'docform.yaml': configuration });
  const environment = { DOCFORM_API_URL: platform.url, DOCFORM_TOKEN: platform.token };
  const docform = (...argv: readonly string[]) => run(argv, { directory, environment });
  const applied = await docform('apply', '--yes');
  expect(applied.exit, applied.stdout + applied.stderr).toBe(0);
  const path = join(directory, 'docform.yaml');
  const texts = async () => [
    await readFile(path, 'utf8'),
    await readFile(join(directory, 'gitbook-docs.yaml'), 'utf8'),
  ];
  return { docform, texts, configuration, path };
}

test.each(['2025-06', 'gitbook'] as const)(
  'get shows the file and the repository, and the plan is empty (%s)',
  async (dialect) => {
    const { docform } = await workplace(dialect);
    const { stdout } = await docform('get');
    expect(stdout).toMatch(/sites\/docs\/sections\/guides +\S+ +managed +written by Git Sync \(gitbook-docs\.yaml\)\n/);
    const one = await docform('get', 'spaces/english');
    expect(one.stdout).toContain('# Git Sync writes it from gitbook-docs.yaml\n# Git Sync of acme/english is on\n');
    expect((await docform('plan', '--detailed-exitcode')).exit).toBe(0);
  },
);

test('a partial plan reads the structure that shows which space is at a place', async () => {
  const { docform } = await workplace();
  const { exit, stdout } = await docform('plan', '--only', 'spaces/english');
  expect({ exit, stdout }).toMatchObject({ exit: 0, stdout: expect.stringContaining('no changes in the scope') });
});

test('an import adds everything around the file, and keeps the structure in the file', async () => {
  const { docform, texts, configuration } = await workplace();
  const imported = await docform('import', '--yes');
  expect(imported.exit, imported.stdout + imported.stderr).toBe(0);
  const [text = '', structure] = await texts();
  expect(structure).toBe(file);
  expect(text).toContain('other: { title: Other');
  expect(text).not.toContain('structure:');
  expect(text).toContain(configuration.split('\n')[5]);
  expect((await docform('plan', '--detailed-exitcode')).exit).toBe(0);
});

test('drift --write and undo edit only the configuration', async () => {
  const { docform, texts } = await workplace();
  const written = await docform('drift', '--write', '--unmanaged', '--yes');
  expect(written.stdout).not.toContain('the order of its members');
  expect((await texts())[0]).toContain('title: Other');
  const undone = await docform('undo', '--yes');
  expect(undone.exit, undone.stdout + undone.stderr).toBe(0);
  const [text, structure] = await texts();
  expect(text).toContain('visibility: public');
  expect(structure).toBe(file);
});

test('without the include, docform deletes nothing that Git Sync writes', async () => {
  const { docform, configuration, path } = await workplace();
  await writeFile(path, configuration.replace(/^include.*\n/m, ''));
  const { stdout } = await docform('plan', '--json');
  const { changes } = JSON.parse(stdout) as {
    readonly changes: readonly { readonly action: string; readonly address: string; readonly why: string }[];
  };
  expect(changes.map(({ action, address }) => `${action} ${address}`)).toEqual([
    'release sites/docs/sections/guides',
    'release sites/docs/sections/guides/spaces/english',
    'release sites/docs/sections/guides/spaces/french',
    'release spaces/french',
  ]);
});

test('mv of what Git Sync writes names the line to edit', async () => {
  const { docform, texts } = await workplace();
  const before = await texts();
  for (const [from, to, line] of [
    ['sites/docs/sections/guides', 'start', 6],
    ['spaces/english', 'en', 10],
  ] as const) {
    const { exit, stderr } = await docform('mv', from, to);
    expect(exit).toBe(3);
    expect(stderr).toContain(`${from} cannot be renamed: Git Sync writes it, and its key follows from its title`);
    expect(stderr).toContain(`change the title at gitbook-docs.yaml:${line}, and rename the block`);
  }
  expect(await texts()).toEqual(before);
});

test('a new space gets its declared permissions in the first plan after its first sync', async () => {
  const { docform, configuration, path } = await workplace();
  const german = '        - { type: space, key: space-3, title: German, path: de, content: { directory: ./de } }\n';
  await writeFile(join(path, '../gitbook-docs.yaml'), file + german);
  const spaces = 'spaces: { german: { permissions: { teams: { writers: read } } },';
  await writeFile(path, configuration.replace('spaces: {', spaces));
  const before = await docform('plan');
  expect(before.stdout).toContain('spaces/german/teams/writers: new in this plan: role "read"');
  expect(before.stdout).toContain('No changes to the platform.');

  const ask = async (method: string, at: string, body?: object) => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const answer = await platform?.fetch(`/v1/orgs/${platform.organization}${at}`, init);
    expect(answer?.ok, at).toBe(true);
    return (await answer?.json()) as { readonly id: string; readonly items: readonly { readonly id: string }[] };
  };
  const [site] = (await ask('GET', '/sites')).items;
  const [section] = (await ask('GET', `/sites/${site?.id}/sections`)).items;
  const { id: spaceId } = await ask('POST', '/spaces', { title: 'German' });
  const placed = await ask('POST', `/sites/${site?.id}/site-spaces`, { spaceId, sectionId: section?.id });
  await ask('PATCH', `/sites/${site?.id}/site-spaces/${placed.id}`, { path: 'de' });

  const after = await docform('plan');
  expect(after.stdout).toContain('+ spaces/german/teams/writers "Writers"');
  expect((await docform('apply', '--yes')).exit).toBe(0);
  expect((await docform('plan', '--detailed-exitcode')).exit).toBe(0);
});
