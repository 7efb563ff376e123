/** Runs the commands of examples/forty-sites/README.md in a shell: three teams work on one platform, each in processes of its own. */
import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { blocksOf, pageAt } from '../docs/pages.ts';
import { directoryWith } from '../support/directory.ts';
import { projectDirectory } from '../support/sources.ts';
import { run } from './harness.ts';
import { builtEntry, endSpawned, spawnCli } from './spawned.ts';

afterAll(endSpawned);

const example = 'examples/forty-sites';

/** Each command with its output in the README. */
const steps = blocksOf(pageAt(`${example}/README.md`), '').flatMap((block) =>
  block.split(/^\$ /m).flatMap((part) => {
    const [command = '', ...output] = part.split('\n').filter((line) => line !== '');
    return command === '' ? [] : [{ command, output }];
  }),
);

/** A copy without generated files, and a shell with only `docform`, Node and the programs of the system. */
function place() {
  const directory = directoryWith();
  const filter = (path: string) => !path.endsWith('/sites');
  cpSync(join(projectDirectory, example), directory, { recursive: true, filter });
  const bin = directoryWith({ docform: `#!/bin/sh\nexec '${process.execPath}' '${builtEntry()}' "$@"\n` });
  chmodSync(join(bin, 'docform'), 0o755);
  const author = { GIT_AUTHOR_NAME: 'Ana', GIT_AUTHOR_EMAIL: 'ana@acme.dev' };
  const committer = { GIT_COMMITTER_NAME: 'Ana', GIT_COMMITTER_EMAIL: 'ana@acme.dev' };
  const PATH = `${bin}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
  return { directory, environment: { PATH, DOCFORM_SETTLE_SECONDS: '0', ...author, ...committer } };
}

async function serve(argv: readonly string[], directory: string) {
  const { child, output, until } = spawnCli([...argv, '--port', '0'], directory, {});
  const line = new Promise<string>((resolve) => {
    child.stdout.on('data', () => output.stdout.includes('\n') && resolve(output.stdout));
  });
  const { url, token } = JSON.parse(await until(line)) as { readonly url: string; readonly token: string };
  return { DOCFORM_API_URL: url, DOCFORM_TOKEN: token };
}

async function shell(command: string, directory: string, env: { readonly [name: string]: string }) {
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], { cwd: directory, env }).catch(
    (error: { readonly stdout: string; readonly stderr: string }) => error,
  );
  return `${stdout}${stderr}`;
}

test('the README of forty-sites shows what its commands print, and the teams neither drift nor plan anything afterwards', async () => {
  const { directory, environment } = place();
  let platform = {};
  for (const { command, output } of steps) {
    if (command.startsWith('docform platform serve')) platform = await serve(command.split(' ').slice(1), directory);
    else {
      const printed = await shell(command, directory, { ...environment, ...platform });
      for (const line of output) expect(`${command}\n${printed}`).toContain(`${line}\n`);
    }
  }
  const docform = (...argv: readonly string[]) => run(argv, { directory, environment: platform });
  const { items } = JSON.parse((await docform('api', 'GET', '/orgs/acme/sites?limit=100')).stdout) as {
    readonly items: readonly unknown[];
  };
  expect(items).toHaveLength(40);
  for (const team of ['central', 'product', 'partners'])
    for (const command of ['plan', 'drift']) {
      const { exit, stdout, stderr } = await docform('-C', team, command, '--detailed-exitcode');
      expect(exit, `${team} ${command} ${stdout}${stderr}`).toBe(0);
    }
  expect(execFileSync('git', ['status', '--short', '-uno'], { cwd: directory, encoding: 'utf8' })).toBe('');
  // The most permissive policy does not delete what another team owns. The first apply only records the policy.
  appendFileSync(join(directory, 'product/docform.yaml'), 'teams: {}\npolicy: { prune: { teams: all } }\n');
  expect((await docform('-C', 'product', 'apply', '--yes')).exit).toBe(0);
  const { stdout } = await docform('-C', 'product', 'plan');
  expect(stdout).toMatch(/^ {2}teams: \d+ of central$/m);
  expect(stdout).toMatch(/^No changes\.$/m);
});
