/** Comments contain commit, run and target, and values of variables can only link to the forge. */
import { expect, test } from 'vitest';
import { originOf } from '../../src/cli/io/origin.ts';
import { startPlatform } from '../../src/server/index.ts';
import { run } from '../cli/harness.ts';
import { directoryWith } from '../support/directory.ts';
import { planMarkdown, planWith } from './plans.ts';

const commit = 'c0ffee'.padEnd(40, '0');
type Variables = Parameters<typeof originOf>[0]['io']['environment'];
const of = (environment: Variables) =>
  originOf({ io: { environment }, settings: {} } as unknown as Parameters<typeof originOf>[0]);

test('a comment names the host, environment, commit and run of its plan', () => {
  const origin = {
    commit,
    run: 'https://forge.test/acme/docs/actions/runs/41',
    environment: 'production',
    host: 'api.example.com',
  };
  const [, heading, , line] = planMarkdown(planWith([]), { origin }).split('\n');
  expect(heading).toMatch(/^### docform plan for `/);
  expect(line).toBe(
    `commit \`${commit}\` · environment \`production\` · API host: \`api.example.com\` · [the run](https://forge.test/acme/docs/actions/runs/41)`,
  );
});

test('the commit comes from the pipeline or else from the branch, and is always a valid hash', () => {
  expect(of({ DOCFORM_COMMIT: commit, GITHUB_SHA: 'a'.repeat(40) }).commit).toBe(commit);
  expect(of({ DOCFORM_COMMIT: '', CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '', CI_COMMIT_SHA: commit }).commit).toBe(commit);
  expect(of({ CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: commit, CI_COMMIT_SHA: 'a'.repeat(40) }).commit).toBe(commit);
  for (const wrong of ['main', `${commit}\n`, `${commit})`, 'C0FFEE', '`'])
    expect(of({ DOCFORM_COMMIT: wrong })).toEqual({});
});

test.each([
  ['plain http', { CI_SERVER_URL: 'http://gitlab.test', CI_JOB_URL: 'http://gitlab.test/jobs/1' }],
  ['another host', { CI_SERVER_URL: 'https://gitlab.test', CI_JOB_URL: 'https://evil.test/jobs/1' }],
  [
    'a host with the same prefix',
    { CI_SERVER_URL: 'https://gitlab.test', CI_JOB_URL: 'https://gitlab.test.evil.test/jobs/1' },
  ],
  [
    'a name before the host',
    { CI_SERVER_URL: 'https://gitlab.test', CI_JOB_URL: 'https://gitlab.test@evil.test/jobs/1' },
  ],
  [
    'an end of the link',
    { CI_SERVER_URL: 'https://gitlab.test', CI_JOB_URL: 'https://gitlab.test/1) [all is well](https://evil.test' },
  ],
  ['a script', { CI_SERVER_URL: 'https://gitlab.test', CI_JOB_URL: 'javascript:alert(1)' }],
  ['no forge', { BUILD_URL: 'https://jenkins.test/1' }],
  [
    'GitHub, with more in a name',
    { GITHUB_SERVER_URL: 'https://github.test', GITHUB_REPOSITORY: 'a/b](x)', GITHUB_RUN_ID: '1' },
  ],
])('the run is not linked for %s', (_, environment) => {
  expect(of(environment)).toEqual({});
});

test('show prints the host of the plan, and ignores the current variables', async () => {
  const directory = directoryWith({ 'docform.yaml': 'version: 1\nteams: {}\n' });
  const platform = await startPlatform({ seed: 'empty', token: 'read-canary-1' });
  const { url, token, organization } = platform;
  const environment = { DOCFORM_API_URL: url, DOCFORM_TOKEN: token, DOCFORM_ORG: organization, DOCFORM_COMMIT: commit };
  const planned = await run(['plan', '--format', 'markdown', '--out', 'plan.json'], { directory, environment }).finally(
    platform.close,
  );
  expect(planned.exit, planned.stderr).toBe(0);
  const told = planned.stdout.split('\n').find((line) => line.startsWith('commit'));
  expect(told).toMatch(new RegExp(`^commit \`${commit}\` · API host: \`${new URL(url).host}\` · Read at `));
  const elsewhere = { ...environment, DOCFORM_API_URL: 'https://elsewhere.example.com' };
  const shown = await run(['show', 'plan.json', '--format', 'markdown'], { directory, environment: elsewhere });
  expect(shown.stdout).toBe(planned.stdout);
});
