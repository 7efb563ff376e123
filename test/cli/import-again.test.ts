/** Tests `docform import` into an existing configuration: differences are changed, new resources are added, and all other text is kept. */
import { mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { certificateOne, certificateTwo } from '../support/certificates.ts';
import { closeWorkspaces, type ImportWorkspace, importWorkspace } from './import-workspace.ts';

afterEach(closeWorkspaces);

const acme = {
  members: { 'bo@acme.dev': 'edit' },
  teams: { docs: { title: 'Docs' }, support: { title: 'Support' } },
  spaces: { home: { title: 'Home' }, faq: { title: 'FAQ' } },
  sites: {
    docs: {
      title: 'Docs',
      structure: [
        { section: 'guides', title: 'Guides', spaces: [{ space: 'home' }] },
        { section: 'help', title: 'Help', spaces: [{ space: 'faq' }] },
      ],
    },
  },
};

const byHand = `# Everything about Acme.
version: 1
organization: acme

members:
  ana@acme.dev: admin # the boss
  bo@acme.dev: 'edit'

teams:
  # who writes
  docs: { title: "Docs" }
  support:
    title: Support   # who answers

spaces:
  home: { title: Home, editMode: live }
  faq:
    title: FAQ

sites:
  docs:
    title: Docs
    structure:
      # the beginning
      - section: guides
        title: Guides
        path: guides
        spaces: [{ space: home }]
      - section: help
        title: Help
        path: help
        spaces: [{ space: faq }]
`;

async function brought(): Promise<ImportWorkspace> {
  const place = await importWorkspace(acme);
  await place.write('docform.yaml', byHand);
  const { exit, stderr } = await place.docform(['apply', '--yes']);
  expect({ exit, stderr }).toMatchObject({ exit: 0 });
  return place;
}

async function expectEmptyPlan({ docform }: ImportWorkspace): Promise<void> {
  expect(await docform(['plan', '--detailed-exitcode'])).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('No changes.'),
  });
}

describe('import of chosen addresses', () => {
  test('shows the diff of changed resources, asks for confirmation and changes only those lines', async () => {
    const place = await brought();
    await place.ask('PATCH', `teams/${await place.idOf('teams', 'Support')}`, { title: 'Help desk' });
    await place.ask('PATCH', `teams/${await place.idOf('teams', 'Docs')}`, { title: 'Writers' });
    place.hasWritten();
    const { exit, stderr, stdout, questions } = await place.docform(['import', 'teams'], {
      answers: ['y'],
      environment: { NO_COLOR: '1' },
    });
    expect({ exit, questions }).toEqual({ exit: 0, questions: ['Write these changes? [y/N] '] });
    expect(stderr).toContain('-  docs: { title: "Docs" }\n+  docs: { title: Writers }\n');
    expect(stdout).toContain('  docform.yaml  changed\n');
    expect(await place.file('docform.yaml')).toBe(
      byHand.replace('"Docs"', 'Writers').replace('title: Support ', 'title: Help desk '),
    );
    await expectEmptyPlan(place);
    expect(place.hasWritten()).toBe(false);
  });

  test('adds new resources, and prints the addresses that were not imported', async () => {
    const place = await brought();
    await place.ask('PUT', 'teams', { title: 'Auditors' });
    expect((await place.docform(['import', 'teams', '--yes'])).exit).toBe(0);
    expect(await place.file('docform.yaml')).toBe(
      byHand.replace('# who answers\n', '# who answers\n  auditors:\n    title: Auditors\n'),
    );
    await expectEmptyPlan(place);
  });

  test('removes deleted resources and keeps pending resources', async () => {
    const place = await brought();
    await place.ask('DELETE', `teams/${await place.idOf('teams', 'Support')}`);
    await place.write(
      'docform.yaml',
      byHand.replace('  # who writes\n', '  legal: { title: Legal } # to come\n  # who writes\n'),
    );
    const { exit, stdout } = await place.docform(['import', 'teams', '--yes']);
    expect(exit).toBe(0);
    expect(stdout).toContain(
      'Removed from the configuration because they no longer exist on the platform: teams/support\n',
    );
    expect(stdout).toContain('Declared but not on the platform yet (unchanged): teams/legal\n');
    const text = await place.file('docform.yaml');
    expect(text).toContain('  legal: { title: Legal } # to come\n  # who writes\n  docs: { title: "Docs" }\n\nspaces:');
    expect((await place.docform(['plan'])).stdout).toContain('Plan: 1 to create.');
  });

  test('keeps declared values that equal the default', async () => {
    const place = await brought();
    expect((await place.docform(['import', 'spaces/home', '--yes'])).exit).toBe(0);
    const text = await place.file('docform.yaml');
    expect(text).toBe(byHand.replace('title: Home, editMode: live', 'title: Home, emoji: 📘, editMode: live'));
  });

  test('leaves all other changes to the next apply, in the files and in the ledger', async () => {
    const place = await brought();
    const edited = byHand
      .replace("bo@acme.dev: 'edit'", 'bo@acme.dev: read')
      .replace('  support:\n    title: Support   # who answers\n', '')
      .replace('spaces:\n', 'translations: { french: { title: French } }\n\nspaces:\n');
    await place.write('docform.yaml', edited);
    await place.ask('PATCH', `teams/${await place.idOf('teams', 'Docs')}`, { title: 'Writers' });
    await place.ask('POST', 'translations', { title: 'French' });
    const ledger = JSON.parse(await place.file('docform.ledger.json')).resources;
    const { exit, stdout } = await place.docform(['import', 'teams/docs', '--yes']);
    expect({ exit, stdout }).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('docform plan shows the changes that are not applied yet'),
    });
    expect(await place.file('docform.yaml')).toBe(edited.replace('"Docs"', 'Writers'));
    const after = JSON.parse(await place.file('docform.ledger.json')).resources;
    expect({ ...after, 'teams/docs': ledger['teams/docs'] }).toEqual(ledger);
    expect((await place.docform(['plan'])).stdout).toMatch(/Plan: 1 to update, 1 to delete, 1 adopted\./);
  });

  test('asks nothing and changes nothing if the configuration is up to date', async () => {
    const place = await brought();
    const { exit, questions, stdout } = await place.docform(['import', 'teams', 'members']);
    expect({ exit, questions }).toEqual({ exit: 0, questions: [] });
    expect(stdout).toContain('The configuration is already up to date.');
    expect(await place.file('docform.yaml')).toBe(byHand);
  });
});

test.each([
  ['the same lines', certificateOne],
  ['other line breaks', certificateOne.replaceAll('\n', '\r\n')],
  ['no final newline', certificateOne.trimEnd()],
])('import updates the file of a changed certificate if the file has %s', async (_, before) => {
  const saml = {
    okta: { label: 'Okta', entityID: 'urn:okta', ssoURL: 'https://acme.dev/sso', certificate: certificateOne },
  };
  const place = await importWorkspace({ ...acme, saml });
  await place.docform(['import', 'saml']);
  await place.write('certs/okta.pem', before);
  const text = await place.file('docform.yaml');
  await place.ask('PATCH', `saml/${await place.idOf('saml', 'Okta')}`, { certificate: certificateTwo });
  const { exit, stdout, stderr } = await place.docform(['import', 'saml', '--yes']);
  expect({ exit, stderr }).toMatchObject({ exit: 0 });
  expect(stdout).toContain('  certs/okta.pem  changed\n');
  expect(await place.file('certs/okta.pem')).toBe(certificateTwo);
  expect(await place.file('docform.yaml')).toBe(text);
  await expectEmptyPlan(place);
});

test('an import of the whole organization adds structure and keeps comments, and a second import changes nothing', async () => {
  const place = await brought();
  const site = await place.idOf('sites', 'Docs');
  const sections = (await place.ask('GET', `sites/${site}/sections`)).items as readonly { readonly id: string }[];
  const position = { before: { type: 'site-section', siteSection: sections[0]?.id } };
  await place.ask('POST', `sites/${site}/sections/${sections[1]?.id}/move`, { position });
  await place.ask('POST', 'saml', {
    label: 'Okta',
    certificate: certificateOne,
    entityID: 'urn:okta',
    ssoURL: 'https://acme.dev/sso',
  });
  const { exit, stderr } = await place.docform(['import', '--yes']);
  expect({ exit, stderr }).toMatchObject({ exit: 0 });
  const text = await place.file('docform.yaml');
  expect(text).toMatch(/- section: help\n[\s\S]*# the beginning\n {6}- section: guides\n/);
  expect(text).toContain('ana@acme.dev: admin # the boss\n');
  expect(text).toContain('certificate: { file: certs/okta.pem }\n');
  expect(await place.file('certs/okta.pem')).toBe(certificateOne);
  await expectEmptyPlan(place);
  const again = await place.docform(['import']);
  expect(again).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('The configuration is already up to date.'),
  });
  expect(await place.file('docform.yaml')).toBe(text);
});

test('import writes nothing if it is declined or there is no terminal', async () => {
  const place = await brought();
  await place.ask('PUT', 'teams', { title: 'Auditors' });
  expect(await place.docform(['import', 'teams'], { answers: ['n'] })).toMatchObject({ exit: 6, stdout: '' });
  const silent = await place.docform(['import', 'teams']);
  expect(silent).toMatchObject({
    exit: 3,
    stdout: '',
    stderr: expect.stringContaining('error[E-CONFIRMATION-REQUIRED]'),
  });
  expect(await place.file('docform.yaml')).toBe(byHand);
});

test('import reports a value from a variable, and writes nothing', async () => {
  const place = await brought();
  await place.write(
    'docform.yaml',
    byHand
      .replace('title: Support ', 'title: $' + '{vars.desk} ')
      .replace('\nmembers:', '\nvars: { desk: Support }\n\nmembers:'),
  );
  await place.ask('PATCH', `teams/${await place.idOf('teams', 'Support')}`, { title: 'Help desk' });
  const { exit, stderr } = await place.docform(['import', 'teams', '--yes']);
  expect({ exit, stderr }).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining(
      'error[E-EDIT-REFUSED]: teams/support (title, docform.yaml:15:12) cannot be edited',
    ),
  });
});

test('import reports problems of the configuration, and --split requires a new one', async () => {
  const place = await importWorkspace(acme);
  await place.write('docform.yaml', 'version: 1\norganization: acme\nteam: {}\n');
  expect(await place.docform(['import'])).toMatchObject({ exit: 3, stderr: expect.stringContaining('E-KEY-UNKNOWN') });
  await place.write('docform.yaml', byHand);
  expect(await place.docform(['import', '--split', 'site'])).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('--split requires a new configuration'),
  });
});

test('a ledger that cannot be written is reported, and the same import writes it later', async () => {
  const place = await brought();
  await place.ask('PUT', 'teams', { title: 'Auditors' });
  const ledger = join(place.directory, 'docform.ledger.json');
  const takeAway = (text: string) => {
    if (!text.includes('+++ b/docform.yaml')) return;
    renameSync(ledger, `${ledger}.kept`);
    mkdirSync(ledger);
  };
  const { exit, stderr } = await place.docform(['import', 'teams', '--yes'], { onStderr: takeAway });
  expect({ exit, stderr }).toMatchObject({ exit: 5, stderr: expect.stringContaining('error[E-IMPORT-LEDGER]') });
  rmdirSync(ledger);
  renameSync(`${ledger}.kept`, ledger);
  expect(await place.file('docform.yaml')).toContain('Auditors');
  expect(await place.file('docform.ledger.json')).not.toContain('teams/auditors');
  expect((await place.docform(['import', 'teams'])).exit).toBe(0);
  expect(await place.file('docform.ledger.json')).toContain('teams/auditors');
  await expectEmptyPlan(place);
});
