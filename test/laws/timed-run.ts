/** Applies a case while one write waits until no other write is sent. */
import { setImmediate } from 'node:timers/promises';
import type { Transport } from '../../src/contract/transport.ts';
import type { Case } from '../support/case.ts';
import { applyCase } from './apply-case.ts';
import { endStateOf } from './end-state.ts';

export interface Timing {
  readonly concurrency?: number;
  /** The write that waits, from 0. */
  readonly delayed?: number;
}

/** Turns of the event loop without any request. */
const quietTurns = 20;

/** undefined: the plan is blocked. */
export function runTimed(each: Case, { concurrency = 1, delayed }: Timing) {
  const writes: string[] = [];
  let requests = 0;
  let nth = 0;
  const untilQuiet = async () => {
    for (let [seen, quiet] = [requests, 0]; quiet < quietTurns; quiet = seen === requests ? quiet + 1 : 0) {
      seen = requests;
      await setImmediate();
    }
  };
  const around =
    (send: Transport): Transport =>
    async (request, more) => {
      requests++;
      if (request.method !== 'GET' && nth++ === delayed) await untilQuiet();
      if (request.method !== 'GET')
        writes.push(`${request.method} ${request.path} ${JSON.stringify(request.body ?? {})}`);
      const answer = await send(request, more);
      requests++;
      return answer;
    };
  return applyCase(each, { around, concurrency }, async ({ reference, options }) => ({
    writes,
    state: await endStateOf(reference, (await options.ledger.load()).ledger),
  }));
}
