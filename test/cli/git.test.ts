/** Git runs no program that a repository names, sees no secret, and blocks what depends on its answer if it does not answer. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { directoryWith } from '../support/directory.ts';
import { readSources } from '../support/sources.ts';
import { closeWorkspaces, importWorkspace } from './import-workspace.ts';
import { twoTeams } from './two-teams.ts';

afterEach(closeWorkspaces);

const path = process.env.PATH ?? '';
const teams = { teams: { docs: { title: 'Docs' } } };

function script(file: string, lines: readonly string[]) {
  writeFileSync(file, `#!/bin/sh\n${lines.join('\n')}\n`);
  chmodSync(file, 0o755);
  return file;
}

function commitAll(directory: string) {
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', directory, ...args], { stdio: 'pipe' });
  git('init', '-q');
  git('add', '-A', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@acme.dev', 'commit', '-qm', 'first');
}

/** Every setting of Git that names a program for the commands that docform uses. */
const programsAt = (program: string, hooks: string) => `
[core]
	fsmonitor = ${program}
	hooksPath = ${hooks}
	pager = ${program}
	sshCommand = ${program}
	askPass = ${program}
[pager]
	diff = ${program}
	status = ${program}
[diff]
	external = ${program}
[diff "evil"]
	command = ${program}
	textconv = ${program}
[filter "evil"]
	clean = ${program}
	smudge = ${program}
	process = ${program}
[alias]
	ls-files = !${program}
`;

const commands = ['validate', 'plan', 'get', 'access', 'drift', 'plan --since HEAD', 'apply --yes', 'ledger history'];

/** A committed configuration in a repository with programs, and the log of each program that ran. */
async function hostileRepository() {
  const place = await importWorkspace(teams);
  const { directory } = place;
  const at = (file: string) => join(directory, file);
  const log = join(directoryWith(), 'ran');
  writeFileSync(at('docform.yaml'), 'version: 1\nteams: { docs: { title: Docs } }\n');
  writeFileSync(at('.gitattributes'), '* filter=evil diff=evil\n');
  commitAll(directory);
  mkdirSync(at('hooks'));
  const program = script(join(directoryWith(), 'evil'), [`echo "$0 $@" >> ${log}`, `env >> ${log}`, 'cat']);
  for (const hook of ['post-index-change', 'fsmonitor-watchman', 'reference-transaction'])
    script(at(`hooks/${hook}`), [`echo hook >> ${log}`]);
  return { ...place, at, log, program };
}

test.each(['.git/config', '.gitconfig of a home in the repository', 'a git on a PATH in the repository'])(
  'no command runs a program that the repository names in %s',
  async (where) => {
    const { at, log, program, docform, directory } = await hostileRepository();
    const evil = programsAt(program, at('hooks'));
    let environment: { readonly [name: string]: string } = { PATH: path, HOME: directoryWith() };
    if (where === '.git/config') {
      appendFileSync(at('.git/config'), evil);
      writeFileSync(at('.git/info/attributes'), '* filter=evil diff=evil\n');
    } else if (where.startsWith('.gitconfig')) {
      writeFileSync(at('.gitconfig'), evil);
      environment = { PATH: path, HOME: directory };
    } else {
      mkdirSync(at('bin'));
      script(at('bin/git'), [`echo git >> ${log}`, 'exit 1']);
      environment = { PATH: `bin:${at('bin')}:${path}` };
    }
    // A changed file makes Git convert its content.
    writeFileSync(at('docform.yaml'), 'version: 1\nteams: { docs: { title: Documentation } }\n');
    for (const command of commands) {
      const { exit, stderr } = await docform(command.split(' '), { environment });
      expect([command, exit, stderr.includes('E-')], stderr).toEqual([command, 0, false]);
      expect(existsSync(log) && `${command}: ${readFileSync(log, 'utf8')}`).toBe(false);
    }
  },
);

test('Git sees no variable of docform, no secret and no repository of a surrounding hook', async () => {
  const { at, docform } = await hostileRepository();
  const bin = directoryWith();
  const log = join(bin, 'environment');
  const git = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
  script(join(bin, 'git'), [`env >> ${log}`, `exec ${git} "$@"`]);
  const environment = {
    PATH: `${bin}:${path}`,
    GIT_DIR: '/nowhere',
    GITHUB_TOKEN: 'canary-forge-4711',
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'core.fsmonitor',
    GIT_CONFIG_VALUE_0: '/nowhere/canary',
    GIT_CONFIG_KEY_1: 'safe.directory',
    GIT_CONFIG_VALUE_1: at(''),
  };
  const { exit } = await docform(['plan'], { environment });
  expect(exit).toBe(0);
  const seen = readFileSync(log, 'utf8');
  expect(seen).not.toMatch(/canary|^DOCFORM|^GIT_DIR/m);
  expect(seen.split('\n')).toEqual(
    expect.arrayContaining(['GIT_CONFIG_COUNT=1', 'GIT_CONFIG_KEY_0=safe.directory', `GIT_CONFIG_VALUE_0=${at('')}`]),
  );
});

test('one file of the source starts processes', () => {
  const starts = /child_process|worker_threads|node:cluster/;
  const found = readSources('src').filter(({ text }) => starts.test(text));
  expect(found.map(({ path: file }) => file)).toEqual(['src/cli/files/git.ts']);
});

const refusals = [
  {
    name: 'refuses the repository of another user',
    lines: [`echo "fatal: detected dubious ownership in repository at '/x'" >&2`, 'exit 128'],
    reason: "it belongs to another user (detected dubious ownership in repository at '/x')",
    fix: 'run `git config --global --add safe.directory ',
  },
  {
    name: 'fails',
    lines: ['echo "fatal: bad index" >&2', 'exit 128'],
    reason: 'bad index',
    fix: 'check that `git -C ',
  },
  { name: 'is missing', lines: undefined, reason: '`git` is not on PATH', fix: 'install Git' },
];

test.each(refusals)(
  'if Git $name, deletes and adoptions are blocked with the reason and the fix, and nothing else is',
  async ({ lines, reason, fix }) => {
    const { declare, docform, blocks, environment } = await twoTeams();
    const policy = 'policy: { prune: { collections: all } }\n';
    declare('all', `${policy}teams: { docs: { title: Docs } }\ncollections: { old: { title: Old } }\n`);
    declare('portal', 'collections: { guides: { title: Guides } }\n');
    for (const name of ['all', 'portal']) expect((await docform(name, 'apply', '--yes')).exit).toBe(0);
    const bin = directoryWith();
    if (lines !== undefined) script(join(bin, 'git'), lines);
    environment.PATH = bin;
    declare(
      'all',
      `teams: { docs: { title: Documentation }, new: { title: New } }\ncollections: { old: { title: Old } }\n`,
    );
    expect(await blocks('all')).toEqual([]);
    declare('all', `${policy}collections: { old: { title: Old } }\nteams: {}\n`);
    expect(await blocks('all')).toEqual([
      expect.stringMatching(/^B-OWNER-UNKNOWN collections\/id:/),
      'B-OWNER-UNKNOWN teams/docs',
    ]);
    declare('all', 'teams: { docs: { title: Docs } }\ncollections: { guides: { title: Guides } }\n');
    expect(await blocks('all')).toEqual(expect.arrayContaining(['B-OWNER-UNKNOWN collections/guides']));
    const { exit, stderr } = await docform('all', 'apply', '--yes');
    expect([exit, stderr]).toEqual([6, expect.stringContaining(`this repository could not be read: ${reason}`)]);
    expect(stderr).toContain(fix);
    expect(stderr).not.toMatch(/No changes|warning/);
  },
);

test('a commit that Git cannot compare with the files is marked as unverified', async () => {
  const { directory, docform, write } = await importWorkspace(teams);
  await write('docform.yaml', 'version: 1\nteams: { docs: { title: Docs } }\n');
  commitAll(directory);
  const commit = 'c0ffee'.padEnd(40, '0');
  const revision = async (PATH: string) => {
    const { stdout } = await docform(['plan', '--json'], { environment: { PATH, DOCFORM_COMMIT: commit } });
    return JSON.parse(stdout).revision;
  };
  expect(await revision(path)).toBe(commit);
  expect(await revision(directoryWith())).toBe(`${commit}-unverified`);
});
