/** A plan announces exactly the losses that its apply reports, in the same words. */
import { expect, test } from 'vitest';
import { finishedRecord } from '../../src/library/finished-record.ts';
import { lossesOf, undoRecord } from '../../src/library/undo.ts';
import { isBlocked } from '../../src/plan/result/change.ts';
import { undoNoteText } from '../../src/report/apply/undo-note.ts';
import { planDocument } from '../../src/report/plan/json.ts';
import { planComment } from '../../src/report/plan/markdown.ts';
import { readPlan } from '../../src/report/plan/read-plan.ts';
import { planText } from '../../src/report/plan/text.ts';
import { caseNames, readCase } from '../support/case.ts';
import { carryOutCase } from '../support/run-case.ts';

/** The lines below a heading. */
function linesBelow(text: string, heading: RegExp) {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => heading.test(line));
  const below = start < 0 ? [] : lines.slice(start + 1);
  const end = below.findIndex((line) => !/^( {2}|- )/.test(line));
  return below.slice(0, end < 0 ? undefined : end);
}

test('the plan of every case lists the losses that its apply reports', async () => {
  let compared = 0;
  for (const name of caseNames()) {
    const { planned, report, second, reference } = await carryOutCase(readCase(name));
    reference.close();
    const { plan, host, digest, requests, desired } = planned;
    if (isBlocked(plan)) continue;
    const facts = { host, organization: plan.organization, at: '2026-01-01T00:00:00Z', who: 'test', digest };
    const record = finishedRecord(undoRecord(planned, facts), plan, report, second.ledger);
    const lost = record === undefined ? [] : await lossesOf(record, { plan, desired });
    expect(plan.lost, name).toEqual(lost);
    for (const [printed, heading] of [
      [/cannot be reverted:$/, 'Cannot be reverted'],
      [/can be reverted only after a manual step:$/, 'Can be reverted only after a manual step'],
    ] as const) {
      const told = linesBelow(undoNoteText({ file: '', lost }, undefined), printed);
      expect(linesBelow(planText(plan), new RegExp(`^${heading}$`)), name).toEqual(told);
      expect(linesBelow(planComment(plan).text, new RegExp(`^#### ${heading}$`)).length, name).toBe(told.length);
    }
    const document = planDocument(plan, { host, digest, requests, configuration: planned.configuration });
    const read = readPlan(JSON.stringify(document));
    expect('plan' in read ? read.plan.lost : read, name).toEqual(lost);
    if (lost.length > plan.changes.flatMap((change) => change.lost).length) compared += 1;
  }
  expect(compared).toBeGreaterThan(20);
});
