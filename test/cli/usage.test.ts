/** Tests help, usage errors, positions of flags and exit codes. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands as definitions } from '../../src/cli/commands/index.ts';
import { commandName } from '../../src/cli/definition/flags.ts';
import { readingWords, unknownCommand, writingCommands } from '../../src/cli/definition/unknown-command.ts';
import { settingsOf } from '../../src/cli/io/session.ts';
import { version } from '../../src/cli/io/version.ts';
import { unsupportedNode } from '../../src/cli/node-version.ts';
import { declareProgram } from '../../src/cli/program.ts';
import { directoryWith } from '../support/directory.ts';
import { projectDirectory, readSources } from '../support/sources.ts';
import { run } from './harness.ts';

describe('help', () => {
  test('docform without arguments, -h, --help and help print the same on stdout', async () => {
    const [bare, short, long, help] = [await run([]), await run(['-h']), await run(['--help']), await run(['help'])];
    expect(bare).toMatchObject({ exit: 0, stderr: '' });
    expect(bare.stdout).toContain('Usage: docform COMMAND [flags]');
    expect(bare.stdout).toContain('docform plan --detailed-exitcode');
    expect([short.stdout, long.stdout, help.stdout]).toEqual([bare.stdout, bare.stdout, bare.stdout]);
  });

  test('help COMMAND equals COMMAND --help, has examples and only relevant flags, and fits on a screen', async () => {
    const help = await run(['help', 'apply']);
    expect(help.stdout).toContain('docform apply --yes');
    for (const flag of ['--undo <file>', '--allow-deletes <number>', '-y, --yes', '--no-verify'])
      expect(help.stdout).toContain(`\n  ${flag} `);
    expect(help.stdout).not.toMatch(/--api-url|--detailed-exitcode/);
    expect(help.stdout).toContain('docform help flags');
    expect((await run(['apply', '--help'])).stdout).toBe(help.stdout);
    for (const command of ['validate', 'plan', 'apply', 'drift', 'import', 'access', 'forget'])
      expect((await run(['help', command])).stdout.split('\n').length).toBeLessThanOrEqual(45);
  });

  test('help flags lists exactly the flags of all commands', async () => {
    const { stdout, exit } = await run(['help', 'flags']);
    expect(exit).toBe(0);
    for (const flag of ['-c, --config <file>', '--api-url <url>', '--all ']) expect(stdout).toContain(`\n  ${flag}`);
    expect(stdout).not.toMatch(/--allow|--yes/);
  });

  test('a flag of a few commands is in the help of these commands and accepted everywhere', async () => {
    for (const command of ['plan', 'drift'])
      expect((await run([command, '--help'])).stdout).toContain('--detailed-exitcode');
    expect((await run(['--detailed-exitcode', 'explain', 'E-API'])).exit).toBe(0);
  });

  test('help exit-codes lists all codes, no wider than 120 columns', async () => {
    const { stdout, exit } = await run(['help', 'exit-codes']);
    expect(exit).toBe(0);
    expect(stdout.match(/^ +\d+ {2}/gm)?.map(Number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 130]);
    expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(120);
  });

  test('help environment lists every variable that the source reads', async () => {
    const { stdout, exit } = await run(['help', 'environment']);
    expect(exit).toBe(0);
    const names = readSources('src').flatMap(
      ({ code }) => code.match(/\b(DOCFORM|TF_HTTP|GITHUB|GITLAB|CI_JOB)_[A-Z_]*[A-Z]\b/g) ?? [],
    );
    expect(new Set(names).size).toBeGreaterThan(10);
    expect([...new Set(names)].filter((name) => !stdout.includes(name))).toEqual([]);
  });

  test('the usage line of a command with several operands shows this', async () => {
    const { stdout } = await run(['--help']);
    expect(stdout).toMatch(/^ {2}import \[ADDRESS\.\.\.\] /m);
    expect(stdout).toMatch(/^ {2}forget ADDRESS\.\.\. /m);
    expect((await run(['fmt', '--help'])).stdout).toContain('Usage: docform fmt [FILE...] [flags]');
  });

  test('the usage line shows required flags and alternatives, and no operands for internal use', async () => {
    const usageOf = async (name: string) => /^Usage: docform (.*)$/m.exec((await run([name, '--help'])).stdout)?.[1];
    expect(await usageOf('mv')).toBe('mv (FROM TO | PATTERN... --to-file FILE | PATTERN... --to NAME) [flags]');
    expect(await usageOf('completion')).toBe('completion SHELL [flags]');
    expect((await run(['--help'])).stdout).toMatch(/^ {2}mv FROM TO {3}/m);
  });

  test('the table of commands in the guides lists every command in the order of the help', async () => {
    const [, list = ''] = (await run(['--help'])).stdout.split(/\nCommands\n|\n\nFlags\n/);
    const told = [...list.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name).filter((name) => name !== 'help');
    const guides = readFileSync(join(projectDirectory, 'docs/guides/README.md'), 'utf8');
    const named = [...guides.matchAll(/^\| `docform (\S+?)`?[ |].*\|$/gm)].map(([, name]) => name);
    expect(told).toContain('platform');
    expect([...new Set(named)]).toEqual(told);
  });

  test('help for an unknown topic is a usage error', async () => {
    expect(await run(['help', 'nothing'])).toMatchObject({ exit: 3, stdout: '' });
  });

  test('--version prints the version of the package', async () => {
    expect(await run(['--version'])).toMatchObject({ exit: 0, stdout: `${version}\n` });
    expect(await run(['-V', '--debug'])).toMatchObject({ exit: 0, stdout: `${version}\n` });
  });
});

describe('wrong usage exits with 3, one message on stderr and no stdout', () => {
  test.each([
    [['plna'], /unknown command 'plna'[\s\S]*did you mean plan\?/],
    [['diff'], /did you mean docform plan\?/],
    [['list', 'teams'], /did you mean docform get\?/],
    [['list'], /did you mean docform get\?/],
    [['state', 'rm', 'teams/docs'], /did you mean docform forget\?/],
    [['nonsense'], /unknown command 'nonsense'\n +. help: see `docform --help`\n/],
    [['foo'], /unknown command 'foo'\n +. help: see `docform --help`\n/],
    [['lint'], /did you mean docform validate\?/],
    [['status'], /did you mean docform drift\?/],
    [
      ['destroy', 'teams/docs'],
      /to delete a resource, remove its block from the YAML, and run `docform plan` and `docform apply`/,
    ],
    [['aply'], /did you mean apply\?/],
    [['platform', 'serv'], /unknown command 'serv'[\s\S]*did you mean serve\?/],
    [['platform', 'diff'], /unknown command 'diff'\n +. help: see `docform platform --help`\n/],
    [['plan', '--jsn'], /unknown flag '--jsn'[\s\S]*did you mean --json\?/],
    [['access', '--who'], /--who requires a value: EMAIL\n[\s\S]*docform access --help/],
    [['plan', '-c'], /--config requires a value: FILE\n/],
    [['plan', 'extra'], /too many arguments for plan\n[\s\S]*docform plan --help/],
    [['plan', '-C', '/no such directory'], /no such directory: \/no such directory/],
    [['explain'], /NAME is missing[\s\S]*docform explain --help/],
    [['platform'], /a command is missing[\s\S]*docform platform serve/],
    [['validate', '--format', 'markdown'], /validate does not support --format markdown/],
    [['plan', '--format', 'xml'], /--format xml is unknown[\s\S]*text, json, markdown, html, csv, github/],
    [['plan', '--concurrency', '0'], /--concurrency 0 is not a whole number from 1 to 64/],
    [['plan', '--timeout', 'soon'], /--timeout soon is not a duration/],
    [['apply', '--lock-timeout', 'long'], /--lock-timeout long is not a duration/],
    [['plan', '--var', 'x'], /--var x is not NAME=VALUE/],
    [['plan', '--allow-deletes', '-1'], /--allow-deletes/],
    [['plan', '-c', 'a', '-c', 'b'], /-c was given 2 times/],
    [['plan', '--color', 'blue'], /--color blue is unknown/],
    [['platform', 'serve', '--port', '99999'], /--port 99999/],
    [['platform', 'serve', '--seed', 'huge'], /unknown fixture huge[\s\S]*small/],
  ])('%j is a usage error', async (argv, message) => {
    const { exit, stdout, stderr } = await run(argv);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^error\[E-USAGE\]: /);
    expect(stderr).not.toMatch(/\n +at /);
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
  });

  test('every command but the groups has code, and a name of its own', () => {
    const names = definitions.map(commandName);
    const groups = definitions.filter(({ load }) => load === undefined).map(commandName);
    expect(groups).toEqual(['ci', 'ledger', 'platform']);
    expect(new Set(names).size).toBe(names.length);
  });

  test('neither a read-only word nor a misspelled word suggests a command that writes', async () => {
    const program = declareProgram(
      { stdout: { write: () => undefined, isTerminal: false, columns: 80 } },
      () => async () => undefined,
    );
    const commands = program.commands.map((each) => each.name());
    const words = [
      ...commands.filter((each) => !writingCommands.includes(each)),
      ...Object.values(readingWords).flat(),
    ];
    const mistyped = (word: string) =>
      [...word].flatMap((letter, at) => [
        word.slice(0, at) + word.slice(at + 1),
        word.slice(0, at) + letter + word.slice(at),
        `${word.slice(0, at)}x${word.slice(at + 1)}`,
        word.slice(0, at) + (word[at + 1] ?? '') + letter + word.slice(at + 2),
      ]);
    const wrong: string[] = [];
    for (const word of words.flatMap((each) => [each, ...mistyped(each)])) {
      const { hint = '' } = commands.includes(word)
        ? {}
        : await unknownCommand(word.split(' '), { parent: '', commands });
      const suggested = /did you mean (?:docform )?([\w -]+)\?/.exec(hint)?.[1] ?? '';
      if (writingCommands.includes(suggested)) wrong.push(`${word} -> ${suggested}`);
    }
    expect(wrong).toEqual([]);
  });

  test('every word of another tool suggests an existing command and is not a command', async () => {
    for (const [command, words] of Object.entries(readingWords)) {
      expect(await run([...command.split(' '), '--help'])).toMatchObject({ exit: 0 });
      for (const word of words)
        expect((await run(word.split(' '))).stderr, word).toContain(`did you mean docform ${command}?`);
    }
  });

  test('with --json a usage error is one JSON document on stdout', async () => {
    const { exit, stdout, stderr } = await run(['plan', '--json', '--jsn']);
    expect(exit).toBe(3);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      kind: 'error',
      error: { code: 'E-USAGE', hint: 'did you mean --json?' },
    });
  });

  test('every JSON document has a kind', () => {
    const written = readSources('src').flatMap(({ path, text }) =>
      /^src\/(report|cli)\//.test(path) ? (text.match(/\bschemaVersion: [\w]+,\s*\w+/g) ?? []) : [],
    );
    expect(written.length).toBeGreaterThan(10);
    expect(written.filter((each) => !/,\s*kind$/.test(each))).toEqual([]);
  });

  test('--json cannot be combined with another format', async () => {
    expect(JSON.parse((await run(['plan', '--json', '--format', 'markdown'])).stdout).error.message).toContain(
      'cannot be combined',
    );
  });
});

describe('settings', () => {
  const settle = (flags: Parameters<typeof settingsOf>[0], environment: { readonly [name: string]: string } = {}) =>
    settingsOf(flags, { environment, directory: '/base' });

  test('a flag takes precedence over the environment, and the environment over the default', () => {
    const environment = {
      DOCFORM_API_URL: 'https://e',
      DOCFORM_ENV: 'staging',
      DOCFORM_CONFIG: 'e.yaml',
      DOCFORM_ORG: 'o1',
    };
    expect(settle({}, environment)).toMatchObject({
      apiUrl: 'https://e',
      environmentName: 'staging',
      configuration: 'e.yaml',
      organization: 'o1',
    });
    expect(settle({ apiUrl: 'https://f', env: 'prod', config: ['f.yaml'] }, environment)).toMatchObject({
      apiUrl: 'https://f',
      environmentName: 'prod',
      configuration: 'f.yaml',
    });
    expect(settle({})).toMatchObject({
      timeoutMs: 30_000,
      format: 'text',
      color: 'auto',
      hasInput: true,
    });
    expect(settle({}).concurrency).toBeUndefined();
    expect(settle({ concurrency: '4' }).concurrency).toBe(4);
  });

  test('an empty variable counts as unset', () => {
    expect(settle({}, { DOCFORM_API_URL: '' }).apiUrl).toBeUndefined();
  });

  test('the duration of a lock is a minute, or the value of the environment within its limits', () => {
    expect(settle({}, {}).lockTtlMs).toBe(60_000);
    expect(['5', '3600'].map((seconds) => settle({}, { DOCFORM_LOCK_SECONDS: seconds }).lockTtlMs)).toEqual([
      5_000, 3_600_000,
    ]);
    for (const seconds of ['4', '3601', '1m', '-5'])
      expect(() => settle({}, { DOCFORM_LOCK_SECONDS: seconds })).toThrow(
        /DOCFORM_LOCK_SECONDS .* is not a whole number from 5 to 3600/,
      );
  });

  test('durations accept units', () => {
    expect(['5', '5s', '500ms', '2m', '0.5'].map((timeout) => settle({ timeout }).timeoutMs)).toEqual([
      5000, 5000, 500, 120_000, 500,
    ]);
  });

  test('the wait for a lock can be zero, which is the default', () => {
    expect(['0', '0s', '5m'].map((lockTimeout) => settle({ lockTimeout }).lockTimeoutMs)).toEqual([0, 0, 300_000]);
    expect(settle({}).lockTimeoutMs).toBe(0);
    expect(() => settle({ timeout: '0' })).toThrow('--timeout 0 is not a duration');
  });

  test('a value can contain an equals sign', () => {
    expect(settle({ var: ['a=b=c', 'd='] }).variables).toEqual({ a: 'b=c', d: '' });
  });

  test('-C is relative to the working directory', () => {
    expect(settle({ chdir: 'x' }).directory).toBe('/base/x');
  });
});

test('--organization works in every command, overrides the environment, and must match the configuration', async () => {
  const reading = async (file: string, argv: readonly string[], organization = '') => {
    const environment = { DOCFORM_API_URL: 'http://127.0.0.1:1', DOCFORM_TOKEN: 't', DOCFORM_ORG: organization };
    const directory = directoryWith({ 'docform.yaml': `version: 1\n${file}teams: {}\n` });
    return (await run([...argv, 'plan', '--max-wait', '50ms'], { directory, environment })).stderr.split('\n')[0];
  };
  expect(await reading('', [], 'of-shell')).toBe('Reading organization of-shell on 127.0.0.1:1');
  expect(await reading('', ['--organization', 'of-flag'], 'of-shell')).toBe(
    'Reading organization of-flag on 127.0.0.1:1',
  );
  expect(await reading('organization: of-file\n', [])).toBe('Reading organization of-file on 127.0.0.1:1');
  expect(await reading('organization: of-file\n', ['--organization', 'of-flag'])).toMatch(
    /E-ORGANIZATION-MISMATCH.*of-file.*of-flag/,
  );
});

test.each(['-out=plan.json', '-json', '-only=teams'])(
  '%s with one hyphen is refused, and nothing is written',
  async (word) => {
    const directory = directoryWith({ 'docform.yaml': 'version: 1\nteams: {}\n' });
    const { exit, stderr } = await run(['plan', word], { directory });
    expect(exit).toBe(3);
    expect(stderr).toContain(`unknown option ${word.split('=')[0]}`);
    expect(stderr).toContain(`-${word}`);
    expect(readdirSync(directory)).toEqual(['docform.yaml']);
  },
);

test('a version of Node that is too old ends with one line that names the version', () => {
  expect(unsupportedNode('18.20.4')).toBe('error: docform needs Node.js 20.19 or later, and this is 18.20.4\n');
  expect(unsupportedNode('20.18.3')).toContain('20.18.3');
  expect([unsupportedNode('20.19.0'), unsupportedNode('22.3.0')]).toEqual([undefined, undefined]);
  const manifest = JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  expect(manifest.engines.node).toBe('>=20.19');
});

test('an old Node does not load the program', () => {
  const preload = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })";
  const argv = ['--import', 'tsx', '--import', `data:text/javascript,${encodeURIComponent(preload)}`];
  const ran = spawnSync(process.execPath, [...argv, join(projectDirectory, 'src/cli/main.ts'), 'plan'], {
    encoding: 'utf8',
  });
  expect([ran.status, ran.stdout, ran.stderr]).toEqual([3, '', unsupportedNode('18.20.4')]);
});
