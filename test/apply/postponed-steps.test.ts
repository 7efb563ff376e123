/** Steps that cannot be sent now: a long rate limit, an interrupt, an unreachable or unavailable platform. */

import { describe, expect, test } from 'vitest';
import { DocformError } from '../../src/core/docform-error.ts';
import { applyPlan, definitions, planOf, recordingBackend, ScriptedError, scriptedClient, step } from './scripted.ts';

const [a, b, c] = ['things/a', 'things/b', 'things/c'];
const ids = { [a]: 'id-a', [b]: 'id-b', [c]: 'id-c' };

describe.each(['create', 'update', 'delete'] as const)('a postponed %s', (operation) => {
  const run = async (error: Error) => {
    const client = scriptedClient({ answer: (name) => (/b$/.test(name) ? error : undefined) });
    const plan = planOf(
      [step(a, operation), step(b, operation), step(c, operation)],
      operation === 'create' ? {} : { ids },
    );
    const ledger = recordingBackend();
    const report = await applyPlan(plan, { client, definitions, ledger, concurrency: 1 });
    return {
      ...report,
      statuses: report.changes.map(({ status }) => status),
      open: (await ledger.load()).open,
      log: client.log,
    };
  };
  const putOff = ['done', 'not-started', 'not-started'];

  test('a rate limit longer than the allowed wait stops the run without failures', async () => {
    const { statuses, held, open } = await run(new ScriptedError('429 slow down', { status: 429 }));
    expect({ statuses, held, open }).toEqual({ statuses: putOff, held: '429 slow down', open: [] });
  });

  test('a request prevented by an interrupt is not started, and no rate limit is reported', async () => {
    const { statuses, held, open } = await run(new ScriptedError('429', { status: 429, isInterrupted: true }));
    expect({ statuses: statuses.slice(0, 2), held, open }).toEqual({
      statuses: ['done', 'not-started'],
      held: undefined,
      open: [],
    });
  });

  test('an unreachable platform stops the run', async () => {
    const { statuses, unreachable, log } = await run(
      new DocformError({ code: 'E-UNREACHABLE', message: 'the platform does not answer' }),
    );
    expect({ statuses, unreachable }).toEqual({ statuses: putOff, unreachable: 'the platform does not answer' });
    expect(log).toHaveLength(2);
  });

  test('a rejected token fails one step and stops the run', async () => {
    const { statuses, unreachable, log } = await run(new ScriptedError('401 expired', { status: 401 }));
    expect({ statuses, unreachable }).toEqual({
      statuses: ['done', 'failed', 'not-started'],
      unreachable: '401 expired',
    });
    expect(log).toHaveLength(2);
  });

  test('a request dropped after a rejected token is not started', async () => {
    const { statuses } = await run(new DocformError({ code: 'E-API', message: '401 expired', status: 401 }));
    expect(statuses).toEqual(putOff);
  });

  test('any other refusal fails only its step', async () => {
    const { statuses, held, unreachable } = await run(new ScriptedError('409', { status: 409 }));
    expect({ statuses, held, unreachable }).toEqual({
      statuses: ['done', 'failed', 'done'],
      held: undefined,
      unreachable: undefined,
    });
  });
});

test('a create with unknown outcome stays open, even if an interrupt ended the wait for its retry', async () => {
  const error = new ScriptedError('503', { status: 503, isAmbiguous: true, isInterrupted: true });
  const ledger = recordingBackend();
  const report = await applyPlan(planOf([step(a, 'create')]), {
    client: scriptedClient({ answer: () => error }),
    definitions,
    ledger,
  });
  expect(report.changes[0]).toMatchObject({ status: 'failed', fault: { isAmbiguous: true } });
  expect((await ledger.load()).open).toMatchObject([{ address: a }]);
});
