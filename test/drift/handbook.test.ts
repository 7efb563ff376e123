/** A configuration of 300 lines with comments, anchors and mixed quoting: drift --write changes only the accepted lines. */
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureOf } from '../../src/cli/planning/fixture-of.ts';
import { validate } from '../../src/library/configuration.ts';
import { objectsOf } from '../../src/server/fixture/objects.ts';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { run } from '../cli/harness.ts';
import { speak } from '../server/open.ts';
import { directoryWith } from '../support/directory.ts';
import { withObjects } from '../support/live-world.ts';
import { projectDirectory } from '../support/sources.ts';

const folder = join(projectDirectory, 'test/drift/handbook');

/** Platform and ledger match the configuration. */
async function applied() {
  const directory = directoryWith();
  await cp(folder, directory, { recursive: true });
  const { desired } = (await validate({ directory })) ?? {};
  if (desired === undefined) throw new Error('the configuration has problems');
  const { world } = fixtureOf(desired, 1);
  // The API cannot add members, so fay joined in the meantime.
  const fay = objectsOf({ members: { 'fay@acme.dev': { displayName: 'Fay', role: 'comment' } } });
  const seed = withObjects(world, (objects) => [...objects, ...fay]);
  const platform = await startPlatform({ seed, token: 'canary-token-1234' });
  const environment = { DOCFORM_API_URL: platform.url, DOCFORM_TOKEN: platform.token };
  const docform = (...argv: readonly string[]) => run(argv, { directory, environment });
  const first = await docform('apply', '--yes');
  expect(first.exit, first.stdout + first.stderr).toBe(0);
  const read = (name: string) => readFile(join(directory, name), 'utf8');
  return { platform, docform, read };
}

/** A change outside docform. `at('sites/handbook')` is the id in the ledger. */
async function changeByHand(platform: StartedPlatform, at: (address: string) => string): Promise<void> {
  const { ask } = speak(platform);
  const site = `~/sites/${at('sites/handbook')}`;
  const section = (key: string) => `${site}/sections/${at(`sites/handbook/sections/${key}`)}`;
  const beside = (relation: string, key: string) => ({
    position: { [relation]: { type: 'site-section', siteSection: at(`sites/handbook/sections/${key}`) } },
  });
  await ask('PATCH', site, { title: 'The "Acme" Book', visibility: 'public' });
  await ask('PATCH', section('payments'), { icon: null, description: 'How money moves: in, and out' });
  await ask('PATCH', section('webhooks'), { title: "Events, and what's behind them" });
  // Webhooks moves to the other group, between its two sections.
  await ask(
    'DELETE',
    `${site}/section-groups/${at('sites/handbook/groups/products')}/sections/${at('sites/handbook/sections/webhooks')}`,
  );
  await ask('POST', `${site}/section-groups/${at('sites/handbook/groups/reference')}/sections`, {
    sectionId: at('sites/handbook/sections/webhooks'),
  });
  await ask('POST', `${section('webhooks')}/move`, beside('before', 'changes'));
  await ask('POST', `${section('faq')}/move`, beside('before', 'start'));
  await ask('DELETE', `${site}/site-spaces/${at('sites/handbook/sections/payments/spaces/payments-fr')}`);
  await ask('PATCH', `${site}/share-links/${at('sites/handbook/shareLinks/board')}`, { active: false });
  await ask('PATCH', `~/teams/${at('teams/oncall')}`, { title: 'First responders' });
  await ask('PATCH', `~/members/${at('members/cy@acme.dev')}`, { role: 'create' });
  await ask('PUT', `~/teams/${at('teams/legal')}/members/${at('members/eve@acme.dev')}`, { role: 'member' });
  await ask('PATCH', `/v1/collections/${at('collections/product')}`, { description: 'What we sell.' });
  await ask('PATCH', `/v1/spaces/${at('spaces/runbook')}`, { emoji: '1f6a8' });
  await ask('PUT', `~/teams`, { title: 'Lunch' });
  await ask('POST', `${site}/sections`, { title: 'Status page', spaceId: at('spaces/changelog') });
}

test('drift --write produces the expected diff, and the next plan is empty', async () => {
  const { platform, docform, read } = await applied();
  const ledgerText = await read('docform.ledger.json');
  const ledger = JSON.parse(ledgerText) as {
    readonly resources: { readonly [address: string]: { readonly id: string } };
  };
  await changeByHand(platform, (address) => ledger.resources[address]?.id ?? `no ${address}`);
  platform.requests.clear();
  const written = await docform('drift', '--write', '--unmanaged', '--yes', '--json');
  expect(written.exit, written.stderr).toBe(0);
  const told = JSON.parse(written.stdout) as {
    readonly diff: string;
    readonly notAccepted: readonly unknown[];
    readonly counts: object;
  };
  expect(told.diff).toBe(await readFile(join(folder, 'expected.diff'), 'utf8'));
  expect(told).toMatchObject({
    notAccepted: [],
    left: 0,
    counts: { changed: 7, missing: 1, misordered: 1, unmanaged: 3 },
  });
  expect(await read('sites/partners.yaml')).toBe(await readFile(join(folder, 'sites/partners.yaml'), 'utf8'));
  expect(await read('docform.ledger.json')).toBe(ledgerText);
  // Objects added outside docform are adopted.
  expect(await docform('plan', '--detailed-exitcode')).toMatchObject({
    exit: 2,
    stdout: expect.stringContaining('No changes to the platform.'),
  });
  expect(await docform('drift', '--detailed-exitcode')).toMatchObject({ exit: 0 });
  expect(platform.requests.read().items.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(await docform('drift', '--write', '--yes')).toMatchObject({ exit: 0, stdout: 'Nothing was accepted.\n' });
  expect((await docform('apply', '--yes')).exit).toBe(0);
  expect(await docform('drift', '--detailed-exitcode')).toMatchObject({ exit: 0 });
  await platform.close();
});
