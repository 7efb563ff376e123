/** The result of a rehearsal: failures, remaining changes, and parts that the copy cannot prove. */
import { expect, test } from 'vitest';
import { compareRehearsal } from '../../src/plan/approval/rehearsed.ts';
import type { Change } from '../../src/plan/result/change.ts';
import type { ChangeOutcome } from '../../src/plan/result/outcome.ts';
import { change, planWith } from '../report/plans.ts';

const title = (address: string, after: string, more: Partial<Change> = {}) =>
  change(address, 'update', { fields: [{ field: 'title', before: 'Old', after }], ...more });
const outcome = ({ address, kind, action }: Change, more: Partial<ChangeOutcome> = {}): ChangeOutcome => ({
  ...{ address, kind, action, status: 'done' as const },
  ...more,
});
const nothing = planWith([]);

test('a complete rehearsal has no failures and no remaining changes', () => {
  const docs = title('teams/docs', 'Docs');
  const planned = planWith([docs]);
  const input = { planned, onCopy: planned, report: { changes: [outcome(docs)] }, second: nothing };
  expect(compareRehearsal(input)).toEqual({ failures: [], left: [], unsure: [] });
});

test('a failed change is reported with the changes that depend on it', () => {
  const [docs, help] = [title('teams/docs', 'Docs'), title('teams/help', 'Help')];
  const planned = planWith([docs, help]);
  const changes = [
    outcome(docs, { status: 'failed', fault: { message: '409 taken' } }),
    outcome(help, { status: 'skipped', because: 'teams/docs' }),
  ];
  expect(compareRehearsal({ planned, onCopy: planned, report: { changes }, second: planned })).toEqual({
    failures: [
      { address: 'teams/docs', action: 'update', message: '409 taken' },
      { address: 'teams/help', action: 'update', message: 'it needs teams/docs' },
    ],
    left: [],
    unsure: [],
  });
});

test('a change that differs on the copy is unsure, and neither it nor its dependents are reported as failed', () => {
  const [docs, help] = [title('teams/docs', 'Docs'), title('teams/help', 'Help')];
  const planned = planWith([docs, help]);
  const onCopy = planWith([
    change('teams/docs', 'create', { fields: [{ field: 'title', before: undefined, after: 'Docs' }] }),
    help,
  ]);
  const changes = [
    outcome(docs, { status: 'failed', fault: { message: '404 no such team' } }),
    outcome(help, { status: 'skipped', because: 'teams/docs' }),
  ];
  const { failures, left, unsure } = compareRehearsal({
    planned,
    onCopy,

    report: { changes },
    second: onCopy,
  });
  expect([failures, left, unsure.map(({ address }) => address)]).toEqual([[], [], ['teams/docs']]);
});

test('changes that are planned again or are new remain, except those that were not started', () => {
  const [docs, help, other] = [title('teams/docs', 'Docs'), title('teams/help', 'Help'), title('teams/other', 'Other')];
  const planned = planWith([docs, help, other]);
  const born = change('sites/docs', 'update', { fields: [{ field: 'defaultSection', before: 'a', after: 'b' }] });
  const second = planWith([docs, other, born]);
  const { left } = compareRehearsal({
    planned,
    onCopy: planned,
    report: { changes: [outcome(docs), outcome(help), outcome(other, { status: 'not-started' })] },
    second,
  });
  expect(left).toEqual([
    { address: 'teams/docs', action: 'update', fields: ['title'] },
    { address: 'sites/docs', action: 'update', fields: ['defaultSection'] },
  ]);
});
