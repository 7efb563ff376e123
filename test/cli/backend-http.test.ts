/** Tests a state service as the backend: the holder of the lock, its release after an apply, and the removal of a remaining lock. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type Behaviour, type StateServiceFake, startStateService } from '../ledger/state-service.ts';
import { type Applying, applied, openApplying, writesNeeded } from './applying.ts';
import { titlesOn } from './gate.ts';
import { endSpawned } from './spawned.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await endSpawned();
  for (const close of closers.splice(0)) await close();
});

async function open(behaviour: Behaviour): Promise<Applying & { readonly service: StateServiceFake }> {
  const service = await startStateService(behaviour);
  const applying = await openApplying(service.url);
  closers.push(applying.close, service.close);
  return { ...applying, service };
}

const apply = ['apply', '--yes', '--concurrency', '1'];
const gitlab: Behaviour = { kind: 'gitlab', conflict: 409 };
const plain: Behaviour = { kind: 'plain', conflict: 423 };
const pipeline = { GITLAB_USER_LOGIN: 'ana', CI_JOB_URL: 'https://gitlab.test/acme/docs/-/jobs/41' };

for (const { name, behaviour, holder } of [
  {
    name: 'GitLab',
    behaviour: gitlab,
    holder: /held by user of ana@\S+ \(lock [-0-9a-f]+\) since 2026-01-02T03:04:05\.000Z\n/,
  },
  {
    name: 'a plain service',
    behaviour: plain,
    holder: /held by ana@\S+ \(lock [-0-9a-f]+\) since \S+, run https:\/\/gitlab\.test\/acme\/docs\/-\/jobs\/41\n/,
  },
]) {
  describe(name, () => {
    test('applies run one at a time, a conflict shows the holder, and no ledger file is written locally', async () => {
      const { gate, spawn, run, service, directory } = await open(behaviour);
      const isHeld = gate.hold(3, 'after');
      const first = spawn(apply, pipeline);
      await first.until(isHeld);
      const second = await run(apply);
      expect(second.exit).toBe(1);
      expect(second.stderr).toContain('error[E-LOCK-HELD]');
      expect(second.stderr).toMatch(holder);
      expect(gate.writes).toHaveLength(3);
      gate.letGo();
      expect(await first.ended).toBe(0);
      expect(first.output.stdout).not.toContain('commit');
      expect(service.state.lock).toBeUndefined();
      const unlocks = service.bodies.filter(({ line }) => /^(UNLOCK|DELETE) /.test(line));
      expect(unlocks.map(({ body }) => (JSON.parse(body) as { readonly ID: string }).ID)).toEqual([
        expect.stringMatching(/^[-0-9a-f]{36}$/),
      ]);
      expect(await run(apply)).toMatchObject({ exit: 0, stdout: 'Nothing to apply.\n' });
      expect(await run(['plan', '--detailed-exitcode'])).toMatchObject({ exit: 0 });
      expect(gate.writes).toHaveLength(writesNeeded);
      expect(await titlesOn(gate)).toEqual(applied);
      expect(existsSync(join(directory, 'docform.ledger.json'))).toBe(false);
    });
  });
}

test('after kill -9 the lock stays until it is removed, and then the next apply continues', async () => {
  const { gate, spawn, run, expectWhole } = await open(gitlab);
  const isHeld = gate.hold(5, 'after');
  const first = spawn(apply);
  await first.until(isHeld);
  await first.kill();
  gate.letGo();
  const refused = await run(apply);
  expect(refused.exit).toBe(1);
  expect(refused.stderr).toContain('this lock does not expire');
  const id = /\(lock ([-0-9a-f]{36})\)/.exec(refused.stderr)?.[1] ?? '';
  expect(await run(['ledger', 'unlock', 'wrong'])).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching(/^error\[E-LOCK-MISMATCH\].*not wrong, held by/),
  });
  const unlocked = JSON.parse((await run(['ledger', 'unlock', id, '--json'])).stdout) as object;
  expect(unlocked).toMatchObject({
    schemaVersion: 1,
    kind: 'unlock',
    id,
    holder: { who: expect.stringContaining('@') },
  });
  expect(await run(['ledger', 'unlock', id])).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching(/^error\[E-NOT-LOCKED\]/),
  });
  await expectWhole();
});

test('an apply that is interrupted before its first write releases the lock', async () => {
  const { gate, spawn, service } = await open(gitlab);
  gate.platform.faults.add({ match: { method: 'GET' }, effect: { type: 'latency', ms: 20_000 } });
  const first = spawn(apply);
  await first.said(/Reading organization/);
  expect(service.state.lock).toBeDefined();
  const waiting = spawn([...apply, '--lock-timeout', '60']);
  await waiting.said(/Waiting for the state lock/);
  waiting.child.kill('SIGTERM');
  expect(await waiting.ended).toBe(130);
  expect(service.state.lock).toBeDefined();
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(130);
  expect(first.output.stderr).toContain('Interrupted before anything was sent.');
  expect(service.state.lock).toBeUndefined();
  expect(gate.writes).toEqual([]);
});

test('an apply whose unlock fails names the lock and the unlock command, exits with 1, and keeps its changes', async () => {
  const { run, service, expectWhole } = await open(plain);
  for (let time = 0; time < 300; time += 1) service.faults.push({ method: 'UNLOCK', answer: 503 });
  const { exit, stdout, stderr } = await run([...apply, '--max-wait', '10ms', '--json']);
  const id = service.state.lock?.ID ?? '';
  expect({ exit, kind: (JSON.parse(stdout) as { readonly kind: string }).kind }).toEqual({
    exit: 1,
    kind: 'apply-report',
  });
  expect(stderr).toMatch(new RegExp(`error\\[E-UNLOCK\\]: .*lock ${id} may remain.*\\n.*docform ledger unlock ${id}`));
  service.faults.splice(0);
  expect(await run(['ledger', 'unlock', id])).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining(': removed the state lock held by'),
  });
  await expectWhole();
});

test('Ctrl-C stops the attempts to unlock, and names the lock and the unlock command', async () => {
  const { spawn, service } = await open(plain);
  for (let time = 0; time < 300; time += 1) service.faults.push({ method: 'UNLOCK', answer: 500 });
  const first = spawn(apply);
  await first.said(/unlocking \S+ failed \(status 500\); retrying for up to 10 s/);
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(1);
  const id = service.state.lock?.ID ?? '';
  expect(first.output.stdout).toContain('Applied 9 changes.');
  expect(first.output.stderr).toContain(`Interrupted while releasing the state lock ${id}`);
  expect(first.output.stderr).toMatch(
    new RegExp(`error\\[E-UNLOCK\\]: .*lock ${id} may remain.*\\n.*docform ledger unlock -C \\S+ ${id}`),
  );
});

test('a second Ctrl-C names the lock that is left and the command that removes it', async () => {
  const { gate, spawn, run, service, expectWhole } = await open(plain);
  const isHeld = gate.hold(3, 'after');
  const first = spawn(apply);
  await first.until(isHeld);
  first.child.kill('SIGINT');
  await first.said(/interrupted: waiting for 1 running request/);
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(130);
  gate.letGo();
  const id = service.state.lock?.ID ?? '';
  expect(first.output.stderr).toMatch(
    new RegExp(
      `The state lock ${id} may still exist. Before the next apply, run docform ledger unlock -C \\S+ ${id}\n`,
    ),
  );
  expect(await run(['ledger', 'unlock', id])).toMatchObject({ exit: 0 });
  await expectWhole();
});

test('two environments never share one state', async () => {
  const { run, gate, directory } = await open(plain);
  expect(await run(apply)).toMatchObject({ exit: 0 });
  mkdirSync(join(directory, 'env'));
  writeFileSync(join(directory, 'env/staging.yaml'), '{}\n');
  const refused = await run([...apply, '--env', 'staging']);
  expect(refused.exit).toBe(3);
  expect(refused.stderr).toMatch(
    /error\[E-LEDGER-TARGET\]: .* but the target is \S+ on \S+, environment staging\n.*change the last part of the URL/,
  );
  expect(gate.writes).toHaveLength(writesNeeded);
});

test('an undo file that is incomplete because the ledger cannot be read is not blamed for it', async () => {
  const { gate, run, service, directory } = await open(gitlab);
  const isHeld = gate.hold(2, 'after');
  gate.platform.faults.add({ match: { operation: 'createCollection' }, effect: { type: 'status', status: 400 } });
  const applying = run(['apply', '--yes', '--concurrency', '1']);
  await isHeld;
  for (let reads = 0; reads < 20; reads += 1) service.faults.push({ method: 'GET', answer: 403 });
  gate.letGo();
  const { exit, stderr } = await applying;
  expect(exit).toBe(5);
  expect(stderr).toMatch(
    /The undo file docform\.undo\.json contains all planned changes, because the ledger could not be read: .*403/,
  );
  expect(stderr).not.toContain('could not be written');
  const text = readFileSync(join(directory, 'docform.undo.json'), 'utf8');
  for (const planned of ['collections/guides', 'sites/docs', 'teams/sales']) expect(text).toContain(`"${planned}"`);
});
