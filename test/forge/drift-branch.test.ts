/** Tests that each target has one branch and one pull request, which follow the drift. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../cli/harness.ts';
import { directoryWith } from '../support/directory.ts';
import { type ForgeFake, startForge } from './forge-fake.ts';
import { digests, driftText, runVariables } from './nights.ts';

const configuration = (title: string) => `version: 1\nteams:\n  docs: { title: ${title} }\n`;

describe.each(['github', 'gitlab'] as const)('%s', (kind) => {
  let forge: ForgeFake;
  let directory: string;
  const git = (...argv: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@acme.dev', ...argv], {
      ...{ cwd: directory, stdio: 'pipe', encoding: 'utf8' },
    }).trim();
  const commit = (title: string) => {
    writeFileSync(join(directory, 'docs/docform.yaml'), configuration(title));
    git('add', '.');
    git('commit', '--quiet', '--message', 'Change');
    return git('rev-parse', 'HEAD');
  };
  beforeEach(async () => {
    forge = await startForge(kind);
    directory = directoryWith();
    mkdirSync(join(directory, 'docs'));
    git('init', '--quiet');
    commit('Docs');
  });
  afterEach(() => forge.close());

  /** `title`: the title that `docform drift --write` wrote; undefined: no drift. */
  const night = async (title: string | undefined, digest = digests.first, flags: readonly string[] = []) => {
    if (title !== undefined) writeFileSync(join(directory, 'docs/docform.yaml'), configuration(title));
    writeFileSync(join(directory, 'drift.md'), driftText(title === undefined ? digests.none : digest));
    const argv = ['-c', 'docs/docform.yaml', 'ci', 'drift-branch', '--file', 'drift.md', ...flags];
    const environment = { ...runVariables(forge), PATH: process.env.PATH ?? '', DOCFORM_ORG: 'acme' };
    return run([...argv, ...(title === undefined ? ['--clean'] : [])], { directory, environment });
  };
  const named = (number: number) => (kind === 'github' ? `pull request #${number}` : `merge request !${number}`);
  const branch = () => forge.branches.get('docform/drift/docform');

  test('the pull request follows no drift, drift, the same drift, other drift and no drift', async () => {
    expect(await night(undefined)).toMatchObject({
      exit: 0,
      stdout: 'docform: no edits of the configuration to propose\n',
    });
    expect(forge.writes()).toEqual([]);

    expect(await night('Handbook')).toMatchObject({ exit: 0, stdout: `docform: opened ${named(1)}\n` });
    const parent = git('rev-parse', 'HEAD');
    expect(branch()).toEqual({
      message: `Accept drift: docform\n\nDrift: ${digests.first}`,
      ...{ parent, files: { 'docs/docform.yaml': configuration('Handbook') } },
    });
    expect(forge.threads).toMatchObject([{ title: 'Accept drift: docform', isOpen: true }]);
    expect(forge.threads[0]?.body).toContain('Bo was made an owner.');
    forge.writes();

    expect((await night('Handbook')).stdout).toBe(`docform: the same drift as in ${named(1)}\n`);
    expect(forge.writes()).toEqual([]);

    expect((await night('Manual', digests.second)).stdout).toContain(`updated ${named(1)}`);
    expect(branch()?.files).toEqual({ 'docs/docform.yaml': configuration('Manual') });
    expect(forge.threads[0]?.body).toContain(digests.second);

    git('checkout', '--quiet', '.');
    expect((await night(undefined)).stdout).toBe(`docform: no drift: closed ${named(1)}\n`);
    expect(forge.threads).toMatchObject([{ isOpen: false }]);
  });

  test('the branch keeps the byte order mark of a file', async () => {
    writeFileSync(join(directory, 'docs/docform.yaml'), `\u{feff}${configuration('Docs')}`);
    git('commit', '--quiet', '--all', '--message', 'Mark');
    writeFileSync(join(directory, 'docs/docform.yaml'), `\u{feff}${configuration('Handbook')}`);
    writeFileSync(join(directory, 'drift.md'), driftText(digests.first));
    const environment = { ...runVariables(forge), PATH: process.env.PATH ?? '', DOCFORM_ORG: 'acme' };
    const argv = ['-c', 'docs/docform.yaml', 'ci', 'drift-branch', '--file', 'drift.md'];
    expect((await run(argv, { directory, environment })).exit).toBe(0);
    expect(branch()?.files).toEqual({ 'docs/docform.yaml': `\u{feff}${configuration('Handbook')}` });
  });

  test('the branch is written again if the configuration changed', async () => {
    await night('Handbook');
    const parent = commit('Docs and more');
    expect((await night('Handbook')).stdout).toContain(`updated ${named(1)}`);
    expect(branch()?.parent).toBe(parent);
  });

  test.each([
    ['another text', { 'docs/docform.yaml': configuration('Open to all') }],
    ['another file', { 'docs/docform.yaml': configuration('Handbook'), '.github/workflows/x.yml': 'on: push' }],
    ['no file', {}],
  ])('a commit of somebody else with %s, and the parent and message of docform, is overwritten', async (_, files) => {
    await night('Handbook');
    const own = branch() ?? { message: '', parent: '', files: {} };
    forge.branches.set('docform/drift/docform', { ...own, files });
    expect((await night('Handbook')).stdout).toContain(`updated ${named(1)}`);
    expect(branch()).toEqual(own);
  });

  test('drift that was rejected by closing the pull request is not proposed again', async () => {
    await night('Handbook');
    Object.assign(forge.threads[0] ?? {}, { isOpen: false });
    forge.writes();
    expect((await night('Handbook')).stdout).toBe(`docform: this drift was rejected by closing ${named(1)}\n`);
    expect(forge.writes()).toEqual([]);
    expect((await night('Manual', digests.second)).stdout).toBe(`docform: opened ${named(2)}\n`);
  });

  test('drift that returns after its pull request was merged is proposed again', async () => {
    await night('Handbook');
    Object.assign(forge.threads[0] ?? {}, { isOpen: false, isMerged: true });
    expect((await night('Handbook')).stdout).toBe(`docform: opened ${named(2)}\n`);
  });

  test('a run that ended between the commit and the pull request is continued', async () => {
    forge.faults.push({ method: 'POST', path: /(pulls|merge_requests)$/, status: 500, times: 99 });
    expect((await night('Handbook')).exit).toBe(1);
    forge.faults.splice(0);
    expect((await night('Handbook')).stdout).toBe(`docform: opened ${named(1)}\n`);
  });

  test('drift without edits of the configuration opens no pull request', async () => {
    expect((await night('Docs')).stdout).toBe('docform: no edits of the configuration to propose\n');
    expect(forge.writes()).toEqual([]);
  });
});
