/** Tests the order of top-level collections in all commands that handle it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeWorkspaces, expectEmptyPlan, type ImportWorkspace, importWorkspace } from './import-workspace.ts';

const live = {
  collections: { product: null, legal: null, archive: null, old: { parent: 'archive' }, older: { parent: 'archive' } },
  spaces: { home: null, faq: null },
};
const imported = 'order: [product, legal, archive]\n';

let place: ImportWorkspace;
beforeEach(async () => {
  place = await importWorkspace(live);
});
afterEach(closeWorkspaces);

const text = () => place.file('docform.yaml');

async function putBefore(title: string, other: string): Promise<void> {
  const [id, collection] = [await place.idOf('collections', title), await place.idOf('collections', other)];
  await place.ask('POST', `/v1/collections/${id}/move`, { position: { before: { type: 'collection', collection } } });
}

async function edit(from: string, to: string): Promise<void> {
  const before = await text();
  expect(before).toContain(from);
  await place.write('docform.yaml', before.replace(from, to));
}

async function titles(): Promise<readonly string[]> {
  const { items } = await place.ask('GET', 'collections?nested=false');
  return (items as readonly { readonly title: string }[]).map(({ title }) => title);
}

test('the order is imported, planned, applied and recorded, and then nothing has drifted', async () => {
  expect((await place.docform(['import'])).exit).toBe(0);
  expect(await text()).toContain(`\n${imported}`);
  await expectEmptyPlan(place);
  expect(await place.file('docform.ledger.json')).toMatch(/"organization": "[0-9a-f]{6}\.[0-9a-f]{6}\.[0-9a-f]{6}"/);
  await edit(imported, 'order: [archive, product, legal]\n');
  const { stdout } = await place.docform(['plan']);
  expect(stdout).toContain('> collections/archive "Archive"  move above collections/product "Product"');
  expect(stdout).toContain('Plan: 1 to move. 1 API request.');
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  expect(await titles()).toEqual(['Archive', 'Product', 'Legal']);
  expect((await place.docform(['drift', '--detailed-exitcode'])).exit).toBe(0);
  await expectEmptyPlan(place);
});

test('an order that is no longer declared stays, and the plan reports it once', async () => {
  await place.docform(['import']);
  await edit(imported, '');
  await putBefore('Archive', 'Product');
  expect((await place.docform(['drift', '--detailed-exitcode'])).exit).toBe(0);
  expect((await place.docform(['plan'])).stdout).toContain('No changes to the platform. Ledger: 1 no longer managed.');
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  expect((await place.docform(['plan'])).stdout).toContain('No changes.');
});

test('a change outside docform is reported with its own address, and can be accepted or ignored by this address', async () => {
  await place.docform(['import']);
  await putBefore('Archive', 'Product');
  const told = await place.docform(['drift', '--detailed-exitcode']);
  expect(told.exit).toBe(2);
  expect(told.stdout).toContain('  > organization\n      collections/archive is now above collections/product');
  const before = await text();
  expect((await place.docform(['drift', '--write', 'organization', '--yes'])).exit).toBe(0);
  expect(await text()).toBe(before.replace(imported, 'order: [archive, product, legal]\n'));
  // The next apply records the accepted order.
  expect((await place.docform(['plan'])).stdout).toContain('No changes to the platform. Ledger: 1 to record.');
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  await expectEmptyPlan(place);
  await place.write(
    'docform.yaml',
    `${before}\ndrift: { ignore: [{ address: organization, reason: the shop sorts them }] }\n`,
  );
  expect((await place.docform(['drift', '--detailed-exitcode'])).stdout).toContain('No drift');
});

test('the order is imported with the list, and otherwise stays unchanged', async () => {
  await place.docform(['import', 'collections/product', 'spaces']);
  expect(await text()).not.toContain('order:');
  await place.docform(['import', 'collections', '--yes']);
  expect(await text()).toContain(`\n${imported}`);
  await putBefore('Archive', 'Product');
  const { exit, stderr } = await place.docform(['import', 'collections', '--yes']);
  expect({ exit, stderr }).toMatchObject({ exit: 0 });
  expect(await text()).toContain('\norder: [archive, product, legal]\n');
  await expectEmptyPlan(place);
});

test('mv updates a key in the order, and forget removes it', async () => {
  await place.docform(['import']);
  expect((await place.docform(['mv', 'collections/legal', 'terms'])).exit).toBe(0);
  expect(await text()).toContain('order: [product, terms, archive]\n');
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  expect((await place.docform(['forget', 'collections/terms', '--yes'])).exit).toBe(0);
  expect(await text()).toContain('order: [product, archive]\n');
  await expectEmptyPlan(place);
});

test('undo reverts a change of the order', async () => {
  await place.docform(['import']);
  await edit(imported, 'order: [archive, product, legal]\n');
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  const { exit, stdout } = await place.docform(['undo', '--yes']);
  expect({ exit, stdout }).toMatchObject({ exit: 0 });
  expect(await text()).toContain(imported);
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  expect(await titles()).toEqual(['Product', 'Legal', 'Archive']);
});

test('a saved plan applies the order unless the order has changed', async () => {
  await place.docform(['import']);
  await edit(imported, 'order: [archive, product, legal]\n');
  await place.docform(['plan', '--out', 'plan.json']);
  await putBefore('Legal', 'Product');
  const stopped = await place.docform(['apply', 'plan.json', '--yes']);
  expect(stopped.exit).toBe(6);
  expect(stopped.stderr).toContain('E-PLAN-STALE');
  expect(await titles()).toEqual(['Legal', 'Product', 'Archive']);
  await putBefore('Product', 'Legal');
  expect((await place.docform(['apply', 'plan.json', '--yes'])).exit).toBe(0);
  expect(await titles()).toEqual(['Archive', 'Product', 'Legal']);
});

test('a rehearsal includes the order', async () => {
  await place.docform(['import']);
  await edit(imported, 'order: [archive, product, legal]\n');
  const { exit, stdout, stderr } = await place.docform(['plan', '--rehearse']);
  expect({ exit, stdout, stderr }).toMatchObject({ exit: 0 });
  expect(await titles()).toEqual(['Product', 'Legal', 'Archive']);
});
