/** Tests that `docform set` edits exactly one place of the YAML, keeps comments, and refuses everything else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

const main = `version: 1
organization: acme
include: [teams/*.yaml]
# People
members:
  ana@example.com: admin # the boss
  bo@example.com: read
spaces:
  home: { title: Home }
sites:
  docs:
    title: Docs # shown to readers
    structure:
      - section: start
        title: Start
        spaces: [{ space: home }]
`;
const writers = `teams:
  writers:
    title: Writers
    members: { ana@example.com: owner } # one owner
`;

function opened() {
  const directory = directoryWith({ 'docform.yaml': main, 'teams/writers.yaml': writers });
  return {
    set: (...argv: readonly string[]) => run(['set', ...argv], { directory }),
    read: (file: string) => readFileSync(join(directory, file), 'utf8'),
  };
}

test.each([
  ['members/bo@example.com', 'edit', 'docform.yaml', '  bo@example.com: read', '  bo@example.com: edit'],
  ['members/ana@example.com', 'edit', 'docform.yaml', 'admin # the boss', 'edit # the boss'],
  ['sites/docs/title', '2024', 'docform.yaml', 'title: Docs #', 'title: "2024" #'],
  ['sites/docs/sections/start/title', 'Begin here', 'docform.yaml', 'title: Start', 'title: Begin here'],
  ['sites/docs/visibility', 'unlisted', 'docform.yaml', 'to readers\n', 'to readers\n    visibility: unlisted\n'],
  [
    ...['teams/writers/members/bo@example.com', 'member', 'teams/writers.yaml'],
    ...['{ ana@example.com: owner }', '{ ana@example.com: owner, bo@example.com: member }'],
  ],
  [
    'sites/docs',
    '{ title: Acme, visibility: unlisted }',
    'docform.yaml',
    'title: Docs # shown to readers\n',
    'title: Acme # shown to readers\n    visibility: unlisted\n',
  ],
  ['collections/x', '{ title: X }', 'docform.yaml', /$/, 'collections:\n  x:\n    title: X\n'],
] as const)('%s is set to %s, and no other line changes', async (address, value, file, before, after) => {
  const { set, read } = opened();
  const expected = read(file).replace(before, after);
  expect(await set(address, value)).toMatchObject({ exit: 0, stderr: '' });
  expect(read(file)).toBe(expected);
  expect(await set(address, value)).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('has this value already'),
  });
  expect(read(file)).toBe(expected);
});

test.each([
  ['sites/docs/titel', 'x', 'did you mean sites/docs/title?'],
  ['nonsense', 'x', 'neither the address of a resource nor of a field'],
  ['sites/docs/title', undefined, 'VALUE is missing'],
  ['teams/writers/members/cy@example.com', 'owner', 'E-REF-UNKNOWN'],
  ['sites/docs/sections/next', '{ title: Next }', 'needs a place in its list'],
  ['teams/others/members/bo@example.com', 'owner', 'teams/others is not declared'],
  ['sites/docs/visibility', 'everyone', 'error[E-SET]'],
  ['teams/writers/members', '{ bo@example.com: owner }', 'team has no field members'],
] as const)('%s with %s is refused, and nothing is written', async (address, value, message) => {
  const { set, read } = opened();
  const { exit, stderr } = await set(address, ...(value === undefined ? [] : [value]));
  expect({ exit, stderr }).toMatchObject({ exit: 3, stderr: expect.stringContaining(message) });
  expect([read('docform.yaml'), read('teams/writers.yaml')]).toEqual([main, writers]);
});

test('--dry-run shows the diff and writes nothing, also as JSON', async () => {
  const { set, read } = opened();
  const { stdout } = await set('sites/docs/title', 'Acme', '--dry-run', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ kind: 'set', address: 'sites/docs', field: 'title', files: ['docform.yaml'], isDryRun: true },
    diff: expect.stringContaining('+    title: Acme # shown to readers'),
  });
  expect(read('docform.yaml')).toBe(main);
});
