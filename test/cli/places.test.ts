/** Tests that the JSON document contains the position of each change in the configuration, also in included files. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { head, workspace } from './plan-workspace.ts';

interface Placed {
  readonly address: string;
  readonly action: string;
  readonly source: { readonly file: string; readonly line: number; readonly column: number } | null;
  readonly fields: readonly { readonly field: string; readonly source?: object }[];
}

test('the position is the line of the field, of the block, or of the list that lost an object', async () => {
  const { docform, write, directory, close } = await workspace(
    `${head}include: [more.yaml]\ncollections: { draft: { title: Draft } }\n`,
  );
  const more = (text: string) => writeFile(join(directory, 'more.yaml'), text);
  await more('teams:\n  docs:\n    title: Docs\n  old:\n    title: Old\n');
  const applied = await docform(['apply', '--yes']);
  expect(applied.exit, applied.stderr).toBe(0);
  await more('# People.\nteams:\n  docs:\n    # What they are called.\n    title: Writers\n  new: { title: New }\n');
  await write(`${head}include: [more.yaml]\n`);
  const { stdout } = await docform(['plan', '--json', '--allow-deletes', '2']);
  const { changes, impact } = JSON.parse(stdout) as {
    readonly changes: readonly Placed[];
    readonly impact: readonly Placed[];
  };
  const placeOf = (address: string) => changes.find((each) => each.address === address)?.source;
  expect(placeOf('teams/docs')).toEqual({ file: 'more.yaml', line: 5, column: 12 });
  expect(placeOf('teams/new')).toEqual({ file: 'more.yaml', line: 6, column: 3 });
  expect(placeOf('teams/old')).toEqual({ file: 'more.yaml', line: 2, column: 1 });
  expect(changes.find(({ address }) => address === 'teams/docs')?.fields).toMatchObject([
    { field: 'title', source: { file: 'more.yaml', line: 5, column: 12 } },
  ]);
  // The whole list was removed, so no line of the configuration contains collections.
  expect(placeOf('collections/draft')).toBeNull();
  expect(impact.filter(({ address, source }) => address.startsWith('teams/') && source?.file !== 'more.yaml')).toEqual(
    [],
  );
  await close();
});
