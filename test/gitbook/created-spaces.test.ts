/** Spaces that are created from a template or in a language, and later changes of these fields. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { siteFileWorkspace } from '../import/site-file/site-file-workspace.ts';

type Place = Awaited<ReturnType<typeof siteFileWorkspace>>;
let place: Place | undefined;
afterEach(() => place?.close());

async function open(text: string): Promise<Place> {
  place = await siteFileWorkspace(text, 'empty');
  return place;
}

test('a space is created from its template in its language, and only the language can change later', async () => {
  const { docform, send, write, requests } = await open(
    'spaces: { docs: { title: Docs, template: tmpl_1, language: fr } }\n',
  );
  const plan = await docform('plan');
  expect(plan.stdout).toContain('template  "tmpl_1"');
  expect(plan.stdout).toContain('language  "fr"');
  expect(await docform('apply', '--yes')).toMatchObject({ exit: 0 });
  const log = (await send('GET', '/_platform/requests?operation=createOrganizationSpace')) as {
    readonly items: readonly { readonly body: unknown }[];
  };
  expect(log.items.map(({ body }) => body)).toEqual([{ title: 'Docs', template: { id: 'tmpl_1' }, language: 'fr' }]);
  expect(await docform('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
  await write('spaces: { docs: { title: Docs, template: tmpl_2, language: de } }\n');
  const changed = await docform('plan', '--detailed-exitcode');
  expect(changed.stdout).toContain('language  "fr" → "de"');
  expect(changed.stdout).toContain('template has changed since the creation, and has no effect on a space that exists');
  expect(changed.exit).toBe(2);
  expect((await docform('plan', '--offline')).stdout).not.toContain('template');
  expect((await docform('drift')).stdout).toContain('No drift.');
  expect(await docform('apply', '--yes')).toMatchObject({ exit: 0 });
  expect(await requests('createOrganizationSpace')).toBe(1);
  expect((await docform('plan')).stdout).toContain('template has changed since the creation');
  await write('spaces: { docs: { title: Docs } }\n');
  const removed = await docform('plan');
  expect(removed.stdout).not.toContain('template');
});

test('an imported space keeps its language', async () => {
  const { docform, send, read, directory } = await open('spaces: {}\n');
  await send('POST', '/~/spaces', { title: 'Docs', language: 'ja', empty: true });
  await rm(join(directory, 'docform.yaml'));
  expect(await docform('import')).toMatchObject({ exit: 0 });
  expect(await read('docform.yaml')).toContain('language: ja');
});
