/** A ready queue over a plan's steps: what may run, runs, as many at once as allowed; what needs a failed step is skipped. */
import type { Step, StepId } from '../plan/change.ts';
import type { StepOutcome } from '../plan/outcome.ts';

export interface ScheduleOptions {
  readonly concurrency: number;
  /** Settles when the step has ended; never rejects. */
  readonly run: (step: Step) => Promise<StepOutcome>;
  readonly onStart?: (step: Step) => void;
  readonly onEnd?: (step: Step, outcome: StepOutcome) => void;
  /** Asked before each start: true = start nothing new. */
  readonly isStopped: () => boolean;
}

interface Links {
  /** Steps that wait for this one, by index. */
  readonly waiting: number[];
  /** How many steps it still waits for. */
  pending: number;
  /** The step whose failure it goes back to. */
  because?: StepId;
}

/** Runs the steps and answers with the outcome of each. Of the steps that may start, the one standing first in the plan does. */
export function runSchedule(
  steps: readonly Step[],
  options: ScheduleOptions,
): Promise<ReadonlyMap<StepId, StepOutcome>> {
  const links = linksOf(steps);
  const outcomes = new Map<StepId, StepOutcome>();
  const ready = createQueue();
  let running = 0;
  links.forEach((link, index) => {
    if (link.pending === 0) ready.add(index);
  });

  return new Promise((resolve) => {
    function end(index: number, outcome: StepOutcome): void {
      const step = steps[index] as Step;
      outcomes.set(step.id, outcome);
      options.onEnd?.(step, outcome);
      for (const waiter of links[index]?.waiting ?? []) release(waiter, step.id, outcome);
    }
    function release(index: number, id: StepId, outcome: StepOutcome): void {
      const link = links[index] as Links;
      link.pending -= 1;
      if ((outcome.status === 'failed' || outcome.status === 'skipped') && (steps[index] as Step).needs.includes(id)) {
        link.because ??= outcome.status === 'skipped' ? outcome.because : id;
      }
      if (link.pending === 0) ready.add(index);
    }
    function advance(): void {
      while (!ready.isEmpty()) {
        const index = ready.first();
        const because = links[index]?.because;
        if (because === undefined && (options.isStopped() || running >= options.concurrency)) break;
        ready.takeFirst();
        if (because === undefined) start(index);
        else end(index, { status: 'skipped', because });
      }
      if (running === 0 && (ready.isEmpty() || options.isStopped())) resolve(withRest(outcomes, steps));
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

function withRest(
  outcomes: ReadonlyMap<StepId, StepOutcome>,
  steps: readonly Step[],
): ReadonlyMap<StepId, StepOutcome> {
  return new Map(steps.map((step) => [step.id, outcomes.get(step.id) ?? { status: 'not-started' }]));
}

/** Who waits for whom. A plan's steps stand in a working order, so whatever waits for a later step is the planner's mistake. */
function linksOf(steps: readonly Step[]): readonly Links[] {
  const indexes = new Map(steps.map((step, index) => [step.id, index]));
  const links: Links[] = steps.map(() => ({ waiting: [], pending: 0 }));
  steps.forEach((step, index) => {
    for (const id of new Set([...step.needs, ...step.follows])) {
      const before = indexes.get(id);
      if (before === undefined || before >= index)
        throw new Error(`step ${step.id} waits for ${id}, which does not stand before it in the plan`);
      links[before]?.waiting.push(index);
      (links[index] as Links).pending += 1;
    }
  });
  return links;
}

/** Indexes, smallest first; kept in falling order so that taking the first is cheap. */
function createQueue() {
  const indexes: number[] = [];
  return {
    isEmpty: () => indexes.length === 0,
    first: () => indexes.at(-1) as number,
    takeFirst: () => indexes.pop(),
    add: (index: number) => {
      let low = 0;
      let high = indexes.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((indexes[middle] as number) > index) low = middle + 1;
        else high = middle;
      }
      indexes.splice(low, 0, index);
    },
  };
}
