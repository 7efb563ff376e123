/** Files of a configuration and their merge. */
import { expect, test } from 'vitest';
import { expandGlob } from '../../src/config/files/file-reader.ts';
import { certificateOne } from '../support/certificates.ts';
import { filesInMemory, load, loadDesired } from './memory-files.ts';

const main = (include: string) => `version: 1\norganization: acme\ninclude: ${include}\n`;
const team = (key: string) => `teams:\n  ${key}: { title: ${key} }\n`;

function teamsIn(texts: { readonly [path: string]: string }): readonly string[] {
  return loadDesired(texts).resources.map(({ address }) => address);
}

test('top-level keys of several files are merged in the order of patterns and names', () => {
  const texts = {
    'docform.yaml': `${main('[people/b.yaml, "people/*.yaml"]')}${team('main')}`,
    'people/a.yaml': team('aa'),
    'people/b.yaml': team('bb'),
    'people/c.yml': team('cc'),
  };
  expect(teamsIn(texts)).toEqual(['teams/main', 'teams/bb', 'teams/aa']);
});

test('`moved` of several files is one list, and lists are declared once', () => {
  const desired = loadDesired({
    'docform.yaml': `${main('[a.yaml]')}${team('one')}moved: [{ from: teams/x, to: teams/one }]\n`,
    'a.yaml': `${team('two')}moved: [{ from: teams/y, to: teams/two }]\n`,
  });
  expect(desired.moved.map(({ from, to }) => `${from} ${to}`)).toEqual(['teams/x teams/one', 'teams/y teams/two']);
  expect(desired.lists.filter(({ list }) => list === 'teams')).toHaveLength(1);
});

test('the main file is not read twice if its own pattern matches it', () => {
  expect(teamsIn({ 'docform.yaml': `${main('["*.yaml"]')}${team('one')}`, 'more.yaml': team('two') })).toEqual([
    'teams/one',
    'teams/two',
  ]);
});

test('paths in included files and file values are relative to the file that names them', () => {
  const desired = loadDesired(
    {
      'docs/docform.yaml': main('[people/saml.yaml]'),
      'docs/people/saml.yaml': 'saml: { okta: { label: Okta, certificate: { file: ../certs/okta.pem } } }\n',
      'docs/certs/okta.pem': certificateOne,
    },
    { file: 'docs/docform.yaml' },
  );
  expect(desired.resources[0]?.fields.certificate).toBe(certificateOne);
  expect(desired.resources[0]?.span).toEqual({ file: 'docs/people/saml.yaml', line: 1, column: 9, length: 4 });
});

test('a file that cannot be read suppresses problems about absent declarations', () => {
  const texts = {
    'docform.yaml': `${main('[broken.yaml]')}saml: { okta: { label: Okta, defaultTeam: docs } }\n`,
    'broken.yaml': 'teams: [',
  };
  expect(load(texts).problems.map(({ code }) => code)).toEqual(['E-YAML']);
});

test('globs match names, directories and any depth', () => {
  const files = filesInMemory(
    Object.fromEntries(
      [
        'a.yaml',
        'b.yml',
        'x/a.yaml',
        'x/ab.yaml',
        'x/y/a.yaml',
        'x/y/z/a.yaml',
        '.hidden/a.yaml',
        'node_modules/a.yaml',
      ].map((path) => [path, '']),
    ),
  );
  const glob = (pattern: string) => expandGlob(pattern, '', files, () => true);
  expect(glob('*.yaml')).toEqual(['a.yaml']);
  expect(glob('*')).toEqual(['a.yaml', 'b.yml']);
  expect(glob('x/?.yaml')).toEqual(['x/a.yaml']);
  expect(glob('x/a*b.yaml')).toEqual(['x/ab.yaml']);
  expect(glob('**/a.yaml')).toEqual(['a.yaml', 'x/a.yaml', 'x/y/a.yaml', 'x/y/z/a.yaml']);
  expect(glob('x/**')).toEqual(['x/a.yaml', 'x/ab.yaml', 'x/y/a.yaml', 'x/y/z/a.yaml']);
  expect(glob('**/y/**/*.yaml')).toEqual(['x/y/a.yaml', 'x/y/z/a.yaml']);
  expect(glob('*/../a.*')).toEqual(['a.yaml']);
  expect(glob('.hidden/*')).toEqual(['.hidden/a.yaml']);
  expect(glob('*.json')).toEqual([]);
});

test('a pattern with many stars does not take long', () => {
  const files = filesInMemory({ [`${'a'.repeat(200)}.yaml`]: '' });
  expect(expandGlob(`${'*a'.repeat(100)}b`, '', files, () => true)).toEqual([]);
});

test('a path is found whether the disk and the configuration write é as one character or as two', () => {
  const [one, two] = ['caf\u00e9', 'cafe\u0301'];
  for (const [disk, written] of [
    [one, two],
    [two, one],
  ] as const)
    for (const pattern of [
      `${written}/${written}.yaml`,
      `${written}/*.yaml`,
      `"*/${written}.yaml"`,
      `"**/${written}*"`,
    ]) {
      const texts = { 'docform.yaml': main(`[${pattern}]`), [`${disk}/${disk}.yaml`]: team('one') };
      expect(teamsIn(texts), pattern).toEqual(['teams/one']);
    }
  const certificate = `${main('[]')}saml: { okta: { label: Okta, certificate: { file: ${two}.pem } } }\n`;
  expect(load({ 'docform.yaml': certificate, [`${one}.pem`]: certificateOne }).problems).toEqual([]);
});

test('the help for a backslash in a path is the path with slashes', () => {
  const { problems } = load({ 'docform.yaml': main("['people\\*.yaml']") });
  expect(problems).toMatchObject([{ code: 'E-INCLUDE-EMPTY', hint: 'write people/*.yaml' }]);
});

test('each of two alternative columns has its own quotes', () => {
  const { problems } = load({
    'docform.yaml': main('[{ files: m.csv, columns: { email: mail } }]'),
    'm.csv': 'mail\n',
  });
  expect(problems).toMatchObject([
    { message: 'missing key "role" or "teams" in columns', label: '`role` or `teams` is required' },
  ]);
});

test('a specification that is too large can be published instead', () => {
  const texts = {
    'docform.yaml': `${main('[]')}openapi: { pets: { file: pets.yaml } }\n`,
    'pets.yaml': 'x'.repeat(500),
  };
  const [problem] = load(texts, { limits: { fileBytes: 400 } }).problems;
  expect(problem?.hint).toMatch(/^publish the specification and declare its `url`; the limit is 400 /);
});
