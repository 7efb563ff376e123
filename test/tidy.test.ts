/** Rules for the source: header sentence, length of files and functions, names, and no unfinished work. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { slowTests } from './slow-tests.ts';
import { projectDirectory, readSources, type SourceFile } from './support/sources.ts';

const sources = readSources('src');
const tests = readSources('test');
const maxFileLines = 400;
const maxFunctionLines = 50;

function read(path: string): string {
  return readFileSync(join(projectDirectory, path), 'utf8');
}

function lineCount({ text }: SourceFile): number {
  return text.replace(/\n$/, '').split('\n').length;
}

/** Files that Git tracks or would add: tracked files, and new files that are not ignored. */
function trackedFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectDirectory,
  });
  return [...new Set(listed.toString().split('\0'))].filter(
    (path) => path !== '' && existsSync(join(projectDirectory, path)),
  );
}

const functionStart =
  /^(\s*)(?:export )?(?:default )?(?:async )?(?:function\b.*|(?:const \w+.*|[\w.]+\(.*|[\w]+: .*)=>\s*\{|(?:static |async |get |set )*\w+\(.*\)[^;]*\{)$/;

/** Names and lengths of functions, from the first line to the bracket with the same indentation. */
function functionLengths({ path, text }: SourceFile): readonly { readonly where: string; readonly lines: number }[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const indent = functionStart.exec(line)?.[1];
    if (indent === undefined || /^\s*(if|for|while|switch|catch)\b/.test(line)) return [];
    const end = lines.findIndex(
      (other, index) => index > at && other.startsWith(`${indent}}`) && !other.startsWith(`${indent}}: {`),
    );
    return end === -1 ? [] : [{ where: `${path}:${at + 1}`, lines: end - at + 1 }];
  });
}

test('every file starts with a sentence about its purpose', () => {
  const silent = [...sources, ...tests].filter(({ text }) => !/^(#!.*\n)?\/\*\* \S.{10,} ?\*\/\n/.test(text));
  expect(silent.map(({ path }) => path)).toEqual([]);
});

test(`no file is longer than ${maxFileLines} lines`, () => {
  const long = [...sources, ...tests].filter((file) => lineCount(file) > maxFileLines);
  expect(long.map((file) => `${file.path}: ${lineCount(file)}`)).toEqual([]);
});

test(`no function is longer than ${maxFunctionLines} lines`, () => {
  const lengths = sources.flatMap(functionLengths);
  expect(lengths.length).toBeGreaterThan(200);
  expect(lengths.filter(({ lines }) => lines > maxFunctionLines)).toEqual([]);
});

test('names of files and folders are in kebab-case', () => {
  const odd = [...sources, ...tests].filter(
    ({ path }) => !/^[a-z0-9-]+(\/[a-z0-9-]+)*(\.test|\.growth|\.config)?\.ts$/.test(path),
  );
  expect(odd.map(({ path }) => path)).toEqual([]);
});

test('no type is any', () => {
  const loose = sources.filter(({ code }) => /(?:[:<|&,]|\bas|\breadonly)\s*any\b(?!\w*:)/.test(code));
  expect(loose.map(({ path }) => path)).toEqual([]);
});

test('no file contains unfinished work', () => {
  const unfinished = /\b(?:TO[D]O|FIX[M]E|XX[X]|HAC[K])\b|not (?:yet )?implem[e]nted|\bstu[b](?:bed)?\b/i;
  const found = [...sources, ...tests].filter(({ text }) => unfinished.test(text));
  expect(found.map(({ path }) => path)).toEqual([]);
  const skipped = tests.filter(({ code }) => /\b(?:test|it|describe)\.(?:only|tod[o])\b/.test(code));
  expect(skipped.map(({ path }) => path)).toEqual([]);
});

test('no test depends on the clock, by a timeout of its own or an assertion on duration', () => {
  const limit =
    /^\}, [\d_]+\);$|^ {2}[\d_]+,\n\);|\{ timeout: [\d_]+ \}|\b(?:performance|Date)\.now\(\) - \w+\)\.toBe(?:Less|Greater)Than|support\/growth\.ts'/m;
  const bound = tests.filter(({ path, code }) => path.endsWith('.test.ts') && limit.test(code));
  expect(bound.map(({ path }) => path)).toEqual([]);
});

test('no tracked file names a package registry, or a path of a developer machine', () => {
  const machine =
    /["'\s(=](?:\/root\/|\/work\/|\/home\/(?!runner\b)\w+\/|\/Users\/\w+\/)|\b(?:registry|artifactory|nexus|verdaccio)\.[\w-]+\.\w+|"res[o]lved":/;
  const files = trackedFiles().filter((path) =>
    /\.(ts|js|json|ya?ml|md|sh|toml|html)$|(^|\/)\.[\w-]+$|^\.ci\//.test(path),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((path) => machine.test(read(path)))).toEqual([]);
});

test('CI runs the command of the README and of CONTRIBUTING, and it checks types, lint, unused exports and tests', () => {
  const command = read('.ci/run').trimEnd().split('\n').at(-1) ?? '';
  expect(command).toBe('npm ci && npm test');
  expect(read('README.md')).toContain(`\`\`\`\n${command}\n\`\`\`\n`);
  expect(read('CONTRIBUTING.md')).toContain(`\`${command}\``);
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Record<string, string> };
  const all = ['tsc --noEmit', 'biome check .', 'knip', 'vitest run'];
  expect(scripts['test:all']?.split(' && ')).toEqual(all);
  expect(scripts.test?.split(' && ')).toEqual([...all.slice(0, -1), `${all.at(-1)} --mode fast`]);
  expect(read('.github/workflows/release.yml')).toContain('- run: npm run test:all\n');
});

test('pages, help and explanations of codes use American spelling', () => {
  const british = /\b(?:coloured|colours?|behaviours?|licences?|neighbours?|misspelt|favour|centre|catalogue|grey)\b/i;
  const pages = trackedFiles().filter((path) => path.endsWith('.md') && !path.startsWith('docs/site/'));
  expect(pages.length).toBeGreaterThan(60);
  expect(pages.filter((path) => british.test(read(path)))).toEqual([]);
});

test('CONTRIBUTING explains every npm script', () => {
  const scripts = Object.keys(
    (JSON.parse(read('package.json')) as { readonly scripts: Record<string, string> }).scripts,
  );
  const words = read('CONTRIBUTING.md');
  const explained = (name: string): boolean => new RegExp(`npm (run )?${name}\\b`).test(words);
  expect(scripts.filter((name) => !/^(pre|post)/.test(name) && !explained(name))).toEqual([]);
});

test('CONTRIBUTING explains every dependency', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as {
    readonly [list: string]: Record<string, string>;
  };
  const words = read('CONTRIBUTING.md');
  const rows = words.split('\n').filter((line) => line.startsWith('| `'));
  const names = Object.keys({ ...dependencies, ...devDependencies });
  expect(names.filter((name) => !rows.some((row) => row.split('|')[1]?.includes(`\`${name}\``)))).toEqual([]);
});

test('the map of the source explains every folder', () => {
  const folders = new Set(
    sources.map(({ path }) => path.split('/').slice(1, -1).join('/')).filter((folder) => folder !== ''),
  );
  const words = read('src/README.md');
  const named = (folder: string): boolean => new RegExp(`(\\b|/)${folder.split('/').pop()}(/|\`)`).test(words);
  expect([...folders].filter((folder) => !named(folder))).toEqual([]);
});

test('each slow test exists, so a renamed file is not forgotten', () => {
  expect(slowTests.filter((path) => !trackedFiles().includes(path))).toEqual([]);
  expect(new Set(slowTests).size).toBe(slowTests.length);
});
