/** Plans and applies a case on its own reference platform, and reports the result with addresses instead of ids. */

import type { Transport, WireRequest } from '../../src/contract/transport.ts';
import type { Dialect } from '../../src/core/dialect.ts';
import { apply } from '../../src/library/apply.ts';
import { type Planned, plan } from '../../src/library/plan.ts';
import { isBlocked } from '../../src/plan/result/change.ts';
import type { ApplyReport } from '../../src/plan/result/outcome.ts';
import { progressLine } from '../../src/report/apply/step-line.ts';
import { planText } from '../../src/report/plan/text.ts';
import type { Platform } from '../../src/server/index.ts';
import { virtualTiming } from '../client/scripted.ts';
import { differences } from './arrival.ts';
import type { Case } from './case.ts';
import { namedCall, namedText, namesOf, openCase } from './case-world.ts';
import { unforeseen } from './foreseen.ts';
import { noting } from './local-platform.ts';
import { computedAfter, computedBefore, type Published, publishedOn, wrongly } from './published.ts';

/** The results of a plan, its apply and a second plan. */
export interface CarriedOut {
  readonly planned: Planned;
  /** Progress messages of the apply. */
  readonly progress: readonly string[];
  readonly report: ApplyReport;
  /** Failures in the report of the apply. */
  readonly faults: readonly string[];
  /** All writes in order. */
  readonly writes: readonly WireRequest[];
  /** Number of reads during the apply. */
  readonly read: number;
  /** A plan directly after the apply. */
  readonly second: Planned;
  readonly ids: ReadonlyMap<string, string>;
  readonly reference: Platform;
  /** Differences between configuration and platform, found without docform. */
  differences(): Promise<readonly string[]>;
}

export interface Carrying {
  readonly concurrency?: number;
  /** Wraps the transport during the apply. */
  readonly around?: (send: Transport) => Transport;
  /** Members that the case does not contain. */
  readonly strangers?: Case['live']['members'];
  /** Default: `2025-06`. */
  readonly dialect?: Dialect;
  /** Called with each request when it is sent. */
  readonly note?: (request: WireRequest) => void;
  /** Inspects the platform after the plan. */
  readonly look?: (reference: Platform) => Promise<void>;
}

export interface CaseRun extends Omit<CarriedOut, 'differences'> {
  readonly planText: string;
  /** All writes in order. */
  readonly requests: string;
  /** Writes that the plan lists. */
  readonly announced: readonly string[];
  /** Actual writes, in the form of a plan. */
  readonly written: readonly string[];
  /** Numbers of requests and lookups in the report of the apply, and of observed reads. */
  readonly told: { readonly requests: number; readonly lookUps: number; readonly read: number };
  /** Differences between configuration and platform, found without docform. */
  readonly differences: readonly string[];
  /** Differences between the simulated state and the state after the apply. */
  readonly unforeseen: readonly string[];
  /** URLs that differ from the computed ones, before and after. */
  readonly misaddressed: readonly string[];
  /** The text of the second plan. */
  readonly secondText: string;
}

const heading = /^Plan for organization (?:".*" \(acme\)|acme)\n(Legend: .*\n)?\n/;

export async function carryOutCase(each: Case, carrying: Carrying = {}): Promise<CarriedOut> {
  const { concurrency = 1, around = (send: Transport) => send, strangers, dialect, note, look } = carrying;
  const writes: WireRequest[] = [];
  let read = 0;
  const counting = noting((request) => {
    note?.(request);
    if (request.method === 'GET') read += 1;
    else writes.push(request);
  });
  const { reference, ids, options } = await openCase(each, counting, strangers, dialect);
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
  const { pending: waiting, changes } = planned.plan;
  const invited = changes.filter(({ action }) => action === 'invite');
  const pending = [...waiting, ...invited].map(({ address }) => address);
  return {
    ...{ planned, progress, report, faults, writes, read: during, second: await plan(options), ids, reference },
    differences: async () =>
      isBlocked(planned.plan) ? [] : differences(desired, (await backend.load()).ledger, reference, pending),
  };
}

/** Runs a case, collects all results, and closes its platform. */
export async function runCase(each: Case): Promise<CaseRun> {
  let published: Published = new Map();
  const look = async (reference: Platform): Promise<void> => {
    published = await publishedOn(reference, each.dialect);
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
    ...wrongly(foretold, await publishedOn(reference, each.dialect)),
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
    unforeseen: isStill ? [] : unforeseen(planned, second.live, second.ledger, each.dialect),
  };
}
