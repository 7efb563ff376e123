/** Tests that `docform forget` removes resources from ledger and YAML without requests, and that the next plan neither deletes nor creates them. */
import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeConfigurationFiles } from '../../src/cli/files/write-configuration.ts';
import { startStateService } from '../ledger/state-service.ts';
import { openApplying } from './applying.ts';
import { workspace } from './plan-workspace.ts';

const whole = `version: 1
# Who we are.
teams:
  # Writes the handbook.
  docs: { title: Docs }
  support: { title: Support } # answers
sites:
  docs:
    title: Docs
    basename: docs
    shareLinks:
      globex: { name: Globex }
      initech: { name: Initech, active: false }
`;

let place: Awaited<ReturnType<typeof workspace>>;
beforeEach(async () => {
  place = await workspace(whole, 'empty');
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
});
afterEach(() => place.close());

const text = (name: string) => readFile(join(place.directory, name), 'utf8');

async function plannedActions(): Promise<readonly string[]> {
  const { stdout } = await place.docform(['plan', '--json']);
  const { changes } = JSON.parse(stdout) as {
    readonly changes: readonly { readonly action: string; readonly address: string }[];
  };
  return changes.map(({ action, address }) => `${action} ${address}`);
}

test('forget removes the block of a team with its comment, and the next plan has no changes', async () => {
  place.platform.requests.clear();
  const { exit, stdout } = await place.docform(['forget', 'teams/docs'], { environment: { DOCFORM_TOKEN: '' } });
  expect({ exit, sent: place.platform.requests.read().items }).toEqual({ exit: 0, sent: [] });
  expect(await text('docform.yaml')).toBe(whole.replace('  # Writes the handbook.\n  docs: { title: Docs }\n', ''));
  expect(stdout).toMatch(/= teams\/docs \(\S+\): removed from configuration and ledger\n/);
  expect(stdout).toContain('-  docs: { title: Docs }\n');
  expect(stdout).toContain('Next: commit docform.yaml and docform.ledger.json');
  expect(await plannedActions()).toEqual([]);
  expect(await place.titles('teams')).toEqual(['Docs', 'Support']);
});

test('forget removes a protected site and its share links, reports the protection, and plan does not recreate it', async () => {
  const { stdout } = await place.docform(['forget', 'sites/docs', '--json']);
  const { forgotten, files } = JSON.parse(stdout) as {
    readonly forgotten: readonly { readonly address: string; readonly isProtected: boolean }[];
    files: unknown;
  };
  expect(forgotten.map(({ address, isProtected }) => `${address} ${isProtected}`)).toEqual([
    'sites/docs true',
    'sites/docs/shareLinks/globex false',
    'sites/docs/shareLinks/initech false',
  ]);
  expect(files).toEqual(['docform.yaml']);
  expect(await plannedActions()).toEqual([]);
});

test('forget prevents the delete of an object whose block was removed', async () => {
  await place.write(whole.replace('  support: { title: Support } # answers\n', ''));
  expect(await plannedActions()).toEqual(['delete teams/support']);
  const before = await text('docform.yaml');
  const { stdout, exit } = await place.docform(['forget', 'teams/support']);
  expect(exit).toBe(0);
  expect(stdout).toContain(': removed from ledger\n');
  expect(await text('docform.yaml')).toBe(before);
  expect(await plannedActions()).toEqual([]);
});

test('forget removes the former address of a rename that is not applied yet', async () => {
  await place.write(
    `${whole.replace('  docs: { title: Docs }', '  handbook: { title: Docs }')}moved: [{ from: teams/docs, to: teams/handbook }]\n`,
  );
  expect((await place.docform(['forget', 'teams/docs'])).stderr).toContain('teams/docs was renamed to teams/handbook');
  expect((await place.docform(['forget', 'teams/handbook'])).exit).toBe(0);
  expect(await plannedActions()).toEqual([]);
});

test('forget --dry-run changes nothing', async () => {
  const ledger = await text('docform.ledger.json');
  const { stdout, exit } = await place.docform(['forget', 'teams/docs', '--dry-run']);
  expect(exit).toBe(0);
  expect(stdout).toContain('Nothing was written (--dry-run).');
  expect([await text('docform.yaml'), await text('docform.ledger.json')]).toEqual([whole, ledger]);
});

test('forget rejects an object that `prune: all` would delete, and warns with --yes', async () => {
  await place.write(whole.replace('teams:\n', 'policy: { prune: { default: owned, teams: all } }\nteams:\n'));
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  const refused = await place.docform(['forget', 'teams/docs']);
  expect(refused.exit).toBe(6);
  expect(refused.stderr).toContain('error[E-FORGET-PRUNED]');
  expect(await plannedActions()).toEqual([]);
  const forced = await place.docform(['forget', 'teams/docs', '--yes']);
  expect(forced.exit).toBe(0);
  expect(forced.stderr).toContain('the next apply would delete teams/docs');
  expect(forced.stdout).toContain('The next apply will delete teams/docs');
});

test('forget rejects referenced, interrupted and unknown addresses', async () => {
  await place.write(
    `${whole}saml: { okta: { label: Okta, entityID: 'urn:o', ssoURL: 'https://o.example/sso', defaultTeam: docs } }\n`,
  );
  const named = await place.docform(['forget', 'teams/docs']);
  expect(named.exit).toBe(3);
  expect(named.stderr).toContain(
    'error[E-STILL-REFERENCED]: saml/okta (defaultTeam, docform.yaml:14) refers to teams/docs',
  );
  expect((await place.docform(['forget', 'teams/suport'])).stderr).toContain('did you mean teams/support?');
  expect((await place.docform(['forget', 'teams'])).stderr).toContain('teams is a list');
  expect((await place.docform(['forget', 'nonsense'])).stderr).toContain('nonsense is not a valid address');
  await place.write(`${whole}  new: { title: New, basename: new, structure: [] }\n`);
  place.platform.faults.add({ match: { operation: 'createSite' }, effect: { type: 'drop', when: 'after' } });
  place.platform.faults.add({
    match: { operation: 'listSites' },
    effect: { type: 'status', status: 403, message: 'no' },
    nth: 2,
  });
  await place.docform(['apply', '--yes', '--no-verify']);
  const open = await place.docform(['forget', 'sites/new']);
  expect(open.exit).toBe(6);
  expect(open.stderr).toContain('error[E-UNFINISHED-RUN]');
});

test('forget edits included files', async () => {
  await mkdir(join(place.directory, 'people'));
  await writeFile(
    join(place.directory, 'people', 'teams.yaml'),
    'teams:\n  docs: { title: Docs }\n  support: { title: Support }\n',
  );
  await place.write(`version: 1\ninclude: [people/*.yaml]\n${whole.slice(whole.indexOf('sites:'))}`);
  expect((await place.docform(['forget', 'teams/docs'])).exit).toBe(0);
  expect(await text('people/teams.yaml')).toBe('teams:\n  support: { title: Support }\n');
  expect(await plannedActions()).toEqual([]);
});

test('forget keeps the values of blocks that alias the removed block', async () => {
  const shared = `sites:
  one:
    title: One
    visitor:
      claims: &claims
        beta:
          type: boolean
          description: Beta # why
  two: { title: Two, visitor: { claims: *claims } }
`;
  await place.write(`version: 1\n${shared}`);
  const { exit, stderr } = await place.docform(['forget', 'sites/one']);
  expect(exit, stderr).toBe(0);
  const after = await text('docform.yaml');
  expect(after).toContain('two:');
  expect(after).toContain('description: Beta');
  expect(after).not.toMatch(/One|\*claims/);
});

test('forget writes no file if one of the files has changed', async () => {
  const paths = ['a.yaml', 'b.yaml'];
  for (const path of paths) await writeFile(join(place.directory, path), '\ufeffx: 1\n', { mode: 0o640 });
  const before = new Map(paths.map((path) => [path, 'x: 1\n']));
  const after = new Map(paths.map((path) => [path, 'x: 2\n']));
  const files = { directory: place.directory, main: 'docform.yaml', before, after };
  await writeFile(join(place.directory, 'b.yaml'), 'x: 3\n');
  await expect(writeConfigurationFiles(files)).rejects.toMatchObject({ code: 'E-FILE-CHANGED' });
  await expect(writeConfigurationFiles({ ...files, before: new Map() })).rejects.toMatchObject({
    code: 'E-FILE-CHANGED',
  });
  expect(await text('a.yaml')).toBe('\ufeffx: 1\n');
  await symlink('a.yaml', join(place.directory, 'link.yaml'));
  const linked = {
    before: new Map([['link.yaml', 'x: 1\n']]),
    after: new Map([
      ['link.yaml', 'x: 2\n'],
      ['new/c.yaml', 'y: 1\n'],
    ]),
  };
  await writeConfigurationFiles({ ...files, ...linked });
  expect([await text('a.yaml'), await text('new/c.yaml')]).toEqual(['\ufeffx: 2\n', 'y: 1\n']);
  expect((await lstat(join(place.directory, 'link.yaml'))).isSymbolicLink()).toBe(true);
  expect((await lstat(join(place.directory, 'a.yaml'))).mode & 0o777).toBe(0o640);
});

test('forget updates the ledger in a state service, and only the YAML has to be committed', async () => {
  const service = await startStateService({ kind: 'plain', conflict: 423 });
  const applying = await openApplying(service.url);
  try {
    expect((await applying.run(['apply', '--yes', '--no-undo'])).exit).toBe(0);
    const { exit, stdout } = await applying.run(['forget', 'sites/docs', 'teams/sales'], { DOCFORM_TOKEN: '' });
    expect(exit).toBe(0);
    expect(stdout).toContain('Next: commit docform.yaml\n');
    expect(service.state.lock).toBeUndefined();
    expect((await applying.run(['plan', '--detailed-exitcode'])).exit).toBe(0);
    const listed = JSON.parse((await applying.run(['get', '--offline', '--json'])).stdout) as {
      objects: { address: string }[];
    };
    expect(listed.objects.map(({ address }) => address).filter((address) => /^(sites|teams)/.test(address))).toEqual([
      'teams/docs',
      'teams/docs/members/ana@acme.dev',
      'teams/docs/members/bo@acme.dev',
    ]);
  } finally {
    await applying.close();
    await service.close();
  }
});

test('forget names ledgers of other environments that contain the object', async () => {
  await writeFile(join(place.directory, 'docform.ledger.stage.json'), await text('docform.ledger.json'));
  await writeFile(join(place.directory, 'docform.ledger.odd.json'), 'no JSON');
  const { exit, stderr } = await place.docform(['forget', 'teams/docs']);
  expect(exit).toBe(0);
  expect(stderr).toContain(
    'docform.ledger.stage.json: this ledger also contains the forgotten objects, and the next apply there would delete them; also run `docform forget`',
  );
  expect((await place.docform(['forget', 'teams/docs', '--env', 'stage'])).stderr).not.toContain(
    'docform.ledger.odd.json',
  );
});
