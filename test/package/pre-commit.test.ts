/** The hooks of the install guide, run by pre-commit. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as anywhere, expect } from 'vitest';
import { startMachine } from '../pipelines/shell.ts';
import { projectDirectory } from '../support/sources.ts';

/** pre-commit is a Python program, which `.ci/run` installs. */
const test = anywhere.skipIf(spawnSync('pre-commit', ['--version']).status !== 0);

test('pre-commit runs the hooks of the guide: an error stops the commit, and the formatter edits the files', async () => {
  const guide = readFileSync(join(projectDirectory, 'docs/guides/install.md'), 'utf8');
  const [, hooks = ''] = /## pre-commit\n.*?```yml\n(.*?)```/s.exec(guide) ?? [];
  const machine = await startMachine();
  try {
    const work = await machine.directory('work');
    const git = 'git -c user.name=Ana -c user.email=ana@acme.dev';
    const commit = (yaml: string) => {
      writeFileSync(join(work, 'docs/docform.yaml'), yaml);
      return machine.script(`git add --all && ${git} commit --quiet --message Change`, work, {});
    };
    writeFileSync(join(work, '.pre-commit-config.yaml'), hooks);
    writeFileSync(join(work, '.gitignore'), 'node_modules/\n');
    const installed = await machine.script(
      'mkdir docs && npm ci --ignore-scripts && git init --quiet && pre-commit install',
      work,
      {},
    );
    expect(installed.exit, installed.log).toBe(0);
    const wrong = await commit('version: 1\norganization: acme\nteams: { docs: { titel: Docs } }\n');
    expect(wrong.exit, wrong.log).not.toBe(0);
    expect(wrong.log).toContain('E-KEY-UNKNOWN');
    const unformatted = await commit('version: 1\norganization:   acme\nteams: { docs: { title: Docs } }\n');
    expect(unformatted.exit, unformatted.log).not.toBe(0);
    const formatted = readFileSync(join(work, 'docs/docform.yaml'), 'utf8');
    expect(formatted).toContain('organization: acme\n');
    expect(await commit(formatted)).toMatchObject({ exit: 0 });
  } finally {
    await machine.close();
  }
});
