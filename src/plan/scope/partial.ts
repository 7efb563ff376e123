/** Plans from the configuration and the ledger, without the platform. Nothing can be applied from such a plan. */

import {
  type Address,
  byAddress,
  createWithinTest,
  keyIn,
  listAddress,
  listOf,
  topLevelAddress,
} from '../../core/address.ts';
import { withoutMissing } from '../../core/defined.ts';
import { idMark, intendedPositions } from '../../core/ledger-marks.ts';
import { parsePendingMark } from '../../core/pending-marks.ts';
import type { SourceSpan } from '../../core/problem.ts';
import type { Desired, DesiredResource, KindName, Ledger } from '../../core/state.ts';
import { type Shapes, shapeOf } from '../../kinds/shape.ts';
import { type PruneRules, protectedAddressWithin, staysUndeleted } from '../changes/deletes/dropped.ts';
import { unmanagedFields } from '../changes/ledger/unmanaged-fields.ts';
import { declarationMark } from '../changes/unresolved.ts';
import { type RenamedLedger, renameInLedger } from '../context/renamed-ledger.ts';
import { kindAtAddress } from '../context/world.ts';
import { computeLastApplied } from '../fields/compare.ts';
import { wrappersOf, wrapperTakingOver } from '../identity/creates.ts';

/** `create`: created, or matched by name. `move`: another order of the members. `release`: no longer managed. `unmanage`: some fields are no longer declared. */
export type PartialAction = 'create' | 'update' | 'rename' | 'move' | 'delete' | 'release' | 'unmanage';

export interface PartialChange {
  readonly address: Address;
  readonly kind: KindName;
  readonly action: PartialAction;
  /** For `update`: fields that differ from the last apply. For `unmanage`: fields that are no longer declared. */
  readonly fields: readonly string[];
  readonly from?: Address;
  /** The delete would be blocked. */
  readonly isProtected?: true;
  readonly span?: SourceSpan;
}

export interface PartialPlan {
  readonly organization: string;
  readonly changes: readonly PartialChange[];
  /** Number of declared resources without a fingerprint in the ledger. */
  readonly withoutFingerprint: number;
}

interface Around {
  readonly desired: Desired;
  readonly shapes: Shapes;
  readonly ledger: RenamedLedger;
  readonly grounds: PruneRules;
  readonly isExternal: (address: Address) => boolean;
}

export function partialPlan(desired: Desired, known: Ledger, shapes: Shapes): PartialPlan {
  const ledger = renameInLedger({ desired, ledger: known, shapes });
  const external = new Set(desired.resources.flatMap(({ address, isExternal }) => (isExternal ? [address] : [])));
  const grounds = { desired, ledger: ledger.entries };
  const around: Around = { desired, shapes, ledger, grounds, isExternal: (address) => external.has(address) };
  const declared = desired.resources.filter(({ isExternal }) => isExternal !== true);
  const renamedFrom = new Map(ledger.renamed.flatMap(({ from, to, isOwn }) => (isOwn ? [[to, from]] : [])));
  const changes = [
    ...desired.resources.flatMap((resource) => changesOfResource(resource, around, renamedFrom.get(resource.address))),
    ...orderChanges(around),
    ...droppedChanges(around),
  ];
  const withoutFingerprint = declared.filter(({ address, fields }) => {
    const entry = ledger.entries.get(address);
    return entry !== undefined && entry.applied === undefined && Object.keys(fields).length > 0;
  });
  return {
    organization: desired.organization,
    changes: changes.sort(byAddress),
    withoutFingerprint: withoutFingerprint.length,
  };
}

function changesOfResource(
  resource: DesiredResource,
  { shapes, ledger }: Around,
  from: Address | undefined,
): readonly PartialChange[] {
  const { address, kind, span } = resource;
  const shape = shapeOf({ shapes }, kind);
  const base = { address, kind, fields: [], span };
  const entry = ledger.entries.get(address);
  if (resource.isExternal) return entry === undefined ? [] : [{ ...base, action: 'release' }];
  const marks = computeLastApplied(shape, resource.fields);
  // The ledger records a singleton only if it declares something.
  const isSaid = !shape.singleton || Object.keys(marks).length > 0;
  const isAccepted = parsePendingMark(ledger.pending.get(address) ?? '').declared === declarationMark(resource);
  if (entry === undefined) return isSaid && !isAccepted ? [{ ...base, action: 'create' }] : [];
  const renamed: readonly PartialChange[] = from === undefined ? [] : [{ ...base, action: 'rename', from }];
  const { applied } = entry;
  if (applied === undefined) return renamed;
  const fields = [
    ...new Set(
      Object.keys(marks)
        .filter((mark) => marks[mark] !== applied[mark] && shape.fields[mark]?.isRecorded !== true)
        .map((mark) => mark.split('.', 1)[0] ?? mark),
    ),
  ];
  // A new object replaces the old one, so nothing of the old one is kept.
  const isReplaced = fields.some((name) => shape.fields[name]?.change === 'replace');
  const unmanaged = isReplaced ? [] : unmanagedFields(shape, resource.fields, applied).map(({ mark }) => mark);
  return withoutMissing(
    ...renamed,
    fields.length > 0 && { ...base, action: 'update', fields },
    unmanaged.length > 0 && { ...base, action: 'unmanage', fields: unmanaged },
  );
}

function orderChanges({ desired, shapes, ledger }: Around): readonly PartialChange[] {
  return Object.entries(desired.orders).flatMap(([container, members]): readonly PartialChange[] => {
    const mark = ledger.orders.get(container);
    if (mark === undefined) return [];
    const positions = intendedPositions(mark);
    const places = members.flatMap((member) => positions.get(idMark(ledger.entries.get(member)?.id ?? '')) ?? []);
    if (places.every((place, at) => at === 0 || place > (places[at - 1] ?? -1))) return [];
    return [{ address: container, kind: kindAtAddress({ shapes }, container) ?? '', action: 'move', fields: [] }];
  });
}

/** Contents of a deleted object are deleted with that object. */
function droppedChanges(around: Around): readonly PartialChange[] {
  const declared = new Set(around.desired.resources.map(({ address }) => address));
  const wrapped = linksTakenOver(around);
  const dropped = [...around.ledger.entries.keys()].filter(
    (address) => !declared.has(address) && !wrapped.has(address),
  );
  const all = dropped.flatMap((address) => droppedChange(address, around) ?? []);
  const goesAlong = createWithinTest(
    new Set(all.flatMap(({ action, address }) => (action === 'delete' ? [address] : []))),
  );
  return all.filter(({ address }) => !goesAlong(listOf(address)));
}

/** Links of a flat container that a new section takes over. They keep existing under new addresses. */
function linksTakenOver({ desired, shapes, ledger }: Around): ReadonlySet<Address> {
  const kinds = new Map(desired.resources.map(({ address, kind }) => [address, kind]));
  return new Set(
    desired.resources.flatMap(({ address: container, kind }) => {
      const { wraps } = shapeOf({ shapes }, kind);
      if (wraps === undefined) return [];
      const list = listAddress(container, shapeOf({ shapes }, wraps.child).segment);
      const formerLinksOf = (wrapper: Address): readonly Address[] =>
        (desired.orders[wrapper] ?? []).flatMap((member) => {
          const former = `${list}/${keyIn(member)}`;
          return kinds.get(member) === wraps.child && ledger.entries.has(former) ? [former] : [];
        });
      const wrappers = wrappersOf(container, wraps.wrapper, desired.orders, (address) => kinds.get(address));
      const fresh = wrappers.filter((wrapper) => !ledger.entries.has(wrapper));
      const taker = wrapperTakingOver(fresh, (wrapper) => formerLinksOf(wrapper).length);
      return taker === undefined ? [] : formerLinksOf(taker);
    }),
  );
}

function droppedChange(address: Address, { grounds, shapes, isExternal }: Around): PartialChange | undefined {
  const kind = kindAtAddress({ shapes }, address);
  if (kind === undefined) return undefined;
  const shape = shapeOf({ shapes }, kind);
  const base = { address, kind, fields: [] };
  if (isExternal(topLevelAddress(address)) || staysUndeleted(grounds, address, shape))
    return { ...base, action: 'release' };
  const isProtected = protectedAddressWithin(grounds, address, shape) !== undefined;
  return { ...base, action: 'delete', ...(isProtected ? { isProtected } : {}) };
}
