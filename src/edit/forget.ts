/** Removes addresses from the configuration and the ledger, so that docform no longer manages their objects. */
import { type Address, byAddress, listOf, withinAny } from '../core/address.ts';
import { siblingMark, withoutSiblings } from '../core/order-mark.ts';
import type { Desired, DesiredList, DesiredResource, KindName, Ledger } from '../core/state.ts';
import { type Amended, type Amendment, amended, amendmentOf, state, takeOut } from '../declaration/amendment.ts';
import { namesIn, withoutName } from '../declaration/names.ts';
import { declarationOf } from '../declaration/resources.ts';
import { nowOf } from '../kinds/renames.ts';
import { addressPath, type Shapes } from '../kinds/shape.ts';

export interface ForgettingInput {
  readonly addresses: readonly Address[];
  readonly desired: Desired;
  readonly ledger: Ledger;
  readonly shapes: Shapes;
}

/** An object that docform stops managing. */
export interface Forgotten {
  readonly address: Address;
  readonly kind: KindName;
  /** Missing: the object is not in the ledger. */
  readonly id?: string;
  readonly isDeclared: boolean;
  readonly isProtected: boolean;
  /** Fields in the ledger: the next owner of the object has to declare them. */
  readonly fields: readonly string[];
}

/** A reference from a remaining resource to a forgotten one. */
interface Dangling {
  readonly address: Address;
  readonly field: string;
  readonly names: Address;
  readonly span: DesiredResource['span'];
}

export interface Forgetting {
  /** Sorted by address. */
  readonly forgotten: readonly Forgotten[];
  /** The configuration afterwards. */
  readonly after: Amended;
  readonly ledger: Ledger;
  /** If not empty, the configuration would not be valid. */
  readonly dangling: readonly Dangling[];
}

export function forgetting({ addresses, desired, ledger, shapes }: ForgettingInput): Forgetting {
  const declaration = declarationOf(desired);
  const amendment = amendmentOf(declaration, shapes);
  takeOut(amendment, ...addresses);
  dropDerived(amendment);
  // An entry with an address from before a rename would be deleted under its new address.
  const now = nowOf(desired.moved, ledger, shapes);
  const isForgotten = withinAny(new Set(addresses));
  const entries = Object.entries(ledger.resources).filter(([address]) => isForgotten(now(address)));
  const forgotten = new Map<Address, Forgotten>();
  for (const address of amendment.removed)
    forgotten.set(address, {
      address,
      kind: amendment.before.get(address)?.kind ?? '',
      isDeclared: true,
      isProtected: false,
      fields: [],
    });
  for (const [address, { id, protect, applied = {} }] of entries) {
    const kind = addressPath(address, shapes)?.at(-1)?.kind ?? '';
    forgotten.set(address, {
      address,
      kind,
      id,
      isDeclared: forgotten.has(address),
      isProtected: protect ?? false,
      fields: Object.keys(applied).sort(),
    });
  }
  const after = amended(amendment, declaration, { orders: {}, lists: [] });
  // A list whose last object is forgotten is no longer declared: the next plan has nothing to report of it.
  const declared = new Set(after.lists);
  const dropped = new Set(declaration.lists.filter((list) => !declared.has(list)));
  return {
    forgotten: [...forgotten.values()].sort(byAddress),
    after,
    ledger: ledgerWithout(ledger, new Map(entries.map(([address, { id }]) => [address, id])), dropped, (address) =>
      isForgotten(now(address)),
    ),
    dangling: [...amendment.at.values()].flatMap(({ address, fieldSpans, span, ...resource }) => {
      const gone = namesIn(resource, shapes).filter(({ names }) => amendment.removed.has(names));
      return gone.map(({ field, names }) => ({ address, field, names, span: fieldSpans[field] ?? span }));
    }),
  };
}

/** Removes fields that are derived from forgotten resources. */
function dropDerived(amendment: Amendment) {
  const { at, removed, shapes } = amendment;
  for (const resource of [...at.values()]) {
    const gone = namesIn(resource, shapes).find(
      ({ field, names }) => shapes.get(resource.kind)?.fields[field]?.derived && removed.has(names),
    );
    if (gone !== undefined) state(amendment, resource, withoutName(resource, gone).fields);
  }
}

function ledgerWithout(
  ledger: Ledger,
  gone: ReadonlyMap<Address, string>,
  dropped: ReadonlySet<Address>,
  isForgotten: (address: Address) => boolean,
) {
  const isGone = withinAny(new Set(gone.keys()));
  const marks = new Set([...gone.values()].map(siblingMark));
  const orders = Object.entries(ledger.orders ?? {}).flatMap(([container, mark]) => {
    const kept = isGone(container) ? undefined : withoutSiblings(mark, marks);
    return kept === undefined ? [] : [[container, kept] as const];
  });
  const pending = Object.entries(ledger.pending ?? {}).filter(([address]) => !isForgotten(address));
  const { orders: _, pending: __, ...rest } = ledger;
  return {
    ...rest,
    resources: Object.fromEntries(Object.entries(ledger.resources).filter(([address]) => !gone.has(address))),
    lists: ledger.lists.filter((list) => !isGone(list) && !dropped.has(list)),
    ...(orders.length === 0 ? {} : { orders: Object.fromEntries(orders) }),
    ...(pending.length === 0 ? {} : { pending: Object.fromEntries(pending) }),
  };
}

/** The forgotten objects that `prune: all` would delete as undeclared. `lists`: as declared afterwards. */
export function prunedOf(
  forgotten: readonly Forgotten[],
  lists: readonly DesiredList[],
  shapes: Shapes,
): readonly Forgotten[] {
  const listAt = new Map(lists.map((each) => [each.list, each]));
  return forgotten.filter(({ address, kind }) => {
    const list = listAt.get(listOf(address));
    const shape = shapes.get(kind);
    if (list?.prune !== 'all' || shape === undefined || shape.undeletable || shape.singleton) return false;
    return list.pruneIsNamed || shape.pruneMustBeNamed !== true;
  });
}
