/** Applies a pair of access states, with one refused or last write, and finds the moments at which somebody can do more than before and after. */

import type { Transport, WireRequest } from '../../src/contract/transport.ts';
import { TransportError } from '../../src/contract/transport-error.ts';
import { apply } from '../../src/library/apply.ts';
import { type Drifted, drift } from '../../src/library/drift.ts';
import { type Planned, plan } from '../../src/library/plan.ts';
import { isBlocked } from '../../src/plan/result/change.ts';
import type { ApplyReport } from '../../src/plan/result/outcome.ts';
import type { Platform } from '../../src/server/index.ts';
import { mortal } from '../chaos/hazards.ts';
import { virtualTiming } from '../client/scripted.ts';
import type { Case } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';
import { type Abilities, abilitiesOn, beyond } from './access-judge.ts';
import { inAnyOrder } from './any-order.ts';

export interface Disturbance {
  /** 0: as planned; any other number: one of the permitted orders. */
  readonly order?: number;
  /** The write that is refused, from 0. */
  readonly refused?: number;
  /** The number of writes before the connection is lost. */
  readonly cut?: number;
  /** The entry of the journal at which the process is killed, from 1, and whether the entry is still written. */
  readonly killed?: { readonly at: number; readonly isWritten: boolean };
  readonly isRefused?: (request: WireRequest) => boolean;
  /** Called on each write, before it is sent. */
  readonly delay?: (request: WireRequest) => Promise<void>;
  readonly concurrency?: number;
  /** The part of the plan that is applied. Undefined: nothing is. */
  readonly partOf?: (planned: Planned) => Promise<Planned | undefined>;
}

export interface Ran {
  readonly planned: Planned;
  readonly report: ApplyReport | undefined;
  readonly writes: readonly string[];
  /** Abilities before, and after each write. */
  readonly moments: readonly Abilities[];
  readonly reference: Platform;
  readonly second: () => Promise<Planned>;
  /** Applies a plan without any disturbance. */
  readonly again: (planned: Planned) => Promise<ApplyReport>;
  /** Drift after the apply. */
  readonly drift: () => Promise<Drifted>;
}

export async function runAccess(each: Case, how: Disturbance = {}, isWatched = true): Promise<Ran> {
  const { reference, options } = await openCase(each);
  const complete = await plan({ ...options, maxWaitMs: 0 });
  const part = how.partOf === undefined ? complete : await how.partOf(complete);
  const planned = part ?? complete;
  const moments: Abilities[] = isWatched ? [await abilitiesOn(reference)] : [];
  const writes: string[] = [];
  let sent = 0;
  const around: Transport = async (request, more) => {
    if (request.method === 'GET') return options.platform.transport(request, more);
    const nth = sent++;
    if (how.cut !== undefined && nth >= how.cut) throw new TransportError('the connection is gone', false);
    if (nth === how.refused || how.isRefused?.(request) === true)
      return { status: 403, headers: {}, body: { error: { code: 403, message: 'refused' } } };
    await how.delay?.(request);
    writes.push(`${request.method} ${request.path} ${JSON.stringify(request.body ?? {})}`);
    const reply = await options.platform.transport(request, more);
    if (isWatched) moments.push(await abilitiesOn(reference));
    return reply;
  };
  const isStill = part === undefined || isBlocked(planned.plan);
  const made = { plan: inAnyOrder(planned.plan, how.order ?? 0), live: planned.live, desired: planned.desired };
  const report = isStill
    ? undefined
    : await apply(made, {
        ...{ platform: { ...options.platform, transport: around }, maxWaitMs: 0 },
        ledger: how.killed ? mortal(options.ledger, how.killed.at, how.killed.isWritten) : options.ledger,
        ...{ timing: virtualTiming(), concurrency: how.concurrency ?? 1 },
      });
  return {
    ...{ planned, report, writes, moments, reference },
    second: () => plan({ ...options, maxWaitMs: 0 }),
    again: (next) => apply(next, { platform: options.platform, ledger: options.ledger, maxWaitMs: 0 }),
    drift: () => drift({ ...options, maxWaitMs: 0, today: '2026-01-01' }),
  };
}

/** Everything that somebody could do at some moment, and neither before nor after the whole apply. */
export function windowsIn(moments: readonly Abilities[], whole: readonly Abilities[]): readonly string[] {
  const [before, after] = [whole[0] ?? new Set<string>(), whole.at(-1) ?? new Set<string>()];
  return [...new Set(moments.flatMap((now) => beyond(now, before, after)))];
}
