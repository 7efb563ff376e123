/** Finds differences between the platform and the last apply that the configuration does not want. */

import {
  type Address,
  byAddress,
  createDescendantFinder,
  listOf,
  topContainer,
  topContainerId,
} from '../../core/address.ts';
import { compareTexts, groupBy, isEqual } from '../../core/compare.ts';
import { count } from '../../core/count.ts';
import { withoutMissing, withoutUndefined } from '../../core/defined.ts';
import { sha256Hex } from '../../core/digest.ts';
import type { ExpectationFinding } from '../../core/expectation-finding.ts';
import { canonicalJson } from '../../core/json.ts';
import { idMark, intendedPositions } from '../../core/ledger-marks.ts';
import { type LiveObject, parseExternalMark } from '../../core/state.ts';
import { kindOfContainer, placeField, shapeOf, shownByLink } from '../../kinds/shape.ts';
import { stalledNotes, syncNotes } from '../../plan/changes/git-sync.ts';
import { nextOrders } from '../../plan/changes/ledger/state-updates.ts';
import { fewestMoves } from '../../plan/changes/moves/moves.ts';
import { groupComparable } from '../../plan/changes/moves/placement.ts';
import { findUnknown } from '../../plan/changes/unresolved.ts';
import { owningConfiguration } from '../../plan/context/other-configurations.ts';
import type { PlanInput } from '../../plan/context/world.ts';
import { displayName, isFilledByPlans, parentAddress, unmanagedAddress, type World } from '../../plan/context/world.ts';
import { organizationDetails } from '../../plan/draft/details.ts';
import { startDraft } from '../../plan/draft/draft.ts';
import { isOutsideOwnBounds } from '../../plan/guards/bounds.ts';
import { matchResources } from '../../plan/identity/matched.ts';
import { findReplacements, pinText, replacedText } from '../../plan/identity/replaced.ts';
import type { Selects } from '../../plan/result/scope.ts';
import { applyRules, type Drift, type DriftEntry, type Unread } from './entry.ts';
import { changedEntries, type DriftComparison, examine, type ManagedResource, rewrittenNotes } from './examined.ts';

interface DriftInput extends Omit<PlanInput, 'allowances'> {
  /** `YYYY-MM-DD` in UTC. Rules that end before this day are expired. */
  readonly today: string;
}

/** Compares with the ledger, so edits that are not applied yet are not drift. A live value that equals the configuration is not drift either. */
export function drift({ today, ...input }: DriftInput): Drift {
  const examined = examine(startDraft(matchResources(input)));
  const unordered = misorderedEntries(examined);
  const entries: readonly DriftEntry[] = [
    ...changedEntries(examined),
    ...missingEntries(examined),
    ...missingExternal(examined),
    ...unordered.entries,
    ...unmanagedEntries(examined),
  ];
  const { scope } = input;
  const sorted = entries
    .filter(({ address }) => scope?.selects(address) ?? true)
    .sort((a, b) => byAddress(a, b) || compareTexts(a.class, b.class));
  const { unused, ...ruled } = applyRules(sorted, input.desired.drift?.ignore ?? [], today);
  return {
    ...organizationDetails(input),
    basis: examined.hasLedger ? 'ledger' : 'configuration',
    ...ruled,
    unused: scope === undefined ? unused : [],
    unknown: [...unreadLists(examined, scope?.selects), ...unordered.unread]
      .filter(({ list, hides }) => hides.length > 0 || (scope?.selects(list) ?? true))
      .sort((a, b) => compareTexts(a.list, b.list)),
    notes: [
      ...notesOf(examined, input),
      ...rewrittenNotes(examined, scope?.selects),
      ...syncNotesIn(examined, scope?.selects),
    ],
    ...withoutUndefined({ part: scope?.part }),
  };
}

function notesOf({ hasLedger, draft }: DriftComparison, { ledger, unconfirmed }: Omit<DriftInput, 'today'>) {
  // A single member has no order.
  const hasSiblings = nextOrders(draft).some(
    ({ members = [] }) => members.filter((address) => ledger.resources[address] !== undefined).length > 1,
  );
  return withoutMissing(
    !hasLedger &&
      'there is no ledger: the platform is compared with the configuration, so edits that are not applied yet are listed too',
    ledger.orders === undefined &&
      hasSiblings &&
      'the ledger contains no orders yet, so orders are not compared: the next apply records them',
    othersNote(draft),
    outsideNote(draft),
    (unconfirmed?.size ?? 0) > 0 && 'an apply was interrupted: the next apply finishes it',
  );
}

/** What Git Sync writes is not drift of this configuration. */
function syncNotesIn({ draft }: DriftComparison, selects: Selects = () => true) {
  return [...syncNotes(draft), ...stalledNotes(draft)].flatMap(({ address, text }) =>
    selects(address) ? [`${address}: ${text}`] : [],
  );
}

/** Objects of other configurations are not drift. */
function othersNote(draft: DriftComparison['draft']) {
  const { world } = draft;
  const listed = new Set(world.desired.lists.map(({ kind }) => kind));
  const owners = world.live.objects.flatMap((live) =>
    listed.has(live.kind) && isUnmanaged(draft, live) ? (owningConfiguration(world, live)?.other.name ?? []) : [],
  );
  const names = [...new Set(owners)].sort().join(', ');
  return owners.length > 0 && `not listed: ${count(owners.length, 'object')} of other configurations (${names})`;
}

/** Objects outside the bound of the whole configuration are not drift of this configuration. */
function outsideNote(draft: DriftComparison['draft']) {
  const { world } = draft;
  const listed = new Set(world.desired.lists.map(({ kind }) => kind));
  const { length } = world.live.objects.filter(
    (live) => listed.has(live.kind) && isUnmanaged(draft, live) && isOutsideOwnBounds(world, live),
  );
  return length > 0 && `not listed: ${count(length, 'unmanaged object')} outside \`within\``;
}

/** `sha256:…` of target, organization, scope, entries and findings of expectations. Ignored and unread entries and former values do not count. */
export function driftDigest(
  { organization, entries, part }: Drift,
  host: string,
  expectations: readonly ExpectationFinding[] = [],
): string {
  const scope = part && { only: part.only, except: part.except };
  const lines = entries.map(({ class: of, address, id, marks }) => withoutUndefined({ class: of, address, id, marks }));
  const findings = expectations.map(({ source, fix, ...finding }) => finding);
  const all = [withoutUndefined({ version: 1, host, organization, scope }), ...lines, ...findings];
  return `sha256:${sha256Hex(all.map(canonicalJson).join('\n'))}`;
}

function unreadLists({ draft, hasLedger, subjects }: DriftComparison, selects?: Selects): readonly Unread[] {
  const managed = new Set([
    ...draft.world.input.ledger.lists,
    ...[...subjects.keys()].flatMap((address) => [address, listOf(address)]),
  ]);
  const hidden = new Set(
    [...subjects.values()].filter(({ state }) => state === 'hidden').map(({ address }) => address),
  );
  return findUnknown(draft, selects).flatMap(({ list, reason, hides, isDenied }) => {
    const known = hides.filter((address) => hidden.has(address));
    if (hasLedger && known.length === 0 && !managed.has(list)) return [];
    return [{ list, reason, hides: known, ...withoutUndefined({ isDenied }) }];
  });
}

function missingEntries({ draft, subjects }: DriftComparison): readonly DriftEntry[] {
  const isMissing = (subject: ManagedResource | undefined) =>
    subject?.state === 'missing' && subject.declared !== undefined;
  const missing = [...subjects.values()].filter(isMissing);
  const inside = createDescendantFinder(subjects.values());
  const replaced = findReplacements(draft);
  const replacedAt = new Map(
    [...replaced.values()].flatMap((each) => [each.address, ...each.links].map((at) => [at, each] as const)),
  );
  return missing.flatMap(({ address, shape, entry, note: usual, declared, isElsewhere }) => {
    const replacement = replacedAt.get(address);
    const isReplaced = replacement && (true as const);
    const note =
      replacement === undefined
        ? usual
        : `${replacement.address} was ${replacedText(replacement, draft.world)}: ${pinText(replacement)}`;
    if (isMissing(subjects.get(parentAddress(draft.world, address) ?? ''))) return [];
    // A singleton without fields loses nothing.
    if (shape.singleton && Object.keys(declared?.fields ?? {}).length === 0) return [];
    const within = inside(address).length - 1;
    return [
      withoutUndefined({
        class: 'missing' as const,
        address,
        kind: shape.name,
        id: entry?.id,
        within: within === 0 ? undefined : within,
        note,
        isElsewhere,
        isReplaced,
        marks: [],
      }),
    ];
  });
}

/** Other changes of external objects are not drift of this configuration. */
function missingExternal({ draft: { world, matches } }: DriftComparison): readonly DriftEntry[] {
  return matches.unmatched.flatMap(({ resource: { address, kind }, blocked }) => {
    const mark = world.external.get(address);
    if (mark === undefined || blocked === undefined) return [];
    return [
      {
        class: 'missing',
        address,
        kind,
        id: parseExternalMark(mark).id,
        note: `external: ${blocked.reason}`,
        marks: [],
      },
    ];
  });
}

function isUnmanaged({ matches }: DriftComparison['draft'], live: LiveObject) {
  return !live.isDeleted && matches.addressOfLive(live) === undefined;
}

/** Only in lists that docform managed before: objects in a new list are not drift. */
function unmanagedEntries({ draft, hasLedger, subjects }: DriftComparison): readonly DriftEntry[] {
  const { world } = draft;
  const replacements = new Map([...findReplacements(draft).values()].map((each) => [each.by, each] as const));
  return world.desired.lists.flatMap(({ list, kind }) => {
    const parent = list.includes('/') ? listOf(list) : null;
    const parentId = parent === null ? null : subjects.get(parent)?.live?.id;
    const shape = shapeOf(world, kind);
    if (parentId === undefined || shape.singleton || isFilledByPlans(world, { list, kind })) return [];
    if (hasLedger && !world.lists.has(list)) return [];
    const unmanaged = world
      .liveIn(kind, parentId)
      .filter((live) => isUnmanaged(draft, live) && owningConfiguration(world, live) === undefined)
      .filter((live) => replacements.has(live) || !isOutsideOwnBounds(world, live));
    return unmanaged
      .map((live): DriftEntry => {
        const address = unmanagedAddress(shape, parent, live.id);
        const shown = shownBy(world, live);
        const replacement = replacements.get(shown ?? live);
        const isReplacement = replacement && (true as const);
        const what = shown === undefined ? 'it has' : 'it shows the space that has';
        const note = replacement && `${what} replaced ${replacement.address}: ${pinText(replacement)}`;
        return withoutUndefined({
          class: 'unmanaged' as const,
          address,
          kind,
          id: live.id,
          name: displayName(world, live),
          note,
          isReplacement,
          marks: [],
        });
      })
      .sort(byAddress);
  });
}

/** The space of a site-space. */
function shownBy(world: World, { kind, fields }: LiveObject): LiveObject | undefined {
  const shown = shownByLink(world.shapes, kind);
  const id = shown && fields[shown.field];
  return shown && typeof id === 'string' ? world.liveObject(shown.kind, id) : undefined;
}

function misorderedEntries(examined: DriftComparison) {
  const { draft, subjects } = examined;
  const { desired, live, shapes } = draft.world.input;
  const entries: DriftEntry[] = [];
  const unread: Unread[] = [];
  const standing = groupBy([...subjects.values()].filter(isOrdered), (each) => placeOf(each) ?? topContainerId);
  for (const container of Object.keys(desired.orders).sort()) {
    const kind = kindOfContainer(container, shapes);
    const id = container === topContainer ? topContainerId : subjects.get(container)?.live?.id;
    if (kind === undefined || id === undefined) continue;
    const positions = positionsBefore(examined, container);
    const members = (standing.get(id) ?? []).filter(({ live }) => positions(live.id) !== undefined);
    const runs = live.orders[id] ?? [];
    for (const siblings of groupComparable(members)) {
      const order = compareSiblings(siblings, positions, runs, desired.orders[container] ?? []);
      if (order === 'unread') unread.push({ list: container, reason: 'the order could not be read', hides: [] });
      else if (order) {
        const { before, after, marks, isConflict } = order;
        const moves = fewestMoves(before, after);
        const moved = moves.map(({ item: address, relation, beside }) => ({ address, relation, beside }));
        const own = { address: container, kind, id: id === topContainerId ? desired.organization : id };
        entries.push({
          class: 'misordered',
          ...own,
          order: withoutUndefined({ before, after, moved, isConflict }),
          marks,
        });
      }
    }
  }
  return { entries, unread };
}

type OrderedSubject = ManagedResource & { readonly live: LiveObject };

function isOrdered(subject: ManagedResource): subject is OrderedSubject {
  return subject.live !== undefined && subject.shape.orderedIn !== undefined;
}

/** Id of its group or collection, otherwise of its parent. */
function placeOf({ shape, live }: OrderedSubject): string | null {
  const place = live.fields[placeField(shape) ?? ''];
  return typeof place === 'string' ? place : live.parentId;
}

type PositionOf = (id: string) => number | undefined;

/** From the ledger, otherwise as declared. */
function positionsBefore({ draft, hasLedger, subjects }: DriftComparison, container: Address): PositionOf {
  if (hasLedger) {
    const positions = intendedPositions(draft.world.orders.get(container) ?? '');
    return (id) => positions.get(idMark(id));
  }
  const declared = (draft.world.desired.orders[container] ?? []).map((address) => subjects.get(address)?.live?.id);
  const positions = new Map(declared.map((id, at) => [id, at]));
  return (id) => positions.get(id);
}

/** undefined: no drift. Items of further runs have an unknown position (an empty group). */
function compareSiblings(
  siblings: readonly OrderedSubject[],
  positionBefore: PositionOf,
  runs: readonly (readonly string[])[],
  declared: readonly Address[],
) {
  const isShared = siblings.every(({ shape }) => !shape.orderedApart);
  const positions = new Map((isShared ? (runs[0] ?? []) : runs.flat()).map((id, at) => [id, at]));
  const unseen = new Set(isShared ? runs.slice(1).flat() : []);
  const seen = siblings.filter(({ live }) => !unseen.has(live.id));
  const idAt = new Map(seen.map(({ address, live }) => [address, live.id]));
  const wanted = declared.filter((address) => idAt.has(address));
  if (seen.some(({ live }) => !positions.has(live.id))) return wanted.length > 1 ? ('unread' as const) : undefined;
  const sorted = (positionOf: PositionOf) =>
    [...seen].sort((a, b) => (positionOf(a.live.id) ?? 0) - (positionOf(b.live.id) ?? 0)).map(({ address }) => address);
  const [before, after] = [sorted(positionBefore), sorted((id) => positions.get(id))];
  const isDeclared = new Set(wanted);
  const isWanted = (order: readonly Address[]) =>
    isEqual(
      order.filter((address) => isDeclared.has(address)),
      wanted,
    );
  if (isWanted(after) || isEqual(before, after)) return undefined;
  const isConflict = isWanted(before) ? undefined : (true as const);
  return { before, after, marks: after.map((address) => idAt.get(address) ?? ''), isConflict };
}
