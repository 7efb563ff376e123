/** Right after an apply nothing has drifted: over the cases, with what the ledger then remembers of fields and orders. */
import { expect, test } from 'vitest';
import { drift } from '../../src/library/drift.ts';
import { apply, isBlocked, memoryLedger, openLocalPlatform, plan } from '../../src/library/index.ts';
import { caseNames, readCase } from '../support/case.ts';
import { openCaseWorld } from '../support/case-world.ts';
import { desiredOf } from '../support/desired.ts';

test('nothing that was applied is told', async () => {
  const told: string[] = [];
  const ordered = { count: 0 };
  // Orders are where an apply and what it leaves behind can differ; of the rest every fourth will do.
  const isOrdered = (name: string) => /^(section|site|collection|space)/.test(name);
  for (const name of caseNames().filter((each, at) => isOrdered(each) || at % 4 === 0)) {
    const each = readCase(name);
    const { platform: reference, ids, ledger } = await openCaseWorld(each);
    const desired = desiredOf(each, ids);
    const platform = await openLocalPlatform({ fetch: (request) => reference.fetch(request), token: reference.token, host: 'local' });
    const store = memoryLedger(ledger);
    const options = { desired, platform, ledger: store };
    const planned = await plan({ ...options, ...(each.allow ? { allowances: each.allow } : {}) });
    if (isBlocked(planned.plan) || each.second !== '') continue;
    await apply(planned, { platform, ledger: store });
    const { drift: found } = await drift({ ...options, today: '2026-01-01' });
    reference.close();
    ordered.count += Object.keys((await store.load()).ledger.orders ?? {}).length;
    const waiting = new Set(planned.plan.waiting.map(({ address }) => address));
    for (const entry of found.entries) {
      if (entry.class !== 'unmanaged' && !waiting.has(entry.address)) told.push(`${name}: ${JSON.stringify(entry)}`);
    }
    for (const { list, reason } of found.unknown) if (planned.plan.unknown.length === 0) told.push(`${name}: ${list} ${reason}`);
  }
  expect(told).toEqual([]);
  expect(ordered.count).toBeGreaterThan(30);
});
