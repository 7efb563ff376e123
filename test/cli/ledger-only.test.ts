/** Tests that changes of the ledger alone, on which later deletes depend, are in every report, the digest and the exit code. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { head, workspace } from './plan-workspace.ts';

const text = (protect: boolean) => `${head}teams: { docs: { title: Docs, protect: ${protect} } }\n`;

async function lifted() {
  const place = await workspace(text(true));
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  const empty = JSON.parse((await place.docform(['plan', '--json', '--detailed-exitcode'])).stdout) as {
    readonly digest: string;
  };
  await place.write(text(false));
  return {
    ...place,
    empty: empty.digest,
    ledger: () => readFile(join(place.directory, 'docform.ledger.json'), 'utf8'),
  };
}

describe('a commit that only removes protection', () => {
  test('is a separate change in text, Markdown, JSON, counts, digest and exit code', async () => {
    const { docform, empty, close } = await lifted();
    const { exit, stdout } = await docform(['plan', '--detailed-exitcode', '--out', 'plan.json']);
    expect(exit).toBe(2);
    expect(stdout).toContain('  ! = teams/docs  recorded in the ledger\n      protect  true → false\n');
    expect(stdout).toContain('Ledger: 1 recorded.\n');
    const document = JSON.parse((await docform(['show', 'plan.json', '--json'])).stdout) as { readonly digest: string };
    expect(document).toMatchObject({
      hasChanges: false,
      summary: { record: 1 },
      changes: [{ address: 'teams/docs', action: 'record' }],
    });
    expect(document.digest).not.toBe(empty);
    expect((await docform(['show', 'plan.json', '--format', 'markdown'])).stdout).toContain(
      'protect: `true` → `false`',
    );
    await close();
  });

  test('is not applied with the approval of another plan', async () => {
    const { docform, empty, ledger, close } = await lifted();
    const before = await ledger();
    expect((await docform(['apply', '--expect-digest', empty])).exit).toBe(6);
    expect(await ledger()).toBe(before);
    await close();
  });

  test('requires confirmation, and is reported as recorded once', async () => {
    const { docform, ledger, close } = await lifted();
    const before = await ledger();
    expect((await docform(['apply'], { answers: ['n'] })).exit).toBe(6);
    expect(await ledger()).toBe(before);
    expect((await docform(['apply'], { answers: ['y'] })).stdout).toContain('1 ledger entry updated.');
    expect(await docform(['plan', '--detailed-exitcode'])).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('No changes.'),
    });
    await close();
  });

  test('is applied from a saved plan', async () => {
    const { docform, write, ledger, close } = await lifted();
    await docform(['plan', '--out', 'plan.json']);
    expect((await docform(['apply', 'plan.json'])).stdout).toContain('1 ledger entry updated.');
    expect(await ledger()).not.toContain('"protect": true');
    await write(text(true));
    expect((await docform(['plan', '--detailed-exitcode'])).exit).toBe(2);
    await close();
  });
});

test('apply reports recorded changes, and never changes the ledger silently without requests', async () => {
  const { docform, write, ask, titled, directory, close } = await workspace(
    `${head}teams: { docs: { title: Docs } }\ncollections: { c: { title: C } }\n`,
  );
  await docform(['apply', '--yes']);
  await ask('PATCH', `/collections/${await titled('collections', 'C')}`, { description: 'Words' });
  await write(`${head}teams: { docs: { title: Docs } }\ncollections: { c: { title: C, description: Words } }\n`);
  const before = await readFile(join(directory, 'docform.ledger.json'), 'utf8');
  const { stdout } = await docform(['apply', '--yes']);
  expect(await readFile(join(directory, 'docform.ledger.json'), 'utf8')).not.toBe(before);
  expect(stdout).toContain(
    'Nothing to apply. The ledger was updated for objects that already matched the configuration.',
  );
  expect((await docform(['apply', '--yes'])).stdout).toBe('Nothing to apply.\n');
  await close();
});
