/** Tests the commands of the README, and that the plans in the README and in the guide to versions equal the output. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { blocksOf, pageAt } from '../docs/pages.ts';
import { commandsOf, walkLine } from '../docs/walk.ts';
import { directoryWith } from '../support/directory.ts';
import { projectDirectory } from '../support/sources.ts';
import { run } from './harness.ts';

let end: (() => Promise<unknown>) | undefined;
afterEach(async () => end?.());

/** Ids, host and digest differ in each run. */
function told(text: string): string {
  return text
    .replace(/on \S+\n/, 'on HOST\n')
    .replace(/(?<=[(/])(?=\w*\d)\w{20}(?=[)/])/g, 'ID')
    .replace(/sha256:\S+/, 'DIGEST')
    .trim();
}

/** A platform to which a configuration was applied, and the directory of the configuration. */
async function appliedTo(configuration: string) {
  const directory = directoryWith({ 'docform.yaml': configuration });
  let served = { url: '', organization: '', token: '' };
  await new Promise<void>((resolve, reject) => {
    const ran = run(['platform', 'serve', '--port', '0', '--seed', 'docform.yaml'], {
      directory,
      onStdout: (text, interrupt) => {
        served = JSON.parse(text) as typeof served;
        end = async () => {
          interrupt();
          await ran;
        };
        resolve();
      },
    });
    ran.then(({ stderr }) => reject(new Error(stderr)), reject);
  });
  const environment = { DOCFORM_API_URL: served.url, DOCFORM_TOKEN: served.token };
  expect(await run(['apply', '--yes'], { directory, environment })).toMatchObject({ exit: 0 });
  return { served, directory, environment };
}

/** The output of `docform plan` in a page. */
function shownPlan(path: string): string {
  const block = blocksOf(pageAt(path), '').find((each) => each.startsWith('$ docform plan\n'));
  return told(block?.split('$ docform plan\n')[1] ?? '');
}

test('the release in the guide is one pull request, and its plan is empty after the apply', async () => {
  const path = 'docs/guides/release-with-versions.md';
  const [before = '', after = ''] = blocksOf(pageAt(path), 'yaml');
  const { directory, environment } = await appliedTo(before);
  writeFileSync(join(directory, 'docform.yaml'), after);
  const { stdout, stderr } = await run(['plan'], { directory, environment });
  expect(told(stderr + stdout)).toBe(shownPlan(path));
  expect((await run(['apply', '--yes'], { directory, environment })).exit).toBe(0);
  expect((await run(['plan', '--detailed-exitcode'], { directory, environment })).exit).toBe(0);
});

/** The ids of the objects in the ledger of the reference platform, by resource address. */
function idsIn(directory: string): { readonly [address: string]: { readonly id: string } } {
  const ledger = JSON.parse(readFileSync(join(directory, 'x.db.ledger.json'), 'utf8')) as {
    readonly resources: { readonly [address: string]: { readonly id: string } };
  };
  return ledger.resources;
}

/** The words in capitals that the README uses in place of ids. */
const placeholders = {
  DOCS: 'sites/docs',
  CHANGES: 'sites/docs/sections/changes',
  GUIDES: 'sites/docs/sections/guides',
  HANDBOOK: 'sites/handbook',
};

test('the commands of the README work in an empty directory, and print the shown plan', async () => {
  const page = pageAt('README.md');
  const walker = { directory: directoryWith(), environment: {} };
  const commands = commandsOf(page);
  const first = commands.findIndex((line) => line.startsWith('cp '));
  // The tests of the package run the lines above, except the two that run the demo and all tests.
  expect(commands.slice(0, first).filter((line) => !/^(npm (ci|install)|export PATH=)/.test(line))).toEqual([]);
  const printed: { readonly line: string; readonly stdout: string }[] = [];
  for (const line of commands.slice(first)) {
    const filled = Object.entries(placeholders).reduce(
      (text, [word, address]) =>
        text.includes(word)
          ? text.replaceAll(new RegExp(`\\b${word}\\b`, 'g'), idsIn(walker.directory)[address]?.id ?? '')
          : text,
      line.replace('node_modules/@docform/cli', projectDirectory),
    );
    const ran = await walkLine(walker, filled);
    expect(ran, line).toMatchObject({ exit: 0 });
    printed.push({ line, stdout: ran.stdout });
  }
  const outputOf = (line: string) => printed.filter((each) => each.line === line).map(({ stdout }) => stdout);
  expect(outputOf('docform drift').join()).toContain('Drift: 1 changed, 1 reordered.');
  const [plan = '', ...later] = outputOf('docform plan');
  expect(told(plan)).toBe(shownPlan('README.md'));
  expect(later.join()).toContain('No changes.');
});

test('the first code blocks of the README run the demo and all tests', () => {
  expect(blocksOf(pageAt('README.md'), '').slice(0, 2)).toEqual(['npm ci && npm run demo\n', 'npm ci && npm test\n']);
});

test('the configuration in the README is examples/demo after the edit', () => {
  const [shown = ''] = blocksOf(pageAt('README.md'), 'yaml');
  const demo = readFileSync(join(projectDirectory, 'examples/demo/docform.yaml'), 'utf8');
  expect(parse(shown)).toEqual(parse(demo.replace(': member', ': owner')));
});
