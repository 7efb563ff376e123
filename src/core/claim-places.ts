/** Finds the objects that Git Sync keeps at the places of a site-structure file: by the ledger while the site still shows them, otherwise by path or title. */
import { type Address, topLevelAddress } from './address.ts';
import { groupBy } from './compare.ts';
import { type DesiredResource, isReference, type KindName, type LiveList, type LiveObject } from './state.ts';

/** The object at a place. `title`: in a site that only its title identifies. */
interface Placed {
  readonly id: string;
  readonly by: 'pin' | 'ledger' | 'place' | 'title';
  readonly site: Address;
}

/** Why no object is at the place. `id`: of an object that belongs to another address. */
interface Unplaced {
  readonly state: 'pending' | 'hidden';
  readonly reason: string;
  readonly id?: string;
}

export type Places = ReadonlyMap<Address, Placed | Unplaced>;

interface ClaimedWorld {
  readonly resources: readonly DesiredResource[];
  readonly objects: Iterable<LiveObject>;
  readonly lists: readonly LiveList[];
  /** Id in the ledger. */
  readonly idAt: (address: Address) => string | undefined;
}

type Work = ReturnType<typeof startPlacing>;

export function findClaimPlaces(world: ClaimedWorld): Places {
  const claimed = world.resources.filter(({ claim }) => claim !== undefined);
  if (claimed.length === 0) return new Map();
  const work = startPlacing(world, claimed);
  for (const resource of claimed) if (resource.kind === 'site') placeSite(work, resource);
  return work.places;
}

function startPlacing({ objects, lists, idAt }: ClaimedWorld, claimed: readonly DesiredResource[]) {
  const present = [...objects].filter(({ isDeleted }) => isDeleted !== true);
  return {
    idAt,
    inside: groupBy(present, ({ kind, parentId }) => listIdentity(kind, parentId)),
    unknown: new Map(
      lists.flatMap(({ kind, parentId, unknown }) =>
        unknown === undefined ? [] : [[listIdentity(kind, parentId), unknown] as const],
      ),
    ),
    at: new Map(claimed.map((resource) => [resource.address, resource])),
    items: groupBy(claimed, ({ address }) => topLevelAddress(address)),
    places: new Map<Address, Placed | Unplaced>(),
  };
}

function listIdentity(kind: KindName, parentId: string | null) {
  return `${kind} ${parentId ?? ''}`;
}

function liveObjectsIn({ inside }: Work, kind: KindName, parentId: string | null): readonly LiveObject[] {
  return inside.get(listIdentity(kind, parentId)) ?? [];
}

/** In a list that was not read completely, a missing object proves nothing. */
function createUnplaced({ unknown }: Work, kind: KindName, parentId: string | null, reason: string): Unplaced {
  const unread = unknown.get(listIdentity(kind, parentId));
  return unread === undefined ? { state: 'pending', reason } : { state: 'hidden', reason: unread };
}

function placeSite(work: Work, site: DesiredResource) {
  const { address, claim } = site;
  const found = findSite(work, site);
  work.places.set(address, found);
  const live = 'by' in found ? liveObjectsIn(work, 'site', null).find(({ id }) => id === found.id) : undefined;
  const items = (work.items.get(address) ?? []).filter((item) => item !== site);
  const links = items.filter(({ kind }) => kind === 'site-space');
  if (live === undefined || !('by' in found)) {
    const reason = 'reason' in found ? found.reason : `${address} could not be read`;
    const state = 'state' in found ? found.state : 'hidden';
    for (const item of items) work.places.set(item.address, { state, reason });
    for (const link of links) work.places.set(spaceAddress(link), { state, reason });
    return;
  }
  const isByTitle = found.by === 'title';
  const place = { site: address, by: isByTitle ? ('title' as const) : ('place' as const) };
  placeItems(work, live, items, place);
  placeLinks(work, { live, links, place, file: claim?.file ?? '' });
}

function findSite(work: Work, { address, pin, claim }: DesiredResource): Placed | Unplaced {
  if (pin !== undefined) return { id: pin, by: 'pin', site: address };
  const sites = liveObjectsIn(work, 'site', null);
  const recorded = work.idAt(address);
  if (sites.some(({ id }) => id === recorded)) return { id: recorded ?? '', by: 'ledger', site: address };
  const title = claim?.fields.title;
  const [site, other] = title === undefined ? [] : sites.filter(({ fields }) => fields.title === title);
  if (site === undefined)
    return createUnplaced(
      work,
      'site',
      null,
      `no site has the title ${JSON.stringify(title)}: write \`id:\` at ${address}`,
    );
  if (other === undefined) return { id: site.id, by: 'title', site: address };
  return createUnplaced(
    work,
    'site',
    null,
    `several sites have the title ${JSON.stringify(title)}: write \`id:\` at ${address}`,
  );
}

type Place = Pick<Placed, 'site' | 'by'>;

/** Sections, groups and links. */
function placeItems(work: Work, site: LiveObject, items: readonly DesiredResource[], place: Place) {
  const taken = new Set<string>();
  const open = items.filter(({ address, kind }) => {
    if (kind === 'site-space') return false;
    const recorded = liveObjectsIn(work, kind, site.id).find(({ id }) => id === work.idAt(address));
    if (recorded === undefined) return true;
    taken.add(recorded.id);
    work.places.set(address, { id: recorded.id, ...place });
    return false;
  });
  for (const { address, kind, claim } of open) {
    const { path, title } = claim?.fields ?? {};
    const isByPath = kind === 'section' && path !== undefined;
    const alike = liveObjectsIn(work, kind, site.id).filter(
      ({ id, fields }) => (isByPath ? fields.path === path : fields.title === title) && !taken.has(id),
    );
    const [only, another] = alike;
    const isFound = only !== undefined && another === undefined;
    const other = isFound && hasOtherTitle(title, only.fields.title);
    if (isFound && !other) taken.add(only.id);
    if (isFound)
      work.places.set(address, other ? otherObjectAt(only.id, only.fields.title) : { id: only.id, ...place });
    else work.places.set(address, createUnplaced(work, kind, site.id, notSyncedYetReason(claim?.file ?? '')));
  }
}

/** The path can have another owner until the next sync. */
function hasOtherTitle(title: unknown, live: unknown) {
  return title !== undefined && live !== undefined && title !== live;
}

function otherObjectAt(id: string, title: unknown): Unplaced {
  const reason = `its place shows ${JSON.stringify(title)} (${id}), with another title: it is managed after the next sync`;
  return { state: 'pending', reason, id };
}

function notSyncedYetReason(file: string) {
  return `Git Sync has not applied it from ${file} yet`;
}

function spaceAddress({ fields }: DesiredResource): Address {
  return isReference(fields.space) ? fields.space.ref : '';
}

interface Links {
  readonly live: LiveObject;
  readonly links: readonly DesiredResource[];
  readonly place: Place;
  readonly file: string;
}

/** Site-spaces with their spaces. A space keeps its identity while the site shows it anywhere, because the file can be ahead of the sync. */
function placeLinks(work: Work, { live, links, place, file }: Links) {
  const holders = new Map([live, ...liveObjectsIn(work, 'section', live.id)].map((holder) => [holder.id, holder]));
  const shown = new Set(
    [...holders.keys()]
      .flatMap((id) => liveObjectsIn(work, 'site-space', id))
      .map(({ fields }) => String(fields.space)),
  );
  const holderOf = ({ parent }: DesiredResource) => {
    const id = work.places.get(parent ?? '')?.id;
    return id === undefined ? undefined : holders.get(id);
  };
  const taken = new Map<string, Address>();
  const open = links.filter((link) => {
    const space = spaceAddress(link);
    const pin = work.at.get(space)?.pin;
    const known = pin ?? work.idAt(space);
    if (known === undefined || !shown.has(known) || taken.has(known)) return true;
    taken.set(known, space);
    work.places.set(space, { id: known, site: place.site, by: pin === undefined ? place.by : 'pin' });
    const holder = holderOf(link);
    const found = holder && liveObjectsIn(work, 'site-space', holder.id).find(({ fields }) => fields.space === known);
    work.places.set(link.address, found ? { id: found.id, ...place } : unplacedLink(work, holder, file));
    return false;
  });
  for (const link of open) {
    const [space, holder] = [spaceAddress(link), holderOf(link)];
    const pin = work.at.get(space)?.pin;
    const found = holder && findLink(work, link, holder);
    const id = found?.fields.space;
    if (found === undefined || typeof id !== 'string') {
      const missing = unplacedLink(work, holder, file);
      work.places.set(link.address, missing);
      work.places.set(space, pin === undefined ? missing : { id: pin, site: place.site, by: 'pin' });
      continue;
    }
    const other = whySpaceDiffers({ id, pin, space, taken, link, found });
    if (other === undefined) taken.set(id, space);
    work.places.set(space, other ?? { id, ...place });
    work.places.set(link.address, other ?? { id: found.id, ...place });
  }
}

interface AtPlace {
  readonly id: string;
  readonly pin: string | undefined;
  readonly space: Address;
  readonly taken: ReadonlyMap<string, Address>;
  readonly link: DesiredResource;
  readonly found: LiveObject;
}

/** Why the space at the place is not the one of the file. */
function whySpaceDiffers({ id, pin, space, taken, link, found }: AtPlace): Unplaced | undefined {
  const other = taken.get(id);
  if (other !== undefined) return { state: 'pending', reason: `its place shows the same space as ${other}`, id };
  const replaced = `the site no longer shows the pinned space ${pin}: write \`id: ${id}\` at ${space} for the space at its place`;
  if (pin !== undefined) return { state: 'pending', reason: replaced, id };
  return hasOtherTitle(link.claim?.fields.label, found.label) ? otherObjectAt(id, found.label) : undefined;
}

function unplacedLink(work: Work, holder: LiveObject | undefined, file: string): Unplaced {
  return holder === undefined
    ? { state: 'pending', reason: notSyncedYetReason(file) }
    : createUnplaced(work, 'site-space', holder.id, notSyncedYetReason(file));
}

/** By path. An item without a path is the default, which has the URL of its container, or the only item. */
function findLink(work: Work, { address, parent, claim }: DesiredResource, holder: LiveObject) {
  const links = liveObjectsIn(work, 'site-space', holder.id);
  const { path } = claim?.fields ?? {};
  if (path !== undefined) return links.find(({ fields }) => fields.path === path);
  const around = work.at.get(parent ?? '')?.claim;
  const first = around?.fields.default;
  const isDefault = isReference(first) && first.ref === address;
  if (!isDefault && around?.order?.length !== 1) return undefined;
  return links.length === 1 ? links[0] : links.find(({ id }) => id === holder.fields.default);
}
