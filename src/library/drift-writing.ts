/** Takes drift into the configuration: the live values of what was changed by hand, by editing its files; writes nothing itself. */
import { type Address, isWithin, topContainer } from '../core/address.ts';
import type { SourceSpan } from '../core/problem.ts';
import type { Desired } from '../core/state.ts';
import { drift as findDrift } from '../drift/drift.ts';
import type { DriftEntry } from '../drift/entry.ts';
import { type NotTaken as NotTakenIn, type TakenIn, takeIn } from '../drift/take-in.ts';
import { adopt } from '../import/adopt.ts';
import { type Change, remoteChanges } from '../plan/change.ts';
import { plan } from '../plan/plan.ts';
import type { ConfigurationOptions, Validation } from './configuration.ts';
import type { Drifted } from './drift.ts';
import { isPlace } from './inventory.ts';
import { editCheckError, rewriteConfiguration } from './rewriting.ts';

export interface DriftWritingOptions {
  /** As `validate` was called. */
  readonly options: ConfigurationOptions;
  readonly validation: Validation;
  /** Only these, and what stands below them; empty: everything that drifted. */
  readonly addresses: readonly Address[];
  /** Also unmanaged objects whose own address is not given: another configuration may manage them. */
  readonly withUnmanaged?: boolean;
}

/** True for whatever drift can tell of: an address, a list, and the top level, which may be in another order. */
export function isDriftPlace(text: string): boolean {
  return text === topContainer || isPlace(text);
}

/** What stays as it is in the configuration, and why. */
export interface NotTaken extends NotTakenIn {
  /** Where that stands. */
  readonly span?: SourceSpan;
}

export interface DriftWriting {
  /** Only files that change. */
  readonly texts: ReadonlyMap<string, string>;
  readonly diff: string;
  /** Of what was asked for, all that the files then say. */
  readonly accepted: readonly DriftEntry[];
  readonly notAccepted: readonly NotTaken[];
  /** Unmanaged objects that were left out: they need their address, or `withUnmanaged`. */
  readonly unmanaged: readonly DriftEntry[];
  /** Fields that are no longer stated: the platform has no value, and nothing can say so. */
  readonly released: TakenIn['released'];
  /** Drift that is left: not asked for, or not accepted. */
  readonly left: number;
}

/**
 * `drifted` has to be of a whole reading. Throws DocformError where a plan of the edited files would change anything on the platform
 * that a plan of the present ones does not.
 */
export async function driftIntoFiles(
  { drift, input, today }: Drifted,
  writing: DriftWritingOptions,
): Promise<DriftWriting> {
  const { options, validation, addresses, withUnmanaged = false } = writing;
  const { desired, live, ledger, shapes } = input;
  const asDeclared = adopt({ live, ledger, desired, shapes });
  const asked = { desired, entries: drift.entries, addresses, withUnmanaged, live: asDeclared, shapes };
  const { after, chosen, unmanaged, notAccepted, released } = takeIn(asked);
  const rewritten = await rewriteConfiguration({ options, validation, after });
  const edited: Desired = { ...rewritten.desired, organization: desired.organization };
  requireNothingNew(input, edited);
  const left = findDrift({ ...input, desired: edited, today }).entries;
  const refused: readonly NotTaken[] = [...notAccepted, ...rewritten.refused].map((each) => withPlace(each, desired));
  const isLeft = (entry: DriftEntry) => left.some((each) => isSame(each, entry) && !isForLedger(each));
  const silent = chosen.filter(
    (entry) => isLeft(entry) && !refused.some((each) => isWithin(each.address, entry.address)),
  );
  return {
    ...{ texts: rewritten.texts, diff: rewritten.diff, released, unmanaged },
    accepted: chosen.filter((entry) => !isLeft(entry)),
    notAccepted: [
      ...refused,
      ...silent.map(({ address }) => withPlace({ address, reason: 'it would still be otherwise' }, desired)),
    ],
    left: left.filter((entry) => !isForLedger(entry)).length,
  };
}

/** Another object of the same name: the next apply notes its id, and the files have nothing to say of it. */
function isForLedger({ fields }: DriftEntry): boolean {
  return fields?.length === 1 && fields[0]?.field === 'id';
}

function isSame(a: DriftEntry, b: DriftEntry): boolean {
  return a.class === b.class && a.address === b.address;
}

/** Taking in what is there cannot ask for more than before, nor one apply later, when `prune: all` holds in lists that are new by then. */
function requireNothingNew(input: Drifted['input'], edited: Desired): void {
  const { desired, ledger } = input;
  const known = new Set(changesOf(input).map(({ action, address }) => `${action} ${address}`));
  const isNew = ({ action, address }: Change): boolean => !known.has(`${action} ${address}`);
  const first = plan({ ...input, desired: edited });
  const next = remoteChanges(first).find(isNew);
  if (next !== undefined)
    throw editCheckError(`with the edited configuration, apply would ${next.action} ${next.address}`);
  const declared = new Set(desired.lists.map(({ list }) => list));
  const added = edited.lists.map(({ list }) => list).filter((list) => !declared.has(list));
  const lists = [...new Set([...ledger.lists, ...added])];
  // What the first apply adopts is known by then, and so are its lists.
  const resources = { ...ledger.resources, ...first.stateUpdates.set };
  const later = changesOf({ ...input, desired: edited, ledger: { ...ledger, resources, lists } }).find(isNew);
  if (later === undefined) return;
  const { address, action, why } = later;
  const reason = why === undefined ? '' : ` (${why})`;
  throw editCheckError(
    `with the edited configuration, the apply after the next one would ${action} ${address}${reason}`,
  );
}

function changesOf(input: Drifted['input']): readonly Change[] {
  return remoteChanges(plan(input));
}

function withPlace(each: NotTaken, { resources }: Desired): NotTaken {
  if (each.span !== undefined) return each;
  const resource = resources.find(({ address }) => address === each.address);
  const span =
    (each.field === undefined ? undefined : resource?.fieldSpans[each.field.split('.', 1)[0] ?? '']) ?? resource?.span;
  return span === undefined || span.file === '' ? each : { ...each, span };
}
