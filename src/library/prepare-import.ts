/** Prepares an import: selects the objects, composes the texts, and proves with a plan that the import changes nothing. */
import { unfinishedInput } from '../apply/ledger-writer.ts';
import { type Address, isWithin, type ListAddress, topContainer, topContainerId } from '../core/address.ts';
import { pluralTitle, wordForm } from '../core/count.ts';
import { withoutUndefined } from '../core/defined.ts';
import { blockedFailure, DocformError, errorMessage, exitCode, usageFailure } from '../core/docform-error.ts';
import type { Desired } from '../core/state.ts';
import type { LeftOut } from '../import/names.ts';
import { isLeftOut } from '../import/select.ts';
import { definitions, kindsOfDialect, shapes } from '../kinds/index.ts';
import { createAddressResolver } from '../kinds/renames.ts';
import { kindOfAddress } from '../kinds/shape.ts';
import { planDigest } from '../plan/approval/plan-digest.ts';
import { plan as planChanges } from '../plan/plan.ts';
import { type Change, isStateOnly, type Plan, remoteChanges } from '../plan/result/change.ts';
import type { StateUpdates } from '../plan/result/ledger-updates.ts';
import { oneLine } from '../report/wording/sanitize.ts';
import { someNames } from '../report/wording/some-names.ts';
import { type ApplyOptions, apply } from './apply.ts';
import type { Validation } from './configuration.ts';
import { desiredIn } from './dialect.ts';
import type { Imported } from './import.ts';
import { chosenOf, type ImportPlace, type ImportTexts, newTexts, patchedTexts } from './import-texts.ts';

interface ImportInput extends ImportPlace {
  readonly imported: Imported;
  /** The existing configuration. Missing: the import writes a new one. */
  readonly validation?: Validation;
  readonly addresses: readonly Address[];
  /** Manages objects that the imported resources only refer to. Otherwise docform writes `external`. */
  readonly managesReferences?: boolean;
  readonly host: string;
  /** Name of the ledger in messages. Null: no other configuration can use the ledger. */
  readonly ledgerPlace: string | null;
}

export interface PreparedImport extends Omit<ImportTexts, 'desired'> {
  readonly imported: Imported;
  readonly files: readonly { readonly path: string; readonly status: 'new' | 'changed' }[];
  readonly plan: ImportPlan;
  readonly counts: readonly { readonly kind: string; readonly title: string; readonly count: number }[];
  readonly leftOut: readonly LeftOut[];
}

/** Prepares the files and the ledger entries of an import, without writing. Throws DocformError if an interrupted apply is not settled, a plan after the import would not be empty, or the ledger belongs to another configuration. */
export async function prepareImport(input: ImportInput): Promise<PreparedImport> {
  const { imported, validation, addresses, organization, host, ledgerPlace, onSecret } = input;
  for (const secret of imported.secrets) onSecret?.(secret);
  const desired = validation?.desired && { ...validation.desired, organization };
  if (desired !== undefined && imported.open.length > 0)
    throw blockedFailure(
      'E-UNFINISHED-RUN',
      'an apply was interrupted, and its result is unknown; nothing was written',
      'run `docform apply` first, which completes the interrupted apply',
    );
  const asked = addresses.map((address) => address.replace(/(?<!\/)\/+$/, ''));
  const selected = chosenOf(imported, asked, desired, input.managesReferences);
  if (selected.unknown.length > 0) throw unknownAddress(selected.unknown, imported.adopted.leftOut);
  const isPatch = validation !== undefined && desired !== undefined;
  const written = await (isPatch
    ? patchedTexts(input, { validation, desired }, selected, imported)
    : newTexts(input, selected));
  const declared = new Set(desired?.resources.map(({ address }) => address));
  const isImported = (address: Address) =>
    desired === undefined || selected.isAsked(address) || (selected.ids.has(address) && !declared.has(address));
  const extent = { isImported, pending: written.pending, ...withoutUndefined({ before: desired }) };
  const plan = planAfterImport({ ...written.desired, organization }, imported, host, extent);
  if (plan.differing.length > 0) throw differing(plan.differing, addresses.length > 0);
  if (plan.unseen.length > 0) throw unseen(plan.unseen);
  refuseOwned(plan.plan);
  if (desired === undefined && ledgerPlace !== null) refuseSharedLedger(imported, plan, ledgerPlace);
  const { desired: _, ...rest } = written;
  return {
    ...rest,
    imported,
    plan,
    counts: countsByKind(selected),
    leftOut: selected.leftOut,
    pending: written.pending.filter((address) => !isLeftOut(selected, address)),
    files: [...written.texts.keys()].map((path) => ({ path, status: written.before.has(path) ? 'changed' : 'new' })),
  };
}

function refuseOwned({ changes }: Plan) {
  const [owned, ...more] = changes.filter(({ blocked }) => /^B-OWNE(D-ELSEWHERE|R-UNKNOWN)$/.test(blocked?.code ?? ''));
  if (owned?.blocked === undefined) return;
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  const { code, reason, hint } = owned.blocked;
  throw blockedFailure(code, `${owned.address} cannot be imported${others}: ${reason}; nothing was written`, hint);
}

/** Writes the imported objects into the ledger. Call this function after you have written the files. Sends no requests to the platform. Throws DocformError if the ledger cannot be written. */
export async function keepImport({ plan }: Pick<PreparedImport, 'plan'>, options: ApplyOptions): Promise<void> {
  const fault = await apply(plan, options).then(({ ledgerFault, held }) => ledgerFault ?? held, errorMessage);
  if (fault === undefined) return;
  throw new DocformError({
    exit: exitCode.partly,
    code: 'E-IMPORT-LEDGER',
    message: `the configuration was written, but the ledger was not: ${fault}`,
    hint: 'run the same import again: it changes no file, and writes the ledger',
  });
}

type ImportPlan = ReturnType<typeof planAfterImport>;

interface ImportExtent {
  /** Whether an address or a list was imported. Missing: all were. */
  readonly isImported?: (address: Address) => boolean;
  /** Declared resources that are not on the platform yet. */
  readonly pending?: readonly Address[];
  /** The configuration before the import. Missing: there was none. */
  readonly before?: Desired;
}

/**
 * Plans with the data that the import has read. Sends no requests. `plan` has only state updates of imported objects. `differing`: changes
 * that this plan, or the plan after it, would make to imported objects, which make the import impossible. `unseen`: ledger entries that are
 * not declared and could not be read, whose objects a later plan would delete. `left`: changes of other objects, for the next apply.
 */
export function planAfterImport(
  declared: Desired,
  imported: Imported,
  host: string,
  { isImported: isOf = () => true, pending = [], before }: ImportExtent = {},
) {
  const { live, ledger, open, serial, adopted, others } = imported;
  const shapes = kindsOfDialect(imported.dialect);
  const { desired } = desiredIn(declared, shapes, ledger);
  const now = createAddressResolver(desired.moved, ledger, shapes);
  // Also accepts the address of a resource before its rename.
  const isImported = (address: Address) => isOf(address) || isOf(now(address));
  const { orders: readOnes, unreadOrders } = readOrders(desired, imported);
  const resources = desired.resources.map((resource) => pinned(resource, adopted.ids));
  const known = { ...desired, resources, orders: readOnes };
  const input = { live, shapes, others, unreadOrders, ...unfinishedInput(open, now) };
  const planWith = (lists: Imported['ledger']['lists'], orders = known.orders) =>
    planChanges({ ...input, desired: { ...known, orders }, ledger: { ...ledger, lists } });
  const whole = planWith(ledger.lists);
  const isForPending = movesForPending(whole, pending, () => {
    const present = Object.entries(known.orders).map(([container, order]) => [
      container,
      order.filter((address) => !pending.includes(address)),
    ]);
    return planWith(ledger.lists, Object.fromEntries(present));
  });
  const isWrong = (change: Change) =>
    isImported(change.address) && !pending.some((each) => isWithin(change.address, each)) && !isForPending(change);
  const declaredBefore = new Set(before?.lists.map(({ list }) => list));
  const fresh = desired.lists.flatMap(({ list, prune }) => {
    const isFresh = prune === 'all' && !ledger.lists.includes(list);
    return isFresh && (isImported(list) || !declaredBefore.has(list)) ? [list] : [];
  });
  const changes = remoteChanges(whole);
  const plan = {
    ...whole,
    changes: whole.changes.filter(({ action, address }) => isStateOnly(action) && isImported(address)),
    steps: [],
    guards: [],
    stateUpdates: importedUpdates(whole.stateUpdates, isImported, imported),
  };
  return {
    plan,
    digest: planDigest(plan, host),
    serial,
    differing: [...changes.filter(isWrong), ...deletedLater(fresh, ledger.lists, whole, planWith)],
    unseen: before === undefined ? unseenIn(known, imported, whole.stateUpdates) : [],
    left: changes.filter((change) => !isWrong(change)),
  };
}

/** The declared orders whose live orders were read, and the containers of the others. */
function readOrders({ orders }: Desired, { live, ledger, adopted }: Imported) {
  const idOf = (container: Address) =>
    container === topContainer ? topContainerId : (adopted.ids.get(container) ?? ledger.resources[container]?.id ?? '');
  const isRead = (container: Address) => live.leftOut === undefined || live.orders[idOf(container)] !== undefined;
  return {
    orders: Object.fromEntries(Object.entries(orders).filter(([container]) => isRead(container))),
    unreadOrders: new Set(Object.keys(orders).filter((container) => !isRead(container))),
  };
}

/** Returns whether a change is a move that is only needed because a pending resource has its place among the siblings. */
function movesForPending(
  { changes }: Plan,
  pending: readonly Address[],
  planWithout: () => Plan,
): (change: Change) => boolean {
  if (pending.length === 0 || !changes.some(({ action }) => action === 'move')) return () => false;
  const needed = new Set(planWithout().changes.flatMap(({ action, address }) => (action === 'move' ? [address] : [])));
  return ({ action, address, fields }) => action === 'move' && fields.length === 0 && !needed.has(address);
}

/** `prune: all` takes effect after a list has been managed once. Returns the deletes that it would then make in the `fresh` lists, which this import writes. `planWith`: the plan as if these lists had been managed. */
function deletedLater(
  fresh: readonly ListAddress[],
  managed: readonly ListAddress[],
  { changes }: Plan,
  planWith: (lists: readonly ListAddress[]) => Plan,
) {
  if (fresh.length === 0) return [];
  const known = new Set(changes.flatMap(({ action, address }) => (action === 'delete' ? [address] : [])));
  const later = planWith([...managed, ...fresh]);
  return later.changes.filter(({ action, address }) => action === 'delete' && !known.has(address));
}

/** Singletons and undeletable objects are not included, because docform only stops managing them. */
function unseenIn({ resources, moved }: Desired, { ledger }: Imported, { remove }: StateUpdates): readonly Address[] {
  const accounted = new Set([...resources.map(({ address }) => address), ...remove]);
  const now = createAddressResolver(moved, ledger, shapes);
  return Object.keys(ledger.resources).filter((address) => {
    if (now(address) !== address) return false;
    const shape = shapes.get(kindOfAddress(address, shapes) ?? '');
    return !accounted.has(address) && shape !== undefined && shape.singleton !== true && shape.undeletable !== true;
  });
}

/** Leaves the ledger of other objects unchanged: an import of one site must not adopt, release or prune anything elsewhere. */
function importedUpdates(
  { set, remove, lists, unlisted = [], orders = [], pending: _, external = {}, ...rest }: StateUpdates,
  isImported: (address: Address) => boolean,
  { dialect, ledger }: Pick<Imported, 'dialect' | 'ledger'>,
): StateUpdates {
  const known = Object.entries(external).filter(([address]) => isImported(address));
  return {
    ...rest,
    ...(dialect === '2025-06' ? {} : { dialect }),
    set: Object.fromEntries(Object.entries(set).filter(([address]) => isImported(address))),
    remove: remove.filter(isImported),
    lists: lists.filter(isImported),
    unlisted: unlisted.filter(isImported),
    external: { ...ledger.external, ...Object.fromEntries(known) },
    orders: [
      ...orders.map(({ members, ...order }) =>
        isImported(order.container) && members ? { ...order, members } : order,
      ),
      ...Object.entries(ledger.orders ?? {}).flatMap(([container, former]) =>
        isImported(container) || orders.some((order) => order.container === container)
          ? []
          : [{ container, former, after: [] }],
      ),
    ],
  };
}

/** The plan must match the object that was read, even if another object has the same name. */
function pinned(resource: Desired['resources'][number], ids: ReadonlyMap<Address, string>) {
  const id = ids.get(resource.address);
  const isSingle = shapes.get(resource.kind)?.singleton === true;
  return id === undefined || isSingle ? resource : { ...resource, pin: id };
}

function countsByKind({ resources }: Pick<Desired, 'resources'>): PreparedImport['counts'] {
  return [...definitions.values()].flatMap(({ name, ...titled }) => {
    const count = resources.filter(({ kind, isExternal }) => kind === name && !isExternal).length;
    return count === 0 ? [] : [{ kind: name, title: wordForm(count, titled.title, pluralTitle(titled)), count }];
  });
}

/** Another configuration that uses the ledger would delete the added objects, because it does not declare them. */
function refuseSharedLedger({ ledger: { resources: known } }: Imported, { plan }: ImportPlan, place: string) {
  const added = Object.keys(plan.stateUpdates.set).filter((address) => known[address] === undefined);
  if (added.length === 0 || Object.keys(known).length === 0) return;
  throw ledgerShared(
    `${place} already belongs to another configuration, which would delete the imported objects (${someNames(added, 3)})`,
  );
}

export function ledgerShared(reason: string): DocformError {
  const hint =
    'import into the existing configuration, or use a separate ledger: another directory, or --env NAME; if the other configuration no longer exists, move its ledger away';
  return usageFailure(`${reason}; nothing was written`, hint, 'E-LEDGER-SHARED');
}

function differing(changes: readonly Change[], isPart: boolean) {
  const isPruned = changes.every(({ action, address }) => action === 'delete' && address.includes('/id:'));
  const names = changes.map(({ address, action, fields }) => {
    const what = fields.length === 0 ? '' : ` (${fields.map(({ field }) => field).join(', ')})`;
    return `${action} ${address}${what}`;
  });
  return new DocformError({
    code: 'E-IMPORT-DIFFERS',
    message: `${isPruned ? 'later plans would' : 'the plan after the import would not be empty:'} ${someNames(names, 5)}; nothing was written`,
    hint: isPruned
      ? '`prune: all` deletes undeclared objects: import these lists completely, or set `prune: owned`'
      : isPart
        ? 'remove entries of other objects from the ledger with `docform forget ADDRESS`, or import everything with `docform import`'
        : 'apply the pending changes of the configuration first (`docform plan` shows them), or remove the changes; `docform forget ADDRESS` removes an entry that only the ledger contains',
  });
}

function unseen(addresses: readonly Address[]) {
  return new DocformError({
    code: 'E-IMPORT-DIFFERS',
    message: `the ledger contains ${someNames(addresses, 5)}, which could not be read; a later plan would delete the undeclared objects; nothing was written`,
    hint: 'use a token that can read them, restore the configuration that declares them, or write to another directory with --out',
  });
}

function unknownAddress(addresses: readonly Address[], leftOut: readonly LeftOut[]) {
  const unread = leftOut.find(
    ({ address: list }) => list !== undefined && addresses.some((each) => isWithin(each, list) || isWithin(list, each)),
  );
  const what = wordForm(addresses.length, 'no object has this address', 'no object has one of these addresses');
  return usageFailure(
    `${someNames(addresses, 3)}: ${what}${unread === undefined ? '' : ` (${oneLine(unread.what)}: ${oneLine(unread.why)})`}`,
    'examples: teams, teams/docs, sites/docs/sections; `docform import --dry-run` lists all addresses',
  );
}
