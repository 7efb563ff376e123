/** Nothing has drifted right after an apply: all cases, with the fields and orders in the ledger. */
import { expect, test } from 'vitest';
import { apply } from '../../src/library/apply.ts';
import { drift } from '../../src/library/drift.ts';
import { plan } from '../../src/library/plan.ts';
import { isBlocked } from '../../src/plan/result/change.ts';
import { caseNames, readCase } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';

test('drift reports nothing right after an apply', async () => {
  const told: string[] = [];
  const ordered = { count: 0 };
  // Orders are the most likely to differ, so of other cases every fourth is enough.
  const isOrdered = (name: string) => /^(section|site|collection|space)/.test(name);
  for (const name of caseNames().filter((each, at) => isOrdered(each) || at % 4 === 0)) {
    const each = readCase(name);
    const { reference, options } = await openCase(each);
    const { ledger: backend } = options;
    const planned = await plan(options);
    if (isBlocked(planned.plan) || each.second !== '') continue;
    await apply(planned, options);
    const { drift: found } = await drift({ ...options, today: '2026-01-01' });
    reference.close();
    ordered.count += Object.keys((await backend.load()).ledger.orders ?? {}).length;
    const pending = new Set(planned.plan.pending.map(({ address }) => address));
    for (const entry of found.entries) {
      if (entry.class !== 'unmanaged' && !pending.has(entry.address)) told.push(`${name}: ${JSON.stringify(entry)}`);
    }
    for (const note of found.notes) if (/knows no orders/.test(note)) told.push(`${name}: ${note}`);
    for (const { list, reason } of found.unknown)
      if (planned.plan.unknown.length === 0) told.push(`${name}: ${list} ${reason}`);
  }
  expect(told).toEqual([]);
  expect(ordered.count).toBeGreaterThan(30);
});
