/** Tests that `docform ci github|gitlab` writes the reported files, overwrites no edited file, and accepts no text that could break out of YAML. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

let directory: string;
beforeEach(async () => {
  directory = directoryWith();
});

const ci = (...argv: readonly string[]) => run(['ci', ...argv], { directory });
const file = (path: string) => readFile(join(directory, path), 'utf8');
const sha = '0123456789abcdef0123456789abcdef01234567';
const plan = '.github/workflows/docform-plan.yml';

test('ci writes four workflows and lists them, warns about tags, and a second run changes nothing', async () => {
  const ran = await ci('github', 'staging', 'production');
  expect(ran.exit).toBe(0);
  expect(
    ran.stdout.match(/^wrote \.github\/workflows\/docform-(validate|plan|apply|drift)\.yml \(\d+ lines\)$/gm),
  ).toHaveLength(4);
  expect(ran.stderr).toMatch(/^warning: not pinned to a commit.*actions\/checkout.*actions\/setup-node/);
  expect(ran.stderr).toContain('Next: set the variable DOCFORM_API_URL');
  expect(await file(plan)).toContain(`DOCFORM_TOKEN: \${{ secrets.DOCFORM_READ_TOKEN_STAGING }}`);
  const before = await stat(join(directory, plan));
  expect((await ci('github', 'staging', 'production')).stdout.match(/^unchanged: /gm)).toHaveLength(4);
  expect((await stat(join(directory, plan))).mtimeMs).toBe(before.mtimeMs);
});

test('edited files and other existing files are not overwritten without --force', async () => {
  await ci('github');
  await writeFile(join(directory, plan), 'mine\n');
  await rm(join(directory, '.github/workflows/docform-drift.yml'));
  const refused = await ci('github', '--checkout-sha', sha, '--setup-node-sha', sha, '--upload-artifact-sha', sha);
  expect(refused).toMatchObject({ exit: 3, stdout: '' });
  expect(refused.stderr).toContain('error[E-FILE-EXISTS]');
  expect(refused.stderr).toContain(plan);
  expect(await file(plan)).toBe('mine\n');
  expect(await readdir(join(directory, '.github/workflows'))).not.toContain('docform-drift.yml');
  const forced = await ci(
    'github',
    '--checkout-sha',
    sha,
    '--setup-node-sha',
    sha,
    '--upload-artifact-sha',
    sha,
    '--force',
  );
  expect(forced.stdout).toContain(`overwrote ${plan}`);
  expect(forced.stdout).toContain('wrote .github/workflows/docform-drift.yml');
  expect(forced.stderr).not.toContain('warning');
  expect(await file(plan)).toContain(`uses: actions/checkout@${sha}\n`);
});

test('--dry-run writes nothing, --json prints one document, and other file names are kept', async () => {
  const dry = await ci('gitlab', '--dry-run');
  expect(dry.stdout).toMatch(/^# \.gitlab\/docform\.yml\n/);
  expect(await readdir(directory)).toEqual([]);
  await mkdir(join(directory, 'repository'));
  const { files, ...head } = JSON.parse(
    (await ci('gitlab', '--name', 'handbook', '--json', '--out', 'repository')).stdout,
  ) as {
    readonly files: readonly { readonly path: string }[];
  };
  expect(head).toEqual({ schemaVersion: 1, kind: 'ci gitlab' });
  expect(files).toMatchObject([{ path: '.gitlab/handbook.yml', state: 'new', isWritten: true }]);
  expect(await file('repository/.gitlab/handbook.yml')).toContain('handbook-apply:');
});

test('with --shared-comment, the pipelines give the saved plan to one comment of all configurations', async () => {
  const shared = 'ci comment --shared --name handbook --file';
  await ci('github', '--name', 'handbook', '--shared-comment');
  const text = await file('.github/workflows/handbook-plan.yml');
  expect(text).toContain(`${shared} "$RUNNER_TEMP/plan.json" --artifact "$artifact" --only-update`);
  expect(text).toContain(`${shared} "$RUNNER_TEMP/comment.md" --only-update --or-failed`);
  expect(text).toMatch(/^# {3}docform ci github .*--shared-comment/m);
  expect((await ci('gitlab', '--name', 'handbook', '--shared-comment', '--dry-run')).stdout).toContain(`${shared} `);
});

test('the command in the header of a file generates the same file', async () => {
  const argv = [
    'github',
    'eu',
    '-c',
    'docs/docform.yaml',
    '--name',
    'site',
    '--branch',
    'trunk',
    '--install',
    "npm ci --prefix 'a b'",
    '--backend',
  ];
  await ci(...argv);
  const text = await file('.github/workflows/site-plan.yml');
  const command = /^# {3}docform ci (.*)$/m.exec(text)?.[1] ?? '';
  const words = [...command.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(
    ([, quoted, plain]) => plain ?? quoted?.replaceAll("'\\''", "'") ?? '',
  );
  const again = await ci(...words);
  expect(again.stdout.match(/unchanged: /g)).toHaveLength(4);
  expect(text).toContain("DOCFORM_CONFIG: 'docs/docform.yaml'");
  expect(text).toContain("branches: ['trunk']");
  expect(text).toContain("          npm ci --prefix 'a b'\n");
});

test('--env can set the only environment, and contradictions are rejected', async () => {
  expect((await ci('github', '--env', 'staging', '--dry-run')).stdout).toContain('docform plan --env staging ');
  const ran = await ci('github', 'production', '--env', 'staging');
  expect(ran.exit).toBe(3);
  expect(ran.stderr).toContain('docform ci github staging production');
});

test.each([
  ['github', '--checkout-sha', 'v7'],
  ['github', '--setup-node-sha', sha, '--upload-artifact-sha', sha.slice(1)],
  ['github', '--checkout-tag', 'main'],
  ['github', '--name', 'a b'],
  ['github', '--branch', "main' ]"],
  ['github', '--branch', `\${{ github.head_ref }}`],
  ['github', '--install', `echo \${{ github.event.pull_request.title }}`],
  ['github', '--install', 'a\nb'],
  ['github', '--cron', "0 0 * * *'"],
  ['github', '--node-version', "22'"],
  ['github', '-c', '../docform.yaml'],
  ['github', '-c', 'a b.yaml'],
  ['github', 'a;b'],
  ['github', 'eu-1', 'eu_1'],
  ['gitlab', '--image', 'node:22\nscript: x'],
  ['gitlab', '--image', 'node 22'],
])('%s %s %s is rejected, and nothing is written', async (...argv) => {
  const ran = await ci(...argv);
  expect(ran).toMatchObject({ exit: 3, stdout: '' });
  expect(ran.stderr).toContain('error[E-USAGE]');
  expect(await readdir(directory)).toEqual([]);
});
