/** Edits the configuration so that it accepts drift. Writes nothing. */

import { type Address, isWithin, topContainer } from '../core/address.ts';
import type { Desired } from '../core/state.ts';
import type { Refused } from '../edit/rewrite/editing.ts';
import { adopt } from '../import/adopt.ts';
import { shapes } from '../kinds/index.ts';
import { plan } from '../plan/plan.ts';
import { changeKey } from '../plan/result/action.ts';
import { type Change, remoteChanges } from '../plan/result/change.ts';
import { acceptDrift } from '../review/drift/accept.ts';
import { drift as findDrift } from '../review/drift/drift.ts';
import type { DriftEntry } from '../review/drift/entry.ts';
import type { ConfigurationOptions, Validation } from './configuration.ts';
import { desiredIn } from './dialect.ts';
import type { Drifted } from './drift.ts';
import { isPlace } from './inventory.ts';
import { editCheckError, rewriteConfiguration } from './rewriting.ts';

interface DriftWritingOptions {
  readonly options: ConfigurationOptions;
  readonly validation: Validation;
  readonly addresses: readonly Address[];
  /** Also accepts unmanaged objects whose address is not given. */
  readonly withUnmanaged?: boolean;
}

export function isDriftPlace(text: string): boolean {
  return text === topContainer || isPlace(text);
}

export type DriftWriting = Awaited<ReturnType<typeof driftIntoFiles>>;

/**
 * `drifted` must cover the whole organization. Throws DocformError if a plan of the edited files has a change that the current plan does not
 * have. `accepted`: drift that the edited files contain. `unmanaged`: objects that need their address or `withUnmanaged`. `released`: fields
 * that were removed, because the platform has no value for them.
 */
export async function driftIntoFiles({ drift, input, definitions, today }: Drifted, writing: DriftWritingOptions) {
  const { options, validation, addresses, withUnmanaged = false } = writing;
  const { desired, live, ledger } = input;
  const asDeclared = adopt({ live, ledger, desired, shapes: definitions });
  // The files can also contain declarations that this platform cannot express.
  const written = { ...desired, ...validation.desired };
  const asked = { desired: written, entries: drift.entries, addresses, withUnmanaged, live: asDeclared, shapes };
  const { after, chosen, unmanaged, notAccepted, released } = acceptDrift(asked);
  const rewritten = await rewriteConfiguration({ options, validation, after });
  const { organization } = desired;
  const { desired: edited } = desiredIn({ ...rewritten.desired, organization }, definitions, ledger);
  requireNothingNew(input, edited);
  const left = findDrift({ ...input, desired: edited, today }).entries;
  const refused: readonly Refused[] = [...notAccepted, ...rewritten.refused];
  const isLeft = (entry: DriftEntry) =>
    left.some((each) => each.class === entry.class && each.address === entry.address && !isForLedger(each));
  const silent = chosen.filter(
    (entry) => isLeft(entry) && !refused.some((each) => isWithin(each.address, entry.address)),
  );
  return {
    texts: rewritten.texts,
    diff: rewritten.diff,
    released,
    unmanaged,
    accepted: chosen.filter((entry) => !isLeft(entry)),
    notAccepted: [
      ...refused,
      ...silent.map(({ address }) => ({ address, reason: 'the platform would still differ' })),
    ].map((each) => withPlace(each, desired)),
    left: left.filter((entry) => !isForLedger(entry)).length,
  };
}

/** An object with another id, which the next apply records in the ledger. The files do not change. */
function isForLedger({ fields }: DriftEntry) {
  return fields?.length === 1 && fields[0]?.field === 'id';
}

/** Accepting drift must not cause new changes, neither in the next apply nor in the one after it, when `prune: all` takes effect for new lists. */
function requireNothingNew(input: Drifted['input'], edited: Desired) {
  const { desired, ledger } = input;
  const known = new Set(changesOf(input).map(changeKey));
  const isNew = (change: Change) => !known.has(changeKey(change));
  const first = plan({ ...input, desired: edited });
  const next = remoteChanges(first).find(isNew);
  if (next !== undefined)
    throw editCheckError(`with the edited configuration, apply would ${next.action} ${next.address}`);
  const declared = new Set(desired.lists.map(({ list }) => list));
  const added = edited.lists.map(({ list }) => list).filter((list) => !declared.has(list));
  const lists = [...new Set([...ledger.lists, ...added])];
  // The ledger as the first apply leaves it: objects adopted, keys renamed, resources released.
  const { set, remove } = first.stateUpdates;
  const resources = { ...ledger.resources, ...set };
  for (const address of remove) delete resources[address];
  const later = changesOf({ ...input, desired: edited, ledger: { ...ledger, resources, lists } }).find(isNew);
  if (later === undefined) return;
  const { address, action, why } = later;
  const reason = why === undefined ? '' : ` (${why})`;
  throw editCheckError(
    `with the edited configuration, the apply after the next one would ${action} ${address}${reason}`,
  );
}

function changesOf(input: Drifted['input']) {
  return remoteChanges(plan(input));
}

function withPlace(each: Refused, { resources }: Desired) {
  if (each.span !== undefined) return each;
  const resource = resources.find(({ address }) => address === each.address);
  const span =
    (each.field === undefined ? undefined : resource?.fieldSpans[each.field.split('.', 1)[0] ?? '']) ?? resource?.span;
  return span === undefined || span.file === '' ? each : { ...each, span };
}
