/** Nested groups and links in files: import, drift, rename and undo where the platform has them, and a report where it does not. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type DialectName, type StartedPlatform, startPlatform } from '../../../src/server/index.ts';
import { run } from '../../cli/harness.ts';
import { directoryWith } from '../../support/directory.ts';
import { worldOf } from '../../support/live-world.ts';

let platform: StartedPlatform | undefined;
afterEach(() => platform?.close());

const spaces = [{ space: 'home', path: 'home' }];
const nested = [
  { link: 'status', title: 'Status', url: 'https://status.acme.dev/', icon: 'signal', draft: true },
  { section: 'start', title: 'Start', path: 'start', spaces },
  {
    group: 'outer',
    title: 'Outer',
    sections: [
      { group: 'inner', title: 'Inner', sections: [{ section: 'deep', title: 'Deep', path: 'deep', spaces }] },
      { link: 'blog', title: 'Blog', url: 'https://blog.acme.dev/' },
    ],
  },
];

const head = 'version: 1\norganization: acme\n';

async function workplace(structure: readonly object[], dialect: DialectName, text = '') {
  const seed = worldOf({ spaces: { home: { title: 'Home' } }, sites: { docs: { title: 'Docs', structure } } });
  platform = await startPlatform({ seed, dialect });
  const { url, token, organization, fetch } = platform;
  const directory = directoryWith(text === '' ? {} : { 'docform.yaml': text });
  const environment = { DOCFORM_API_URL: url, DOCFORM_ORG: organization, DOCFORM_TOKEN: token };
  const file = join(directory, 'docform.yaml');
  const ask = async (method: string, path: string, body?: object) => {
    const request = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    // biome-ignore lint/suspicious/noExplicitAny: bodies of any operation.
    return (await (await fetch(`/v1/orgs/${organization}${path}`, request)).json()) as any;
  };
  return {
    ask,
    docform: (...words: string[]) => run(words, { directory, environment }),
    read: () => readFile(file, 'utf8'),
    edit: async (change: (text: string) => string) => writeFile(file, change(await readFile(file, 'utf8'))),
  };
}

test('an import writes nested groups and links, and the plan afterwards is empty', async () => {
  const { docform, read } = await workplace(nested, 'gitbook');
  expect((await docform('import')).exit).toBe(0);
  expect((await docform('plan')).stdout).toContain('No changes.');
  expect(
    (await read()).split('structure:\n')[1],
  ).toBe(`      - { link: status, title: Status, url: https://status.acme.dev/, icon: signal, draft: true }
      - section: start
        title: Start
        path: start
        spaces:
          - { space: home, path: home }
      - group: outer
        title: Outer
        sections:
          - group: inner
            title: Inner
            sections:
              - section: deep
                title: Deep
                path: deep
                spaces:
                  - { space: home, path: home }
          - { link: blog, title: Blog, url: https://blog.acme.dev/ }
`);
});

test('drift reports and accepts a moved group, a changed link and a new link', async () => {
  const { ask, docform, read } = await workplace(nested, 'gitbook');
  await docform('import');
  const [site] = (await ask('GET', '/sites')).items;
  const { structure } = await ask('GET', `/sites/${site.id}/structure`);
  const [status, , { children }] = structure;
  await ask('PATCH', `/sites/${site.id}/section-groups/${children[0].id}`, { parentSectionGroupId: null });
  await ask('PATCH', `/sites/${site.id}/external-links/${status.id}`, { url: 'https://state.acme.dev/' });
  await ask('POST', `/sites/${site.id}/external-links`, { title: 'Jobs', url: 'https://jobs.acme.dev/' });
  const told = (await docform('drift')).stdout;
  for (const text of ['sites/docs/groups/inner', 'https://state.acme.dev/']) expect(told).toContain(text);
  expect(await docform('drift', '--write', '--unmanaged', '--yes')).toMatchObject({ exit: 0 });
  const written = await read();
  expect(written).toMatch(/^ {6}- group: inner\n/m);
  expect(written).toContain('https://state.acme.dev/');
  expect(written).toMatch(/^ {6}- link: jobs\n/m);
  expect((await docform('apply', '--yes')).exit).toBe(0);
  expect((await docform('plan')).stdout).toContain('No changes.');
});

test('a link gets another key and another group, and undo restores the configuration', async () => {
  const { docform, read, edit } = await workplace(nested, 'gitbook');
  await docform('import');
  expect(await docform('mv', 'sites/docs/links/blog', 'news')).toMatchObject({ exit: 0 });
  expect((await docform('apply', '--yes')).exit).toBe(0);
  const before = await read();
  const link = '- { link: news, title: Blog, url: https://blog.acme.dev/ }\n';
  const section = '              - section: deep\n';
  await edit((text) => text.replace(`          ${link}`, '').replace(section, `              ${link}${section}`));
  const planned = (await docform('plan')).stdout;
  expect(planned).toContain('from Outer');
  expect(planned).toMatch(/Plan: 1 to move\. 2 API requests\./);
  expect((await docform('plan', '--rehearse')).stdout).toContain('Rehearsal passed');
  expect((await docform('apply', '--yes')).exit).toBe(0);
  expect((await docform('undo', '--yes')).exit).toBe(0);
  expect((await docform('apply', '--yes')).exit).toBe(0);
  expect((await docform('plan')).stdout).toContain('No changes.');
  expect(parse(await read())).toEqual(parse(before));
});

const plain = [{ section: 'start', title: 'Start', path: 'start', spaces }];
const declared = (more: string) =>
  `${head}spaces: { home: { title: Home } }\nsites:\n  docs:\n    title: Docs\n    structure:\n      - section: start\n        title: Start\n        path: start\n        spaces: [{ space: home, path: home }]\n${more}`;

test('a platform without links reports them, and commands that edit the files keep them', async () => {
  const link = '      - link: status\n        title: Status\n        url: https://status.acme.dev/\n';
  const { ask, docform, read } = await workplace(plain, '2025-06', declared(link));
  expect((await docform('apply', '--yes')).exit).toBe(0);
  const told = (await docform('plan')).stdout;
  expect(told).toContain('sites/docs/links/status: this platform has no external links: the declaration has no effect');
  expect(told).toContain('No changes.');
  const [site] = (await ask('GET', '/sites')).items;
  await ask('POST', `/sites/${site.id}/section-groups`, { title: 'New' });
  await ask('PATCH', `/sites/${site.id}`, { title: 'Renamed' });
  expect(await docform('drift', '--write', '--unmanaged', '--yes')).toMatchObject({ exit: 0 });
  expect(await read()).toContain('title: Renamed');
  expect(await read()).toContain(link);
  expect(await docform('import', '--all', '--yes')).toMatchObject({ exit: 0 });
  expect(await read()).toContain(link);
});

test('a platform without nested groups refuses them with their position', async () => {
  const group = (inside: string) => `      - group: outer\n        title: Outer\n        sections:\n${inside}`;
  const inner = '          - group: inner\n            title: Inner\n';
  const { docform } = await workplace(plain, '2025-06', declared(group(inner)));
  expect(await docform('plan')).toMatchObject({
    exit: 3,
    stderr: expect.stringMatching(
      /error\[E-STRUCTURE-ITEM\]: docform\.yaml:15: sites\/docs\/groups\/inner: this platform allows no group in a group/,
    ),
  });
});
