/** Runs steps with limited concurrency as soon as their dependencies have ended, and skips steps whose dependencies failed. */
import type { Step, StepId } from '../plan/change.ts';
import { popRank, pushRank } from '../plan/order/order.ts';
import type { StepOutcome } from '../plan/outcome.ts';

export interface ScheduleOptions {
  readonly concurrency: number;
  /** Never rejects. */
  readonly run: (step: Step) => Promise<StepOutcome>;
  readonly onStart?: (step: Step) => void;
  readonly onEnd?: (step: Step, outcome: StepOutcome) => void;
  /** True: no further step starts. */
  readonly isStopped: () => boolean;
}

interface Links {
  /** Indexes of the steps that wait for this step. */
  readonly waiting: number[];
  /** Number of dependencies that have not ended. */
  pending: number;
  /** The failed step that caused the skip. */
  because?: StepId | undefined;
}

/** Of the steps that can start, the first in the plan starts first. */
export function runSchedule(
  steps: readonly Step[],
  options: ScheduleOptions,
): Promise<ReadonlyMap<StepId, StepOutcome>> {
  const links = linksOf(steps);
  const outcomes = new Map<StepId, StepOutcome>();
  const ready: number[] = [];
  let running = 0;
  links.forEach((link, index) => {
    if (link.pending === 0) pushRank(ready, index);
  });

  return new Promise((resolve) => {
    function end(index: number, outcome: StepOutcome): void {
      const step = steps[index] as Step;
      outcomes.set(step.id, outcome);
      options.onEnd?.(step, outcome);
      for (const waiter of links[index]?.waiting ?? []) {
        const link = links[waiter] as Links;
        link.pending -= 1;
        if ((steps[waiter] as Step).needs.has(step.id)) link.because ??= failedStep(step.id, outcome);
        if (link.pending === 0) pushRank(ready, waiter);
      }
    }
    function advance(): void {
      for (let index = ready[0]; index !== undefined; index = ready[0]) {
        const because = links[index]?.because;
        if (because === undefined && (options.isStopped() || running >= options.concurrency)) break;
        popRank(ready);
        if (because === undefined) start(index);
        else end(index, { status: 'skipped', because });
      }
      if (running === 0 && (ready.length === 0 || options.isStopped()))
        resolve(new Map(steps.map(({ id }) => [id, outcomes.get(id) ?? { status: 'not-started' }])));
    }
    function start(index: number): void {
      const step = steps[index] as Step;
      running += 1;
      options.onStart?.(step);
      void options.run(step).then((outcome) => {
        running -= 1;
        end(index, outcome);
        advance();
      });
    }
    advance();
  });
}

/** undefined: the step is done, or the run stopped before it. */
function failedStep(id: StepId, outcome: StepOutcome): StepId | undefined {
  if (outcome.status === 'skipped') return outcome.because;
  return outcome.status === 'failed' ? id : undefined;
}

/** Throws if a step waits for a later one, which is a bug of the planner. */
function linksOf(steps: readonly Step[]): readonly Links[] {
  const indexes = new Map(steps.map((step, index) => [step.id, index]));
  const links: Links[] = steps.map(() => ({ waiting: [], pending: 0 }));
  steps.forEach((step, index) => {
    for (const id of new Set([...step.needs, ...step.follows])) {
      const before = indexes.get(id);
      if (before === undefined || before >= index)
        throw new Error(`step ${step.id} waits for ${id}, which is not before it in the plan`);
      links[before]?.waiting.push(index);
      (links[index] as Links).pending += 1;
    }
  });
  return links;
}
