/** Link invites in the `gitbook` dialect: created, changed and deleted, without their ids in any output. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { siteFileWorkspace } from '../import/site-file/site-file-workspace.ts';
import { worldOf } from '../support/live-world.ts';

type Place = Awaited<ReturnType<typeof siteFileWorkspace>>;
let place: Place | undefined;
afterEach(() => place?.close());

const seed = worldOf({ linkInvites: { inv_secret_1: { role: 'edit' } } });

interface Link {
  readonly id: string;
  readonly role: string;
}

async function open(text: string) {
  const opened = await siteFileWorkspace(text, seed);
  place = opened;
  const outputs: string[] = [];
  const links = async () => ((await opened.send('GET', '/~/link-invites')) as { items: readonly Link[] }).items;
  const ids = new Set<string>();
  return {
    ...opened,
    links,
    docform: async (...argv: readonly string[]) => {
      const ran = await opened.docform(...argv);
      for (const { id } of await links()) ids.add(id);
      outputs.push(ran.stdout, ran.stderr);
      return ran;
    },
    /** Ids of links in outputs and in the files of docform. */
    leaks: async () => {
      const files = await Promise.all(
        ['docform.yaml', 'docform.ledger.json'].map((name) => opened.read(name).catch(() => '')),
      );
      return [...ids].filter((id) => [...outputs, ...files].some((text) => text.includes(id)));
    },
  };
}

test('a link invite is created, changed and deleted, and no output contains its id', async () => {
  const { docform, links, write, leaks } = await open('linkInvites: { contractors: read }\n');
  const plan = await docform('plan', '--verbose');
  expect(plan.stdout).toContain('+ linkInvites/contractors');
  expect(plan.stdout).toContain('high-risk');
  expect(await docform('apply', '--yes', '--debug')).toMatchObject({ exit: 0 });
  expect((await links()).map(({ role }) => role)).toEqual(['edit', 'read']);
  expect(await docform('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
  await write('linkInvites: { contractors: comment }\n');
  expect((await docform('plan', '--json')).stdout).toContain('linkInvites/contractors');
  expect(await docform('apply', '--yes', '--json')).toMatchObject({ exit: 0 });
  expect((await links()).map(({ role }) => role)).toEqual(['edit', 'comment']);
  await place?.send('PATCH', `/~/link-invites/${(await links())[1]?.id}`, { role: 'admin' });
  expect((await docform('drift', '--json')).stdout).toContain('linkInvites/contractors');
  expect((await docform('get', '--json')).exit).toBe(0);
  expect(await docform('apply', '--yes')).toMatchObject({ exit: 0 });
  await write('linkInvites: {}\n');
  expect(await docform('apply', '--yes')).toMatchObject({ exit: 0 });
  expect((await links()).map(({ role }) => role)).toEqual(['edit']);
  expect(await leaks()).toEqual([]);
});

test('an existing link invite with the declared role is adopted, and imported under a name', async () => {
  const { docform, links, read, leaks, directory } = await open('linkInvites: { editors: edit }\n');
  expect((await docform('plan')).stdout).toContain('found by its role');
  expect(await docform('apply', '--yes')).toMatchObject({ exit: 0 });
  expect(await links()).toHaveLength(1);
  for (const name of ['docform.yaml', 'docform.ledger.json']) await rm(join(directory, name));
  const imported = await docform('import');
  expect(imported.exit, imported.stderr).toBe(0);
  expect(await read('docform.yaml')).toContain('edit: edit');
  expect(await docform('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
  expect(await leaks()).toEqual([]);
});

test('a create without an answer is found again by its role', async () => {
  const { docform, links, platform } = await open('linkInvites: { contractors: read }\n');
  platform.faults.add({ match: { operation: 'createLinkInvite' }, effect: { type: 'drop', when: 'after' }, times: 1 });
  await docform('apply', '--yes');
  await docform('apply', '--yes');
  expect((await links()).map(({ role }) => role)).toEqual(['edit', 'read']);
  expect(await docform('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
});

test('access lists the roles of link invites, or says that the list could not be read', async () => {
  const { docform, platform, leaks } = await open('');
  expect((await docform('access')).stdout).toContain('ink invites are on (1 link: edit 1)');
  await place?.send('POST', '/~/link-invites', { role: null });
  expect((await docform('access')).stdout).toContain('ink invites are on (2 links: edit 1, guest 1)');
  const { organization } = JSON.parse((await docform('access', '--json')).stdout);
  expect(organization.linkInvites).toEqual(['edit', null]);
  platform.faults.add({ match: { operation: 'listLinkInvites' }, effect: { type: 'status', status: 403 }, times: 1 });
  const refused = await docform('access');
  expect(refused.stdout).toContain('ink invites are on (unknown links)');
  expect(refused.stdout).toContain('the link invites: ');
  expect(refused.exit).toBe(1);
  expect(await leaks()).toEqual([]);
});
