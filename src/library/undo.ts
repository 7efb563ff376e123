/** Taking an apply back: the configuration that asks for what was there before, as a patch of its files; and that patch put into them, in memory. */
import { isWithin } from '../core/address.ts';
import type { Desired, Ledger, Live, LiveObject } from '../core/state.ts';
import { inverse } from '../edit/inverse/inverse.ts';
import type { DoneChange, InverseInput, Lost, Restored } from '../edit/inverse/inverse-work.ts';
import { nearBy } from '../edit/inverse/near-by.ts';
import { patchedFiles, type ReadUndoPatch, textDigest, type UndoPatch, undoPatchText } from '../edit/inverse/undo-patch.ts';
import { unmasked } from '../edit/inverse/unmasked.ts';
import type { Refused } from '../edit/rewrite/editing.ts';
import { patched, withBlobIds } from '../edit/text-diff.ts';
import { adopt } from '../import/adopt.ts';
import { shapes } from '../kinds/index.ts';
import { addressPath } from '../kinds/shape.ts';
import { type Change, isStateOnly, type Plan } from '../plan/change.ts';
import type { ApplyReport, ChangeOutcome } from '../plan/outcome.ts';
import { type ConfigurationOptions, type RootedOptions, rereading, type Validation } from './configuration.ts';
import type { Planned } from './plan.ts';
import { editCheckError, rewriteConfiguration } from './rewriting.ts';

interface UndoOptions {
  /** Paths of the patch begin in its directory. */
  readonly options: ConfigurationOptions;
  /** The configuration that was planned, as it was read with these options. */
  readonly validation: Validation;
  readonly planned: Pick<Planned, 'plan' | 'live'>;
  readonly facts: UndoPatch['facts'];
}

export interface Undo {
  /** The file. */
  readonly text: string;
  readonly restored: readonly Restored[];
  readonly lost: readonly Lost[];
}

/** Made before anything is sent, from what was there then. */
export interface UndoKeeping {
  /** The file, should the apply be cut off: it takes back all that was planned, also what was not done. undefined: nothing is to be done. */
  readonly beforehand: string | undefined;
  /** Once the apply is over; `ledger`: as it left it. undefined: nothing was done. Throws where the files cannot be edited so that they say it. */
  readonly afterwards: (report: Pick<ApplyReport, 'changes'>, ledger: Ledger) => Promise<Undo | undefined>;
}

/** Throws where the files cannot be edited so that they say it. */
export async function prepareUndo({ options, validation, planned, facts }: UndoOptions): Promise<UndoKeeping> {
  if (validation.desired === undefined) throw editCheckError('the configuration has problems, so that it cannot be edited');
  const { plan } = planned;
  const desired: Desired = { ...validation.desired, organization: plan.organization };
  const all = plan.changes.flatMap(doneChange);
  const { live, former } = formerOf(planned, all, desired);
  const patchOf = async ({ done, unclear }: Done): Promise<UndoPatch> => {
    const found = inverse({ desired, done, live, former, shapes });
    const { texts, diff, refused } = await rewriteConfiguration({ options, validation, after: found.after });
    return {
      facts,
      files: patchedFiles(validation.sources, texts),
      restored: found.restored.filter((each) => !refused.some(({ address }) => isWithin(each.address, address))),
      lost: [...unclear, ...found.lost, ...refused.map(asLost)],
      diff: withBlobIds(diff, validation.sources, texts),
    };
  };
  const whole = all.length === 0 ? undefined : await patchOf({ done: all, unclear: [] });
  return {
    beforehand: whole && undoPatchText(whole, true),
    afterwards: async (report, ledger) => {
      const touched = doneChanges(plan, report, ledger);
      if (whole === undefined || touched.done.length + touched.unclear.length === 0) return undefined;
      const patch = touched.done.length === all.length ? whole : await patchOf(touched);
      return { text: undoPatchText(patch), restored: patch.restored, lost: patch.lost };
    },
  };
}

/** What the platform had, as a configuration would declare it, as far as these changes need to know. */
export function formerOf(
  { plan, live: whole }: UndoOptions['planned'],
  done: readonly DoneChange[],
  desired: Desired,
): Pick<InverseInput, 'live' | 'former'> {
  const near = nearBy(whole, done, shapes);
  const there = near && new Set(near.objects.map(({ id }) => id));
  const ids = there === undefined ? plan.ids : Object.fromEntries(Object.entries(plan.ids).filter(([, id]) => there.has(id)));
  const live = near ?? withNames(whole, ids);
  return { live, former: adopt({ live, ledger: { resources: knownIds(ids), lists: [] }, desired, shapes }) };
}

/** Under the addresses that the plan gave them. */
function knownIds(ids: Plan['ids']): Ledger['resources'] {
  const known = Object.entries(ids).filter(([address]) => addressPath(address, shapes)?.every(({ key }) => !key.startsWith('id:')));
  return Object.fromEntries(known.map(([address, id]) => [address, { id }]));
}

function asLost({ address, field, reason, span }: Refused): Lost {
  const why = span === undefined ? reason : `${reason} (${span.file}:${span.line})`;
  return { address, why, ...(field === undefined ? {} : { field }) };
}

/** Rosters name people by their address, and the plan knows those that are in the ledger, also where the people were not read. */
function withNames(live: Live, ids: Plan['ids']): Live {
  const objects = new Map<string, LiveObject>();
  const known = new Set(live.objects.map(({ kind, id }) => `${kind} ${id}`));
  for (const [address, id] of Object.entries(ids)) {
    const part = addressPath(address, shapes)?.at(-1);
    const shape = part === undefined ? undefined : shapes.get(part.kind);
    if (part === undefined || shape?.bulk !== true || shape.key === 'name' || part.key.startsWith('id:')) continue;
    const type = shape.fields[shape.key.field]?.type;
    const target = type?.is === 'ref' ? shapes.get(type.to) : undefined;
    if (target === undefined || target.key === 'name' || known.has(`${target.name} ${id}`)) continue;
    objects.set(id, { kind: target.name, id, parentId: null, fields: { [target.key.field]: part.key } });
  }
  return objects.size === 0 ? live : { ...live, objects: [...live.objects, ...objects.values()] };
}

interface Done {
  readonly done: readonly DoneChange[];
  /** Of which nobody knows. */
  readonly unclear: readonly Lost[];
}

export function doneChange({ address, kind, action, id, fields }: Change): readonly DoneChange[] {
  if (isStateOnly(action)) return [];
  return [{ address, kind, action: action as DoneChange['action'], fields, ...(id === undefined ? {} : { id }) }];
}

function doneChanges({ changes, ids }: Plan, report: Pick<ApplyReport, 'changes'>, ledger: Ledger): Done {
  const done: DoneChange[] = [];
  const unclear: Lost[] = [];
  for (const [at, change] of changes.entries()) {
    const outcome = report.changes[at];
    if (outcome === undefined) continue;
    if (isTouched(change, outcome, ledger, ids)) done.push(...doneChange(change));
    else if (outcome.fault?.isAmbiguous)
      unclear.push({ address: change.address, why: 'nobody knows whether it was done: its answer never came' });
  }
  return { done, unclear };
}

/** Done, or begun: former values are right where nothing was done as well. What was made is in the ledger, whatever failed afterwards. */
function isTouched({ address, action }: Change, outcome: ChangeOutcome, ledger: Ledger, ids: Plan['ids']): boolean {
  const { status, partly, fault } = outcome;
  if (status === 'done') return true;
  if (action === 'create') return ids[address] === undefined && ledger.resources[address] !== undefined;
  if (action === 'delete') return false;
  return (partly !== undefined && partly.done > 0) || fault?.isAmbiguous === true;
}

/** `changed`: files that are not as they were; `foreign`: files that are no part of the configuration; `problems`: it would not be valid. */
type Undone =
  | { readonly texts: ReadonlyMap<string, string>; readonly isDoneAlready: boolean }
  | { readonly changed: readonly string[] }
  | { readonly foreign: readonly string[] }
  | { readonly validation: Validation };

/** `validation`: of the configuration as it is, by the same options. */
export async function undone(
  patch: Pick<ReadUndoPatch, 'files' | 'diff'>,
  options: RootedOptions,
  validation: Validation,
): Promise<Undone> {
  const { files, diff } = patch;
  const parts = new Set(validation.parts);
  const foreign = files.filter(({ path }) => !parts.has(path)).map(({ path }) => path);
  if (foreign.length > 0) return { foreign };
  const now = new Map(files.map(({ path }) => [path, validation.sources.get(path) ?? '']));
  if (files.every(({ path, after }) => textDigest(now.get(path) ?? '') === after)) return { texts: new Map(), isDoneAlready: true };
  const misfitting = (next: ReadonlyMap<string, string> | undefined) =>
    files.filter(({ path, before, after }) => {
      return textDigest(now.get(path) ?? '') !== before || textDigest(next?.get(path) ?? '') !== after;
    });
  const plain = patched(now, diff);
  // A secret that stands near a change, or on its line, is masked in the file; the digests tell whether what was read instead is right.
  const texts = plain !== undefined && misfitting(plain).length === 0 ? plain : patched(now, unmasked(now, diff));
  const changed = misfitting(texts);
  if (texts === undefined || changed.length > 0) return { changed: (changed.length > 0 ? changed : files).map(({ path }) => path) };
  const { file } = options;
  const loaded = (await rereading(options, file))(texts);
  return loaded.desired === undefined ? { validation: { ...loaded, file, secrets: validation.secrets } } : { texts, isDoneAlready: false };
}
