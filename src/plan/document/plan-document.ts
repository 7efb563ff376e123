/** The last stage: the plan as reports, approvals and apply read it. */
import { type Address, byAddress } from '../../core/address.ts';
import { compareTexts } from '../../core/compare.ts';
import { withoutUndefined } from '../../core/defined.ts';
import type { Arranged } from '../arrange/arranged.ts';
import { rankCausesFirst } from '../arrange/order.ts';
import { syncNotes } from '../changes/git-sync.ts';
import { unsetRestrictions } from '../changes/ledger/intended.ts';
import { findUnknown } from '../changes/unresolved.ts';
import { notesOnRules } from '../context/allow.ts';
import { createAffectedObjects, createTitles, organizationDetails } from '../draft/details.ts';
import type { DraftedChange } from '../draft/drafted.ts';
import type { Matched } from '../identity/matched.ts';
import { type Change, isStateOnly, type Plan } from '../result/change.ts';
import { findLikelyRenames } from './likely-renames.ts';
import { createPlaceOfChange } from './places.ts';

export function createPlanDocument(arranged: Arranged): Plan {
  const { world, selects, windows, guards, orders, stateUpdates, sorted } = arranged;
  const placeOf = createPlaceOfChange(arranged);
  const unset = unsetRestrictions(arranged);
  return {
    ...organizationDetails(world.input),
    changes: completeChanges(arranged, placeOf),
    steps: sorted,
    ids: indexKnownIds(arranged),
    unmanaged: arranged.unmanaged.filter(({ list }) => selects(list)).sort((a, b) => compareTexts(a.list, b.list)),
    pending: arranged.pending
      .filter(({ address }) => selects(address))
      .map((each) => ({ ...each, ...placeOf({ ...each, action: 'pending' }) })),
    external: arranged.external.filter(({ address }) => selects(address)),
    unknown: findUnknown(arranged, selects),
    notes: collectNotes(arranged),
    orders,
    guards,
    stateUpdates,
    ...withoutUndefined({
      part: arranged.part,
      windows: windows.length === 0 ? undefined : windows,
      unset: unset.length === 0 ? undefined : unset,
    }),
  };
}

function collectNotes(arranged: Arranged): Plan['notes'] {
  const { world, changes, notes, guards, selects } = arranged;
  const beyond = [...draftItemNotes(arranged), ...syncNotes(arranged)].filter(({ address }) => selects(address));
  return [...notes, ...beyond, ...notesOnRules(world, { changes, guards })].sort(byAddress);
}

/** Everything that reports call visible can be a draft. */
function draftItemNotes({ world, matches }: Matched): Plan['notes'] {
  return world.live.objects.flatMap((live) => {
    const address = live.beyond === undefined ? undefined : matches.addressOfLive(live);
    const what = live.beyond?.join(' and ') ?? '';
    return address === undefined
      ? []
      : [{ address, text: `${what} on the platform. docform cannot manage this, and its reports ignore it` }];
  });
}

/** Changes of the ledger come first, then the order of execution. */
function completeChanges(arranged: Arranged, placeOf: ReturnType<typeof createPlaceOfChange>): readonly Change[] {
  const { changes, sorted } = arranged;
  const ranks = new Map(sorted.map((each, rank) => [each.id, rank]));
  const [objectsOf, titleOf, renames] = [
    createAffectedObjects(arranged),
    createTitles(arranged),
    findLikelyRenames(arranged),
  ];
  const stepRank = (each: DraftedChange) =>
    isStateOnly(each.action) ? -1 : Math.min(sorted.length, ...each.steps.map((id) => ranks.get(id) ?? sorted.length));
  const rankOf = rankCausesFirst(arranged, stepRank);
  return changes
    .map((each) => ({ each, rank: rankOf(each) }))
    .sort((a, b) => a.rank - b.rank || compareTexts(a.each.address, b.each.address))
    .map(({ each }): Change => {
      const also = renames.get(each);
      const notes = also === undefined ? each.notes : [...each.notes, ...also];
      return { ...each, notes, objects: objectsOf(each), ...placeOf(each), ...titleOf(each) };
    });
}

function indexKnownIds(arranged: Arranged): { readonly [address: Address]: string } {
  const { matches, world, unmanagedIds, deleting } = arranged;
  const ids: { [address: Address]: string } = {};
  for (const match of matches.at.values()) {
    if (match.live !== undefined && (match.state === 'matched' || match.state === 'trashed'))
      ids[match.resource.address] = match.live.id;
  }
  for (const { resource, entry } of matches.unmatched) if (entry !== undefined) ids[resource.address] ??= entry.id;
  for (const address of world.leftOver) ids[address] ??= world.ledger.get(address)?.id ?? '';
  for (const [address, id] of unmanagedIds) ids[address] = id;
  for (const [live, address] of deleting) ids[address] = live.id;
  return ids;
}
