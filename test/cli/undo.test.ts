/** Tests that `docform undo` edits the YAML to the state before the last apply, and that plan and apply then work as usual. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { certificateOne, certificateTwo } from '../support/certificates.ts';
import { initRepository } from '../support/directory.ts';
import { workspace } from './plan-workspace.ts';

const first = `version: 1
# Who we are.
teams:
  docs: { title: Docs } # writes
  support: { title: Support }
`;
const second = first
  .replace('Docs }', 'Handbook }')
  .replace('  support: { title: Support }\n', '  help: { title: Help }\n');
const undoName = 'docform.undo.json';

let place: Awaited<ReturnType<typeof workspace>>;
beforeEach(async () => {
  place = await workspace(first);
  expect((await place.docform(['apply', '--yes', '--no-undo'])).exit).toBe(0);
  await place.write(second);
});
afterEach(() => place.close());

const text = (name: string) => readFile(join(place.directory, name), 'utf8');
const isThere = (name: string) => existsSync(join(place.directory, name));
const apply = (...flags: readonly string[]) => place.docform(['apply', '--yes', ...flags]);
const undo = (...flags: readonly string[]) => place.docform(['undo', '--yes', ...flags]);

test('apply writes the undo file for its owner only and lists omissions, and undo and apply restore the rest', async () => {
  const planned = await place.docform(['plan']);
  const applied = await apply();
  expect(applied.exit).toBe(0);
  expect(applied.stderr).toContain(
    'To revert, run `docform undo`, then `docform apply`.\n3 items cannot be reverted:\n  teams/support "Support": ',
  );
  // The approver saw the list that the apply prints.
  const [, approved] = planned.stdout.split('Cannot be reverted\n');
  const [, printed] = applied.stderr.split('cannot be reverted:\n');
  expect(printed).toContain(`${approved?.split('\n\n')[0]}\n`);
  expect((await stat(join(place.directory, undoName))).mode & 0o777).toBe(0o600);
  place.platform.requests.clear();
  const undone = await place.docform(['undo', '--yes'], { environment: { DOCFORM_TOKEN: '', DOCFORM_API_URL: '' } });
  expect({ exit: undone.exit, sent: place.platform.requests.read().items }).toEqual({ exit: 0, sent: [] });
  expect(undone.stdout).toContain('\n+  support: { title: Support }\n');
  expect(undone.stdout).toContain('3 items cannot be reverted:\n  teams/support: ');
  expect(undone.stdout).toContain('Next: review `docform plan`');
  expect(await text('docform.yaml')).toBe(first);
  expect((await apply()).exit).toBe(0);
  expect(await place.titles('teams')).toEqual(['Docs', 'Support']);
});

test('undo shows the diff and asks before it writes, and requires --yes without a terminal', async () => {
  expect((await apply()).exit).toBe(0);
  const refused = await place.docform(['undo']);
  expect({ exit: refused.exit, stderr: refused.stderr }).toEqual({
    exit: 3,
    stderr: expect.stringContaining('E-CONFIRMATION-REQUIRED'),
  });
  const declined = await place.docform(['undo'], { answers: ['n'] });
  expect(declined.exit).toBe(6);
  expect(declined.stderr).toContain('+  support: { title: Support }');
  expect(await text('docform.yaml')).toBe(second);
  expect((await place.docform(['undo'], { answers: ['y'] })).exit).toBe(0);
  expect(await text('docform.yaml')).toBe(first);
});

test('undo works after other edits of the YAML, and keeps a value that was edited since', async () => {
  expect((await apply()).exit).toBe(0);
  const since = second
    .replace('# Who we are.', '# Who we are:\n# all of us.')
    .replace('help: { title: Help }', 'more: { title: More }\n  help: { title: Help }');
  await place.write(since);
  expect((await undo()).exit).toBe(0);
  const now = await text('docform.yaml');
  expect(now).toContain('# all of us.');
  expect(now).toContain('docs: { title: Docs } # writes');
  expect(now).toContain('more: { title: More }');
  expect(now).not.toContain('help');
  await place.write(second.replace('Handbook', 'Manual'));
  const kept = await undo();
  expect(kept.stdout).toContain('teams/docs title: the YAML was edited since the apply');
  expect(await text('docform.yaml')).toContain('title: Manual');
});

test('undo finds a resource that was renamed since the apply', async () => {
  expect((await apply()).exit).toBe(0);
  expect((await place.docform(['mv', 'teams/docs', 'writers'])).exit).toBe(0);
  expect((await undo()).exit).toBe(0);
  expect(await text('docform.yaml')).toContain('writers: { title: Docs } # writes');
});

test('undo restores a reference whose new target was renamed since the apply', async () => {
  const withParent = (parent: string) =>
    `${second}collections:\n  guides: { title: Guides }\n  api: { title: API }\n  intro: { title: Intro, parent: ${parent} }\n`;
  await place.write(withParent('guides'));
  expect((await apply()).exit).toBe(0);
  await place.write(withParent('api'));
  expect((await apply()).exit).toBe(0);
  expect((await place.docform(['mv', 'collections/api', 'reference'])).exit).toBe(0);
  const undone = await undo();
  expect(undone.stdout).not.toContain('the YAML was edited');
  expect(await text('docform.yaml')).toContain('parent: guides');
});

test('undo works from the directory of the configuration and from the root of the repository', async () => {
  initRepository(place.directory);
  // The ledger of another configuration would own the same objects.
  await rm(join(place.directory, 'docform.ledger.json'), { force: true });
  await mkdir(join(place.directory, 'docs'));
  await writeFile(join(place.directory, 'docs', 'docform.yaml'), `${first}  more: { title: More }\n`);
  const inside = ['-C', 'docs'] as const;
  expect((await place.docform(['apply', '--yes', ...inside])).exit).toBe(0);
  expect((await place.docform(['undo', ...inside, '--dry-run'])).stdout).toContain('Nothing was written (--dry-run).');
  expect(await text('docs/docform.yaml')).toContain('more:');
  expect((await undo('-c', 'docs/docform.yaml', '--json')).exit).toBe(0);
  expect(await text('docs/docform.yaml')).not.toContain('more:');
});

test('a platform in this process keeps the undo file next to its data file', async () => {
  const local = ['--api-url', 'local:p.db'] as const;
  const own = { environment: { DOCFORM_API_URL: '', DOCFORM_ORG: '' } };
  await place.write(`${first.replace('version: 1\n', 'version: 1\norganization: acme\n')}`);
  expect((await place.docform(['plan', '--out', 'plan.json', ...local], own)).exit).toBe(0);
  expect((await place.docform(['apply', 'plan.json', ...local], own)).exit).toBe(0);
  expect([isThere('p.db.undo.json'), isThere(undoName)]).toEqual([true, false]);
  expect((await place.docform(['undo', '--dry-run', ...local], own)).stdout).toContain(
    '-  support: { title: Support }\n',
  );
  expect((await place.docform(['forget', 'teams/support', ...local], own)).stdout).toContain(
    'Next: commit docform.yaml\n',
  );
  const listed = await place.docform(['get', 'teams', '--offline', ...local], own);
  expect(listed.stdout).toMatch(/teams\/docs +\S+ +managed\n$/);
  expect((await place.docform(['plan', '--detailed-exitcode', ...local], own)).exit).toBe(0);
});

test('an apply without changes writes no undo file, nor does --no-undo', async () => {
  expect((await apply('--no-undo')).exit).toBe(0);
  expect((await apply()).exit).toBe(0);
  expect(isThere(undoName)).toBe(false);
  const { exit, stderr } = await undo();
  expect(exit).toBe(3);
  expect(stderr).toContain('error[E-UNDO-FILE]: docform.undo.json does not exist');
  // Without a terminal and without --yes, the missing file comes first.
  expect((await place.docform(['undo'])).stderr).toContain('error[E-UNDO-FILE]: docform.undo.json does not exist');
  expect((await undo('docform.yaml')).stderr).toContain('docform.yaml is not an undo file of this version of docform');
});

test('an undo file that was changed or cut short is refused', async () => {
  expect((await apply()).exit).toBe(0);
  const written = await text(undoName);
  for (const changed of [
    written.replace('Docs', 'Doxs'),
    written.slice(0, -20),
    written.replace('"version":1', '"version":9'),
  ]) {
    await writeFile(join(place.directory, undoName), changed);
    expect((await undo()).stderr).toContain('is not an undo file of this version of docform');
  }
  await writeFile(join(place.directory, undoName), written.replaceAll('\n', '\r\n'));
  expect((await undo('--dry-run')).exit).toBe(0);
});

test('undo reverts only changes that were applied', async () => {
  place.platform.faults.add({
    match: { operation: 'updateTeam' },
    effect: { type: 'status', status: 400, message: 'no' },
  });
  expect((await apply()).exit).toBe(5);
  expect((await undo()).exit).toBe(0);
  expect(await text('docform.yaml')).toBe(first.replace('Docs }', 'Handbook }'));
});

test('undo of an interrupted apply reverts the changes that it made', async () => {
  const { exit } = await place.docform(['apply', '--yes', '--concurrency', '1'], {
    onStderr: (line, interrupt) => {
      if (line.startsWith('[1/')) interrupt();
    },
  });
  expect(exit).toBe(130);
  expect((await undo()).exit).toBe(0);
  expect(await text('docform.yaml')).toBe(second.replace('Handbook }', 'Docs }'));
});

test('undo of a killed apply covers all planned changes, also after the next apply has finished the work', async () => {
  let left = '';
  await place.docform(['apply', '--yes'], {
    onStderr: (line) => {
      if (line.startsWith('[1/')) left = readFileSync(join(place.directory, undoName), 'utf8');
    },
  });
  await writeFile(join(place.directory, undoName), left);
  const unsure = await undo('--dry-run');
  expect(unsure.stderr).toContain('The last apply was interrupted. This undo covers every change that it planned');
  // The next apply continues the interrupted one, and its undo covers both.
  await place.write(second.replace('help: { title: Help }', 'help: { title: Help desk }'));
  expect((await apply()).exit).toBe(0);
  expect((await undo()).exit).toBe(0);
  expect(await text('docform.yaml')).toBe(first);
});

test('each environment has its own undo file, and a file of another one is refused', async () => {
  await mkdir(join(place.directory, 'env'));
  for (const name of ['prod', 'staging']) await writeFile(join(place.directory, 'env', `${name}.yaml`), '{}\n');
  expect((await apply('--env', 'prod')).exit).toBe(0);
  const other = await undo('docform.undo.prod.json', '--env', 'staging');
  expect(other.exit).toBe(3);
  expect(other.stderr).toContain('belongs to an apply with --env prod, but this command has --env staging');
  const elsewhere = await place.docform(['undo', '--env', 'prod', '--dry-run'], {
    environment: { DOCFORM_ORG: 'another' },
  });
  expect(elsewhere.stderr).toContain('but the configuration is for organization another\n');
  expect((await undo('--env', 'prod')).exit).toBe(0);
});

test('a second undo changes nothing, --undo names another file, and apply and undo report it as JSON', async () => {
  const { stdout } = await apply('--undo', 'kept/back.json', '--json');
  const report = JSON.parse(stdout) as {
    readonly undo: { readonly file: string; readonly lost: readonly object[] } | null;
  };
  expect(report.undo?.file).toBe('kept/back.json');
  expect(report.undo?.lost.length).toBeGreaterThan(0);
  const json = JSON.parse((await undo('kept/back.json', '--json')).stdout) as object;
  expect(json).toMatchObject({ schemaVersion: 2, kind: 'undo', files: ['docform.yaml'], isDryRun: false });
  expect((await undo('kept/back.json')).stdout).toContain('No changes to the configuration.');
});

test('if the undo file cannot be written, the apply succeeds with a warning', async () => {
  await mkdir(join(place.directory, undoName));
  const { exit, stderr } = await apply();
  expect(exit).toBe(0);
  expect(stderr).toContain('The undo file docform.undo.json could not be written: ');
});

test('the undo file contains no certificate, neither a former one nor that of a deleted provider', async () => {
  const provider = (file: string) =>
    `${first}saml:\n  okta: { label: Okta, protect: false, entityID: 'urn:o', ssoURL: 'https://o.dev/sso', certificate: { file: ${file} } }\n`;
  await writeFile(join(place.directory, 'one.pem'), certificateOne);
  await writeFile(join(place.directory, 'two.pem'), certificateTwo);
  await place.write(provider('one.pem'));
  expect((await apply()).exit).toBe(0);
  await place.write(provider('two.pem'));
  const changed = await apply();
  expect(changed.stderr).toContain('saml/okta "Okta" certificate: ');
  expect(await text(undoName)).not.toMatch(/MIHC/);
  await place.write(`${first}saml: {}\n`);
  expect((await apply()).stderr).toContain('saml/okta "Okta" certificate: ');
  expect(await text(undoName)).not.toMatch(/MIHC/);
  const undone = await undo('--dry-run');
  expect(undone.stdout).toMatch(/^\+.*urn:o/m);
  expect(undone.stdout).toContain('saml/okta certificate: ');
});

test('a half-written undo file is removed by the next apply, and Git ignores all of them', async () => {
  const left = 'docform.undo.json.0a1b2c3d.tmp';
  await writeFile(join(place.directory, left), 'half');
  await writeFile(join(place.directory, 'docform.undo.json.tmp'), 'not ours');
  initRepository(place.directory);
  await writeFile(
    join(place.directory, '.gitignore'),
    readFileSync(new URL('../../.gitignore', import.meta.url), 'utf8'),
  );
  const seen = execFileSync('git', ['status', '--porcelain', '-uall'], { cwd: place.directory, encoding: 'utf8' });
  expect(seen).not.toContain('undo');
  expect((await apply()).exit).toBe(0);
  expect([left, 'docform.undo.json.tmp'].map(isThere)).toEqual([false, true]);
});
