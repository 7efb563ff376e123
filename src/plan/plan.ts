/** The planner: compares desired state, live state and ledger. Pure and deterministic. */
import { type Address, byAddress } from '../core/address.ts';
import { compareTexts } from '../core/compare.ts';
import { defined } from '../core/defined.ts';
import { draftDefaults } from './changes/deletes/defaults.ts';
import { draftDeletes } from './changes/deletes/deletes.ts';
import { flattenSites } from './changes/deletes/flatten.ts';
import { draftExternal } from './changes/externals.ts';
import { syncNotes } from './changes/git-sync.ts';
import { unsetIn } from './changes/ledger/intended.ts';
import { stateUpdatesOf } from './changes/ledger/state-updates.ts';
import { draftPlacement, draftRelocations } from './changes/moves/placement.ts';
import { draftResources } from './changes/resources.ts';
import { draftPending, findUnknown } from './changes/unresolved.ts';
import { notesOnRules } from './context/allow.ts';
import { inCanonicalOrder } from './context/canonical-order.ts';
import { createWorld, type PlanInput } from './context/world.ts';
import { affectedObjectsIn, organizationOf, titlesIn } from './document/details.ts';
import { noteLikelyRenames } from './document/likely-renames.ts';
import { placesIn } from './document/places.ts';
import type { Draft, DraftChange, DraftStep } from './draft/draft.ts';
import { checkConditions } from './guards/conditions.ts';
import { checkCustomValues } from './guards/custom-values.ts';
import { guardPlan } from './guards/guard.ts';
import { planCreates, swallowedBy, waitingCreates } from './identity/creates.ts';
import type { Foreseen } from './identity/identity.ts';
import { matchAll } from './identity/match.ts';
import { withCompanions } from './identity/unfinished.ts';
import { type Change, isStateOnly, type Plan } from './result/change.ts';
import type { Selects } from './result/scope.ts';
import { limitPlan } from './scope/limit.ts';
import { orderByAccess } from './steps/access/access-order.ts';
import { announceWindows, directlyAfter } from './steps/access/windows.ts';
import { draftArrivals } from './steps/arrivals.ts';
import { draftDerivedValues } from './steps/derived-values.ts';
import { draftEdges } from './steps/edges.ts';
import { draftLocks } from './steps/locks.ts';
import { causesFirst, orderSteps } from './steps/order.ts';
import { splitWidening } from './steps/split-widening.ts';
import { draftUniqueKeys } from './steps/unique-values.ts';

export type { PlanInput } from './context/world.ts';

export function plan(input: PlanInput): Plan {
  const draft = startDraft(input);
  draftResources(draft);
  const { pending, accepted } = draftPending(draft);
  const { external, known } = draftExternal(draft);
  const { unmanaged, released } = draftDeletes(draft);
  draftRelocations(draft);
  draftPlacement(draft);
  draftDefaults(draft);
  flattenSites(draft);
  splitWidening(draft);
  draftEdges(draft);
  draftDerivedValues(draft);
  draftUniqueKeys(draft);
  draftLocks(draft);
  draftArrivals(draft);
  checkConditions(draft);
  checkCustomValues(draft);
  const updates = { ...stateUpdatesOf(draft, released), pending: accepted, external: known };
  const { scope } = input;
  const { selects, stateUpdates, part } =
    scope === undefined ? { stateUpdates: updates, selects: () => true } : limitPlan(draft, updates, scope);
  const guards = guardPlan(draft);
  noteLikelyRenames(draft);
  const unset = unsetIn(draft);
  const windows = announceWindows(draft, orderByAccess(draft));
  const steps = orderSteps(draft.steps, directlyAfter(windows));
  const placeOf = placesIn(draft);
  return {
    ...organizationOf(input),
    changes: orderChanges(draft, steps, placeOf),
    steps,
    ids: knownIds(draft),
    unmanaged: unmanaged.filter(({ list }) => selects(list)).sort((a, b) => compareTexts(a.list, b.list)),
    pending: pending
      .filter(({ address }) => selects(address))
      .map((each) => ({ ...each, ...placeOf({ ...each, action: 'pending' }) })),
    external: external.filter(({ address }) => selects(address)),
    unknown: findUnknown(draft, selects),
    notes: notesIn(draft, guards, selects),
    orders: draft.orders,
    guards,
    stateUpdates,
    ...defined({
      part,
      windows: windows.length === 0 ? undefined : windows,
      unset: unset.length === 0 ? undefined : unset,
    }),
  };
}

/** Matches resources, and plans nothing yet. Matches again if creates are deferred, or if a flat site gets sections, because its site-spaces then have new addresses. */
export function startDraft(input: PlanInput): Draft {
  const given = createWorld({ ...input, desired: inCanonicalOrder(input.desired, input.shapes) });
  const world = (input.companions?.size ?? 0) === 0 ? given : withCompanions(given);
  let matches = matchAll(world);
  const waiting = new Map(waitingCreates(world, matches));
  if (waiting.size > 0) matches = matchAll(world, { waiting });
  let creates = planCreates(world, matches);
  const again = (placed: Foreseen['placed']) => {
    for (const [address, wait] of creates.manual) waiting.set(address, wait);
    matches = matchAll(world, { waiting, placed });
    creates = planCreates(world, matches);
    if (creates.manual.size > 0) again(placed);
  };
  if (creates.manual.size > 0) again(new Map());
  const placed = swallowedBy(world, matches, creates.wraps);
  if (placed.size > 0) again(placed);
  return {
    world,
    matches,
    waiting,
    creates,
    open: new Set(),
    steps: new Map(),
    changes: [],
    changeAt: new Map(),
    producers: new Map(),
    deleting: new Map(),
    unmanagedIds: new Map(),
    heldBack: new Map(),
    stored: new Map(),
    notes: [],
    orders: [],
  };
}

function notesIn(draft: Draft, guards: Plan['guards'], selects: Selects): Plan['notes'] {
  const { world, changes, notes } = draft;
  const beyond = [...notesBeyond(draft), ...syncNotes(draft)].filter(({ address }) => selects(address));
  return [...notes, ...beyond, ...notesOnRules(world, { changes, guards })].sort(byAddress);
}

/** Everything that reports call visible can be a draft. */
function notesBeyond({ world, matches }: Draft): Plan['notes'] {
  return world.live.objects.flatMap((live) => {
    const address = live.beyond === undefined ? undefined : matches.addressOfLive(live);
    const what = live.beyond?.join(' and ') ?? '';
    return address === undefined
      ? []
      : [{ address, text: `${what} on the platform. docform cannot manage this, and its reports ignore it` }];
  });
}

/** Changes of the ledger come first, then the order of execution. */
function orderChanges(draft: Draft, steps: readonly DraftStep[], placeOf: ReturnType<typeof placesIn>) {
  const ranks = new Map(steps.map((each, rank) => [each.id, rank]));
  const [objectsOf, titleOf] = [affectedObjectsIn(draft), titlesIn(draft)];
  const stepRank = (each: DraftChange) =>
    isStateOnly(each.action) ? -1 : Math.min(steps.length, ...each.steps.map((id) => ranks.get(id) ?? steps.length));
  const rankOf = causesFirst(draft, stepRank);
  return draft.changes
    .map((each) => ({ each, rank: rankOf(each) }))
    .sort((a, b) => a.rank - b.rank || compareTexts(a.each.address, b.each.address))
    .map(({ each }): Change => ({ ...each, objects: objectsOf(each), ...placeOf(each), ...titleOf(each) }));
}

function knownIds(draft: Draft): { readonly [address: Address]: string } {
  const ids: { [address: Address]: string } = {};
  for (const match of draft.matches.at.values()) {
    if (match.live !== undefined && (match.state === 'matched' || match.state === 'trashed'))
      ids[match.resource.address] = match.live.id;
  }
  for (const { resource, entry } of draft.matches.unmatched)
    if (entry !== undefined) ids[resource.address] ??= entry.id;
  for (const address of draft.world.leftOver) ids[address] ??= draft.world.ledger.get(address)?.id ?? '';
  for (const [address, id] of draft.unmanagedIds) ids[address] = id;
  for (const [live, address] of draft.deleting) ids[address] = live.id;
  return ids;
}
