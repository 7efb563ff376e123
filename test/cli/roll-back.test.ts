/** Follows the guide "Roll back an older apply" in a real repository, and reads the ledger that a plain revert leaves. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { projectDirectory } from '../support/sources.ts';
import { closeWorkspaces, importWorkspace } from './import-workspace.ts';

afterEach(closeWorkspaces);

const guide = readFileSync(join(projectDirectory, 'docs/guides/undo.md'), 'utf8');
const [, block = ''] = /## Roll back an older apply\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(guide) ?? [];
const commands = block.trim().split('\n');

/** Three applies, each with a commit of the configuration and the ledger. */
async function threeApplies() {
  const place = await importWorkspace({});
  const { directory, docform } = place;
  const sh = (command: string) =>
    execFileSync('sh', ['-ec', command], { cwd: directory, encoding: 'utf8', stdio: 'pipe' }).trim();
  sh('git init -q; git config user.name a; git config user.email a@acme.dev');
  writeFileSync(join(directory, '.gitattributes'), 'docform.ledger*.json merge=union\n');
  const commits: string[] = [];
  for (const teams of [
    '  docs: { title: Docs }\n  old: { title: Old }\n',
    '  docs: { title: Manual }\n  new: { title: New }\n',
    '  docs: { title: Manual, members: {} }\n  new: { title: New }\n  last: { title: Last }\n',
  ]) {
    writeFileSync(join(directory, 'docform.yaml'), `version: 1\nteams:\n${teams}`);
    const { exit, stderr } = await docform(['apply', '--yes', '--no-undo', '--allow-deletes', '9']);
    expect(exit, stderr).toBe(0);
    sh('git add -A . && git commit -qm apply');
    commits.push(sh('git rev-parse HEAD'));
  }
  return { ...place, sh, commits };
}

test('the commands of the guide bring back the state before an older apply', async () => {
  const { sh, docform, commits } = await threeApplies();
  expect(commands.length).toBeGreaterThan(3);
  const [, second = '', third = ''] = commits;
  for (const commit of [third, second])
    for (const line of commands.map((each) => each.replaceAll('COMMIT', commit))) {
      if (!line.startsWith('docform')) {
        sh(line);
        continue;
      }
      const argv = [
        ...line.split(' ').slice(1),
        ...(line === 'docform apply' ? ['--yes', '--allow-deletes', '9'] : []),
      ];
      const { exit, stdout, stderr } = await docform(argv);
      expect([line, exit], stdout + stderr).toEqual([line, 0]);
      if (line === 'docform apply') sh('git add -A . && git commit -qm "the ledger"');
    }
  expect(sh(`git diff ${commits[0]} HEAD -- docform.yaml`)).toBe('');
  expect((await docform(['plan', '--detailed-exitcode'])).exit).toBe(0);
});

test('a plain revert of an older commit leaves a ledger that docform reads', async () => {
  const { sh, docform, commits } = await threeApplies();
  sh(`git revert --no-commit ${commits[1]} || git checkout --theirs docform.yaml`);
  const { exit, stdout, stderr } = await docform(['plan']);
  expect(stderr).not.toContain('E-LEDGER-INVALID');
  expect([exit, stdout], stderr).toEqual([0, expect.stringContaining('teams/docs')]);
});
