/** Plans and applies a case on its own reference platform, and tells what happened in names. */

import type { Transport, WireRequest } from '../../src/contract/transport.ts';
import { apply } from '../../src/library/apply.ts';
import { type Planned, plan } from '../../src/library/plan.ts';
import { isBlocked } from '../../src/plan/change.ts';
import type { ApplyReport } from '../../src/plan/outcome.ts';
import { progressLine } from '../../src/report/progress.ts';
import { planText } from '../../src/report/text.ts';
import type { Platform } from '../../src/server/index.ts';
import { virtualTiming } from '../client/scripted.ts';
import { differences } from './arrival.ts';
import type { Case } from './case.ts';
import { namedCall, namedText, namesOf, openCase } from './case-world.ts';
import { unforeseen } from './foreseen.ts';
import { noting } from './local-platform.ts';
import { computedAfter, computedBefore, type Published, publishedOn, wrongly } from './published.ts';

/** A case that was planned, applied and planned again. */
export interface CarriedOut {
  readonly planned: Planned;
  /** What apply says as it goes. */
  readonly progress: readonly string[];
  readonly report: ApplyReport;
  /** What the report of apply says went wrong. */
  readonly faults: readonly string[];
  /** What was sent, in its order. */
  readonly writes: readonly WireRequest[];
  /** How often was read while it was applied. */
  readonly read: number;
  /** A plan made right after. */
  readonly second: Planned;
  readonly ids: ReadonlyMap<string, string>;
  readonly reference: Platform;
  /** What is not as desired on the platform, judged without docform. */
  differences(): Promise<readonly string[]>;
}

export interface Carrying {
  readonly concurrency?: number;
  /** Put between docform and the platform while the plan is applied. */
  readonly around?: (send: Transport) => Transport;
  /** Members whom the case says nothing of. */
  readonly strangers?: Case['live']['members'];
  /** Looks at the platform once the plan is made. */
  readonly look?: (reference: Platform) => Promise<void>;
}

export interface CaseRun extends Omit<CarriedOut, 'differences'> {
  readonly planText: string;
  /** What was sent, in its order. */
  readonly requests: string;
  /** Writes the plan announced. */
  readonly announced: readonly string[];
  /** The writes that were made, as plans tell them. */
  readonly written: readonly string[];
  /** Calls and look-ups that the report of apply tells, and readings that were seen. */
  readonly told: { readonly requests: number; readonly lookUps: number; readonly read: number };
  /** What is not as desired on the platform, judged without docform. */
  readonly differences: readonly string[];
  /** What was read afterwards, and the plan had not foreseen. */
  readonly unforeseen: readonly string[];
  /** Published addresses that are not as they were computed, before and after. */
  readonly misaddressed: readonly string[];
  /** The text of the second plan. */
  readonly secondText: string;
}

const heading = /^Plan for organization acme\n(Signs: .*\n)?\n/;

export async function carryOutCase(each: Case, carrying: Carrying = {}): Promise<CarriedOut> {
  const { concurrency = 1, around = (send: Transport) => send, strangers, look } = carrying;
  const writes: WireRequest[] = [];
  let read = 0;
  const counting = noting((request) => {
    if (request.method === 'GET') read += 1;
    else writes.push(request);
  });
  const { reference, ids, options } = await openCase(each, counting, strangers);
  const { desired, platform, ledger: backend } = options;
  const planned = await plan(options);
  if (writes.length > 0) throw new Error(`${each.name}: planning wrote`);
  await look?.(reference);
  const progress: string[] = [];
  const before = read;
  const report = await apply(planned, {
    ...{
      platform: { ...platform, transport: around(platform.transport) },
      ledger: backend,
      concurrency,
      timing: virtualTiming(),
    },
    onEvent: (event) => progress.push(...[progressLine(event)].filter((line) => line !== undefined)),
  });
  const during = read - before;
  const faults = report.changes.flatMap(({ address, status, fault }) =>
    status === 'done' ? [] : [`${address} ${status}: ${fault?.message ?? ''}`],
  );
  const pending = planned.plan.pending.map(({ address }) => address);
  return {
    ...{ planned, progress, report, faults, writes, read: during, second: await plan(options), ids, reference },
    differences: async () =>
      isBlocked(planned.plan) ? [] : differences(desired, (await backend.load()).ledger, reference, pending),
  };
}

/** A case carried out, with all that can be told of it. Its platform is closed. */
export async function runCase(each: Case): Promise<CaseRun> {
  let published: Published = new Map();
  const look = async (reference: Platform): Promise<void> => {
    published = await publishedOn(reference);
  };
  const { differences: judge, ...run } = await carryOutCase(each, { look });
  const { planned, second, report, writes, read, reference, ids } = run;
  const isStill = isBlocked(planned.plan);
  const names = namesOf(ids, second.ledger);
  const textOf = ({ plan: made, requests }: Planned): string =>
    namedText(planText(made, { requests }), names).replace(heading, '');
  const foretold = isStill ? new Map() : computedAfter(planned, second.ledger);
  const misaddressed = [
    ...wrongly(computedBefore(planned), published),
    ...wrongly(foretold, await publishedOn(reference)),
  ];
  const left = await judge();
  reference.close();
  return {
    ...run,
    ...{ planText: textOf(planned), secondText: textOf(second), differences: left, misaddressed },
    requests: writes.map((request) => `${namedCall({ body: request.body, ...request }, names)}\n`).join(''),
    announced: planned.plan.steps.flatMap((step) =>
      planned.requestsOf(step.id).map(({ method, path }) => `${method} ${path}`),
    ),
    written: writes.map(({ method, path }) => `${method} ${path}`),
    told: { requests: report.requests, lookUps: report.searches ?? 0, read },
    unforeseen: isStill ? [] : unforeseen(planned, second.live, second.ledger),
  };
}
