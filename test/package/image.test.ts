/** Tests the container image: its build, its content, and the command of the guide that runs it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, pageAt } from '../docs/pages.ts';
import { projectDirectory } from '../support/sources.ts';
import { buildWithBuildah, runBuildLines, stagesOf } from './image.ts';

const dockerfile = readFileSync(join(projectDirectory, 'Dockerfile'), 'utf8');
const { version } = JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8')) as {
  readonly version: string;
};

test('the RUN lines build docform with one native build of SQLite, and without npm and Perl', () => {
  const image = runBuildLines(dockerfile);
  const files = readdirSync(image, { recursive: true, encoding: 'utf8' });
  expect(readdirSync(join(image, 'usr/local/bin')).sort()).toEqual(['docform', 'node']);
  expect(readdirSync(join(image, 'usr/bin')).sort()).toEqual(['git', 'tini']);
  expect(files.filter((path) => /(^|\/)npm$|\.p[lm]$/.test(path))).toEqual([]);
  expect(files.filter((path) => path.endsWith('.node')).length).toBe(1);
  const environment = { PATH: join(image, 'usr/local/bin'), HOME: join(image, 'home/docform') };
  const docform = join(image, 'usr/local/bin/docform');
  expect(execFileSync(docform, ['--version'], { env: environment, encoding: 'utf8' })).toBe(`${version}\n`);
  const planned = execFileSync(docform, ['-C', join(projectDirectory, 'examples/one-site'), 'plan'], {
    env: { ...environment, DOCFORM_API_URL: 'local', DOCFORM_ORG: 'acme' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expect(planned).toContain('Plan for organization');
  expect(existsSync(join(image, 'home/docform/.gitconfig'))).toBe(false);
  expect(readFileSync(join(image, 'etc/gitconfig'), 'utf8')).toContain('directory = *');
});

test('the image runs as a user with a number, with a home directory and an init process that forwards signals', () => {
  const instructions = stagesOf(dockerfile).at(-1) ?? [];
  const textOf = (name: string) => instructions.filter((each) => each.name === name).map(({ text }) => text);
  expect(textOf('USER')).toEqual(['1000:1000']);
  expect(textOf('RUN')).toEqual([]);
  expect(textOf('ENV')).toEqual(['HOME=/home/docform']);
  expect(textOf('ENTRYPOINT')).toEqual(['["tini", "--", "docform"]']);
});

test('the guide passes the API URL and the token by name, and the user and the group by number', () => {
  const [block = ''] = blocksOf(pageAt('docs/guides/install.md'), '').filter((text) => text.includes('docker run'));
  expect(block).toContain('--env DOCFORM_API_URL --env DOCFORM_TOKEN');
  expect(block).toContain('--user "$(id -u):$(id -g)"');
});

const directories = (process.env.PATH ?? '').split(':');
const hasBuildah = process.getuid?.() === 0 && directories.some((each) => existsSync(join(each, 'buildah')));

test.skipIf(!hasBuildah)('buildah builds the Dockerfile, and the image runs docform', () => {
  const { config, run } = buildWithBuildah(dockerfile);
  expect(config).toMatchObject({ User: '1000:1000', WorkingDir: '/work', Entrypoint: ['tini', '--', 'docform'] });
  expect(config.Env).toContain('HOME=/home/docform');
  expect(run('id', '-u')).toBe('1000\n');
  expect(run(...config.Entrypoint, '--version')).toBe(`${version}\n`);
  expect(run('ls', '/usr/local/lib/docform/node_modules/@libsql')).toMatch(/^\S+-gnu\n$/);
  const example = '/usr/local/lib/docform/examples/demo';
  expect(run(...config.Entrypoint, '-C', example, 'plan', '--api-url', 'local')).toContain('Plan for organization');
});
