/** Tests that `docform completion` suggests words from the program and the files alone, and that its shell scripts work. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';
import { builtEntry } from './spawned.ts';

const configuration = `version: 1
organization: acme
teams:
  docs: { title: Docs, members: { ana@acme.dev: owner } }
  support: { title: Support }
spaces:
  home: { title: Home }
`;

let directory: string;
beforeAll(async () => {
  directory = directoryWith({ 'docform.yaml': configuration });
  mkdirSync(join(directory, 'env'));
  for (const name of ['prod', 'staging']) writeFileSync(join(directory, 'env', `${name}.yaml`), 'teams: {}\n');
});

async function next(...words: readonly string[]): Promise<readonly string[]> {
  const { exit, stdout, stderr } = await run(['completion', 'words', '--', ...words], { directory });
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  return stdout.split('\n').slice(0, -1);
}

test('completion suggests commands, subcommands and their flags', async () => {
  expect(await next('')).toEqual(expect.arrayContaining(['plan', 'apply', 'completion', 'doctor']));
  expect(await next('pl')).toEqual(['plan', 'platform']);
  expect(await next('ci', 'git')).toEqual(['github', 'gitlab']);
  expect(await next('plan', '--de')).toEqual(['--debug', '--detailed-exitcode']);
  expect(await next('apply', '--exp')).toEqual(['--expect-digest']);
  expect(await next('validate', '--exp')).toEqual([]);
});

test('completion offers addresses where a command accepts an address', async () => {
  expect(await next('get', 'te')).toEqual(['teams/docs', 'teams/docs/members/ana@acme.dev', 'teams/support']);
  expect(await next('mv', 'spaces/')).toEqual(['spaces/home']);
  expect(await next('plan', '--allow', 'teams/s')).toEqual(['teams/support']);
  expect(await next('plan', '--allow=teams/s')).toEqual(['--allow=teams/support']);
  expect(await next('-C', directory, 'forget', 'teams/s')).toEqual(['teams/support']);
  expect(await next('-C', tmpdir(), 'get', 'te')).toEqual([]);
  expect(await next('-C', directoryWith({ 'docform.yaml': 'version: [' }), 'get', 'te')).toEqual([]);
});

/** Names that a shell or a terminal would interpret. */
const hostile = [
  '$(touch ran)',
  '`touch ran`',
  'a b',
  'a;touch ran',
  "a'b",
  'a"b',
  'a\u001b[2J',
  'a\nb',
  'a\tb',
  '*',
  '~root',
  '=ls',
  '!!',
  'a|b',
  'a&b',
  '{a,b}',
];

/** A directory with such names for environments and members. */
function hostileDirectory(): string {
  const members = hostile.map((name) => `  ${JSON.stringify(`${name}@acme.dev`)}: read\n`).join('');
  const path = directoryWith({
    'docform.yaml': `version: 1\norganization: acme\nmembers:\n  ana@acme.dev: admin\n${members}`,
  });
  mkdirSync(join(path, 'env'));
  for (const name of [...hostile, 'prod']) writeFileSync(join(path, 'env', `${name}.yaml`), 'teams: {}\n');
  return path;
}

test('completion does not offer names with special characters of the shell', async () => {
  const path = hostileDirectory();
  expect(await next('-C', path, 'plan', '--env', '')).toEqual(['prod']);
  expect(await next('-C', path, 'plan', '--env=')).toEqual(['--env=prod']);
  for (const word of await next('-C', path, 'get', '')) expect(word).toMatch(/^[\w@./-]+$/);
});

test('completion suggests values of flags, error codes and help topics', async () => {
  expect(await next('plan', '--env', '')).toEqual(['prod', 'staging']);
  expect(await next('plan', '--format', 'm')).toEqual(['markdown']);
  expect(await next('show', '--format', '')).toEqual([
    ...['codequality', 'csv', 'github', 'html', 'json', 'markdown', 'nginx', 'redirects', 'terraform', 'text'],
  ]);
  expect(await next('apply', '--format', '')).toEqual(['json', 'text']);
  expect(await next('explain', 'E-REF-U')).toEqual(['E-REF-UNKNOWN']);
  expect(await next('help', 'exit')).toEqual(['exit-codes']);
  expect(await next('plan', '--out', '')).toEqual([]);
});

test('completion rejects unknown shells', async () => {
  expect(await run(['completion', 'tcsh'])).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('choose bash, zsh, fish'),
  });
});

/** Missing shells are skipped. */
function shell(name: string): string | undefined {
  const path = ['/bin', '/usr/bin', '/usr/local/bin'].find((folder) => {
    try {
      execFileSync(join(folder, name), ['-c', 'exit 0'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
  return path === undefined ? undefined : join(path, name);
}

/** A directory with `docform` as a program, and the output of `completion SHELL` in the file `script`. */
async function inFolder(name: string): Promise<string> {
  const folder = directoryWith({ script: (await run(['completion', name])).stdout });
  const program = join(folder, 'docform');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${builtEntry()}' "$@"\n`);
  chmodSync(program, 0o755);
  return folder;
}

function sayIn(path: string | undefined, folder: string, ...args: readonly string[]): string {
  const env = { PATH: `${folder}:${process.env.PATH}`, HOME: folder, TERM: 'dumb' };
  return execFileSync(path ?? '', args, { cwd: directory, encoding: 'utf8', env, timeout: 60_000 });
}

const bash = shell('bash');
test.skipIf(bash === undefined)('completion in bash works after characters at which bash breaks words', async () => {
  const folder = await inFolder('bash');
  const asking = (line: string) =>
    `COMP_LINE='${line}'; COMP_POINT=\${#COMP_LINE}; _docform; printf '%s\\n' "\${COMPREPLY[@]}" --`;
  const lines = [
    'docform mv sp',
    'docform get teams/docs/members/ana@ac',
    'docform plan --allow=teams/s',
    'docform plan ',
  ];
  const said = sayIn(bash, folder, '--norc', '-c', `. '${join(folder, 'script')}'; ${lines.map(asking).join('; ')}`);
  expect(said).toBe('spaces/home\n--\nacme.dev\n--\nteams/support\n--\n--\n');
});

/** Typed words and their suggestions. Files are suggested only in places that accept nothing else. */
const typed: readonly (readonly [line: string, offered: string])[] = [
  ['docform get teams/docs/members/ana@ac', 'teams/docs/members/ana@acme.dev'],
  ['docform plan --allow=teams/s', '--allow=teams/support'],
  ['docform plan --env ', 'prod staging'],
  ['docform fmt doc', 'docform.yaml'],
];

test.skipIf(bash === undefined)('bash executes no part of a file name', async () => {
  const [folder, path] = [await inFolder('bash'), hostileDirectory()];
  const line = `docform -C ${path} plan --env `;
  const asking = `COMP_LINE='${line}'; COMP_POINT=\${#COMP_LINE}; _docform; printf '%s\\n' "\${COMPREPLY[@]}"`;
  expect(sayIn(bash, folder, '--norc', '-c', `. '${join(folder, 'script')}'; ${asking}`)).toBe('prod\n');
});

const fish = shell('fish');
test.skipIf(fish === undefined)('completion in fish suggests commands, flags and values', async () => {
  const folder = await inFolder('fish');
  const asking = typed.map(([line]) => `echo (complete -C '${line}')`);
  const said = sayIn(fish, folder, '--no-config', '-c', `source '${join(folder, 'script')}'; ${asking.join('; ')}`);
  expect(said).toBe(typed.map(([, offered]) => `${offered}\n`).join(''));
});

/** zsh completes only in its line editor, so one zsh types into another, which records its suggestions. */
const typing = `
zmodload zsh/zpty
zpty inner zsh -f -i
zpty -w inner "PS1=; autoload -Uz compinit; compinit -u -D; source $1"
zpty -w inner 'compadd() { builtin compadd -O offered "$@"; builtin compadd "$@" }'
zpty -w inner '_keep() { offered=(); zle complete-word; print -r -- $offered > '$2'.new; mv '$2'.new '$2'; BUFFER= }; zle -N _keep; bindkey "^T" _keep'
for line in "\${@:3}"; do
  rm -f $2
  zpty -w -n inner $line$'\\x14'
  while ! [[ -e $2 ]]; do sleep 0.02; done
  cat $2
done
zpty -d inner
`;

const zsh = shell('zsh');
test.skipIf(zsh === undefined)('completion in zsh suggests commands, flags and values', async () => {
  const folder = await inFolder('zsh');
  writeFileSync(join(folder, 'typing'), typing);
  const lines = typed.map(([line]) => line);
  const said = sayIn(
    zsh,
    folder,
    '-f',
    join(folder, 'typing'),
    join(folder, 'script'),
    join(folder, 'offered'),
    ...lines,
  );
  expect(said).toBe(typed.map(([, offered]) => `${offered}\n`).join(''));
});
