/** What guards read, and the copies of changes that they block. */
import type { Allowed } from '../../core/allowed.ts';
import type { Drafted, DraftedChange } from '../draft/drafted.ts';
import { changeKey } from '../result/action.ts';
import type { Blocked } from '../result/change.ts';
import type { Selects } from '../result/scope.ts';
import type { StepId } from '../result/step.ts';

/** A change of which guards decide whether it is blocked. */
export interface GuardedChange extends Omit<DraftedChange, 'blocked' | 'allowed'> {
  blocked?: Blocked;
  allowed?: readonly Allowed[];
}

export interface Guarding extends Drafted {
  readonly changes: readonly GuardedChange[];
  readonly changeAt: ReadonlyMap<string, GuardedChange>;
  /** The changes that the guards decide about. The others of the plan only decide about these. */
  readonly judged: readonly GuardedChange[];
  /** Steps that run after all steps that do not need them. */
  readonly last: Set<StepId>;
  /** Further dependencies: each step with one that it needs. */
  readonly needs: (readonly [StepId, StepId])[];
}

/** Guards decide about copies, so the changes of the earlier stage stay as they are. */
export function startGuarding(drafted: Drafted, isJudged: Selects = () => true): Guarding {
  const changes = drafted.changes.map((each): GuardedChange => ({ ...each }));
  return {
    ...drafted,
    changes,
    changeAt: new Map(changes.map((each) => [changeKey(each), each])),
    judged: changes.filter(({ address }) => isJudged(address)),
    last: new Set(),
    needs: [],
  };
}
