/** Tests a create that reaches the platform after its sender was killed and after the next apply has read the platform. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { lateCreates } from '../../src/library/plan.ts';
import { type Applying, applied, openApplying, writesNeeded } from './applying.ts';
import { titlesOn } from './gate.ts';
import { run } from './harness.ts';
import { endSpawned } from './spawned.ts';

let applying: Applying;
afterEach(async () => {
  await endSpawned();
  await applying.close();
});

/** The process is killed while its first create is held in front of the platform. */
async function killedBeforeItsCreate(): Promise<void> {
  applying = await openApplying();
  const isHeld = applying.gate.hold(1, 'late');
  const first = applying.spawn(['apply', '--yes', '--concurrency', '1']);
  await first.until(isHeld);
  await first.kill();
  // The journal dates the create in the future, as if the clock were fast, so that apply waits the full time even if
  // this test is slow.
  const journal = join(applying.directory, 'docform.ledger.json.journal');
  const text = await readFile(journal, 'utf8');
  expect(text).toMatch(/"creates":{"at":"/);
  await writeFile(journal, text.replace(/"creates":{"at":"[^"]+"/g, '"creates":{"at":"2999-01-01T00:00:00.000Z"'));
}

/** Applies, and releases the late create when this text is on stderr. */
function applyLettingGo(pattern: RegExp, settleSeconds: string) {
  const { directory, environment, gate } = applying;
  return run(['apply', '--yes'], {
    directory,
    environment: { ...environment, DOCFORM_SETTLE_SECONDS: settleSeconds },
    onStderr: (text) => pattern.test(text) && gate.letGo(),
  });
}

test('apply waits for the create of an interrupted apply, reads again and creates no duplicate', async () => {
  await killedBeforeItsCreate();
  const planned = await applying.run(['plan']);
  expect(planned.stdout).toContain(
    'an interrupted apply requested it and got no response. apply searches for it again before creating it',
  );
  const again = await applyLettingGo(/Waiting \d+ s for delayed requests/, '2');
  expect(again, again.stderr).toMatchObject({ exit: 0 });
  expect(again.stderr).toMatch(/An interrupted apply requested 1 object and got no answer: \S+\. Waiting/);
  expect(await titlesOn(applying.gate)).toEqual(applied);
  expect(applying.gate.writes).toHaveLength(writesNeeded);
  const last = await applying.run(['plan', '--detailed-exitcode']);
  expect(last, last.stdout).toMatchObject({ exit: 0 });
});

test('plan reports the duplicate if a create arrived after apply stopped waiting', async () => {
  await killedBeforeItsCreate();
  const again = await applyLettingGo(/Applied /, '0');
  expect(again, again.stderr).toMatchObject({ exit: 0 });
  applying.gate.letGo();
  await expect.poll(() => titlesOn(applying.gate).then((titles) => titles.length)).toBe(applied.length + 1);
  const last = await applying.run(['plan']);
  expect(last.stdout).toContain('No changes.');
  expect(last.stdout).toMatch(
    /another \S+ with the same name is on the platform and is not managed \(\S+\)\. If an interrupted apply created it/,
  );
  const json = await applying.run(['plan', '--json']);
  expect(JSON.parse(json.stdout).notes).toEqual([
    expect.objectContaining({ text: expect.stringContaining('another ') }),
  ]);
});

test('a create counts as lost after its time limit, which starts now if the time is missing or in the future', () => {
  const at = (ms: number) => new Date(ms).toISOString();
  const nowMs = Date.parse('2026-01-01T10:00:00Z');
  const sentAt = new Map([
    ['teams/old', at(nowMs - 30_000)],
    ['teams/young', at(nowMs - 10_000)],
    ['teams/future', at(nowMs + 7_200_000)],
  ]);
  const late = (...addresses: readonly string[]) => {
    const steps = addresses.map((address) => ({ operation: 'create', address }));
    const plan = { steps, changes: [], guards: [] } as unknown as Parameters<typeof lateCreates>[0]['plan'];
    return lateCreates({ plan, sentAt, unconfirmed: new Set([...sentAt.keys(), 'teams/timeless']) }, 30_000, nowMs);
  };
  expect(late('teams/old', 'teams/new')).toEqual({ addresses: [], waitMs: 0 });
  expect(late('teams/old', 'teams/young')).toEqual({ addresses: ['teams/young'], waitMs: 20_000 });
  expect(late('teams/timeless')).toEqual({ addresses: ['teams/timeless'], waitMs: 30_000 });
  expect(late('teams/young', 'teams/future')).toEqual({ addresses: ['teams/young', 'teams/future'], waitMs: 30_000 });
});
