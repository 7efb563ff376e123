/** A create request that loses its connection and still reaches the platform later: apply must not create the object twice. */
import { expect, test } from 'vitest';
import type { Transport } from '../../src/contract/transport.ts';
import { TransportError } from '../../src/contract/transport-error.ts';
import type { AcquireOptions, StateBackend } from '../../src/ledger/state-backend.ts';
import { apply } from '../../src/library/apply.ts';
import { plan } from '../../src/library/plan.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { createPlatform } from '../../src/server/index.ts';
import { virtualTiming } from '../client/scripted.ts';
import { loadDesired } from '../config/memory-files.ts';
import { localPlatform } from '../support/local-platform.ts';

const configuration = 'version: 1\norganization: acme\nteams: { docs: { title: Docs } }\n';

/** The first create of a team gets no answer, and reaches the platform `delayMs` later. */
async function applyWithDelay(delayMs: number, maxWaitMs: number) {
  const reference = createPlatform({ seed: 'empty' });
  const timing = virtualTiming();
  let creates = 0;
  const delaying =
    (send: Transport): Transport =>
    async (request, options) => {
      if (request.method === 'GET') return send(request, options);
      creates += 1;
      if (creates > 1) return send(request, options);
      void timing.sleep(delayMs).then(() => send(request, options));
      throw new TransportError('the connection was reset', true);
    };
  const platform = await localPlatform(reference, delaying);
  const desired = { ...loadDesired(configuration), organization: reference.organization };
  const ledger = memoryLedger();
  const planned = await plan({ desired, platform, ledger, timing });
  const report = await apply(planned, { platform, ledger, timing, maxWaitMs });
  await timing.sleep(60_000);
  const second = await plan({ desired, platform, ledger, timing });
  const teams = second.live.objects.filter(({ kind }) => kind === 'team');
  reference.close();
  return { creates, report, teams, second };
}

test('apply does not repeat a create whose first request reaches the platform within the settling time', async () => {
  const { creates, report, teams, second } = await applyWithDelay(20_000, 300_000);
  expect({ creates, teams: teams.length }).toEqual({ creates: 1, teams: 1 });
  expect(report.counts).toMatchObject({ done: 1, failed: 0 });
  expect(second.plan.changes).toEqual([]);
});

test('apply does not repeat a create when it must not wait for the settling time', async () => {
  const { creates, report, teams } = await applyWithDelay(20_000, 10_000);
  expect({ creates, teams: teams.length }).toEqual({ creates: 1, teams: 1 });
  expect(report.counts).toMatchObject({ done: 0, failed: 1 });
});

test('apply sends a create at most twice if the platform fails without an answer each time', async () => {
  const reference = createPlatform({ seed: 'empty' });
  const timing = virtualTiming();
  let creates = 0;
  const losing =
    (send: Transport): Transport =>
    async (request, options) => {
      if (request.method === 'GET') return send(request, options);
      creates += 1;
      throw new TransportError('the connection was reset', true);
    };
  const platform = await localPlatform(reference, losing);
  const desired = { ...loadDesired(configuration), organization: reference.organization };
  const ledger = memoryLedger();
  const report = await apply(await plan({ desired, platform, ledger, timing }), { platform, ledger, timing });
  reference.close();
  expect({ creates, ...report.counts }).toMatchObject({ creates: 2, done: 0, failed: 1 });
});

test('without a lock of the caller, apply takes one for a minute and does not wait for it', async () => {
  const reference = createPlatform({ seed: 'empty' });
  const platform = await localPlatform(reference);
  const desired = { ...loadDesired(configuration), organization: reference.organization };
  const ledger = memoryLedger();
  const asked: AcquireOptions[] = [];
  const acquire: StateBackend['acquire'] = (holder, options) => {
    asked.push(options);
    return ledger.acquire(holder, options);
  };
  await apply(await plan({ desired, platform, ledger }), { platform, ledger: { ...ledger, acquire } });
  reference.close();
  expect(asked).toEqual([{ waitMs: 0, ttlMs: 60_000 }]);
});
