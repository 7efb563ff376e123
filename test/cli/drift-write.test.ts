/** Tests that `docform drift --write` shows the diff, asks, writes all drift or the selected addresses, and explains omissions. */
import { writeFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { certificateOne } from '../support/certificates.ts';
import { appliedWorkspace, changeByHand, type Drifted, whole } from './drifted-workspace.ts';

let place: Drifted;
beforeEach(async () => {
  place = await appliedWorkspace();
});
afterEach(() => place.close());

const text = (name = 'docform.yaml') => readFile(join(place.directory, name), 'utf8');

interface Written {
  readonly accepted: readonly { readonly address: string }[];
  readonly notAccepted: readonly {
    readonly address: string;
    readonly field: string | null;
    readonly reason: string;
    readonly source: { readonly line: number } | null;
  }[];
  readonly left: number;
  readonly files: readonly string[];
}

async function write(...addresses: readonly string[]): Promise<Written> {
  const { stdout, stderr } = await place.docform(['drift', '--write', '--yes', '--json', ...addresses]);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Written;
}

/** The next apply only writes the ledger. */
async function expectOnlyState(): Promise<void> {
  const { exit, stdout } = await place.docform(['plan', '--detailed-exitcode']);
  expect({ exit, stdout }).toEqual({
    exit: 2,
    stdout: expect.stringContaining('No changes to the platform. Ledger: '),
  });
}

test('drift --write asks after the diff, and exits with 3 before reading if there is no terminal', async () => {
  await changeByHand(place);
  const no = await place.docform(['drift', '--write'], { answers: ['n'] });
  expect(no).toMatchObject({ exit: 6, questions: ['Write these changes? [y/N] '] });
  expect(no.stderr).toContain('-    title: Docs\n+    title: By hand\n');
  expect(await text()).toBe(whole);
  place.platform.requests.clear();
  expect(await place.docform(['drift', '--write'])).toMatchObject({ exit: 3 });
  expect(place.platform.requests.read().items).toEqual([]);
  const yes = await place.docform(['drift', '--write', '--unmanaged'], { answers: ['yes'] });
  expect(yes.exit).toBe(0);
  expect(yes.stdout).toMatch(/^Accepted 6 differences:\n.*\nWrote docform\.yaml\nNext: /s);
  await expectOnlyState();
});

test('drift --write ADDRESS accepts only this address and its descendants', async () => {
  await changeByHand(place);
  const found = JSON.parse((await place.docform(['drift', '--json'])).stdout) as {
    readonly entries: readonly { readonly address: string }[];
  };
  const stranger = found.entries.find(({ address }) => address.startsWith('teams/id:'))?.address ?? '';
  expect(await write('teams/legal', stranger)).toMatchObject({
    accepted: [{ address: stranger }, { address: 'teams/legal' }],
    left: 4,
  });
  const lines = (await text()).split('\n').filter((line) => !whole.split('\n').includes(line));
  expect(lines).toEqual(['  legal: { title: Law }', '  b-by-hand-b: { title: <b>By hand</b> }']);
  expect(await place.docform(['drift', '--detailed-exitcode'])).toMatchObject({ exit: 2 });
  expect((await write('sites/docs/')).accepted.map(({ address }) => address)).toEqual([
    'sites/docs',
    'sites/docs',
    'sites/docs/sections/payments',
  ]);
  expect(await write('spaces/home')).toMatchObject({ accepted: [], notAccepted: [], files: [] });
  expect(await place.docform(['drift', '--write', 'nonsense', '--yes'])).toMatchObject({ exit: 3 });
  expect(await place.docform(['drift', 'teams/legal'])).toMatchObject({ exit: 3 });
});

test('unmanaged objects require their address or --unmanaged', async () => {
  const { id } = (await place.ask('PUT', 'teams', { title: 'Of another configuration' })) as unknown as {
    readonly id: string;
  };
  const stranger = `teams/id:${id}`;
  const { stderr } = await place.docform(['drift']);
  expect(stderr).toContain(
    'no apply changes unmanaged objects; to manage them, run `docform drift --write --unmanaged`',
  );
  expect(stderr).not.toContain('to revert the drift');
  for (const places of [[], ['teams']]) {
    const { stdout } = await place.docform(['drift', '--write', '--yes', ...places]);
    expect(stdout).toBe(`Nothing was accepted.
Left out 1 unmanaged object: ${stranger}. To accept unmanaged objects, name their addresses or add --unmanaged.
1 difference left. To list them, run \`docform drift\`.
`);
  }
  expect(await write('teams')).toMatchObject({ accepted: [], unmanaged: [{ address: stranger, id }], left: 1 });
  expect(await text()).toBe(whole);
  expect(await place.docform(['drift', '--unmanaged'])).toMatchObject({ exit: 3 });
  expect((await write('saml', '--unmanaged')).accepted).toEqual([]);
  expect((await write('teams', '--unmanaged', '--dry-run')).accepted).toEqual([
    { class: 'unmanaged', address: stranger, id },
  ]);
  expect(await write(stranger)).toMatchObject({ accepted: [{ address: stranger }], unmanaged: [], left: 0 });
});

test('a value from a variable is not changed and reported with its position, and other drift is accepted', async () => {
  const varied = `vars: { name: Legal }\n${whole.replace('version: 1\n', '').replace('title: Legal', 'title: "$' + '{vars.name}"')}`;
  await place.write(`version: 1\n${varied}`);
  await changeByHand(place);
  const { accepted, notAccepted, left } = await write('--unmanaged');
  expect(accepted.length).toBe(5);
  expect(notAccepted).toMatchObject([{ address: 'teams/legal', field: 'title', source: { line: 6 } }]);
  expect(left).toBe(1);
  const again = await place.docform(['drift', '--write', '--yes', '--detailed-exitcode']);
  expect(again.exit).toBe(2);
  expect(again.stdout).toMatch(
    /^Nothing was accepted\.\nNot accepted\n {2}! teams\/legal title \(docform\.yaml:5:\d+\): .*\n1 difference left/,
  );
});

test('drift --write requires a ledger', async () => {
  await place.write(whole.replace('title: Legal', 'title: Lawyers'));
  await rm(join(place.directory, 'docform.ledger.json'));
  const { exit, stderr } = await place.docform(['drift', '--write', '--yes']);
  expect([exit, stderr.includes('E-NO-LEDGER')]).toEqual([1, true]);
  expect(await text()).toContain('Lawyers');
});

test('--dry-run shows the diff on stdout, asks nothing and writes nothing', async () => {
  await changeByHand(place);
  const before = await text();
  const { exit, stdout } = await place.docform(['drift', '--write', '--dry-run', '--no-input']);
  expect(exit).toBe(0);
  expect(stdout).toMatch(
    /^diff --git a\/docform\.yaml[\s\S]*\nWould accept \d+ differences:\n[\s\S]*\nNothing was written \(--dry-run\)\.\n$/,
  );
  const json = JSON.parse((await place.docform(['drift', '--write', '--dry-run', '--json'])).stdout);
  expect(json).toMatchObject({ kind: 'drift --write', isDryRun: true, files: ['docform.yaml'] });
  expect(await text()).toBe(before);
  expect(await place.docform(['drift', '--dry-run'])).toMatchObject({ exit: 3 });
});

test('drift --write resolves a conflict with the value of the platform', async () => {
  await changeByHand(place);
  await place.write(whole.replace('title: Legal', 'title: Lawyers'));
  const blocked = await place.docform(['plan', '--detailed-exitcode']);
  expect(blocked.exit).toBe(7);
  expect(blocked.stdout).toContain('run `docform drift --write teams/legal`;');
  expect(await write('teams/legal')).toMatchObject({ accepted: [{ address: 'teams/legal' }], notAccepted: [] });
  expect(await text()).toContain('  legal: { title: Law }\n');
  expect((await place.docform(['plan', '--detailed-exitcode'])).stdout).not.toContain('teams/legal');
});

test('drift --write keeps resources that others refer to', async () => {
  const okta = `saml: { okta: { label: Okta, entityID: "http://x/e", ssoURL: "https://x/s", certificate: ${JSON.stringify(certificateOne)}, defaultTeam: support } }\n`;
  await place.write(whole + okta);
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  await place.ask('DELETE', `teams/${await place.titled('teams', 'Support')}`);
  const { accepted, notAccepted } = await write('teams/support');
  expect(accepted).toEqual([]);
  expect(notAccepted).toMatchObject([
    { address: 'teams/support', reason: expect.stringContaining('saml/okta refers to it (defaultTeam)') },
  ]);
  const all = await write();
  expect(all).toMatchObject({ notAccepted: [], left: 0, released: [{ address: 'saml/okta', field: 'defaultTeam' }] });
  await expectOnlyState();
  expect(await text()).not.toContain('support }');
});

test('drift --write adds a new site with its contents, and removes a deleted site with its contents', async () => {
  await place.ask('POST', 'sites', { title: 'Partners' });
  const site = await place.titled('sites', 'Partners');
  await place.ask('POST', `sites/${site}/share-links`, { name: 'Globex' });
  await place.ask('DELETE', `sites/${await place.siteId()}`);
  const { accepted, notAccepted } = await write('--unmanaged');
  expect(notAccepted).toEqual([]);
  expect(accepted.length).toBe(2);
  expect(await text()).toContain('  partners:\n    title: Partners\n');
  expect(await text()).toContain('Globex');
  expect(await text()).not.toContain('guides');
  await expectOnlyState();
});

test('drift --write does not write a file that has changed since it was read', async () => {
  await changeByHand(place);
  const answered = place.docform(['drift', '--write'], {
    answers: ['yes'],
    onStderr: (said) => {
      if (said.includes('+++ b/docform.yaml'))
        writeFileSync(join(place.directory, 'docform.yaml'), `${whole}# a word\n`);
    },
  });
  const { exit, stderr } = await answered;
  expect([exit, stderr.includes('E-FILE-CHANGED')]).toEqual([1, true]);
  expect(await text()).toBe(`${whole}# a word\n`);
});

test('drift --write does not change unread lists and exits with 1', async () => {
  await changeByHand(place);
  place.platform.faults.add({
    match: { method: 'GET', path: '**/share-links' },
    effect: { type: 'status', status: 403 },
  });
  const { exit, stdout, stderr } = await place.docform(['drift', '--write', '--yes']);
  expect(exit).toBe(1);
  expect(stderr).toContain('E-INCOMPLETE-READ');
  expect(stdout).toContain('Accepted');
  expect(await text()).toContain('Globex');
});

test('drift --write is rejected during an apply and after an interrupted apply', async () => {
  await place.write(`${whole}  new: { title: New, basename: new, structure: [] }\n`);
  place.platform.faults.add({ match: { operation: 'createSite' }, effect: { type: 'drop', when: 'after' } });
  place.platform.faults.add({
    match: { operation: 'listSites' },
    effect: { type: 'status', status: 403, message: 'no' },
    nth: 2,
  });
  await place.docform(['apply', '--yes', '--no-verify']);
  place.platform.faults.clear();
  await place.ask('PATCH', `teams/${await place.titled('teams', 'Legal')}`, { title: 'Law' });
  const before = await text();
  const { exit, stderr } = await place.docform(['drift', '--write', '--yes']);
  expect({ exit, now: await text() }).toEqual({ exit: 6, now: before });
  expect(stderr).toContain('error[E-UNFINISHED-RUN]: an apply of sites/new is still running or was interrupted');
});

test('drift --write names ledgers of other environments that contain the missing object', async () => {
  await writeFile(join(place.directory, 'docform.ledger.stage.json'), await text('docform.ledger.json'));
  await place.ask('DELETE', `teams/${await place.titled('teams', 'Support')}`);
  const { exit, stderr } = await place.docform(['drift', '--write', '--yes']);
  expect(exit).toBe(0);
  expect(stderr).toContain(
    'teams/support is also in docform.ledger.stage.json, and the next apply there would delete the object',
  );
});
