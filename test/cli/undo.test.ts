/** `docform undo`: what an apply keeps, put back into the YAML; then plan and apply as always. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { workspace } from './plan-workspace.ts';

const first = `version: 1
# Who we are.
teams:
  docs: { title: Docs } # writes
  support: { title: Support }
`;
const second = first.replace('Docs }', 'Handbook }').replace('  support: { title: Support }\n', '  help: { title: Help }\n');
const patchName = 'docform.undo.patch';

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

test('apply keeps it, for its owner to read, and says what it cannot bring back; undo and apply bring back the rest', async () => {
  const applied = await apply();
  expect(applied.exit).toBe(0);
  expect(applied.stderr).toContain(
    'To take this back: docform undo (docform.undo.patch); 3 things it cannot bring back, or not alone:\n  teams/support: ',
  );
  expect((await stat(join(place.directory, patchName))).mode & 0o777).toBe(0o600);
  const patch = await text(patchName);
  expect(patch).toMatch(
    /^docform undo, version 1\n\n {2}host: 127\.0\.0\.1:\d+\n {2}organization: \S+\n {2}applied: \S+Z by \S+\n {2}plan: sha256:/,
  );
  expect(patch).toContain('\n  + teams/support\n');
  expect(patch).toContain('\n  - teams/help\n');
  expect(patch).toContain('\n  ~ teams/docs: title\n');
  place.platform.requests.clear();
  const undone = await place.docform(['undo'], { environment: { DOCFORM_TOKEN: '', DOCFORM_API_URL: '' } });
  expect({ exit: undone.exit, sent: place.platform.requests.read().items }).toEqual({ exit: 0, sent: [] });
  expect(undone.stdout).toContain('\n+  support: { title: Support }\n');
  expect(undone.stdout).toContain('Next: docform plan');
  expect(await text('docform.yaml')).toBe(first);
  expect((await apply()).exit).toBe(0);
  expect(await place.titles('teams')).toEqual(['Docs', 'Support']);
});

test('git applies it as well, also where the files have changed since', async () => {
  const git = (...argv: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.dev', ...argv], { cwd: place.directory, stdio: 'pipe' });
  git('init', '-q');
  git('add', 'docform.yaml');
  git('commit', '-q', '-m', 'as applied');
  expect((await apply()).exit).toBe(0);
  git('apply', '--check', patchName);
  await place.write(second.replace('# Who we are.', '# Who we are:\n# all of us.'));
  const refused = await place.docform(['undo']);
  expect(refused.exit).toBe(3);
  expect(refused.stderr).toContain('error[E-UNDO-CHANGED]: docform.yaml: not as when that was applied');
  expect(refused.stderr).toContain(`git apply -3 ${patchName}`);
  git('add', 'docform.yaml');
  git('apply', '-3', patchName);
  expect(await text('docform.yaml')).toBe(first.replace('# Who we are.', '# Who we are:\n# all of us.'));
});

test('where the configuration stands below the root of its repository, the paths begin at the root', async () => {
  await mkdir(join(place.directory, '.git'));
  await mkdir(join(place.directory, 'docs'));
  await writeFile(join(place.directory, 'docs', 'docform.yaml'), `${first}  more: { title: More }\n`);
  const inside = ['-C', 'docs'] as const;
  expect((await place.docform(['apply', '--yes', ...inside])).exit).toBe(0);
  expect(await text(`docs/${patchName}`)).toContain('--- a/docs/docform.yaml\n+++ b/docs/docform.yaml\n');
  expect((await place.docform(['undo', ...inside, '--dry-run'])).stdout).toContain('Nothing was changed (--dry-run).');
  expect(await text('docs/docform.yaml')).toContain('more:');
  expect((await place.docform(['undo', '-c', 'docs/docform.yaml', '--json'])).exit).toBe(0);
  expect(await text('docs/docform.yaml')).not.toContain('more:');
});

test('of a saved plan, and on a platform in this process, beside its data; forget and ls know that one as well', async () => {
  const local = ['--api-url', 'local:p.db'] as const;
  const own = { environment: { DOCFORM_API_URL: '', DOCFORM_ORG: '' } };
  await place.write(`${first.replace('version: 1\n', 'version: 1\norganization: acme\n')}`);
  expect((await place.docform(['plan', '--out', 'plan.json', ...local], own)).exit).toBe(0);
  expect((await place.docform(['apply', 'plan.json', ...local], own)).exit).toBe(0);
  expect([isThere('p.db.undo.patch'), isThere(patchName)]).toEqual([true, false]);
  expect((await place.docform(['undo', '--dry-run', ...local], own)).stdout).toContain('-  support: { title: Support }\n');
  expect((await place.docform(['forget', 'teams/support', ...local], own)).stdout).toContain('Next: commit docform.yaml\n');
  const listed = await place.docform(['ls', 'teams', '--offline', ...local], own);
  expect(listed.stdout).toMatch(/teams\/docs +\S+ +managed\n$/);
  expect((await place.docform(['plan', '--detailed-exitcode', ...local], own)).exit).toBe(0);
});

test('an apply that does nothing keeps none, nor one that is told not to', async () => {
  expect((await apply('--no-undo')).exit).toBe(0);
  expect((await apply()).exit).toBe(0);
  expect([isThere(patchName), isThere('docform.undo.unfinished.patch')]).toEqual([false, false]);
  const { exit, stderr } = await place.docform(['undo']);
  expect(exit).toBe(3);
  expect(stderr).toContain('error[E-UNDO-FILE]: there is no docform.undo.patch');
  expect((await place.docform(['undo', 'docform.yaml'])).stderr).toContain('docform.yaml is no undo that docform kept');
});

test('only what was done: what failed stays as it is', async () => {
  place.platform.faults.add({ match: { operation: 'updateTeam' }, effect: { type: 'status', status: 400, message: 'no' } });
  expect((await apply()).exit).toBe(5);
  const patch = await text(patchName);
  expect(patch).not.toContain('~ teams/docs');
  expect((await place.docform(['undo'])).exit).toBe(0);
  expect(await text('docform.yaml')).toBe(first.replace('Docs }', 'Handbook }'));
});

test('an apply that is interrupted: what it had done by then', async () => {
  const { exit } = await place.docform(['apply', '--yes', '--concurrency', '1'], {
    onStderr: (line, interrupt) => {
      if (line.startsWith('[1/')) interrupt();
    },
  });
  expect(exit).toBe(130);
  const done = (await text(patchName)).split('\n').filter((line) => /^ {2}[-+~] teams/.test(line));
  expect(done).toEqual(['  ~ teams/docs: title']);
  expect((await place.docform(['undo'])).exit).toBe(0);
  expect(await text('docform.yaml')).toBe(second.replace('Handbook }', 'Docs }'));
});

test('an apply that is killed leaves what was written before it began; the next one puts that aside', async () => {
  const unfinished = 'docform.undo.unfinished.patch';
  let left = '';
  await place.docform(['apply', '--yes'], {
    onStderr: (line) => {
      if (line.startsWith('[1/')) left = readFileSync(join(place.directory, unfinished), 'utf8');
    },
  });
  expect(left).toContain('Written before that apply began: it takes back all that was planned');
  expect([isThere(unfinished), isThere(patchName)]).toEqual([false, true]);
  await writeFile(join(place.directory, unfinished), left);
  const unsure = await place.docform(['undo']);
  expect(unsure.exit).toBe(3);
  expect(unsure.stderr).toContain('the last apply was cut off, or is under way');
  expect((await place.docform(['undo', unfinished])).exit).toBe(0);
  expect(await text('docform.yaml')).toBe(first);
  expect((await apply()).stderr).toContain('is now in docform.undo.cut-off.patch');
  expect([isThere(unfinished), isThere('docform.undo.cut-off.patch')]).toEqual([false, true]);
});

test('each environment has its own, and a file of another one is refused', async () => {
  await mkdir(join(place.directory, 'env'));
  for (const name of ['prod', 'staging']) await writeFile(join(place.directory, 'env', `${name}.yaml`), '{}\n');
  expect((await apply('--env', 'prod')).exit).toBe(0);
  expect(await text('docform.undo.prod.patch')).toContain('\n  environment: prod\n');
  const other = await place.docform(['undo', 'docform.undo.prod.patch', '--env', 'staging']);
  expect(other.exit).toBe(3);
  expect(other.stderr).toContain('is of an apply with --env prod, and this is --env staging');
  const elsewhere = await place.docform(['undo', '--env', 'prod', '--dry-run'], { environment: { DOCFORM_ORG: 'another' } });
  expect(elsewhere.stderr).toContain('and here the configuration is that of another\n');
  expect((await place.docform(['undo', '--env', 'prod'])).exit).toBe(0);
});

test('done twice, it says so; kept elsewhere, it is found by name; told as JSON by apply and undo', async () => {
  const { stdout } = await apply('--undo', 'kept/back.patch', '--json');
  const report = JSON.parse(stdout) as { readonly undo: { readonly file: string; readonly lost: readonly object[] } | null };
  expect(report.undo?.file).toBe('kept/back.patch');
  expect(report.undo?.lost.length).toBeGreaterThan(0);
  const json = JSON.parse((await place.docform(['undo', 'kept/back.patch', '--json'])).stdout) as object;
  expect(json).toMatchObject({ schemaVersion: 1, kind: 'undo', files: ['docform.yaml'], isDryRun: false });
  expect((await place.docform(['undo', 'kept/back.patch'])).stderr).toContain('as this undo makes it already');
});

test('where it cannot be kept, the apply is a good one all the same', async () => {
  await mkdir(join(place.directory, patchName));
  const { exit, stderr } = await apply();
  expect(exit).toBe(0);
  expect(stderr).toContain('The undo of what was done could not be kept: ');
  await chmod(join(place.directory, patchName), 0o755);
});

test('a file that names others than those of the configuration changes none of them', async () => {
  expect((await apply()).exit).toBe(0);
  await writeFile(join(place.directory, 'other.yaml'), second);
  const patch = (await text(patchName)).replaceAll('docform.yaml', 'other.yaml');
  await writeFile(join(place.directory, 'bad.patch'), patch);
  const { exit, stderr } = await place.docform(['undo', 'bad.patch']);
  expect(exit).toBe(3);
  expect(stderr).toContain('changes what is no part of this configuration: other.yaml');
  expect(await text('other.yaml')).toBe(second);
});

test('no certificate gets into it, neither a former one nor that of a provider that was deleted', async () => {
  const certificateOf = (name: string) => `-----BEGIN CERTIFICATE-----\n${name.repeat(12)}\n-----END CERTIFICATE-----\n`;
  const provider = (file: string) =>
    `${first}saml:\n  okta: { label: Okta, protect: false, entityID: 'urn:o', ssoURL: 'https://o.dev/sso', certificate: { file: ${file} } }\n`;
  for (const name of ['one', 'two']) await writeFile(join(place.directory, `${name}.pem`), certificateOf(name));
  await place.write(provider('one.pem'));
  expect((await apply()).exit).toBe(0);
  await place.write(provider('two.pem'));
  expect((await apply()).exit).toBe(0);
  const changed = await text(patchName);
  expect(changed).toContain('saml/okta, certificate: it is kept out of this file');
  await place.write(`${first}saml: {}\n`);
  expect((await apply()).exit).toBe(0);
  const deleted = await text(patchName);
  expect(deleted).toContain('saml/okta, certificate: it is kept out of this file: state it');
  expect(deleted).toMatch(/^\+.*urn:o/m);
  for (const patch of [changed, deleted]) expect(patch).not.toMatch(/oneone|twotwo/);
});

test('two applies that are killed in a row: what each of them had planned stays', async () => {
  const unfinished = 'docform.undo.unfinished.patch';
  for (const [number, left] of ['first', 'second', 'third'].entries()) {
    await writeFile(join(place.directory, unfinished), left);
    await place.write(second.replace('Handbook', `Handbook ${number}`));
    const name = `docform.undo.cut-off${number === 0 ? '' : `-${number + 1}`}.patch`;
    expect((await apply()).stderr).toContain(`is now in ${name}\n`);
  }
  expect(await text('docform.undo.cut-off.patch')).toBe('first');
  expect(await text('docform.undo.cut-off-2.patch')).toBe('second');
  expect(await text('docform.undo.cut-off-3.patch')).toBe('third');
});

test('where the undo cannot be kept at the end, what stays is named', async () => {
  const applied = await place.docform(['apply', '--yes'], {
    onStderr: (line) => {
      if (line.startsWith('[1/')) mkdirSync(join(place.directory, patchName, 'in-the-way'), { recursive: true });
    },
  });
  expect(applied.exit).toBe(0);
  expect(applied.stderr).not.toContain('No undo is kept');
  expect(applied.stderr).toMatch(
    /The undo of what was done could not be kept: .*\nWhat takes back all that was planned, also what was not done, is in docform\.undo\.unfinished\.patch\n/,
  );
  expect(isThere('docform.undo.unfinished.patch')).toBe(true);
});

test('what an apply left half written is removed by the next one, and is in no commit', async () => {
  const left = ['docform.undo.patch.0a1b2c3d.tmp', 'docform.undo.unfinished.patch.0a1b2c3d.tmp'];
  for (const name of left) await writeFile(join(place.directory, name), 'half');
  await writeFile(join(place.directory, 'docform.undo.patch.tmp'), 'not ours');
  execFileSync('git', ['init', '-q'], { cwd: place.directory });
  await writeFile(join(place.directory, '.gitignore'), readFileSync(new URL('../../.gitignore', import.meta.url), 'utf8'));
  const seen = execFileSync('git', ['status', '--porcelain', '-uall'], { cwd: place.directory, encoding: 'utf8' });
  expect(seen).not.toContain('undo');
  expect((await apply()).exit).toBe(0);
  expect([...left, 'docform.undo.patch.tmp'].map(isThere)).toEqual([false, false, true]);
});
