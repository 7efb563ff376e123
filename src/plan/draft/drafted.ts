/** The drafted part of a plan, as the stages after drafting read it. */
import type { Address } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { cacheFirstResult } from '../../core/once.ts';
import type { LiveObject } from '../../core/state.ts';
import { liveParent } from '../context/world.ts';
import type { Match } from '../identity/identity.ts';
import type { Matched } from '../identity/matched.ts';
import type { Change, SiblingOrder } from '../result/change.ts';
import type { HeldBack } from '../result/ledger-updates.ts';
import type { BulkItem, Step, StepId } from '../result/step.ts';

/** A change without the parts that the document of the plan adds. */
export type DraftedChange = Omit<Change, 'title' | 'objects' | 'span'>;

export interface Drafted extends Matched {
  /** Declared resources that differ from the platform or the ledger. All others are skipped. */
  readonly open: ReadonlySet<Match>;
  readonly steps: ReadonlyMap<StepId, Step>;
  readonly changes: readonly DraftedChange[];
  /** `address:action` -> change. */
  readonly changeAt: ReadonlyMap<string, DraftedChange>;
  /** The step that creates an address without an id. */
  readonly producers: ReadonlyMap<Address, StepId>;
  readonly deleting: ReadonlyMap<LiveObject, Address>;
  /** Ids of undeclared containers that a step names, by placeholder address. */
  readonly unmanagedIds: ReadonlyMap<Address, string>;
  /** Values of new objects until they are restricted. */
  readonly heldBack: ReadonlyMap<Address, readonly HeldBack[]>;
  /** By address: fingerprints of texts on the platform that differ from the applied ones. */
  readonly stored: ReadonlyMap<Address, { readonly [mark: string]: string }>;
  readonly notes: readonly { readonly address: Address; readonly text: string }[];
  readonly orders: readonly SiblingOrder[];
}

/** The items of a bulk step that belong to an address. */
export function createItemsOfBulk({
  steps,
}: Pick<Drafted, 'steps'>): (bulk: Step, address: Address) => readonly BulkItem[] {
  const bulks = cacheFirstResult(() => {
    const withItems = [...steps.values()].filter(({ items }) => items !== undefined);
    return new Map(withItems.map((each) => [each, groupBy(each.items ?? [], ({ address }) => address)]));
  });
  return (bulk, address) => bulks().get(bulk)?.get(address) ?? [];
}

/** Whether the object is deleted, alone or with its container. */
export function isDeleting(drafted: Pick<Drafted, 'world' | 'deleting'>, live: LiveObject): boolean {
  if (drafted.deleting.has(live)) return true;
  const parent = liveParent(drafted.world, live);
  return parent !== undefined && isDeleting(drafted, parent);
}

/** The step that deletes the object, alone or with its container. */
export function deleteStepOf(drafted: Drafted, live: LiveObject): StepId | undefined {
  // The platform's wrapper around the object, if no declared wrapper takes over.
  const wrap = drafted.creates.wraps.find((each) => each.takenBy === undefined && each.swallowed.includes(live));
  for (const address of [drafted.deleting.get(live), wrap?.wrapper])
    if (drafted.steps.has(`${address}#delete`)) return `${address}#delete`;
  const parent = liveParent(drafted.world, live);
  return parent && deleteStepOf(drafted, parent);
}
