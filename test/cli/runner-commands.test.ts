/** Tests that no text of a platform or a configuration becomes a command in a job log, and that JSON output keeps its meaning. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { type Io, safeIo } from '../../src/cli/io/io.ts';
import { declareProgram } from '../../src/cli/program.ts';
import { jsonText } from '../../src/report/wording/sanitize.ts';
import { createFixture, type Fixture } from '../../src/server/index.ts';
import { settings } from '../laws/law.ts';
import { runnerCommand } from './harness.ts';
import { workspace } from './plan-workspace.ts';

const hostile = [
  '::error::all is well',
  '##[error]x',
  '::stop-commands::x',
  '##vso[task.complete result=Succeeded;]',
  ' \u00a0::add-mask::a',
  'section_start:1:x',
];

const piece = fc.oneof(
  fc.constantFrom(
    ...hostile,
    ':',
    '::',
    '#',
    '##',
    '[',
    'vso',
    '\n',
    '\r\n',
    ' ',
    '\t',
    '\u001b[2m',
    'a',
    'section_',
    'end:',
  ),
  fc.string(),
);

/** The output of a process for a command that writes these chunks. */
function written(pieces: readonly string[]): string {
  let text = '';
  const stream = { write: (next: string) => (text += next), isTerminal: false, columns: 80 };
  const { stdout } = safeIo({ stdout: stream, stderr: stream } as unknown as Io);
  for (const next of pieces) stdout.write(next);
  return text;
}

const commandIn = (text: string) =>
  text.split(/[\n\r\u2028\u2029]/).find((line) => runnerCommand.test(line.replace(/\u001b\[[\d;]*m/g, '')));

test('no line of the output is a command for any split into writes, and harmless text is unchanged', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = written(pieces);
      expect(commandIn(text)).toBeUndefined();
      const all = pieces.join('');
      if (!/::|##|section_/.test(all)) expect(text).toBe(all);
      expect(text.replace(/\\u003a/g, ':').replace(/\\u005b/g, '[')).toBe(
        all.replace(/\\u003a/g, ':').replace(/\\u005b/g, '['),
      );
    }),
    settings(200),
  );
  expect(written([`${' '.repeat(200)}:`, ':error::x\n', `${'x'.repeat(200)}##vso`, '[y\n'])).not.toMatch(runnerCommand);
});

test('a JSON document has the same content after escaping', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(piece), (value, pieces) => {
      const document = { value, pieces, [pieces.join('')]: pieces.join('') };
      const text = written([jsonText(document)]);
      expect(commandIn(text)).toBeUndefined();
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(document)));
    }),
    settings(80),
  );
});

/** Free text fields. */
const words = /^(?:title|label|name|description|placeholder|displayName)$/;

/** The medium seed with hostile text in every free text field. */
function hostileWorld(): Fixture {
  const { seedNumber, organizations } = createFixture('medium', 1);
  let at = 0;
  const changed = (field: string, value: unknown) =>
    words.test(field) && typeof value === 'string'
      ? `${hostile[(at++ + Math.floor(at / hostile.length)) % hostile.length]} ${value}`
      : value;
  return {
    seedNumber,
    organizations: organizations.map(({ id, objects }) => ({
      id,
      objects: objects.map((object) => ({
        ...object,
        fields: Object.fromEntries(
          Object.entries(object.fields).map(([field, value]) => [field, changed(field, value)]),
        ),
      })),
    })),
  };
}

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

const formats = ['text', 'json', 'markdown', 'html', 'github', 'codequality', 'terraform'];

/** Commands in the order of their execution. `KEY` is the key of a space. Commands that can be repeated also run with --json. */
const lines: readonly string[] = [
  ...[
    'import --yes',
    'import --yes --json',
    'validate',
    'fmt',
    'get',
    'get --format csv',
    'set spaces/KEY/emoji 1f4d6 --dry-run',
    'explain E-KEY-UNKNOWN',
    'access -v',
    'access --public',
  ],
  ...[
    'access --format csv',
    'doctor',
    'explain --schema',
    'completion bash',
    'completion zsh',
    'completion fish',
    'completion addresses',
    'help flags',
  ],
  ...[
    'ci github',
    'ci gitlab',
    'ci issue',
    'ci drift-branch',
    'ci ledger pull',
    'ci comment',
    'ledger history',
    'ledger unlock x',
    'api GET /v1/orgs/{organization}/spaces',
    'init --out other.yaml',
  ],
  'CHANGE',
  ...[
    'validate --format github',
    'plan',
    'plan -v --debug',
    ...formats.map((format) => `plan --format ${format}`),
    'plan --out plan.json',
  ],
  ...[
    ...formats.map((format) => `show plan.json --format ${format}`),
    'show plan.json -v',
    'redirects plan.json',
    'redirects --format csv',
  ],
  ...[
    'apply --yes -v --debug',
    'undo',
    'fmt -v',
    'drift',
    'drift --format markdown',
    'drift --write --dry-run',
    'plan --offline',
    'get spaces/KEY',
    'plan --only spaces/KEY',
    'drift --except spaces/KEY',
    'mv spaces/KEY spaces/x',
  ],
  ...[
    'ledger merge docform.ledger.json docform.ledger.json docform.ledger.json',
    'ledger init',
    'ledger move --from example.com --dry-run',
    'forget spaces/x --yes',
    'mv spaces/x --to portal --yes',
    'platform log',
    'platform control GET state',
    'platform control POST tokens --field user=bo@acme.dev',
  ],
];

/** These commands have a separate channel or run until they are stopped. */
const notRun: readonly string[] = ['lsp', 'platform serve'];

/** `platform faults` as one name, for each subcommand. */
function namesOf(command: Command, above = ''): readonly string[] {
  const name = `${above}${command.name()}`;
  return command.commands.length === 0 ? [name] : command.commands.flatMap((each) => namesOf(each, `${name} `));
}

test('documents without hostile text are unchanged: pages, schemas, instructions and shell scripts', async () => {
  const place = await workspace('version: 1\nteams: { docs: { title: Docs } }\n');
  close = place.close;
  for (const line of [
    'plan --format html',
    'plan --format markdown',
    'explain --schema',
    'completion bash',
    'completion zsh',
    'completion fish',
    'help flags',
  ]) {
    const { stdout } = await place.docform(line.split(' '));
    expect(stdout.length).toBeGreaterThan(100);
    expect(stdout).not.toMatch(/\\u00(?:3a|5b)/);
  }
});

test('every command is tested with hostile titles', () => {
  const stdout = { write: () => undefined, isTerminal: false, columns: 80 };
  const program = declareProgram({ stdout }, () => async () => undefined);
  const names = program.commands.flatMap((command) => namesOf(command));
  expect(
    names.filter((name) => !notRun.includes(name) && !lines.some((line) => `${line} `.startsWith(`${name} `))),
  ).toEqual([]);
});

test('no command prints a line with a runner command for a platform with hostile titles, as text and as JSON', {
  timeout: 120_000,
}, async () => {
  const place = await workspace('version: 1\n', hostileWorld());
  close = place.close;
  const path = join(place.directory, 'docform.yaml');
  let seen = '';
  let key = '';
  for (const line of lines) {
    if (line === 'CHANGE') {
      const text = await readFile(path, 'utf8');
      key = /^spaces:\n {2}([\w-]+):/m.exec(text)?.[1] ?? '';
      await writeFile(path, text.replace(/all is well/g, 'all is bad').replace(/error\]x/g, 'error]y'));
      continue;
    }
    for (const form of /--format|--json|--yes|--out|^(?:completion|mv|ci|api)/.test(line) ? [[]] : [[], ['--json']]) {
      // The harness checks the output of every command.
      const words = [...line.replace('KEY', key).split(' '), ...form];
      const { stdout, stderr } = await place.docform(words, {
        environment: { DOCFORM_PLATFORM_URL: place.platform.url },
      });
      seen += stdout + stderr;
      if (stdout.startsWith('{') && !/^\{.*\}\n\{/.test(stdout))
        expect(() => JSON.parse(stdout) as unknown).not.toThrow();
    }
  }
  for (const text of ['\\u{3A}:error::', '##\\u005berror]', '##vso\\u005b', 'section_start\\u003a', ':\\u003aadd-mask'])
    expect(seen.includes(text), text).toBe(true);
});
