/** Tests an apply that was interrupted between its last change and the write of the ledger: the next command updates the ledger and reports this. */
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serialiseJournalFile } from '../../src/ledger/journal.ts';
import { parseNamedTarget } from '../../src/ledger/ledger.ts';
import { begin, journalInsteadOf } from '../ledger/entries.ts';
import { directoryWith } from '../support/directory.ts';
import { run, type World } from './harness.ts';

const head = 'version: 1\norganization: acme\n';
const twoTeams = `${head}teams:\n  docs: { title: Docs }\n  support: { title: Support }\n`;
const oneTeam = `${head}teams:\n  docs: { title: Docs }\n`;

/** Two teams exist, and only the journal contains them. */
async function cutOff() {
  const directory = directoryWith({ 'docform.yaml': twoTeams });
  const docform = (argv: readonly string[], world: World = {}) =>
    run([...argv, '--api-url', 'local:p.db'], { directory, ...world });
  await docform(['apply', '--yes']);
  const ledger = join(directory, 'p.db.ledger.json');
  const whole = await readFile(ledger, 'utf8');
  await rm(ledger);
  await writeFile(`${ledger}.journal`, journalInsteadOf(whole));
  const write = (text: string) => writeFile(join(directory, 'docform.yaml'), text);
  return { directory, docform, ledger, whole: withoutRuns(whole), write };
}

/** The journal does not restore the history of applies. */
function withoutRuns(text: string): string {
  return text.replace(/ {2}"runs": \[[\s\S]*?\n {2}\],\n/, '');
}

const told =
  'An earlier apply was interrupted before it wrote the ledger. docform has now written 2 ledger entries from its journal.\n';

test('an apply without requests writes the ledger, reports this and leaves no journal', async () => {
  const { docform, ledger, whole } = await cutOff();
  const planned = await docform(['plan', '--detailed-exitcode']);
  expect(planned).toMatchObject({
    exit: 2,
    stdout: expect.stringContaining('No changes to the platform. Ledger: 1 interrupted apply to record.'),
  });
  expect(await docform(['plan'])).toMatchObject({ exit: 0 });
  expect(planned.stderr).toContain(
    'An earlier apply was interrupted before it wrote the ledger. The next apply writes the ledger.\n',
  );
  const applied = await docform(['apply', '--yes']);
  expect(applied).toMatchObject({ exit: 0, stdout: `Nothing to apply.\n${told}` });
  expect(withoutRuns(await readFile(ledger, 'utf8'))).toBe(whole);
  expect(existsSync(`${ledger}.journal`)).toBe(false);
  expect((await docform(['apply', '--yes'])).stdout).toBe('Nothing to apply.\n');
  const clean = await docform(['plan', '--detailed-exitcode']);
  expect(clean).toMatchObject({ exit: 0, stderr: expect.not.stringContaining('An earlier apply') });
});

test('recovery needs no confirmation, but apply requires --yes without a terminal', async () => {
  const { docform, ledger, whole } = await cutOff();
  expect(await docform(['apply'])).toMatchObject({ exit: 3 });
  expect(existsSync(ledger)).toBe(false);
  const asked = await docform(['apply'], { answers: [] });
  expect(asked).toMatchObject({ exit: 0, stdout: `Nothing to apply.\n${told}` });
  expect(withoutRuns(await readFile(ledger, 'utf8'))).toBe(whole);
});

test('the JSON document counts the recovered entries', async () => {
  const { docform } = await cutOff();
  const first = await docform(['apply', '--yes', '--json']);
  expect(JSON.parse(first.stdout)).toMatchObject({ recovered: 2, requests: 0, summary: { done: 0 } });
  const second = await docform(['apply', '--yes', '--json']);
  expect(JSON.parse(second.stdout)).toMatchObject({ recovered: null });
});

test('with only the committed ledger, a plan deletes the resources that were removed from the configuration', async () => {
  const { docform, ledger, write } = await cutOff();
  await docform(['apply', '--yes']);
  const committed = await readFile(ledger, 'utf8');
  await rm(`${ledger}.journal`, { force: true });
  await writeFile(ledger, committed);
  await write(oneTeam);
  expect((await docform(['plan'])).stdout).toContain('- teams/support');
});

test('an apply with requests reports the recovered entries too', async () => {
  const { docform, write, ledger } = await cutOff();
  await write(oneTeam);
  const applied = await docform(['apply', '--yes']);
  expect(applied).toMatchObject({ exit: 0, stdout: `Applied 1 change. 1 API request.\n${told}` });
  expect(Object.keys(parseNamedTarget(await readFile(ledger, 'utf8')).ledger.resources)).toEqual(['teams/docs']);
});

describe('recovered entries are written even if the plan is not applied', () => {
  const blocked = `${head}policy: { maxDeletes: 0 }\nteams:\n  docs: { title: Docs }\n`;
  const settled = async ({ ledger, whole, docform, write }: Awaited<ReturnType<typeof cutOff>>) => {
    expect(withoutRuns(await readFile(ledger, 'utf8'))).toBe(whole);
    expect(existsSync(`${ledger}.journal`)).toBe(false);
    await write(twoTeams);
    expect(await docform(['plan', '--detailed-exitcode'])).toMatchObject({ exit: 0 });
  };

  test('a blocked apply writes the recovered entries', async () => {
    const place = await cutOff();
    await place.write(blocked);
    const applied = await place.docform(['apply', '--yes']);
    expect(applied).toMatchObject({ exit: 6, stdout: 'Nothing was applied: the plan is blocked.\n' });
    expect(applied.stderr).toContain(told);
    await settled(place);
  });

  test('a declined apply writes the recovered entries', async () => {
    const place = await cutOff();
    await place.write(oneTeam);
    const applied = await place.docform(['apply'], { answers: ['n'] });
    expect(applied).toMatchObject({ exit: 6, stderr: expect.stringContaining(told) });
    await settled(place);
  });

  test('an apply with another digest than the approved one writes the recovered entries', async () => {
    const place = await cutOff();
    const applied = await place.docform(['apply', '--expect-digest', `sha256:${'0'.repeat(64)}`]);
    expect(applied).toMatchObject({ exit: 6, stderr: expect.stringContaining(told) });
    await settled(place);
  });

  test('open requests of an interrupted apply are completed by the next applied plan', async () => {
    const place = await cutOff();
    const { docform, ledger, write } = place;
    await docform(['apply', '--yes']);
    const { target } = parseNamedTarget(await readFile(ledger, 'utf8'));
    const intent = { type: 'intent', step: 'teams/docs#update', address: 'teams/docs', operation: 'update' };
    const entries = [begin(), intent] as Parameters<typeof serialiseJournalFile>[1];
    await writeFile(`${ledger}.journal`, serialiseJournalFile({ token: 9, saves: 9 }, entries, target));
    expect(await docform(['plan', '--detailed-exitcode'])).toMatchObject({
      exit: 2,
      stdout: expect.stringContaining('No changes to the platform. Ledger: 1 interrupted apply to record.'),
    });
    await write(blocked);
    expect(await docform(['apply', '--yes'])).toMatchObject({
      exit: 6,
      stderr: expect.not.stringContaining('An earlier apply'),
    });
    expect(await readFile(`${ledger}.journal`, 'utf8')).toContain('teams/docs#update');
    await write(twoTeams);
    expect(await docform(['apply', '--yes'])).toMatchObject({ exit: 0 });
    await settled(place);
  });
});
