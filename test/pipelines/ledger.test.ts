/** Tests the step that commits the ledger: the committed files, the authentication, and rejected pushes. */
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { githubWorkflows } from './github-run.ts';
import { type Repository, startRepository, teams } from './repository.ts';

const script = githubWorkflows().apply?.jobs.apply?.steps.find(({ name }) => name === 'Commit the ledger')?.run ?? '';
const variables = {
  GITHUB_SERVER_URL: 'https://github.test',
  GITHUB_TOKEN: 'forge-canary-77',
  GITHUB_RUN_ID: '41',
  GITHUB_RUN_ATTEMPT: '1',
};
const ledger = 'docform.ledger.json';

let repository: Repository;
let checkout: string;
beforeEach(async () => {
  repository = await startRepository(teams('Docs'));
  checkout = await repository.machine.directory('checkout');
  await repository.checkout(checkout);
});
afterEach(() => repository.close());

const leave = (name: string, text: string) => writeFile(join(checkout, name), text);
const commit = () => repository.machine.script(script, checkout, variables);

test('without changes there is no commit, and journals are committed and removed with their run, but locks are not', async () => {
  expect(await commit()).toEqual({ exit: 0, log: 'The ledger is unchanged.\n' });
  await leave(ledger, 'one\n');
  await leave(`${ledger}.journal`, 'cut short\n');
  await leave(`${ledger}.lock`, 'of this machine\n');
  await leave('plan.json', 'of this run\n');
  expect(await commit()).toMatchObject({ exit: 0 });
  expect(repository.git(repository.origin, 'ls-tree', '--name-only', 'main').split('\n')).toEqual([
    '.gitignore',
    'docform.ledger.json',
    'docform.ledger.json.journal',
    'docform.yaml',
  ]);
  await rm(join(checkout, `${ledger}.journal`));
  expect(await commit()).toMatchObject({ exit: 0 });
  expect(repository.fileOn('main', `${ledger}.journal`)).toBeUndefined();
  expect(repository.fileOn('main', ledger)).toBe('one');
});

test('the step pushes with the token of the job, and the token is in no command line and no file', async () => {
  const hook = join(checkout, '.git/hooks/pre-push');
  const header = 'git config --get http.https://github.test/.extraheader';
  await writeFile(hook, `#!/bin/sh\n${header} > "$HOME/header"\n`);
  await chmod(hook, 0o755);
  await leave(ledger, 'one\n');
  const ended = await commit();
  expect(ended).toMatchObject({ exit: 0 });
  const [, kind, encoded = ''] = (await readFile(join(repository.machine.root, 'header'), 'utf8')).trim().split(' ');
  expect(kind).toBe('basic');
  expect(Buffer.from(encoded, 'base64').toString()).toBe('x-access-token:forge-canary-77');
  expect(ended.log).not.toContain(encoded);
  expect(repository.git(checkout, 'config', '--list', '--local')).not.toContain('extraheader');
});

test('a conflicting ledger goes to a branch, and main stays unchanged', async () => {
  await leave(ledger, 'ours\n');
  repository.commit({ [ledger]: 'theirs\n' });
  expect(await commit()).toMatchObject({ exit: 1, log: expect.stringContaining('::error title=Ledger not on main::') });
  expect(repository.fileOn('main', ledger)).toBe('theirs');
  expect(repository.fileOn('docform-ledger-docform-41-1', ledger)).toBe('ours');
});

test('an unreachable origin fails the step', async () => {
  await leave(ledger, 'ours\n');
  await rm(repository.origin, { recursive: true });
  expect((await commit()).exit).not.toBe(0);
});
