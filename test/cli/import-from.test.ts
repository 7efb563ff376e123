/** Tests that `import --from` converts a site-structure file, reports its problems, and contacts no server. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

const flat = readFileSync(join(import.meta.dirname, '../import/site-file/files/flat.yaml'), 'utf8');
const expected = readFileSync(join(import.meta.dirname, '../import/site-file/expected/flat.yaml'), 'utf8').replace(
  'docs.yaml',
  'gitbook-docs.yaml',
);

/** Without an API URL and a token, any attempt to contact a server fails. */
async function docform(
  argv: readonly string[],
  files: { readonly [name: string]: string } = { 'gitbook-docs.yaml': flat },
) {
  const directory = directoryWith(files);
  return { directory, ...(await run(argv, { directory })) };
}

const from = ['import', '--from', 'gitbook-docs.yaml', '--keys', 'file'];

test('import --from prints the configuration on stdout, and omissions and next steps on stderr', async () => {
  const { exit, stdout, stderr } = await docform(from);
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: expected });
  expect(stderr).toMatchInlineSnapshot(`
    "Left out (6 places):
      title: the label in the navigation can differ from the title of the space
          gitbook-docs.yaml:7:14  space-1
          gitbook-docs.yaml:14:14  space-11
      path: the root of a site belongs to its default
          gitbook-docs.yaml:8:13  space-1
      content.directory: docform manages structure, not content; the sync of the directory is unchanged
          gitbook-docs.yaml:11:9  space-1
          gitbook-docs.yaml:17:9  space-11
      the whole space: it is a draft, and docform cannot create drafts
          gitbook-docs.yaml:22:7  space-25
    Imported gitbook-docs.yaml as sites/manuals with 2 spaces.
    The file contains only the navigation titles of the spaces. Pin each space with \`id:\`, or run the command with a token for the platform of the site.
    To create a space as a copy of another space, write \`{ title: TITLE, copyOf: KEY }\`.
    Next: set the organization and the spaces, then run docform plan
    "
  `);
});

test('import --from --out writes a valid file', async () => {
  const { directory, exit, stdout, stderr } = await docform([...from, '--out', 'docform.yaml']);
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: '' });
  expect(stderr).toContain('written to docform.yaml');
  expect(await readFile(join(directory, 'docform.yaml'), 'utf8')).toBe(expected);
  expect(await run(['validate'], { directory, environment: { DOCFORM_ORG: 'acme' } })).toMatchObject({ exit: 0 });
});

test('import --from never overwrites a file', async () => {
  const files = { 'gitbook-docs.yaml': flat, 'docform.yaml': 'version: 1\n' };
  const { directory, exit, stderr } = await docform([...from, '--out', 'docform.yaml'], files);
  expect(exit).toBe(3);
  expect(stderr).toContain('error[E-FILE-EXISTS]: docform.yaml already exists');
  expect(await readFile(join(directory, 'docform.yaml'), 'utf8')).toBe('version: 1\n');
});

test('import --from --json prints one document with all positions', async () => {
  const { exit, stdout, stderr } = await docform([...from, '--json', '--site', 'manuals', '--quiet']);
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({
    schemaVersion: 1,
    kind: 'import --from',
    from: 'gitbook-docs.yaml',
    out: null,
    site: 'manuals',
    claims: [],
  });
  expect(document).toMatchObject({ live: null, spaces: ['space-1', 'space-11'].map((key) => ({ key, id: null })) });
  expect(
    document.leftOut.map(({ item, what, line, column }: { [key: string]: unknown }) => [item, what, line, column]),
  ).toEqual([
    ['space-1', 'title', 7, 14],
    ['space-1', 'path', 8, 13],
    ['space-1', 'content.directory', 11, 9],
    ['space-11', 'title', 14, 14],
    ['space-11', 'content.directory', 17, 9],
    ['space-25', 'the whole space', 22, 7],
  ]);
  expect(document.configuration.sites.manuals.title).toBe('Manuals');
  expect(document.text).toBe(expected);
});

test('import --from reports problems with line and caret, and writes nothing', async () => {
  const { directory, exit, stdout, stderr } = await docform([...from, '--out', 'new.yaml'], {
    'gitbook-docs.yaml': flat.replace('type: space', 'type: spase'),
  });
  expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
  expect(stderr).toMatchInlineSnapshot(`
    "error[E-SITE-FILE-ITEM]: unknown type "spase"
      --> gitbook-docs.yaml:5:13
       |
     5 |     - type: spase
       |             ^^^^^
       |
       = help: did you mean "space"?

    1 problem in 1 file; for details, run docform explain CODE
    "
  `);
  await expect(readFile(join(directory, 'new.yaml'))).rejects.toThrow('ENOENT');
  const asJson = await docform([...from, '--json'], { 'gitbook-docs.yaml': 'site: 1\n' });
  expect(asJson.exit).toBe(3);
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    kind: 'problems',
    problems: [{ code: 'E-SITE-FILE-SHAPE', span: { line: 1, column: 7 } }],
  });
});

test('unreadable files and invalid keys give one message', async () => {
  expect(await docform(['import', '--from', 'nowhere.yaml'])).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('error[E-SITE-FILE]: nowhere.yaml cannot be read (ENOENT)'),
  });
  const directory = directoryWith({ 'gitbook-docs.yaml': Buffer.from([0x73, 0xff, 0xfe]) });
  expect(await run(from, { directory })).toMatchObject({ exit: 3, stderr: expect.stringContaining('not UTF-8 text') });
  expect(await docform([...from, '--site', 'a/b'])).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('--site a/b is not a valid key'),
  });
  expect(await docform([...from, '--out', '-'])).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('--out requires a file or a directory, not -'),
  });
  expect(await docform([...from, 'teams'])).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('teams cannot be combined with --from'),
  });
});

test('control characters of the file are not printed', async () => {
  const wild = flat.replace('key: space-11', 'key: "a\\e[31mb"');
  const { exit, stdout, stderr } = await docform(from, { 'gitbook-docs.yaml': wild });
  expect(exit).toBe(0);
  expect(stdout + stderr).not.toContain('\u001b');
  expect(stdout).toContain('a-31mb: {}');
});

test('import --from refuses a Markdown file, and names the files that it reads', async () => {
  const { exit, stdout, stderr } = await docform(['import', '--from', 'SUMMARY.md'], {
    'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n',
  });
  expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
  expect(stderr.match(/error\[/g)).toHaveLength(1);
  expect(stderr).toContain('error[E-SITE-FILE-SHAPE]: a Markdown file is not a site-structure file');
  expect(stderr).toContain('= help: use gitbook-docs.yaml or docs.yaml;');
});
