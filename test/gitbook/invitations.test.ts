/** Members are invited once, also after lost answers, and stay pending until they accept. */
import { afterEach, expect, test } from 'vitest';
import { siteFileWorkspace } from '../import/site-file/site-file-workspace.ts';
import { caseOf } from '../support/case.ts';
import { worldOf } from '../support/live-world.ts';
import { type Carrying, carryOutCase } from '../support/run-case.ts';

type Place = Awaited<ReturnType<typeof siteFileWorkspace>>;
let place: Place;
afterEach(() => place?.close());

const seed = worldOf({ members: { 'ana@acme.dev': 'admin' }, teams: { docs: { title: 'Docs' } } });
const members = (lines: string) => `members:\n  ana@acme.dev: admin\n${lines}`;

async function openWith(text: string, from = seed): Promise<Place> {
  place = await siteFileWorkspace(text, from);
  return place;
}

const invitations = async () =>
  (
    (await place.send('GET', '/_platform/invitations')) as {
      items: readonly { email: string; role: string; sso: boolean }[];
    }
  ).items;

/** Without the day, and without the digest, which covers the port. */
const plain = (text: string) => text.replace(/\d{4}-\d\d-\d\d/g, 'DAY').replace(/^Plan digest.*\n/m, '');

const planned = async (...argv: readonly string[]) => place.docform('plan', '--detailed-exitcode', ...argv);

test('an apply invites each role with one request, and later plans send none', async () => {
  await openWith(members('  bo@acme.dev: read\n  cy@acme.dev: read\n  di@acme.dev: admin\n'));
  const plan = await planned();
  expect(plan).toMatchObject({ exit: 2 });
  expect(plain(plan.stdout)).toMatchInlineSnapshot(`
    "Plan for organization acme
    Legend: + invite, = only the ledger (state file) changes, ! high-risk, * effect on people

    Who can do what
      ! di@acme.dev: after joining: this person becomes an organization admin
          (docform.yaml:6)
          role: (unknown) → "admin"
      * 2 people: after joining: this person gets an organization role
          (docform.yaml:4)
          role: (unknown) → "read"
          Affects: bo@acme.dev, cy@acme.dev
          other affected spaces: (unknown: not all spaces were read)

    Changes (4)
      = members/ana@acme.dev  adopted (c0dub4SfhxE2xafd815K), found by its email

      + 2 of members: bo@acme.dev, cy@acme.dev
          role  "read"
          note: this person becomes a member by accepting the invitation
      ! + members/di@acme.dev
          role  "admin"
          note: this person becomes a member by accepting the invitation

    1 high-risk change.
    Plan: 3 to invite, 1 adopted. 2 API requests.
    "
  `);
  const applied = await place.docform('apply', '--yes');
  expect(applied).toMatchObject({ exit: 0 });
  expect(applied.stdout).toContain('Applied 3 changes. 2 API requests.');
  expect((await invitations()).map(({ email, role }) => `${email} ${role}`)).toEqual([
    'bo@acme.dev read',
    'cy@acme.dev read',
    'di@acme.dev admin',
  ]);
  expect(await place.requests('inviteMembers')).toBe(2);
  const second = await planned();
  expect(second).toMatchObject({ exit: 0 });
  expect(plain(second.stdout)).toMatchInlineSnapshot(`
    "Plan for organization acme
    Legend: ! high-risk

    Pending (docform applies these settings after the people accept their invitations)
      ! members/di@acme.dev: role "admin"; this person becomes an organization admin; invited on DAY
      2 of members: bo@acme.dev, cy@acme.dev: role "read"; invited on DAY

    No changes to the platform. Pending: 3.
    "
  `);
  expect(await place.docform('apply', '--yes')).toMatchObject({ exit: 0 });
  expect(await place.requests('inviteMembers')).toBe(2);
});

test('an accepted invitation lets docform apply the teams of the person', async () => {
  await openWith(
    `${members('  bo@acme.dev: read\n')}teams: { docs: { title: Docs, members: { bo@acme.dev: member } } }\n`,
  );
  expect(await place.docform('apply', '--yes')).toMatchObject({ exit: 0 });
  const accepting = ['POST', 'invitations/accept', '--field', 'email=bo@acme.dev', '--url', place.platform.url];
  expect(await place.docform('platform', 'control', ...accepting)).toMatchObject({ exit: 0 });
  const plan = await planned();
  expect(plan.stdout).toContain('adopted');
  expect(plan.stdout).toContain('+ teams/docs/members/bo@acme.dev');
  expect(await place.docform('apply', '--yes')).toMatchObject({ exit: 0 });
  expect(await planned()).toMatchObject({ exit: 0 });
  expect((await place.docform('drift')).stdout).toContain('No drift.');
  expect(await place.read('docform.ledger.json')).not.toContain('invited');
});

test('a request without an answer is reported, and repeated only with --allow', async () => {
  await openWith(members('  bo@acme.dev: read\n  cy@acme.dev: edit\n'));
  place.platform.faults.add({
    match: { operation: 'inviteMembers' },
    effect: { type: 'drop', when: 'after' },
    times: 1,
  });
  const lost = await place.docform('apply', '--yes');
  expect(lost).toMatchObject({ exit: 5 });
  expect(lost.stdout + lost.stderr).toContain('may have invited');
  const after = await planned();
  expect(after).toMatchObject({ exit: 2 });
  expect(plain(after.stdout)).toMatchInlineSnapshot(`
    "Plan for organization acme
    Legend: * effect on people

    Who can do what
      * bo@acme.dev: after joining: this person gets an organization role
          (docform.yaml:4)
          role: (unknown) → "read"
          other affected spaces: (unknown: not all spaces were read)

    Pending (docform applies these settings after the people accept their invitations)
      members/bo@acme.dev: new in this plan: role "read"; an apply on DAY requested an invitation and got no answer; docform invites this person again only with \`--allow ADDRESS\`
      members/cy@acme.dev: role "edit"; invited on DAY

    No changes to the platform. Ledger: 1 interrupted apply to record. Pending: 2 (1 new in this plan).
    "
  `);
  expect(await place.docform('apply', '--yes')).toMatchObject({ exit: 0 });
  expect(await planned()).toMatchObject({ exit: 0 });
  const before = await place.requests('inviteMembers');
  const again = await planned('--allow', 'members/bo@acme.dev');
  expect(again.stdout).toContain('+ members/bo@acme.dev');
  expect(again.stdout).toContain('This person is invited again');
  expect(await place.docform('apply', '--yes', '--allow', 'members/bo@acme.dev')).toMatchObject({ exit: 0 });
  expect(await place.requests('inviteMembers')).toBe(before + 1);
  expect(await planned()).toMatchObject({ exit: 0 });
});

test('a refused request sends no invitation, and the next plan repeats the request', async () => {
  await openWith(members('  bo@acme.dev: read\n'));
  place.platform.faults.add({
    match: { operation: 'inviteMembers' },
    effect: { type: 'status', status: 400 },
    times: 1,
  });
  expect(await place.docform('apply', '--yes')).toMatchObject({ exit: 1 });
  expect((await planned()).stdout).toContain('+ members/bo@acme.dev');
  expect(await place.docform('apply', '--yes')).toMatchObject({ exit: 0 });
  expect(await invitations()).toHaveLength(1);
});

test('a changed role of a pending person is recorded, and applied after the person joins', async () => {
  await openWith(members('  bo@acme.dev: admin\n'));
  expect(await place.docform('apply', '--yes')).toMatchObject({ exit: 0 });
  await place.write(members('  bo@acme.dev: read\n'));
  const plan = await planned();
  expect(plan).toMatchObject({ exit: 2 });
  expect(plan.stdout).toContain('with role "admin", which docform changes after this person joins');
  expect(await place.docform('apply', '--yes')).toMatchObject({ exit: 0 });
  await place.send('POST', '/_platform/invitations/accept', { email: 'bo@acme.dev' });
  expect((await planned()).stdout).toContain('role  "admin" → "read"');
});

test('a person who is no longer declared keeps the invitation, and the plan reports it', async () => {
  await openWith(members('  bo@acme.dev: read\n'));
  expect(await place.docform('apply', '--yes')).toMatchObject({ exit: 0 });
  await place.write(members(''));
  expect((await planned()).stdout).toContain('The invitation stays valid until you revoke it on the platform');
});

test('an address in another case is the same person', async () => {
  await openWith(members('  bo@acme.dev: read\n'));
  expect(await place.docform('apply', '--yes')).toMatchObject({ exit: 0 });
  await place.write(members('  Bo@Acme.dev: read\n'));
  expect((await planned()).stdout).not.toMatch(/to invite|stays valid/);
});

test('undo removes the declaration, and the next plan reports that the invitation stays valid', async () => {
  await openWith(members(''));
  expect(await place.docform('apply', '--yes')).toMatchObject({ exit: 0 });
  await place.write(members('  bo@acme.dev: read\n'));
  expect(await place.docform('apply', '--yes')).toMatchObject({ exit: 0 });
  expect(await place.docform('undo', '--yes')).toMatchObject({ exit: 0 });
  expect(await place.read('docform.yaml')).not.toContain('bo@acme.dev');
  expect((await planned()).stdout).toContain('The invitation stays valid until you revoke it on the platform');
});

test('forget removes the record, so that a later declaration is invited again', async () => {
  await openWith(members('  bo@acme.dev: read\n'));
  expect(await place.docform('apply', '--yes')).toMatchObject({ exit: 0 });
  expect(await place.docform('forget', 'members/bo@acme.dev')).toMatchObject({ exit: 0 });
  expect(await planned()).toMatchObject({ exit: 0 });
  await place.write(members('  bo@acme.dev: read\n'));
  expect((await planned()).stdout).toContain('1 to invite');
});

test('policy.invite: false leaves people pending', async () => {
  await openWith(`policy: { invite: false }\n${members('  bo@acme.dev: read\n')}`);
  const plan = await planned();
  expect(plan.stdout).toContain('Pending (invite these people on the platform');
  expect(plan.stdout).not.toContain('to invite');
});

test('only a member who is declared with SSO is invited with SSO', async () => {
  await openWith(members('  bo@acme.dev: { role: read, sso: true }\n  cy@acme.dev: { role: read, sso: false }\n'));
  expect(await place.docform('apply', '--yes')).toMatchObject({ exit: 0 });
  expect((await invitations()).map(({ email, sso }) => `${email} ${sso}`)).toEqual([
    'bo@acme.dev true',
    'cy@acme.dev false',
  ]);
});

test('the report names people invited without SSO', async () => {
  const refusing: NonNullable<Carrying['around']> = (send) => async (request, options) => {
    const answer = await send(request, options);
    return request.path.endsWith('/invites')
      ? { ...answer, body: { ...(answer.body as object), failedSSOEmails: ['Bo@acme.dev'] } }
      : answer;
  };
  const desired = 'members: { bo@acme.dev: { role: read, sso: true }, cy@acme.dev: { role: read, sso: true } }';
  const each = caseOf({ desired });
  const { report } = await carryOutCase(each, { dialect: 'gitbook', around: refusing });
  expect(report.changes.map(({ address, initialState }) => [address, initialState])).toEqual([
    ['members/bo@acme.dev', 'invited without SSO, because this person is a member of another organization'],
    ['members/cy@acme.dev', undefined],
  ]);
});

test('a person who is removed and declared again is invited again, and the plan says so first', async () => {
  const declared = members('  bo@acme.dev: read\n');
  await openWith(declared);
  expect(await place.docform('apply', '--yes')).toMatchObject({ exit: 0 });
  await place.write(members(''));
  expect((await planned()).stdout).toContain('No longer pending: 1.');
  expect(await place.docform('apply', '--yes')).toMatchObject({ exit: 0 });
  expect(await planned()).toMatchObject({ exit: 0, stdout: expect.stringContaining('No changes.') });
  expect(await place.requests('inviteMembers')).toBe(1);
  await place.write(declared);
  const again = await planned();
  expect(again).toMatchObject({ exit: 2, stdout: expect.stringContaining('Plan: 1 to invite. 1 API request.') });
  expect(await place.docform('apply', '--yes')).toMatchObject({ exit: 0 });
  expect(await place.requests('inviteMembers')).toBe(2);
  expect(await planned()).toMatchObject({ exit: 0, stdout: expect.stringContaining('Pending: 1.') });
});
