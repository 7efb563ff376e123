/** Includes: patterns are looked up below the repository, merged in order, and limited. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of the configuration language.
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type TemporaryRepository, temporaryRepository } from './repository.ts';

const current = temporaryRepository();
const write: TemporaryRepository['write'] = (files) => current().write(files);
const load: TemporaryRepository['load'] = (choice) => current().load(choice);

describe('include', () => {
  test('patterns are looked up, sorted, and each file is read once', () => {
    write({
      'docform.yaml': 'include: ["parts/**/*.yaml", parts/b.yaml, "?.yaml", "*.yaml"]\nmoved: [main]\n',
      'parts/b.yaml': 'moved: [b]\n',
      'parts/a.yaml': 'moved: [a]\n',
      'parts/deep/er/c.yaml': 'moved: [c]\n',
      'parts/.hidden/d.yaml': 'moved: [d]\n',
      'parts/node_modules/e.yaml': 'moved: [e]\n',
      'parts/note.txt': 'moved: [no]\n',
      'z.yaml': 'moved: [z]\n',
    });
    const tree = load();
    expect(tree.codes).toEqual([]);
    expect(tree.values).toMatchObject({ moved: ['main', 'a', 'b', 'c', 'z'] });
    expect([...tree.sources.keys()]).toEqual(['docform.yaml', 'parts/a.yaml', 'parts/b.yaml', 'parts/deep/er/c.yaml', 'z.yaml']);
  });

  test('variables are filled in included files and in patterns', () => {
    write({
      'docform.yaml': 'vars: {which: one, title: T}\ninclude: ["${vars.which}/*.yaml"]\n',
      'one/t.yaml': 'teams: {a: {title: "${vars.title}"}}\n',
    });
    expect(load()).toMatchObject({ codes: [], values: { teams: { a: { title: 'T' } } } });
  });

  test('a pattern may lead up within the current().path, but not out of it', () => {
    write({ 'sub/docform.yaml': 'include: [../shared/*.yaml]\n', 'shared/t.yaml': 'teams: {a: {}}\n' });
    const tree = load({ file: 'sub/docform.yaml' });
    expect([tree.codes, tree.values, [...tree.sources.keys()]]).toEqual([
      [],
      { include: ['../shared/*.yaml'], teams: { a: {} } },
      ['docform.yaml', '../shared/t.yaml'],
    ]);
    writeFileSync(join(current().top, 'x.yaml'), 'teams: {}\n');
    symlinkSync(current().top, join(current().path, 'sub/out'));
    symlinkSync(join(current().top, 'x.yaml'), join(current().path, 'sub/link.yaml'));
    for (const pattern of ['../../x.yaml', '../../*.yaml', `${current().top}/x.yaml`, 'out/x.yaml', 'o*/x.yaml', 'link.yaml', 'l*.yaml']) {
      write({ 'sub/docform.yaml': `include: ["${pattern}"]\n` });
      expect(load({ file: 'sub/docform.yaml' }), pattern).toMatchObject({ root: undefined, codes: ['E-FILE-OUTSIDE docform.yaml:1:11'] });
    }
  });

  test('without a current().path, the directory of the main file is the border', () => {
    rmSync(join(current().path, '.git'), { recursive: true });
    writeFileSync(join(current().top, 'x.yaml'), 'teams: {}\n');
    write({ 'docform.yaml': 'include: [../x.yaml]\n' });
    expect(load().codes).toEqual(['E-FILE-OUTSIDE docform.yaml:1:11']);
  });

  test('patterns without a match, wrong shapes, nested includes', () => {
    write({ 'docform.yaml': 'include: [no/*.yaml, none.yaml, 5, a.yaml]\n', 'a.yaml': 'include: [b.yaml]\nversion: 1\n' });
    expect(load().codes).toEqual(['E-INCLUDE-NOTHING docform.yaml:1:11', 'E-INCLUDE-PATTERN docform.yaml:1:33']);
    write({ 'docform.yaml': 'include: [none.yaml, a.yaml]\n' });
    expect(load().codes).toEqual(['E-INCLUDE-NOTHING docform.yaml:1:11', 'E-INCLUDE-NESTED a.yaml:1:1', 'E-INCLUDE-KEY a.yaml:2:1']);
    write({ 'docform.yaml': 'include: a.yaml\n' });
    expect(load().codes).toEqual(['E-INCLUDE-PATTERN docform.yaml:1:10']);
  });

  test('a file that cannot be understood takes the tree away, and all problems are told', () => {
    write({ 'docform.yaml': 'include: ["p/*.yaml"]\n', 'p/a.yaml': 'a: [\n', 'p/b.yaml': 'teams: {x: 1, x: 2}\n' });
    const tree = load();
    expect(tree.root).toBeUndefined();
    expect(tree.problems.map(({ code }) => code)).toEqual(expect.arrayContaining(['E-YAML-SYNTAX', 'E-DUPLICATE-KEY']));
  });

  test('links in a ring and many stars end', () => {
    write({ 'docform.yaml': `include: ["${'**/'.repeat(20)}*/**/*.yaml"]\n`, 'a/b/c/d/e.yaml': 'teams: {}\n' });
    symlinkSync(join(current().path, 'a'), join(current().path, 'a/b/again'));
    expect(load()).toMatchObject({ codes: [], values: { teams: {} } });
  });

  test('too many files, and too many bytes', () => {
    write({ 'docform.yaml': 'include: ["p/*.yaml"]\n' });
    write(Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`p/${at}.yaml`, ''])));
    expect(load()).toMatchObject({ root: undefined, codes: ['E-INCLUDE-LIMIT docform.yaml:1:1'] });
    rmSync(join(current().path, 'p'), { recursive: true });
    const filler = `#${'x'.repeat(4_900_000)}\n`;
    write(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`p/${at}.yaml`, filler])));
    expect(load()).toMatchObject({ root: undefined, codes: ['E-INCLUDE-LIMIT docform.yaml:1:11'] });
    write({ 'docform.yaml': 'include: [big.yaml]\n', 'big.yaml': `#${'x'.repeat(5_000_000)}` });
    expect(load()).toMatchObject({ root: undefined, codes: ['E-FILE-TOO-LARGE docform.yaml:1:11'] });
  });
});
