/** A plan has high-risk changes if, and only if, its apply lets somebody do more than before. */
import { expect, test } from 'vitest';
import type { ImpactTopic } from '../../src/core/impact.ts';
import { gainedIn } from './access-judge.ts';
import { runAccess } from './access-run.ts';
import { caseOfPair, drawAccessPair } from './access-world.ts';
import { drawn } from './draw.ts';
import { always } from './law.ts';

/** High-risk for other reasons. */
const losses: readonly ImpactTopic[] = ['data', 'address', 'removed', 'leaves', 'unreadable', 'restricted', 'sso'];

let [grown, kept] = [0, 0];

test('high-risk changes are those that let somebody do more than before', async () => {
  await always(40, [drawn((draw) => drawAccessPair(draw, 1, 3))], async (pair) => {
    const { planned, moments, report, reference } = await runAccess(caseOfPair(pair));
    reference.close();
    if (report === undefined) return;
    expect(report.counts).toMatchObject({ failed: 0, skipped: 0, notStarted: 0 });
    const [before, after] = [moments[0] ?? new Set<string>(), moments.at(-1) ?? new Set<string>()];
    const gained = gainedIn(before, after);
    const isAnnounced = (planned.plan.windows ?? []).length > 0;
    const marks = planned.plan.impact
      .filter(({ severity, topic }) => severity === 'high-risk' && !losses.includes(topic))
      .map(({ address, field, what, audience }) => ({ at: `${address} ${field}`, what, audience }));
    if (gained.length > 0) grown++;
    else kept++;
    if (gained.length > 0) expect({ gained, marks: marks.length }).not.toEqual({ gained, marks: 0 });
    else if (!isAnnounced) expect({ marks, gained }).toEqual({ marks: [], gained: [] });
  });
  // Otherwise the test would compare nothing.
  expect(Math.min(grown, kept)).toBeGreaterThan(0);
});
