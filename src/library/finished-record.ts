/** The undo record after an apply: without the changes that the apply did not make. */
import type { Ledger } from '../core/state.ts';
import type { UndoRecord } from '../edit/inverse/undo-record.ts';
import { changeKey } from '../plan/result/action.ts';
import type { Change, Plan } from '../plan/result/change.ts';
import type { ApplyReport, ChangeOutcome } from '../plan/result/outcome.ts';

/** Keeps the changes that were applied. `ledger`: as the apply left it. undefined: nothing was applied. */
export function finishedRecord(
  record: UndoRecord,
  plan: Plan,
  report: Pick<ApplyReport, 'changes'>,
  ledger: Ledger,
): UndoRecord | undefined {
  const untouched = plan.changes.flatMap((change, at) => {
    const outcome = report.changes[at];
    return outcome === undefined || isTouched(change, outcome, ledger, plan.ids) ? [] : [{ change, outcome }];
  });
  const names = new Set(untouched.map(({ change }) => changeKey(change)));
  const changes = record.changes.filter((change) => !names.has(changeKey(change)));
  const lost = untouched.filter(({ outcome }) => outcome.fault?.isAmbiguous);
  const uncertain = [...record.uncertain, ...lost.map(({ change }) => change.address)];
  return changes.length + uncertain.length === 0 ? undefined : { ...record, isUnfinished: false, changes, uncertain };
}

/** Applied or begun: restoring a former value is right even if the change was not applied. The ledger has every created object. */
function isTouched({ address, action }: Change, outcome: ChangeOutcome, ledger: Ledger, ids: Plan['ids']) {
  const { status, partly, fault } = outcome;
  if (status === 'done') return true;
  if (action === 'create') return ids[address] === undefined && ledger.resources[address] !== undefined;
  if (action === 'delete') return false;
  return (partly !== undefined && partly.done > 0) || fault?.isAmbiguous === true;
}
