/** Tests that `docform drift` reports changes made outside docform in every format, and handles ignored, unread and pending resources. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appliedWorkspace, changeByHand, type Drifted, whole } from './drifted-workspace.ts';

let place: Drifted;
beforeEach(async () => {
  place = await appliedWorkspace();
});
afterEach(() => place.close());

test('a site with one space has no drift in its order', async () => {
  const single = await appliedWorkspace(`version: 1
spaces: { home: { title: Home } }
sites: { docs: { title: Docs, structure: [{ space: home }] } }
`);
  const { exit, stdout, stderr } = await single.docform(['drift']);
  expect({ exit, text: stdout + stderr }).toEqual({ exit: 0, text: expect.not.stringContaining('knows no orders') });
  await single.close();
});

interface Told {
  readonly digest: string;
  readonly basis: string;
  readonly counts: { readonly [name: string]: number };
  readonly entries: readonly {
    readonly class: string;
    readonly address: string;
    readonly name: string | null;
    readonly within: number;
    readonly fields: readonly {
      readonly field: string;
      readonly before?: unknown;
      readonly after: unknown;
      readonly isBeforeKnown: boolean;
    }[];
    readonly order: { readonly before: readonly string[]; readonly after: readonly string[] } | null;
  }[];
  readonly ignored: readonly { readonly address: string; readonly reason: string; readonly until: string | null }[];
  readonly unknown: readonly { readonly list: string }[];
  readonly rules: { readonly expired: readonly unknown[]; readonly unused: readonly unknown[] };
}

async function told(...argv: readonly string[]): Promise<Told> {
  return JSON.parse((await place.docform(['drift', '--json', ...argv])).stdout) as Told;
}

test('drift after an apply is empty despite pending edits, sends only GET requests and writes no file', async () => {
  const clean = await place.docform(['drift', '--detailed-exitcode']);
  expect(clean).toMatchObject({ exit: 0 });
  expect(clean.stdout).toContain('\n\nNo drift.\n');
  await place.write(
    whole.replace('title: Guides', 'title: Handbook').replace('  legal: { title: Legal }\n', '  new: { title: New }\n'),
  );
  expect((await place.docform(['drift', '--detailed-exitcode'])).stdout).toBe(clean.stdout);
  expect(place.platform.requests.read().items.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('the text lists every class of drift with values before and after', async () => {
  await changeByHand(place);
  const { stdout, stderr, exit } = await place.docform(['drift', '--detailed-exitcode']);
  expect(exit).toBe(2);
  expect(
    stdout
      .replace(/\(\w{20}\)/g, '(ID)')
      .replace(/id:\w{20}/g, 'id:ID')
      .replace(/[0-9a-f]{64}/, 'DIGEST'),
  ).toMatchInlineSnapshot(`
    "Drift for organization n4bd244Ny2H4FIhN23Y1
    Legend: - missing, ~ changed, > reordered, + unmanaged, ! high-risk, * effect on people

    Readers will notice when the site is published
      * section "Payments": the section is deleted; its URL stops working
          URL: "https://n4bd244ny2h4fihn23y1.docs.example.com/docs/payments" →
            (none)
          Audience: nobody yet (the site is not published); when published: anyone
            (public, indexed by search engines)
          spaces: Notes
          other spaces: (unknown: not read by docform)
      * space "Notes" in section "Payments": the space is removed from the site; its
          URL no longer shows it
          URL: (unknown) → (none)
          Audience: nobody yet (the site is not published); when published: anyone
            (public, indexed by search engines)

    Who can do what
      ! team "Support": the team is deleted; its members lose the access it grants
          members: (unknown: not read by docform)
          what the team can access: (unknown: the API does not report it)

    Missing from the platform (2)
      - sites/docs/sections/payments (ID), with 1 object inside
      ! - teams/support (ID)

    Changed (2)
      ~ sites/docs
          title  "Docs" → "By hand"
      ~ teams/legal
          title  "Legal" → "Law"

    Order changed in 1 list
      > sites/docs
          sections/support is now above sections/guides

    Not managed (1)
      + teams/id:ID "<b>By hand</b>"

    1 high-risk change.
    Drift digest: sha256:DIGEST
    Drift: 2 missing, 2 changed, 1 reordered, 1 not managed.
    "
  `);
  expect(stderr).toContain('to accept the drift, run `docform drift --write`');
  expect((await place.docform(['drift'])).exit).toBe(0);
});

test('drift is the same with an unrelated edit of the configuration and on a platform that allows only GET', async () => {
  await changeByHand(place);
  const forms = [['--json'], ['--format', 'markdown'], ['--format', 'text', '-v']];
  const all = async () => Promise.all(forms.map(async (form) => (await place.docform(['drift', ...form])).stdout));
  const before = await all();
  expect(new Set(before).size).toBe(3);
  const edited = whole.replace('title: Docs }', 'title: Handbook }').replace('  writers: { title: Writers }\n', '');
  await place.write(edited.replace('name: Globex }', 'name: Globex }, initech: { name: Initech }'));
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    place.platform.faults.add({ match: { method }, effect: { type: 'status', status: 405 } });
  expect(await all()).toEqual(before);
});

test('JSON has stable keys, and its digest depends only on the drift', async () => {
  const clean = await told();
  expect(clean).toMatchObject({
    schemaVersion: 1,
    kind: 'drift',
    hasDrift: false,
    basis: 'ledger',
    entries: [],
    unknown: [],
  });
  await changeByHand(place);
  const found = await told();
  expect(found.counts).toEqual({ changed: 2, missing: 2, misordered: 1, unmanaged: 1, ignored: 0 });
  expect(found.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(found.digest).not.toBe(clean.digest);
  expect((await told('-v')).digest).toBe(found.digest);
  await place.write(whole.replace('title: Legal', 'title: Lawyers'));
  const edited = await told();
  const law = edited.entries.find(({ address }) => address === 'teams/legal');
  expect(law?.fields).toEqual([{ field: 'title', isBeforeKnown: false, after: 'Law', isConflict: true }]);
  expect(edited.digest).toBe(found.digest);
});

test('a change that matches the configuration is not drift', async () => {
  await changeByHand(place);
  await place.write(
    whole
      .replace('title: Legal', 'title: Law')
      .replace('  support: { title: Support }\n', '')
      .replace('    title: Docs\n    base', '    title: By hand\n    base'),
  );
  expect((await told()).counts).toMatchObject({ changed: 0, missing: 1, unmanaged: 1 });
});

test('ignore rules are counted, expired rules are reported, and unused rules are listed with -v', async () => {
  await changeByHand(place);
  const rules = [
    '{ address: sites/docs, fields: [title], reason: Marketing renames it, until: 2999-12-31 }',
    '{ address: "teams/*", class: unmanaged, reason: People make teams }',
    '{ address: teams/legal, reason: "Was <once> needed", until: 2020-01-31 }',
    '{ address: spaces, reason: Nothing there }',
  ];
  await place.write(`${whole}drift:\n  ignore:\n${rules.map((rule) => `    - ${rule}\n`).join('')}`);
  const found = await told();
  expect(found.counts).toEqual({ changed: 1, missing: 2, misordered: 1, unmanaged: 0, ignored: 2 });
  expect(found.ignored.map(({ address, reason, until }) => [address.replace(/:.*/, ''), reason, until])).toEqual([
    ['sites/docs', 'Marketing renames it', '2999-12-31'],
    ['teams/id', 'People make teams', null],
  ]);
  expect(found.rules).toMatchObject({ expired: [{ until: '2020-01-31' }], unused: [{ address: 'spaces' }] });
  const { stdout } = await place.docform(['drift']);
  expect(stdout).toContain('Expired ignore rules\n  teams/legal until 2020-01-31: Was <once> needed\n');
  expect(stdout).toMatch(/ 2 ignored\.\n/);
  expect(stdout).not.toContain('Unused ignore rules');
  const verbose = (await place.docform(['drift', '-v'])).stdout;
  expect(verbose).toContain('Unused ignore rules\n  spaces: Nothing there\n');
  expect(verbose).toContain('sites/docs: changed (title): Marketing renames it (until 2999-12-31)\n');
  await place.write(`${whole}drift: { ignore: [{ address: "**", reason: A quiet week }] }\n`);
  expect(await place.docform(['drift', '--detailed-exitcode'])).toMatchObject({ exit: 0 });
});

test('an unreadable list is reported as unknown and never as missing, and drift exits with 1', async () => {
  place.platform.faults.add({
    match: { method: 'GET', path: '**/share-links' },
    effect: { type: 'status', status: 403 },
  });
  const { stdout, stderr, exit } = await place.docform(['drift', '--detailed-exitcode']);
  expect(exit).toBe(1);
  expect(stdout).toMatch(
    /Unknown .*\n {2}\? sites\/docs\/shareLinks: .*; affects 1 resource: sites\/docs\/shareLinks\/globex\n/,
  );
  expect(stdout).toContain('No drift in the lists that could be read.');
  expect(stderr).toContain('E-INCOMPLETE-READ');
  expect((await told()).counts).toMatchObject({ missing: 0 });
});

test('without a ledger, drift compares with the configuration and reports this', async () => {
  await changeByHand(place);
  const { rm } = await import('node:fs/promises');
  await rm(`${place.directory}/docform.ledger.json`);
  const found = await told();
  expect(found.basis).toBe('configuration');
  expect(found.entries.filter(({ class: of }) => of === 'missing').map(({ address }) => address)).toContain(
    'teams/support',
  );
  expect((await place.docform(['drift'])).stdout).toContain(
    'there is no ledger: the platform is compared with the configuration',
  );
});

test('Markdown is escaped and ends with a marker that contains the digest', async () => {
  await changeByHand(place);
  const { stdout } = await place.docform(['drift', '--format', 'markdown']);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`<!-- docform-drift digest=${(await told()).digest} -->`);
  expect(stdout).toContain('`"<b>By hand</b>"`');
  expect(stdout).not.toMatch(/[^`"]<b>/);
});

test('an object that was recreated outside docform is reported as such', async () => {
  const at = `sites/${await place.siteId()}/share-links`;
  await place.ask('DELETE', `${at}/${(await place.ask('GET', at)).items[0]?.id}`);
  await place.ask('POST', at, { name: 'Globex' });
  const { entries } = await told();
  expect(entries).toMatchObject([
    { class: 'changed', address: 'sites/docs/shareLinks/globex', fields: [{ field: 'id' }] },
  ]);
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  expect((await told()).entries).toEqual([]);
});

test('a deleted space is reported as missing, with the hint that it may be restored', async () => {
  const section = await place.partId('sections', 'Payments');
  await place.ask('DELETE', `sites/${await place.siteId()}/sections/${section}`);
  const admin = (await place.ask('GET', 'members?role=admin')).items[0]?.id;
  const spaces = (await place.ask('GET', `members/${admin}/spaces`)) as unknown as {
    readonly items: readonly { readonly space: { readonly id: string; readonly title: string } }[];
  };
  const notes = spaces.items.find(({ space }) => space.title === 'Notes')?.space.id;
  await place.ask('DELETE', `/spaces/${notes}`);
  expect((await place.docform(['drift'])).stdout).toContain('- spaces/notes');
});
