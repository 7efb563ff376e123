/** Files: found, confined to the repository, limited, and read for values that name them. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of the configuration language.
import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findConfiguration } from '../../src/configuration/load.ts';
import type { Problem, SourceSpan } from '../../src/core/problem.ts';
import { codes, incomplete } from './reading.ts';
import { type TemporaryRepository, temporaryRepository } from './repository.ts';

const current = temporaryRepository();
const write: TemporaryRepository['write'] = (files) => current().write(files);
const load: TemporaryRepository['load'] = (choice) => current().load(choice);

describe('the main file', () => {
  test('is found by walking up, to the directory that holds .git and no further', () => {
    write({ 'a/b/c/x': '', 'docform.yaml': '' });
    writeFileSync(join(current().top, 'docform.yaml'), '');
    expect(findConfiguration(join(current().path, 'a/b/c'))).toBe(join(current().path, 'docform.yaml'));
    rmSync(join(current().path, 'docform.yaml'));
    expect(findConfiguration(join(current().path, 'a/b/c'))).toBeUndefined();
    expect(findConfiguration(current().top)).toBe(join(current().top, 'docform.yaml'));
  });

  test('is read, with its text and its directory', () => {
    write({ 'sub/docform.yaml': 'version: 1\n' });
    const tree = load({ file: 'sub/docform.yaml' });
    expect([tree.values, tree.directory, [...tree.sources]]).toEqual([
      { version: 1 },
      join(current().path, 'sub'),
      [['docform.yaml', 'version: 1\n']],
    ]);
  });

  test('missing, empty, a list, not YAML, not UTF-8, a directory', () => {
    expect(load().codes).toEqual(['E-CONFIGURATION-MISSING docform.yaml:1:1']);
    write({
      'empty.yaml': '# none\n',
      'list.yaml': '- a\n',
      'bad.yaml': 'a: [\n',
      'latin.yaml': new Uint8Array([0x61, 0x3a, 0x20, 0xe9]),
      'dir.yaml/x': '',
    });
    expect(load({ file: 'empty.yaml' })).toMatchObject({ values: {}, codes: [] });
    expect(load({ file: 'list.yaml' })).toMatchObject({ root: undefined, codes: ['E-NOT-A-MAP list.yaml:1:1'] });
    expect(load({ file: 'bad.yaml' }).root).toBeUndefined();
    expect(load({ file: 'latin.yaml' }).codes).toEqual(['E-FILE-ENCODING latin.yaml:1:1']);
    expect(load({ file: 'dir.yaml' }).codes).toEqual(['E-FILE-UNREADABLE dir.yaml:1:1']);
  });

  test('a link out of the repository and a pipe are not read', () => {
    writeFileSync(join(current().top, 'secret.yaml'), 'secret: hunter2\n');
    symlinkSync(join(current().top, 'secret.yaml'), join(current().path, 'docform.yaml'));
    expect(load()).toMatchObject({ root: undefined, codes: ['E-FILE-OUTSIDE docform.yaml:1:1'] });
    execFileSync('mkfifo', [join(current().path, 'pipe.yaml')]);
    expect(load({ file: 'pipe.yaml' }).codes).toEqual(['E-FILE-UNREADABLE pipe.yaml:1:1']);
  });
});

describe('environments', () => {
  test('override what vars declares', () => {
    write({ 'docform.yaml': 'vars: {o: staging}\norganization: ${vars.o}\n', 'env/live.yaml': 'o: live\n' });
    expect(load({ environment: 'live' }).values).toMatchObject({ organization: 'live' });
    expect(load({ environment: 'live', variables: { o: 'flag' } }).values).toMatchObject({ organization: 'flag' });
    expect(load().values).toMatchObject({ organization: 'staging' });
  });

  test('an unknown one is told with the nearest, and without echoes of its values', () => {
    write({ 'docform.yaml': 'vars: {o: null}\norganization: ${vars.o}\n', 'env/live.yaml': 'o: live\n', 'env/x.txt': '' });
    const tree = load({ environment: 'lvie' });
    expect([tree.root, tree.codes, tree.problems[0]?.hint]).toEqual([
      undefined,
      ['E-ENVIRONMENT-UNKNOWN docform.yaml:1:1'],
      'did you mean "live"?',
    ]);
    expect(load({ environment: 'production' }).problems[0]?.hint).toBe('known environments: live');
    expect(load({ environment: '../env/live' }).codes).toEqual(['E-ENVIRONMENT-UNKNOWN docform.yaml:1:1']);
  });
});

describe('files that values name', () => {
  const at = (file: string): SourceSpan => ({ file, line: 3, column: 9, length: 4 });

  function readFrom(path: string, file = 'docform.yaml') {
    const problems: Problem[] = [];
    const text = load().readFile(path, at(file), (problem) => problems.push(problem));
    expect(incomplete(problems)).toEqual([]);
    return text ?? codes(problems)[0];
  }

  test('are relative to the file that says it', () => {
    write({ 'docform.yaml': 'version: 1\n', 'parts/t.yaml': '', 'parts/x.pem': 'inner', 'x.pem': 'outer' });
    expect([readFrom('x.pem'), readFrom('x.pem', 'parts/t.yaml'), readFrom('../x.pem', 'parts/t.yaml')]).toEqual([
      'outer',
      'inner',
      'outer',
    ]);
  });

  test('stay in the current().path, whatever links say', () => {
    writeFileSync(join(current().top, 'secret'), 'hunter2');
    write({ 'docform.yaml': '', 'x.pem': 'x' });
    symlinkSync(join(current().top, 'secret'), join(current().path, 'link'));
    symlinkSync(current().top, join(current().path, 'out'));
    symlinkSync(join(current().path, 'x.pem'), join(current().path, 'inside'));
    const outside = 'E-FILE-OUTSIDE docform.yaml:3:9';
    expect(
      ['../secret', 'link', 'out/secret', '../nothing', '/etc/hosts', join(current().path, 'x.pem')].map((path) => readFrom(path)),
    ).toEqual(Array(6).fill(outside));
    expect(readFrom('inside')).toBe('x');
  });

  test('missing, impossible, too large, not a file', () => {
    write({ 'docform.yaml': '', big: 'x'.repeat(2_000_001), fits: 'x'.repeat(2_000_000) });
    symlinkSync('ring', join(current().path, 'ring'));
    expect(['none', 'a\0b', 'ring', 'x'.repeat(5_000)].map((path) => readFrom(path))).toEqual(
      Array(4).fill('E-FILE-MISSING docform.yaml:3:9'),
    );
    expect([readFrom('big'), readFrom('.')]).toEqual(['E-FILE-TOO-LARGE docform.yaml:3:9', 'E-FILE-UNREADABLE docform.yaml:3:9']);
    expect(readFrom('fits')).toHaveLength(2_000_000);
  });
});
