/** Reports of runs that lost the state lock. */
import { expect, test } from 'vitest';
import { applyPlan as applyUnderLock } from '../../src/apply/apply.ts';
import { emptyLedger } from '../../src/core/state.ts';
import type { StateLock } from '../../src/ledger/state-backend.ts';
import { lostError } from '../../src/ledger/state-lock.ts';
import { applyReportDocument } from '../../src/report/apply/apply-json.ts';
import { applyReportText } from '../../src/report/apply/apply-report.ts';
import { definitions, planOf, scriptedClient, step } from './scripted.ts';

/** Lost at the write with this number. `error`: thrown instead of the error of a lost lock. */
function lockLostAt(write: number, error?: Error): StateLock {
  const lost = new AbortController();
  let writes = 0;
  const append = async (): Promise<void> => {
    writes += 1;
    if (writes < write) return;
    lost.abort(lostError('docform.ledger.json', error?.message ?? 'somebody else has it'));
    throw error ?? lost.signal.reason;
  };
  return {
    ...{ fencingToken: '1', holder: { who: 'ana', since: '2026-11-21T00:00:00Z' }, signal: lost.signal },
    isHeld: () => !lost.signal.aborted,
    hold: async () => lost.signal.throwIfAborted(),
    append,
    save: async () => {
      if (lost.signal.aborted) throw lost.signal.reason;
    },
    release: async () => undefined,
  };
}

async function reportOf(lock: StateLock) {
  const client = scriptedClient();
  const plan = planOf([step('things/a', 'create'), step('things/b', 'create')]);
  const state = { ledger: emptyLedger, open: [], serial: '1' };
  const run = { run: 'r1', at: '2026-11-21T00:00:00Z' };
  return {
    client,
    report: await applyUnderLock(plan, { client, definitions, lock, state, run, settleMs: 30_000, concurrency: 1 }),
  };
}

test('a lost lock is reported with its code, and apply sends nothing more', async () => {
  // begin, intent of a, outcome of a.
  const { client, report } = await reportOf(lockLostAt(3));
  expect(client.log).toEqual(['POST things/a']);
  expect(report.ledgerFault).toBeUndefined();
  const message = 'docform.ledger.json: state lock lost: somebody else has it';
  expect(applyReportDocument(report)).toMatchObject({
    lockLost: { code: 'E-LOCK-LOST', message },
    ledgerFault: null,
  });
  expect(applyReportText(report)).toContain(
    `Stopped (E-LOCK-LOST): ${message}. No request was sent and nothing was written after that.\n`,
  );
});

test('no step starts if the lock is lost before the first request', async () => {
  const { client, report } = await reportOf(lockLostAt(1));
  expect(client.log).toEqual([]);
  expect(report).toMatchObject({ lockLost: { code: 'E-LOCK-LOST' }, counts: { done: 0, failed: 0, notStarted: 2 } });
});

test('a failed write that also ends the lock is reported as the failed write', async () => {
  const { report } = await reportOf(lockLostAt(3, new Error('disk full')));
  expect(report.ledgerFault).toBe('disk full');
  expect(report.lockLost).toBeUndefined();
});

test('a run that keeps its lock reports no lost lock', async () => {
  const { report } = await reportOf(lockLostAt(Number.POSITIVE_INFINITY));
  expect(applyReportDocument(report)).toMatchObject({ lockLost: null, ledgerFault: null, summary: { done: 2 } });
});
