/** Plans and applies a case on its own reference platform, and tells what happened in names. */

import type { Transport, WireRequest } from '../../src/contract/transport.ts';
import { apply, isBlocked, type Planned, plan } from '../../src/library/index.ts';
import { progressLine } from '../../src/report/progress.ts';
import { planText } from '../../src/report/text.ts';
import { virtualTiming } from '../client/scripted.ts';
import { differences } from './arrival.ts';
import type { Case } from './case.ts';
import { namedCall, namedText, namesOf, openCase } from './case-world.ts';
import { unforeseen } from './foreseen.ts';
import { noting } from './local-platform.ts';
import { computedAfter, computedBefore, publishedOn, wrongly } from './published.ts';

export interface CaseRun {
  readonly planned: Planned;
  readonly planText: string;
  /** What was sent, in its order. */
  readonly requests: string;
  /** Writes the plan announced. */
  readonly announced: readonly string[];
  /** The writes that were made, as plans tell them. */
  readonly written: readonly string[];
  /** Calls and look-ups that the report of apply tells, and readings that were seen. */
  readonly told: { readonly requests: number; readonly lookUps: number; readonly read: number };
  /** What apply says as it goes. */
  readonly progress: readonly string[];
  /** What the report of apply says went wrong. */
  readonly faults: readonly string[];
  /** What is not as desired on the platform, judged without docform. */
  readonly differences: readonly string[];
  /** What was read afterwards, and the plan had not foreseen. */
  readonly unforeseen: readonly string[];
  /** Published addresses that are not as they were computed, before and after. */
  readonly misaddressed: readonly string[];
  /** The text of a plan made right after. */
  readonly secondText: string;
  readonly second: Planned;
}

const heading = /^Plan for organization acme\n\n/;

/** `around`: put between docform and the platform while the plan is applied. */
export async function runCase(each: Case, concurrency = 1, around: (send: Transport) => Transport = (send) => send): Promise<CaseRun> {
  const writes: WireRequest[] = [];
  const reads: WireRequest[] = [];
  const notingAll = noting((request) => void (request.method === 'GET' ? reads : writes).push(request));
  const { reference, ids, options } = await openCase(each, notingAll);
  const { desired, platform, ledger: store } = options;
  const planned = await plan(options);
  if (writes.length > 0) throw new Error(`${each.name}: planning wrote`);
  const published = await publishedOn(reference);
  const progress: string[] = [];
  const before = reads.length;
  const report = await apply(planned, {
    ...{ platform: { ...platform, transport: around(platform.transport) }, ledger: store, concurrency, timing: virtualTiming() },
    onEvent: (event) => progress.push(...[progressLine(event)].filter((line) => line !== undefined)),
  });
  const told = { requests: report.requests, lookUps: report.lookUps ?? 0, read: reads.length - before };
  const names = namesOf(ids, (await store.load()).ledger);
  const textOf = ({ plan: made, requests }: Planned): string => namedText(planText(made, { requests }), names).replace(heading, '');
  const second = await plan(options);
  const faults = report.changes.flatMap(({ address, status, fault }) =>
    status === 'done' ? [] : [`${address} ${status}: ${fault?.message ?? ''}`],
  );
  const announced = planned.plan.steps.flatMap((step) => planned.requestsOf(step.id).map(({ method, path }) => `${method} ${path}`));
  const waiting = planned.plan.waiting.map(({ address }) => address);
  const left = isBlocked(planned.plan) ? [] : await differences(desired, (await store.load()).ledger, reference, waiting);
  const isStill = isBlocked(planned.plan);
  const foretold = isStill ? new Map() : computedAfter(planned, second.ledger);
  const misaddressed = [...wrongly(computedBefore(planned), published), ...wrongly(foretold, await publishedOn(reference))];
  reference.close();
  return {
    planned,
    planText: textOf(planned),
    requests: writes.map((request) => `${namedCall({ body: request.body, ...request }, names)}\n`).join(''),
    announced,
    told,
    progress,
    written: writes.map(({ method, path }) => `${method} ${path}`),
    faults,
    differences: left,
    misaddressed,
    unforeseen: isBlocked(planned.plan) ? [] : unforeseen(planned, second.live, second.ledger),
    second,
    secondText: textOf(second),
  };
}
