/** Tests that an approval covers objects, so that a changed reference in the ledger or on the platform changes the plan. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { head, workspace } from './plan-workspace.ts';

interface Document {
  readonly digest: string;
  readonly changes: readonly {
    readonly address: string;
    readonly objects: readonly { readonly address: string; readonly id: string }[];
  }[];
}

const link = 'sites/docs/spaces/handbook';
const site = (links: string) => `sites: { docs: { title: Docs, structure: [{ space: changelog }${links}] } }\n`;

/** A site with one space, and a saved plan that adds "Home" to it. `known` sets how the ledger already knows "Home". */
async function planned(known: string, wanted: string) {
  const place = await workspace(`${head}spaces: { changelog: { title: Changelog }${known} }\n${site('')}`, 'small');
  const first = await place.docform(['apply', '--yes', '--allow', 'spaces/changelog']);
  expect(first.exit, first.stderr).toBe(0);
  await place.write(`${head}spaces: { changelog: { title: Changelog }${wanted} }\n${site(', { space: handbook }')}`);
  const text = (await place.docform(['plan', '--allow', 'spaces/handbook'])).stdout;
  const { stdout, exit } = await place.docform(['plan', '--json', '--out', 'plan.json', '--allow', 'spaces/handbook']);
  expect(exit).toBe(0);
  const inProduct = await place.ask('GET', `/collections/${await place.titled('collections', 'Product')}/spaces`);
  const idOf = (title: string) => inProduct.items.find((each) => each.title === title)?.id ?? '';
  const onSite = async () => {
    const links = await place.ask('GET', `sites/${await place.titled('sites', 'Docs')}/site-spaces`);
    return links.items.length;
  };
  return {
    ...place,
    text,
    document: JSON.parse(stdout) as Document,
    onSite,
    home: idOf('Home'),
    payments: idOf('Payments EN'),
  };
}

async function refused({ docform, document, onSite, close }: Awaited<ReturnType<typeof planned>>): Promise<void> {
  expect((await docform(['plan', '--json'])).stdout).not.toContain(document.digest);
  expect((await docform(['apply', '--expect-digest', document.digest])).exit).toBe(6);
  const saved = await docform(['apply', 'plan.json']);
  expect(saved.exit).toBe(6);
  expect(saved.stderr).toContain(
    `${link}  the change differs from the approved plan\n      id of spaces/handbook  when planned: `,
  );
  expect(await onSite()).toBe(1);
  await close();
}

describe('an approved plan does not publish another space', () => {
  test('an approved plan is refused after an id in the ledger has changed', async () => {
    const place = await planned(', handbook: { title: Home }', ', handbook: {}');
    const file = join(place.directory, 'docform.ledger.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(place.home, place.payments));
    expect(await readFile(file, 'utf8')).not.toBe(text);
    await refused(place);
  });

  test('an approved plan is refused after two spaces have exchanged their titles on the platform', async () => {
    const place = await planned('', ', handbook: { title: Home }');
    await place.ask('PATCH', `/spaces/${place.home}`, { title: 'Other' });
    await place.ask('PATCH', `/spaces/${place.payments}`, { title: 'Home' });
    await place.ask('PATCH', `/spaces/${place.home}`, { title: 'Payments EN' });
    await refused(place);
  });
});

test('a plan shows the title and id of each reference, and its JSON document lists all objects of a change', async () => {
  const { text, document, home, docform, titled, close } = await planned('', ', handbook: { title: Home }');
  expect(text).toContain(`  + ${link} "Home" (${home})\n`);
  const docs = await titled('sites', 'Docs');
  expect(document.changes.find(({ address }) => address === link)?.objects).toEqual([
    { address: 'sites/docs', id: docs, title: 'Docs', as: 'container' },
    { address: 'spaces/handbook', id: home, title: 'Home', as: 'reference' },
  ]);
  expect((await docform(['show', 'plan.json', '--format', 'markdown'])).stdout).toContain(
    `create \`${link}\` \`"Home"\` (\`${home}\`)`,
  );
  expect((await docform(['plan', '-v'])).stdout).toContain(`      in: sites/docs "Docs" (${docs})\n`);
  await close();
});

test('a repeated plan has the same digest and is applied with that digest', async () => {
  const { document, docform, close } = await planned('', ', handbook: { title: Home }');
  expect(
    (JSON.parse((await docform(['plan', '--json', '--allow', 'spaces/handbook'])).stdout) as Document).digest,
  ).toBe(document.digest);
  expect((await docform(['apply', '--expect-digest', document.digest, '--allow', 'spaces/handbook'])).exit).toBe(0);
  await close();
});
