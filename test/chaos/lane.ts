/** A lane of sequential writes on its own objects, with the expected state after each. */
import { emptyState, type Identity, type LaneState, type Step } from './lane-state.ts';
import { type Lists, type Observed, observe, readLists } from './observe.ts';
import type { Random } from './random.ts';
import type { Send } from './speak.ts';
import { nextStep } from './steps.ts';

/** Shared by all lanes of a file. */
export interface Ground {
  readonly random: Random;
  readonly people: readonly string[];
  readonly spaces: readonly string[];
  /** The owner of each id seen in this file. */
  readonly owners: Map<string, Identity>;
  readonly violate: (what: string) => void;
}

export interface Lane {
  readonly prefix: string;
  /** Returns the reason if the connection broke, so that the outcome is unknown. */
  write(send: Send): Promise<string | undefined>;
  /** Whether the outcome or the ids of the last write are unknown. */
  isUncertain(): boolean;
  /** Compares the expected state. A write with unknown outcome is either complete or absent. True: it was executed. */
  check(send: Send, lists?: Lists): Promise<boolean>;
}

export function createLane(ground: Ground, prefix: string): Lane {
  const { owners, violate } = ground;
  let names = 0;
  let state: LaneState = emptyState;
  let undecided: Step | undefined;
  let isUnread = false;
  let ids = new Map<Identity, string>();
  const newName = (): string => {
    names += 1;
    return `${prefix}${names}`;
  };
  const idOf = (identity: Identity): string => ids.get(identity) ?? `no ${identity}`;
  const learn = (made: Identity, id: string): void => {
    if (owners.has(id)) violate(`id ${id} was given to ${owners.get(id)}, and again to ${made}`);
    owners.set(id, made);
    ids.set(made, id);
  };
  const adopt = ({ state: seen, ids: found }: Observed): void => {
    for (const [identity, id] of found) {
      if ((owners.get(id) ?? identity) !== identity)
        violate(`id ${id} was given to ${owners.get(id)}, and again to ${identity}`);
      if ((ids.get(identity) ?? id) !== id)
        violate(`${identity} was acknowledged as ${ids.get(identity)}, and is ${id}`);
      owners.set(id, identity);
    }
    ids = new Map(found);
    state = { ...seen, problems: [] };
    undecided = undefined;
    isUnread = false;
  };
  return {
    prefix,
    isUncertain: () => isUnread || undecided !== undefined,
    write: async (send) => {
      const step = nextStep({ ...ground, state, newName, idOf });
      undecided = step;
      if (step.untold !== undefined) ids.delete(step.untold);
      const reply = await send(step.method, step.path, step.body).catch((error: unknown) => String(error));
      if (typeof reply === 'string') return reply;
      undecided = undefined;
      isUnread = step.status !== reply.status || step.untold !== undefined;
      if (step.status !== reply.status)
        violate(`${step.method} ${step.path} ${JSON.stringify(step.body)}: ${reply.status} ${reply.text}`);
      else state = step.after;
      if (step.status === reply.status && step.made !== undefined) learn(step.made, reply.body.id);
      return undefined;
    },
    check: async (send, lists) => {
      const seen = await observe(send, lists ?? (await readLists(send)), prefix);
      const text = JSON.stringify(seen.state);
      const isBefore = text === JSON.stringify(state);
      const isAfter = undecided !== undefined && text === JSON.stringify(undecided.after);
      if (!isBefore && !isAfter) {
        const or =
          undecided === undefined
            ? ''
            : `, or after ${undecided.method} ${undecided.path}: ${JSON.stringify(undecided.after)}`;
        violate(`${prefix} is ${text}, must be ${JSON.stringify(state)}${or}`);
      }
      adopt(seen);
      return isAfter && !isBefore;
    },
  };
}
