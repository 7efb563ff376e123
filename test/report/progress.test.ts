/** Progress lines and the live progress bar. */
import { expect, test } from 'vitest';
import type { ApplyEvent } from '../../src/plan/result/outcome.ts';
import { barText, emptyBar, nextBar } from '../../src/report/apply/apply-progress.ts';
import { progressLine } from '../../src/report/apply/step-line.ts';

const ended = (status: 'done' | 'failed' | 'skipped'): ApplyEvent => ({
  type: 'step-ended',
  step: 'teams/docs#create',
  address: 'teams/docs',
  operation: 'create',
  outcome:
    status === 'failed'
      ? { status, fault: { message: '409 taken' } }
      : status === 'skipped'
        ? { status, because: 'x#create' }
        : { status },
  at: 3,
  of: 12,
});
const started: ApplyEvent = {
  type: 'step-started',
  step: 'teams/docs#create',
  address: 'teams/docs',
  operation: 'create',
};

test('each finished step prints one line', () => {
  expect(progressLine(ended('done'))).toBe('[ 3/12] created teams/docs');
  expect(progressLine(ended('failed'))).toBe('[ 3/12] failed (create) teams/docs: 409 taken');
  expect(progressLine(ended('skipped'))).toBe('[ 3/12] skipped teams/docs (create)');
  expect(progressLine(started)).toBeUndefined();
});

const doneAs = (event: Partial<Extract<ApplyEvent, { type: 'step-ended' }>>): string | undefined =>
  progressLine({ ...(ended('done') as Extract<ApplyEvent, { type: 'step-ended' }>), at: 1, of: 1, ...event });

test('progress uses the words of the plan, so new objects are completed and positioned, not updated or moved', () => {
  expect(doneAs({ operation: 'update', label: 'complete' })).toBe('[1/1] set the remaining fields of teams/docs');
  expect(doneAs({ operation: 'move', label: 'place' })).toBe('[1/1] positioned teams/docs');
  expect(doneAs({ operation: 'update', label: 'update' })).toBe('[1/1] updated teams/docs');
  expect(doneAs({ address: 'teams/docs/members', operation: 'bulk', label: 'add' })).toBe(
    '[1/1] added to teams/docs/members',
  );
  expect(doneAs({ address: 'teams/docs/members', operation: 'bulk', label: 'remove' })).toBe(
    '[1/1] removed from teams/docs/members',
  );
  expect(doneAs({ address: 'sites/docs', alongside: ['spaces/a', 'sites/docs/spaces/a'] })).toBe(
    '[1/1] created sites/docs, with spaces/a, sites/docs/spaces/a',
  );
});

test('the progress bar counts finished steps and names running ones within the terminal width', () => {
  const state = [{ type: 'started', steps: 4 } as const, started, started, ended('done')].reduce(nextBar, emptyBar);
  expect(state).toEqual({ done: 1, failed: 0, of: 4, running: ['teams/docs'] });
  expect(barText(state, 80)).toBe(`${'█'.repeat(6)}${'░'.repeat(18)} 1/4  teams/docs`);
  expect(barText(state, 36).length).toBeLessThanOrEqual(36);
  expect(barText(nextBar(state, ended('failed')), 80)).toContain('2/4, 1 failed');
});
