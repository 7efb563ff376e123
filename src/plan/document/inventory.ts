/** Lists all objects of the configuration, the ledger and the platform, with their states. */

import { type Address, byAddress } from '../../core/address.ts';
import { isEqual } from '../../core/compare.ts';
import { withoutUndefined } from '../../core/defined.ts';
import type { SourceSpan } from '../../core/problem.ts';
import {
  type DesiredResource,
  isExternalBlock,
  type KindName,
  type Ledger,
  type LiveObject,
  type Value,
} from '../../core/state.ts';
import { type Shapes, shapeOf } from '../../kinds/shape.ts';
import { findUnknown } from '../changes/unresolved.ts';
import { owningConfiguration } from '../context/other-configurations.ts';
import type { PlanInput } from '../context/world.ts';
import { displayName, kindAtAddress, liveParent, unmanagedAddress, type World } from '../context/world.ts';
import { startDraft } from '../draft/draft.ts';
import type { Drafted } from '../draft/drafted.ts';
import type { Match } from '../identity/identity.ts';
import { matchResources } from '../identity/matched.ts';
import type { Unknown } from '../result/change.ts';

/** `managed`: declared and in the ledger. `external`: managed by another configuration, or only referred to. `unrecorded`: declared, not in the ledger. `missing`: declared, not on the platform. `pending`: missing, and docform cannot create it. `unread`: unknown. `dropped`: only in the ledger, exists. `gone`: only in the ledger, does not exist. `unmanaged`: only on the platform. */
export type ObjectStatus =
  | 'managed'
  | 'external'
  | 'unrecorded'
  | 'missing'
  | 'pending'
  | 'unread'
  | 'dropped'
  | 'gone'
  | 'unmanaged';

export interface InventoryRow {
  readonly address: Address;
  readonly kind: KindName;
  /** Missing: no id, or the id is unknown. */
  readonly id?: string;
  readonly status: ObjectStatus;
  /** The name of an object without its own address. */
  readonly name?: string;
  readonly reason?: string;
  readonly isProtected: boolean;
  readonly span?: SourceSpan;
}

export interface Inventory {
  /** Sorted by address, without people who are only references. */
  readonly rows: readonly InventoryRow[];
  readonly unread: readonly Pick<Unknown, 'list' | 'reason'>[];
}

export function listInventory(input: PlanInput): Inventory {
  const draft = startDraft(matchResources(input));
  const { world, matches } = draft;
  const declared = [...matches.at.values()].filter(({ resource }) => isWrittenInFiles(resource));
  const gone = new Set(matches.gone);
  const dropped = new Set(matches.dropped.map(({ address }) => address));
  const external = new Set(matches.external);
  const written = new Set(declared.map(({ resource }) => resource.address));
  const leftOver = world.leftOver.filter((address) => !written.has(address));
  const statusOfLeftOver = (address: Address): ObjectStatus =>
    dropped.has(address) || external.has(address) ? 'dropped' : gone.has(address) ? 'gone' : 'unread';
  const rows = [
    ...declared.map((match) => declaredRow(draft, match)),
    ...leftOver.map((address) => ledgerRow(world, address, statusOfLeftOver(address))),
    ...unmanagedRows(draft),
  ];
  return { rows: rows.sort(byAddress), unread: findUnknown(draft).map(({ list, reason }) => ({ list, reason })) };
}

export function listInventoryOffline(resources: readonly DesiredResource[], ledger: Ledger, shapes: Shapes): Inventory {
  const declared = new Map(resources.filter(isWrittenInFiles).map((resource) => [resource.address, resource]));
  const world = { shapes, ledger: new Map(Object.entries(ledger.resources)) };
  const rows: InventoryRow[] = [...declared.values()].map((resource) => {
    const id = world.ledger.get(resource.address)?.id ?? resource.pin;
    if (resource.isExternal) return withoutUndefined({ ...startRow(world, resource), id, status: 'external' as const });
    const status: ObjectStatus =
      world.ledger.has(resource.address) || isUnrecordedSingleton(world, resource) ? 'managed' : 'unrecorded';
    return withoutUndefined({ ...startRow(world, resource), id, status });
  });
  const leftOver = [...world.ledger.keys()].filter((address) => !declared.has(address));
  return {
    rows: [...rows, ...leftOver.map((address) => ledgerRow(world, address, 'dropped'))].sort(byAddress),
    unread: [],
  };
}

function isWrittenInFiles(resource: DesiredResource) {
  return !resource.isExternal || isExternalBlock(resource);
}

function declaredRow({ world }: Drafted, match: Match): InventoryRow {
  const { resource, live, state, blocked } = match;
  const { claim } = resource;
  const synced = claim && `written by Git Sync (${claim.file})`;
  const reason =
    blocked?.reason ?? (state === 'trashed' ? 'in the trash: apply restores it' : (match.reason ?? synced));
  const id = live?.id ?? (state === 'hidden' ? world.ledger.get(resource.address)?.id : undefined);
  return withoutUndefined({ ...startRow(world, resource), id, status: statusOfMatch(world, match), reason });
}

function statusOfMatch(world: World, { state, resource, live, blocked }: Match): ObjectStatus {
  if (state === 'hidden') return blocked === undefined ? 'unread' : 'missing';
  if (resource.isExternal) return 'external';
  if (state === 'pending') return 'pending';
  if (state === 'absent' || state === 'trashed') return 'missing';
  return world.ledger.get(resource.address)?.id === live?.id || isUnrecordedSingleton(world, resource)
    ? 'managed'
    : 'unrecorded';
}

/** Whether a singleton declares nothing that the ledger would record, such as `fields: {}` of a space. */
function isUnrecordedSingleton(
  { shapes, ledger }: Pick<World, 'ledger' | 'shapes'>,
  { kind, parent, fields }: DesiredResource,
) {
  const saysNothing = Object.values(fields).every((value) => isEqual(value as Value, {}));
  return saysNothing && parent !== null && ledger.has(parent) && shapeOf({ shapes }, kind).singleton === true;
}

function startRow({ ledger }: Pick<World, 'ledger'>, { address, kind, span }: DesiredResource) {
  return { address, kind, isProtected: ledger.get(address)?.protect ?? false, span };
}

function ledgerRow(world: Pick<World, 'ledger' | 'shapes'>, address: Address, status: ObjectStatus): InventoryRow {
  const entry = world.ledger.get(address);
  const kind = kindAtAddress(world, address) ?? '';
  return withoutUndefined({ address, kind, id: entry?.id, status, isProtected: entry?.protect ?? false });
}

/** Objects that are neither declared nor in the ledger, with their contents, and the configurations that own them. */
function unmanagedRows(draft: Drafted): readonly InventoryRow[] {
  const { world, matches } = draft;
  const addressOfUnmanaged = (live: LiveObject): Address => {
    const parent = liveParent(world, live);
    return (
      matches.addressOfLive(live) ??
      unmanagedAddress(shapeOf(world, live.kind), parent ? addressOfUnmanaged(parent) : null, live.id)
    );
  };
  return matches
    .unowned()
    .filter((live) => !live.isDeleted && !shapeOf(world, live.kind).singleton)
    .map((live) => {
      const owner = owningConfiguration(world, live)?.other;
      return withoutUndefined({
        address: addressOfUnmanaged(live),
        kind: live.kind,
        id: live.id,
        name: displayName(world, live),
        isProtected: false,
        status: owner === undefined ? ('unmanaged' as const) : ('external' as const),
        reason: owner && `managed by ${owner.name} (${owner.file})`,
      });
    });
}
