/** Notes of plans and drift reports on resources that Git Sync writes: replaced spaces, differences from the file, and ignored declarations. */
import { type Address, keyIn } from '../../core/address.ts';
import { isEqual } from '../../core/compare.ts';
import { joinSome } from '../../core/count.ts';
import { isStalled, stalledFix, stalledText } from '../../core/stalled-sync.ts';
import type { Claim, LiveObject, Value } from '../../core/state.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { shapeOf } from '../../kinds/shape.ts';
import { displayName, liveParent } from '../context/world.ts';
import type { Drafted } from '../draft/drafted.ts';
import { differsFromLive, shownChange } from '../fields/compare.ts';
import { type Match, refersToUnknown } from '../identity/identity.ts';

interface SyncNote {
  readonly address: Address;
  readonly text: string;
}

/** Differences from the files of Git Sync, which the next sync removes, and declarations that have no effect. */
export function syncNotes(draft: Drafted): readonly SyncNote[] {
  const claimed = [...draft.matches.at.values()].flatMap((match) =>
    match.resource.claim === undefined ? [] : [{ match, claim: match.resource.claim }],
  );
  const told = claimed.flatMap(({ match, claim }) => [
    ...ignoredNotes(match, claim),
    ...formerSpaceNotes(draft, match),
    ...(match.state === 'matched' ? [...fieldNotes(draft, match, claim), ...orderNotes(draft, match, claim)] : []),
    ...(match.resource.kind === 'site' ? undeclaredItemNotes(draft, match, claim) : []),
  ]);
  return [...told, ...secondWriterNotes(draft)];
}

/** Spaces whose Git Sync has stopped. A plan does not need them, so only drift reports and `doctor` have them. */
export function stalledNotes({ world }: Pick<Drafted, 'world'>): readonly SyncNote[] {
  return [...world.desiredAt.values()].flatMap(({ address, kind }) => {
    const id = world.ledger.get(address)?.id;
    const { syncedFrom, syncTimes } = (id === undefined ? undefined : world.liveObject(kind, id)) ?? {};
    if (syncTimes === undefined || !isStalled(syncTimes)) return [];
    return [{ address, text: `Git Sync of ${syncedFrom} ${stalledText(syncTimes)}: ${stalledFix}` }];
  });
}

/** More spaces get one note. */
const maxAlone = 5;

/** Declared titles and structures that Git Sync of the same object also writes, without its file. */
function secondWriterNotes({ matches }: Drafted): readonly SyncNote[] {
  const both = [...matches.at.values()].flatMap(({ resource, live, state }) => {
    const { address, claim, fields } = resource;
    const from = state === 'matched' && claim === undefined ? live?.syncedFrom : undefined;
    return from === undefined || fields.title === undefined
      ? []
      : [{ address, from, isSite: resource.kind === 'site' }];
  });
  const spaces = both.filter(({ isSite }) => !isSite);
  const isMany = spaces.length > maxAlone;
  const alone = both.filter(({ isSite }) => isSite || !isMany);
  const notes = alone.map(({ address, from, isSite }) => ({ address, text: secondWriterText(from, isSite) }));
  if (!isMany) return notes;
  const names = joinSome(
    spaces.map(({ address }) => keyIn(address)),
    maxAlone,
  );
  const sources = joinSome([...new Set(spaces.map(({ from }) => from))].sort(), maxAlone);
  return [
    ...notes,
    { address: 'spaces', text: `Git Sync of ${sources} also writes the titles of ${names}. ${titleFix}` },
  ];
}

/** The last writer wins. */
const titleFix = 'Change the title in that repository, and remove `title` from this configuration';

function secondWriterText(from: string, isSite: boolean) {
  if (!isSite) return `Git Sync also writes the title of this space, from the repository ${from}. ${titleFix}`;
  return `Git Sync of ${from} also writes the title and the structure: include its file with \`writer: git-sync\`, and remove both from this configuration`;
}

function ignoredNotes({ resource: { address, fieldSpans } }: Match, { file, ignored = [] }: Claim) {
  return ignored.map((name) => {
    const line = fieldSpans[name]?.file === file ? `:${fieldSpans[name]?.line}` : '';
    const text = `Git Sync writes ${name}, so docform ignores the declared ${name}: change it in ${file}${line}, and remove it here`;
    return { address, text };
  });
}

/** Git Sync detaches the former space from the site, and keeps it. */
function formerSpaceNotes({ world }: Drafted, { resource: { address, kind }, shape, entry, live, state }: Match) {
  const former = shape.companionOf === undefined || !entry ? undefined : world.liveObject(kind, entry.id);
  if (former === undefined || former.isDeleted || state !== 'matched' || former === live) return [];
  const text = `the former ${shape.title} "${displayName(world, former)}" (${former.id}) still exists, with its permissions: delete it on the platform, or declare it under another key with \`id:\``;
  return [{ address, text }];
}

function fieldNotes({ matches }: Drafted, { resource, shape, live }: Match, { file, fields }: Claim) {
  const { address, fieldSpans, span } = resource;
  return Object.entries(fields).flatMap(([name, wanted]): readonly SyncNote[] => {
    const field = name === 'label' ? labelField : shape.fields[name];
    const now = name === 'label' ? live?.label : live?.fields[name];
    // Not every dialect has the field.
    if (field === undefined || (now === undefined && field.dialects !== undefined)) return [];
    if (refersToUnknown(matches, wanted) || !differsFromLive(field, wanted, now, matches)) return [];
    const { before, after } = shownChange(name, field, wanted, now, matches);
    const { line } = fieldSpans[name] ?? span;
    const text = `Git Sync has not applied ${file}:${line} yet: ${name} is ${valueText(before)} on the platform and ${valueText(after)} in the file`;
    return [{ address, text }];
  });
}

/** The title of a site-space in the navigation. */
const labelField: FieldShape = { type: { is: 'text' }, description: 'Title in the navigation.' };

function valueText(value: Value | undefined) {
  return value === undefined || value === null ? 'empty' : JSON.stringify(value);
}

function orderNotes({ matches, world }: Drafted, { resource: { address }, live }: Match, { file, order = [] }: Claim) {
  const addresses = new Map(order.flatMap((each) => [[matches.idOf(each) ?? '', each] as const]));
  const [now = []] = world.live.orders[live?.id ?? ''] ?? [];
  const current = now.flatMap((id) => addresses.get(id) ?? []);
  const wanted = order.filter((each) => current.includes(each));
  if (isEqual(current, wanted)) return [];
  const text = `Git Sync has not applied the order of ${file} yet: ${wanted.map(keyIn).join(', ')}`;
  return [{ address, text }];
}

/** Items of the site that the file does not contain. */
function undeclaredItemNotes({ world, matches }: Drafted, { resource: { address }, live }: Match, { file }: Claim) {
  const strangers = matches.unowned().filter((each) => isTopmostItemOf({ matches, world }, each, live));
  if (strangers.length === 0) return [];
  const names = joinSome(
    strangers.map((each) => `${shapeOf(world, each.kind).title} "${displayName(world, each)}"`),
    6,
  );
  return [{ address, text: `${file} does not contain ${names}, so the next sync removes it from the site` }];
}

/** Without the contents of other strangers. */
function isTopmostItemOf({ matches, world }: Pick<Drafted, 'matches' | 'world'>, live: LiveObject, site?: LiveObject) {
  if (site === undefined || live.isDeleted || shapeOf(world, live.kind).itemWord === undefined) return false;
  const parent = liveParent(world, live);
  const isInside = parent?.parentId === site.id && matches.addressOfLive(parent) !== undefined;
  return live.parentId === site.id || isInside;
}
