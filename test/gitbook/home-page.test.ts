/** The page that readers of a site-space see first: import, plan, apply, drift and undo. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlatform } from '../../src/server/index.ts';
import { type Ran, run } from '../cli/harness.ts';
import { directoryWith } from '../support/directory.ts';

let platform: Awaited<ReturnType<typeof startPlatform>>;
let directory: string;

beforeAll(async () => {
  platform = await startPlatform({ seed: 'medium', dialect: 'gitbook' });
  directory = directoryWith({});
});
afterAll(() => platform.close());

function docform(...words: readonly string[]): Promise<Ran> {
  const environment = {
    DOCFORM_API_URL: platform.url,
    DOCFORM_TOKEN: platform.token,
    DOCFORM_ORG: platform.organization,
  };
  return run([...words], { directory, environment });
}

interface Item {
  readonly id: string;
  readonly pageId?: string;
  readonly space: { readonly id: string };
}

async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const init = { method, headers: { 'content-type': 'application/json' } };
  const answer = await platform.fetch(path, body === undefined ? init : { ...init, body: JSON.stringify(body) });
  expect(answer.ok, `${method} ${path} ${answer.ok ? '' : await answer.clone().text()}`).toBe(true);
  return (await answer.json()) as Answer;
}

interface Found {
  readonly id: string;
  readonly pages: readonly { readonly id: string }[];
}

/** The path of a site-space, and the ids of two pages of its space, which the search finds. */
async function opened() {
  const organization = `/v1/orgs/${platform.organization}`;
  const hits: Found[] = [];
  for (const word of ['start', 'guide', 'api', 'install', 'payments', 'refund'])
    hits.push(
      ...(await ask<{ items: readonly Found[] }>('GET', `${organization}/search?query=${word}&limit=100`)).items,
    );
  const { items: sites } = await ask<{ items: readonly { id: string }[] }>('GET', `${organization}/sites?limit=100`);
  for (const site of sites) {
    const path = `${organization}/sites/${site.id}/site-spaces`;
    const { items } = await ask<{ items: readonly Item[] }>('GET', `${path}?limit=100`);
    for (const { id, space } of items) {
      const pages = new Set(
        hits.filter((hit) => hit.id === space.id).flatMap((hit) => hit.pages.map((page) => page.id)),
      );
      const [first, second] = pages;
      if (first !== undefined && second !== undefined) return { path: `${path}/${id}`, first, second };
    }
  }
  throw new Error('no site-space has two pages');
}

test('import writes the home page, plan changes it, drift finds a change, and null removes it', async () => {
  const { path, first, second } = await opened();
  const shown = async () => (await ask<Item>('PATCH', path, {})).pageId;
  await ask('PATCH', path, { pageId: first });
  expect((await docform('import', '--yes')).exit).toBe(0);
  const file = join(directory, 'docform.yaml');
  const imported = readFileSync(file, 'utf8');
  expect(imported).toContain(`homePage: ${first}`);
  expect((await docform('apply', '--yes')).exit).toBe(0);

  writeFileSync(file, imported.replace(`homePage: ${first}`, `homePage: ${second}`));
  expect((await docform('plan')).stdout).toContain(`homePage  "${first}" → "${second}"`);
  expect((await docform('apply', '--yes')).exit).toBe(0);
  expect(await shown()).toBe(second);

  await ask('PATCH', path, { pageId: null });
  expect((await docform('drift')).stdout).toContain(`homePage  "${second}" → (none)`);

  writeFileSync(file, imported.replace(`homePage: ${first}`, 'homePage: null'));
  expect((await docform('apply', '--yes')).exit).toBe(0);
  expect(await shown()).toBeUndefined();
  expect((await docform('plan')).stdout).toContain('No changes.');
});
