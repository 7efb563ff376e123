/** Reverting an apply: records the former state before the apply, and later edits the configuration so that it asks for that state again. */
import { isWithin } from '../core/address.ts';
import { defined } from '../core/defined.ts';
import type { Desired, Ledger, Live, LiveObject } from '../core/state.ts';
import { plainPart } from '../declaration/plain-part.ts';
import { type Renaming, renamingOf } from '../declaration/rename.ts';
import { resourcesAt } from '../declaration/resources.ts';
import { inverse } from '../edit/inverse/inverse.ts';
import type { DoneChange, Inverse, Lost, Restored } from '../edit/inverse/inverse-work.ts';
import {
  nearBy,
  type RecordedChange,
  recordedChange,
  type UndoFacts,
  type UndoRecord,
  valueMark,
  withoutSecrets,
} from '../edit/inverse/undo-record.ts';
import type { Refused } from '../edit/rewrite/editing.ts';
import { adopt } from '../import/adopt.ts';
import { shapes } from '../kinds/index.ts';
import { addressPath } from '../kinds/shape.ts';
import { type Change, isStateOnly, type Plan } from '../plan/change.ts';
import type { ApplyReport, ChangeOutcome } from '../plan/outcome.ts';
import type { ConfigurationOptions, Validation } from './configuration.ts';
import type { Planned } from './plan.ts';
import { editCheckError, type RewrittenConfiguration, rewriteConfiguration } from './rewriting.ts';

export type { Lost, Restored } from '../edit/inverse/inverse-work.ts';

/** Made before the first request, from the state that the plan read. */
export function undoRecord(
  { plan, live, desired }: Pick<Planned, 'plan' | 'live' | 'desired'>,
  facts: UndoFacts,
): UndoRecord {
  const declared = resourcesAt(desired.resources);
  const done = plan.changes.flatMap(doneChange);
  const near = nearBy(live, done, shapes);
  const { objects, lists, orders } = near ?? withNames(live, plan.ids);
  const there = near && new Set(near.objects.map(({ id }) => id));
  const ids =
    there === undefined ? plan.ids : Object.fromEntries(Object.entries(plan.ids).filter(([, id]) => there.has(id)));
  return {
    ...{ facts, isUnfinished: true, uncertain: [], ids },
    changes: done.map((change) => recordedChange(change, declared.get(change.address), shapes)),
    moved: desired.moved.map(({ from, to }) => ({ from, to })),
    live: { objects: objects.map((object) => withoutSecrets(object, shapes)), lists, orders },
  };
}

/** Keeps the changes that were applied. `ledger`: as the apply left it. undefined: nothing was applied. */
export function finishedRecord(
  record: UndoRecord,
  plan: Plan,
  report: Pick<ApplyReport, 'changes'>,
  ledger: Ledger,
): UndoRecord | undefined {
  const outcomes = plan.changes.flatMap((change, at) => {
    const outcome = report.changes[at];
    return outcome === undefined ? [] : [{ change, outcome, isTouched: isTouched(change, outcome, ledger, plan.ids) }];
  });
  const untouched = new Set(
    outcomes.flatMap(({ change, isTouched: is }) => (is ? [] : [`${change.action} ${change.address}`])),
  );
  const changes = record.changes.filter(({ action, address }) => !untouched.has(`${action} ${address}`));
  const lost = outcomes.filter(({ outcome, isTouched: is }) => !is && outcome.fault?.isAmbiguous);
  const uncertain = [...record.uncertain, ...lost.map(({ change }) => change.address)];
  return changes.length + uncertain.length === 0 ? undefined : { ...record, isUnfinished: false, changes, uncertain };
}

interface Undo extends Pick<RewrittenConfiguration, 'texts' | 'diff'> {
  readonly restored: readonly Restored[];
  readonly lost: readonly Lost[];
}

/** Edits the configuration as it is now. Writes nothing. Throws DocformError (E-EDIT-CHECK). */
export async function undoEdit(
  record: UndoRecord,
  options: ConfigurationOptions,
  validation: Validation,
): Promise<Undo> {
  const { desired } = validation;
  if (desired === undefined) throw editCheckError('a configuration with problems cannot be edited');
  const { after, restored, lost } = inverseOf(record, { ...desired, organization: record.facts.organization });
  const { texts, diff, refused } = await rewriteConfiguration({ options, validation, after });
  return {
    ...{ texts, diff, lost: [...lost, ...refused.map(asLost)] },
    restored: restored.filter((each) => !refused.some(({ address }) => isWithin(each.address, address))),
  };
}

/** `desired`: the configuration to edit, which may differ from the one that was applied. */
export function inverseOf(record: UndoRecord, desired: Desired): Inverse {
  const known = new Set(record.moved.map(moveKey));
  const { now, was } = renamingOf(
    desired.moved.filter((move) => !known.has(moveKey(move))),
    shapes,
  );
  const changes = record.changes.map((change) => ({ ...change, address: now(change.address) }));
  const ids = Object.fromEntries(Object.entries(record.ids).map(([address, id]) => [now(address), id]));
  const { done, edited } = withoutEdited(changes, desired, was);
  const former = adopt({ live: record.live, ledger: { resources: knownIds(ids), lists: [] }, desired, shapes });
  const found = inverse({ desired, done, live: record.live, former, shapes });
  const uncertain = record.uncertain.map(
    (address): Lost => ({ address: now(address), why: 'its result is unknown: the response was lost' }),
  );
  return { ...found, lost: [...uncertain, ...edited, ...found.lost] };
}

/** The items that an undo of this record cannot restore. */
export function lostOf(record: UndoRecord, desired: Desired): readonly Lost[] {
  return inverseOf(record, plainPart(desired, record.changes, shapes)).lost;
}

function moveKey({ from, to }: UndoRecord['moved'][number]): string {
  return `${from} ${to}`;
}

/** Keeps values that were edited since the apply. A reference to a renamed resource is not an edit. */
function withoutEdited(changes: readonly RecordedChange[], desired: Desired, was: Renaming['was']) {
  const declared = resourcesAt(desired.resources);
  const edited: Lost[] = [];
  const done = changes.map(({ applied, ...change }): DoneChange => {
    const resource = declared.get(change.address);
    const fields = change.fields.filter(({ field }) => {
      const mark = applied[field];
      const isEdited = resource !== undefined && mark !== undefined && valueMark(resource, field, was) !== mark;
      if (isEdited && change.action !== 'create')
        edited.push({ address: change.address, field, why: 'the YAML was edited since the apply' });
      return !isEdited;
    });
    return { ...change, fields };
  });
  return { done, edited };
}

/** Under the addresses that the plan gave them. */
function knownIds(ids: Plan['ids']): Ledger['resources'] {
  const known = Object.entries(ids).filter(([address]) =>
    addressPath(address, shapes)?.every(({ key }) => !key.startsWith('id:')),
  );
  return Object.fromEntries(known.map(([address, id]) => [address, { id }]));
}

function asLost({ address, field, reason, span }: Refused): Lost {
  const why = span === undefined ? reason : `${reason} (${span.file}:${span.line})`;
  return { address, why, ...defined({ field }) };
}

/** Team members are named by e-mail address. If the people were not read, the plan knows their addresses from the ledger. */
function withNames(live: Live, ids: Plan['ids']): Live {
  const objects = new Map<string, LiveObject>();
  const known = new Set(live.objects.map(({ kind, id }) => `${kind} ${id}`));
  for (const [address, id] of Object.entries(ids)) {
    const part = addressPath(address, shapes)?.at(-1);
    const shape = part === undefined ? undefined : shapes.get(part.kind);
    if (part === undefined || shape?.sharesId !== true || shape.key === 'name' || part.key.startsWith('id:')) continue;
    const type = shape.fields[shape.key.field]?.type;
    const target = type?.is === 'ref' ? shapes.get(type.to) : undefined;
    if (target === undefined || target.key === 'name' || known.has(`${target.name} ${id}`)) continue;
    objects.set(id, { kind: target.name, id, parentId: null, fields: { [target.key.field]: part.key } });
  }
  return objects.size === 0 ? live : { ...live, objects: [...live.objects, ...objects.values()] };
}

function doneChange({ address, kind, action, id, fields }: Change): readonly DoneChange[] {
  if (isStateOnly(action)) return [];
  // The declaration of an invited person is removed like that of a new object.
  const done = action === 'invite' ? 'create' : (action as DoneChange['action']);
  return [{ address, kind, action: done, fields, ...defined({ id }) }];
}

/** Applied or begun: restoring a former value is right even if the change was not applied. The ledger has every created object. */
function isTouched({ address, action }: Change, outcome: ChangeOutcome, ledger: Ledger, ids: Plan['ids']): boolean {
  const { status, partly, fault } = outcome;
  if (status === 'done') return true;
  if (action === 'create') return ids[address] === undefined && ledger.resources[address] !== undefined;
  if (action === 'delete') return false;
  return (partly !== undefined && partly.done > 0) || fault?.isAmbiguous === true;
}
