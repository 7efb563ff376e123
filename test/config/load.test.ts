/** Reading from disk finds the configuration and never leaves the repository. */
import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findConfiguration } from '../../src/config/files/find-configuration.ts';
import { filesOnDisk, relativePath } from '../../src/config/files/load.ts';
import { loadConfiguration } from '../../src/config/load-configuration.ts';
import { readPlainFile } from '../../src/disk/plain-file.ts';
import { shapes } from '../../src/kinds/index.ts';
import { certificateOne } from '../support/certificates.ts';
import { directoryWith } from '../support/directory.ts';
import { head } from './memory-files.ts';

function codesIn(directory: string, file = 'docform.yaml'): readonly string[] {
  const { problems } = loadConfiguration({ file, files: filesOnDisk(directory, file), shapes });
  return problems.map(({ code, span }) => `${span.file}:${span.line} ${code}`);
}

const certificate = (path: string) => `${head}saml: { okta: { label: Okta, certificate: { file: ${path} } } }\n`;

test('the nearest docform.yaml is found, and the search ends at the root of the repository', () => {
  const root = directoryWith({
    'docform.yaml': '',
    'repo/.git/HEAD': '',
    'repo/docs/docform.yaml': '',
    'repo/docs/a/b/x': '',
    'repo/other/x': '',
  });
  expect(findConfiguration(join(root, 'repo/docs/a/b'))).toBe(join(root, 'repo/docs/docform.yaml'));
  expect(findConfiguration(join(root, 'repo/other'))).toBeUndefined();
  expect(findConfiguration(root)).toBe(join(root, 'docform.yaml'));
  expect(relativePath(join(root, 'repo/docs/a'), join(root, 'repo/docs/docform.yaml'))).toBe('../docform.yaml');
});

test('files anywhere in the repository can be read', () => {
  const root = directoryWith({
    '.git/HEAD': '',
    'docs/docform.yaml': certificate('../certs/okta.pem'),
    'certs/okta.pem': certificateOne,
  });
  expect(codesIn(root, 'docs/docform.yaml')).toEqual([]);
  expect(codesIn(join(root, 'certs'), '../docs/docform.yaml')).toEqual([]);
});

test('without a repository, only the directory of the main file can be read', () => {
  const root = directoryWith({ 'docs/docform.yaml': certificate('../okta.pem'), 'okta.pem': certificateOne });
  expect(codesIn(root, 'docs/docform.yaml')).toEqual(['docs/docform.yaml:3 E-FILE-OUTSIDE']);
});

test('links out of the repository are not followed anywhere', () => {
  const outside = directoryWith({ 'secret.pem': 'SECRET', 'people/team.yaml': 'teams: {}\n' });
  const root = directoryWith({
    '.git/HEAD': '',
    'docform.yaml': certificate('link.pem'),
    'glob.yaml': `${head}include: [linked/*.yaml, "**/*.pem"]\n`,
  });
  symlinkSync(join(outside, 'secret.pem'), join(root, 'link.pem'));
  symlinkSync(join(outside, 'people'), join(root, 'linked'));
  expect(codesIn(root)).toEqual(['docform.yaml:3 E-FILE-OUTSIDE']);
  expect(codesIn(root, 'glob.yaml')).toEqual(['glob.yaml:3 E-INCLUDE-EMPTY', 'glob.yaml:3 E-FILE-OUTSIDE']);
  symlinkSync(outside, join(root, 'directory'));
  writeFileSync(join(root, 'docform.yaml'), certificate('directory/secret.pem'));
  expect(codesIn(root)).toEqual(['docform.yaml:3 E-FILE-OUTSIDE']);
  writeFileSync(join(root, 'docform.yaml'), certificate('directory/is-it-there.pem'));
  expect(codesIn(root)).toEqual(['docform.yaml:3 E-FILE-OUTSIDE']);
});

test('links within the repository are followed', () => {
  const root = directoryWith({
    '.git/HEAD': '',
    'docform.yaml': certificate('link.pem'),
    'certs/okta.pem': certificateOne,
  });
  symlinkSync(join(root, 'certs/okta.pem'), join(root, 'link.pem'));
  expect(codesIn(root)).toEqual([]);
});

test('circular links are an error', () => {
  const root = directoryWith({
    '.git/HEAD': '',
    'docform.yaml': `${head}include: ["**/*.yaml"]\n`,
    'a/b.yaml': 'teams: {}\n',
  });
  symlinkSync(root, join(root, 'a/again'));
  symlinkSync(join(root, 'loop.pem'), join(root, 'loop.pem'));
  expect(codesIn(root)).toEqual([]);
  writeFileSync(join(root, 'docform.yaml'), certificate('loop.pem'));
  expect(codesIn(root)).toHaveLength(1);
});

test('a main file that links out of the repository is refused, and its target is not read', () => {
  const outside = directoryWith({ '.git/HEAD': '', 'secret.yaml': 'token: kanarienvogel\n' });
  const root = directoryWith({ '.git/HEAD': '', 'docs/x': '' });
  symlinkSync(join(outside, 'secret.yaml'), join(root, 'docform.yaml'));
  symlinkSync(join(outside, 'secret.yaml'), join(root, 'docs/docform.yaml'));
  expect(codesIn(root)).toEqual(['docform.yaml:1 E-FILE-OUTSIDE']);
  expect(codesIn(root, 'docs/docform.yaml')).toEqual(['docs/docform.yaml:1 E-FILE-OUTSIDE']);
  const { sources } = loadConfiguration({ file: 'docform.yaml', files: filesOnDisk(root, 'docform.yaml'), shapes });
  expect([...sources.values()].join('')).not.toContain('kanarienvogel');
});

test('a main file in a linked directory is read, even if the link leads into another repository', () => {
  const other = directoryWith({ '.git/HEAD': '', 'docform.yaml': 'version: 1\n', 'sub/docform.yaml': 'version: 1\n' });
  const root = directoryWith({
    '.git/HEAD': '',
    'real/docform.yaml': certificate('okta.pem'),
    'real/okta.pem': certificateOne,
  });
  symlinkSync(other, join(root, 'other'));
  symlinkSync(join(root, 'real'), join(root, 'own'));
  expect(codesIn(root, 'other/docform.yaml')).toEqual(['other/docform.yaml:1 E-FILE-OUTSIDE']);
  expect(codesIn(root, 'other/sub/docform.yaml')).toEqual(['other/sub/docform.yaml:1 E-FILE-OUTSIDE']);
  expect(codesIn(root, 'own/docform.yaml')).toEqual([]);
});

test('a working directory that is a link is allowed', () => {
  const real = directoryWith({ '.git/HEAD': '', 'docform.yaml': certificate('okta.pem'), 'okta.pem': certificateOne });
  const place = directoryWith();
  symlinkSync(real, join(place, 'work'));
  expect(codesIn(join(place, 'work'))).toEqual([]);
});

test.each([
  '.git/config',
  '.GIT/config',
  'docs/../.git/config',
  './.Git/x/y',
  'modules/.git/config',
  'git~1/config',
  'link.pem',
])('files of Git are not read: %s', (path) => {
  const root = directoryWith({
    '.git/config': 'token = kanarienvogel\n',
    '.git/HEAD': '',
    'docform.yaml': certificate(path),
    'included.yaml': `${head}include: [${path}]\n`,
    'globbed.yaml': `${head}include: [".git/*", ".g*/*"]\n`,
  });
  symlinkSync('.git/config', join(root, 'link.pem'));
  symlinkSync('.git', join(root, 'linked'));
  expect(codesIn(root)).toEqual(['docform.yaml:3 E-FILE-OUTSIDE']);
  expect(codesIn(root, 'included.yaml')).toEqual(['included.yaml:3 E-FILE-OUTSIDE']);
  expect(codesIn(root, 'globbed.yaml')).toEqual(['globbed.yaml:3 E-INCLUDE-EMPTY', 'globbed.yaml:3 E-INCLUDE-EMPTY']);
  expect(codesIn(root, 'linked/config')).toEqual(['linked/config:1 E-FILE-OUTSIDE']);
});

test('a name that only starts like a file of Git is allowed', () => {
  const root = directoryWith({
    '.git/HEAD': '',
    'docform.yaml': certificate('.github/okta.pem'),
    '.github/okta.pem': certificateOne,
  });
  expect(codesIn(root)).toEqual([]);
});

test('an environment file is read only from the repository', () => {
  const outside = directoryWith({ 'secret.yaml': 'org: kanarienvogel\n' });
  const root = directoryWith({ '.git/HEAD': '', 'docform.yaml': `${head}vars: { org: a }\n`, 'env/x.yaml': '{}' });
  symlinkSync(join(outside, 'secret.yaml'), join(root, 'env/prod.yaml'));
  symlinkSync('../.git/HEAD', join(root, 'env/git.yaml'));
  const codes = (environment: string) =>
    loadConfiguration({
      file: 'docform.yaml',
      files: filesOnDisk(root, 'docform.yaml'),
      shapes,
      environment,
    }).problems.map(({ code }) => code);
  expect(codes('prod')).toEqual(['E-FILE-OUTSIDE']);
  expect(codes('git')).toEqual(['E-FILE-OUTSIDE']);
  expect(codes('../../x')).toEqual(['E-ENVIRONMENT']);
  rmSync(join(root, 'env'), { recursive: true });
  symlinkSync(outside, join(root, 'env'));
  expect(codes('secret')).toEqual(['E-ENVIRONMENT']);
});

test('pipes and devices are refused, and files are read only up to the limit', () => {
  const root = directoryWith({ 'docform.yaml': certificate('pipe.pem') });
  execFileSync('mkfifo', [join(root, 'pipe.pem')]);
  expect(codesIn(root)).toEqual(['docform.yaml:3 E-FILE-UNREADABLE']);
  expect(codesIn(root, 'pipe.pem')).toEqual(['pipe.pem:1 E-FILE-UNREADABLE']);
  expect(readPlainFile('/dev/zero', 100)).toEqual({ fault: 'not-a-file' });
  // Files below /proc have size 0 but contain text.
  expect(readPlainFile('/proc/self/environ', 3)).toEqual({ fault: 'too-big' });
  expect(readPlainFile(join(root, 'docform.yaml'), 1000)).toMatchObject({ text: certificate('pipe.pem') });
});

test('text must be UTF-8, and can have a byte order mark and Windows line ends', () => {
  const root = directoryWith({
    '.git/HEAD': '',
    'docform.yaml': new Uint8Array([0x76, 0xff, 0xfe]),
    'windows.yaml': '\ufeffversion: 1\r\norganization: acme\r\nteams:\r\n  docs: {}\r\n',
  });
  expect(codesIn(root)).toEqual(['docform.yaml:1 E-FILE-UNREADABLE']);
  expect(codesIn(root, 'windows.yaml')).toEqual(['windows.yaml:4 E-REQUIRED']);
});

test('a main file that is missing or a directory is a problem', () => {
  const root = directoryWith({ '.git/HEAD': '', 'docs/x': '' });
  expect(codesIn(root)).toEqual(['docform.yaml:1 E-FILE-MISSING']);
  expect(codesIn(root, 'docs')).toEqual(['docs:1 E-FILE-UNREADABLE']);
});
