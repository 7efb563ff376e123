/** Tests that `show` and `plan` print redirects from a saved plan, standard input or a new plan, in each format, for one host. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { worldOf } from '../support/live-world.ts';
import { workspace } from './plan-workspace.ts';

const world = worldOf({
  spaces: { home: { title: 'Home' }, api: { title: 'API' } },
  sites: {
    docs: {
      ...{ title: 'Acme Docs', proxy: 'acme.dev/docs' },
      structure: [
        { section: 'start', title: 'Start', path: 'start', spaces: [{ space: 'home', path: 'home' }] },
        {
          section: 'guides',
          ...{ title: 'Guides', path: 'guides' },
          spaces: [
            { space: 'home', path: 'home' },
            { space: 'api', path: 'api' },
          ],
        },
      ],
    },
  },
});

test('a redirect map has the URLs of a moved section and a removed space', async () => {
  const { docform, write, directory, close } = await workspace('version: 1\n', world);
  expect((await docform(['import', '--yes'])).exit).toBe(0);
  const text = await readFile(join(directory, 'docform.yaml'), 'utf8');
  expect((await docform(['plan', '--format', 'csv'])).stdout).toBe('from,to,reason,address,subject,except\r\n');
  await write(text.replace('path: guides', 'path: manual').replace('          - { space: api, path: api }\n', ''));
  expect((await docform(['plan', '--out', 'plan.json'])).exit).toBe(0);
  const map = (...argv: readonly string[]) => docform(['show', 'plan.json', ...argv]);
  const file = await map('--format', 'redirects');
  expect(file).toMatchObject({
    ...{ exit: 0, stderr: '' },
    stdout: `# only the URL itself, because other content is below it: https://acme.dev/docs/guides/api
/docs/guides /docs/manual 301
# https://acme.dev/docs/guides/api: is removed (space "API" in section "Guides")
`,
  });
  const input = await readFile(join(directory, 'plan.json'), 'utf8');
  expect((await docform(['show', '-', '--format', 'redirects'], { input })).stdout).toBe(file.stdout);
  expect((await docform(['show', 'plan.json', '--format', 'redirects', '--host', 'ACME.dev'])).stdout).toBe(
    file.stdout,
  );
  expect((await map('--format', 'nginx')).stdout).toContain(
    'docs/guides(/[^?]*)?(\\?.*)?$" "https://acme.dev/docs/manual$1$2";',
  );
  expect(JSON.parse((await map('--json')).stdout)).toMatchObject({
    redirects: [
      {
        from: 'https://acme.dev/docs/guides/api',
        to: null,
        reason: 'ended',
        address: 'sites/acme-docs/sections/guides/spaces/api',
      },
      {
        from: 'https://acme.dev/docs/guides',
        to: 'https://acme.dev/docs/manual',
        except: ['https://acme.dev/docs/guides/api'],
      },
    ],
  });
  expect(await map('--format', 'csv', '--host', 'evil.test')).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('hosts with changes: acme.dev'),
  });
  expect(await map('--host', 'acme.dev')).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('--host requires a format for redirects'),
  });
  const { redirects: _, ...older } = JSON.parse(input);
  expect(await docform(['show', '-', '--format', 'csv'], { input: JSON.stringify(older) })).toMatchObject({ exit: 3 });
  await close();
});
