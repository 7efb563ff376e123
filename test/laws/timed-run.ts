/** Applies a case while one write waits until no other write is sent. */
import { setImmediate } from 'node:timers/promises';
import type { Transport } from '../../src/contract/transport.ts';
import { apply } from '../../src/library/apply.ts';
import { plan } from '../../src/library/plan.ts';
import { isBlocked } from '../../src/plan/change.ts';
import { virtualTiming } from '../client/scripted.ts';
import type { Case } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';
import { endStateOf } from './end-state.ts';

export interface Timing {
  readonly concurrency?: number;
  /** The write that waits, from 0. */
  readonly delayed?: number;
}

/** Turns of the event loop without any request. */
const quietTurns = 20;

/** undefined: the plan is blocked. */
export async function runTimed(each: Case, { concurrency = 1, delayed }: Timing) {
  const { reference, options } = await openCase(each);
  try {
    const planned = await plan({ ...options, maxWaitMs: 0 });
    if (isBlocked(planned.plan)) return undefined;
    const writes: string[] = [];
    let requests = 0;
    let nth = 0;
    const untilQuiet = async () => {
      for (let [seen, quiet] = [requests, 0]; quiet < quietTurns; quiet = seen === requests ? quiet + 1 : 0) {
        seen = requests;
        await setImmediate();
      }
    };
    const transport: Transport = async (request, more) => {
      requests++;
      if (request.method !== 'GET' && nth++ === delayed) await untilQuiet();
      if (request.method !== 'GET')
        writes.push(`${request.method} ${request.path} ${JSON.stringify(request.body ?? {})}`);
      const answer = await options.platform.transport(request, more);
      requests++;
      return answer;
    };
    const { ledger } = options;
    const report = await apply(planned, {
      ...{ platform: { ...options.platform, transport }, ledger, maxWaitMs: 0 },
      ...{ timing: virtualTiming(), concurrency },
    });
    return { report, writes, state: await endStateOf(reference, (await ledger.load()).ledger) };
  } finally {
    reference.close();
  }
}
