/** The validate step takes what docform itself writes, with or without an organization in it, and still finds what is wrong. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { run } from '../cli/harness.ts';
import { directoryWith } from '../support/directory.ts';
import { type Github, startGithub } from './github-run.ts';

let github: Github | undefined;
afterEach(() => github?.close());

const fork = { 'vars.DOCFORM_ORG': '', 'github.event.pull_request.head.repo.full_name': 'mallory/docs' };

test.each([
  ['of init that names its organization', true],
  ['of init that leaves it open', false],
])('a configuration %s', async (_, isNamed) => {
  const directory = directoryWith();
  expect((await run(['init', ...(isNamed ? ['--organization', 'acme'] : [])], { directory })).exit).toBe(0);
  const text = await readFile(join(directory, 'docform.yaml'), 'utf8');
  expect(/^organization: /m.test(text)).toBe(isNamed);
  github = await startGithub(text);
  const checked = await github.job('validate', 'validate', fork);
  expect(checked, checked.log).toMatchObject({ result: 'success', log: expect.stringContaining('is valid') });
});

test('what is wrong is still found', async () => {
  github = await startGithub('version: 1\nteams: { docs: { titel: Docs } }\n');
  expect(await github.job('validate', 'validate', fork)).toMatchObject({ result: 'failure', log: expect.stringContaining('titel') });
});
