/** Runs the tasks of docs/SKILL.md in order against the reference platform. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

const platform = await startPlatform({ seed: 'small' });
afterAll(() => platform.close());
const skill = readFileSync('docs/SKILL.md', 'utf8');

/** The commands of each task by its heading. */
const tasks = new Map(
  skill
    .split(/^## /m)
    .map((task) => [
      task.split('\n')[0] ?? '',
      [...task.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, commands = '']) => commands.trim().split('\n')),
    ]),
);

test('the skill has at most 150 lines, and a name and a description in its front matter', () => {
  expect(skill.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  expect(skill).toMatch(/^---\nname: docform\ndescription: .{50,}\n---\n/);
});

test('the files that the skill refers to are in the package', () => {
  const [, references = ''] = skill.split('## References');
  const files = [...references.matchAll(/`(\w+\/[\w-]+\.md)`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) readFileSync(join(import.meta.dirname, '../../docs', file));
});

test('the tasks of the skill work one after another', async () => {
  const directory = directoryWith();
  const environment = {
    DOCFORM_API_URL: platform.url,
    DOCFORM_TOKEN: platform.token,
    DOCFORM_ORG: platform.organization,
  };
  const docform = (argv: readonly string[]) => run(argv, { directory, environment });
  const file = join(directory, 'docform.yaml');
  const perform = async (task: string): Promise<string> => {
    const commands = tasks.get(task) ?? [];
    expect(commands.length, task).toBeGreaterThan(0);
    let printed = '';
    for (const command of commands) {
      const ran = await docform(command.split(' ').slice(1));
      expect(ran.exit, `${command}\n${ran.stdout}${ran.stderr}`).toBe(0);
      printed += ran.stdout;
    }
    return printed;
  };
  const planned = async () => (await docform(['plan'])).stdout;

  await perform('Import an organization');
  await perform('Check the setup');
  expect(await planned()).toContain('No changes');
  expect(await perform('Find an object')).toContain('teams/docs');

  writeFileSync(file, readFileSync(file, 'utf8').replace('\nteams:\n', '\nteams:\n  support: { title: Support }\n'));
  expect(await perform('Add or change a resource')).toContain('1 to create');
  await perform('Apply a plan');
  expect(await planned()).toContain('No changes');

  expect(await perform('Rename a key or move a resource')).not.toContain('to delete');
  expect(readFileSync(file, 'utf8')).toContain('helpdesk');

  // The rename is not applied yet.
  const path = `/v1/orgs/${platform.organization}`;
  await docform(['api', 'PATCH', path, '--field', 'title=Changed', '--yes']);
  expect(await perform('Report and accept drift')).toContain('Changed');
  expect(readFileSync(file, 'utf8')).toContain('title: Changed');

  await perform('Stop managing an object');
  expect(await planned()).not.toContain('to delete');
  expect(await perform('Revert the last apply')).toContain('Undo of the apply');
});
