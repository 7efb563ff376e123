/** Renames declared resources, their children and the entries of `moved`. Pure. */
import { type Address, keyIn, listOf } from '../../core/address.ts';
import { nowhere } from '../../core/problem.ts';
import type { Claim, Desired, DesiredResource } from '../../core/state.ts';
import { currentList, type Move, resolveRenames } from '../renames.ts';
import { type KindShape, parseAddress, type Shapes } from '../shape.ts';
import type { Amended } from './amendment.ts';
import { isValidKey } from './key.ts';
import { indexDeclared, renameReferences } from './resources.ts';

export type RenameFault =
  | { readonly is: 'undeclared' | 'external'; readonly address: Address }
  | { readonly is: 'taken'; readonly by: DesiredResource }
  /** The key cannot change: a singleton, or a key that the platform knows. */
  | { readonly is: 'fixed'; readonly shape: KindShape }
  | { readonly is: 'elsewhere'; readonly shape: KindShape }
  | { readonly is: 'misspelt'; readonly key: string }
  /** Git Sync writes it. `place`: its title in the file of Git Sync. */
  | { readonly is: 'claimed'; readonly place: string };

interface Rename extends Renamed {
  readonly desired: Desired;
  readonly shapes: Shapes;
}

/** `to` can be a key alone. */
export function fullTargetAddress({ from, to }: Renamed): Address {
  return to.includes('/') ? to : `${from.slice(0, from.lastIndexOf('/') + 1)}${to}`;
}

export function findRenameFault({ desired, shapes, from, to }: Rename): RenameFault | undefined {
  const declared = indexDeclared(desired.resources);
  const resource = declared.get(from);
  const shape = resource && shapes.get(resource.kind);
  if (shape === undefined) return { is: 'undeclared', address: from };
  if (resource?.isExternal) return { is: 'external', address: from };
  // The key of a site is that of the configuration.
  const isInFile = shape.itemWord !== undefined || shape.companionOf !== undefined;
  if (resource?.claim !== undefined && isInFile) return syncedRenameFault(resource, resource.claim);
  if (shape.singleton || shape.key !== 'name') return { is: 'fixed', shape };
  const target = parseAddress(to, shapes)?.at(-1);
  const isBeside = listOf(to) === listOf(from);
  if (!isBeside || target?.kind !== shape.name) return { is: 'elsewhere', shape };
  if (!isValidKey(target.key)) return { is: 'misspelt', key: target.key };
  const by = declared.get(to);
  return by === undefined ? undefined : { is: 'taken', by };
}

/** The keys of these resources follow from their titles in the file. */
function syncedRenameFault({ fieldSpans, span }: DesiredResource, { file }: Claim): RenameFault {
  const title = [fieldSpans.title, span].find((each) => each?.file === file);
  return { is: 'claimed', place: title === undefined ? file : `${file}:${title.line}` };
}

export function renameInDeclaration({ desired, shapes, from, to }: Rename): Amended {
  const renaming = createRenaming([{ from, to }], shapes);
  const { now } = renaming;
  return {
    resources: desired.resources.map((resource) => renameResource(resource, renaming)),
    orders: Object.fromEntries(
      Object.entries(desired.orders).map(([container, order]) => [now(container), order.map(now)]),
    ),
    lists: desired.lists.map(({ list }) => currentList(list, now)),
    moved: movesAfterRename(desired.moved, { from, to }, shapes).map((each) => ({ span: nowhere, ...each })),
  };
}

export function renameResource(resource: DesiredResource, { now }: Pick<Renaming, 'now'>): DesiredResource {
  const { address, key, parent, fields } = resource;
  return {
    ...resource,
    address: now(address),
    key: key === keyIn(address) ? keyIn(now(address)) : key,
    parent: parent === null ? null : now(parent),
    fields: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, renameReferences(value, now)])),
  };
}

/** `from` is declared, and `to` is free. */
export function movesAfterRename<M extends Move>(moved: readonly M[], { from, to }: Move, shapes: Shapes) {
  const { entries, firstName } = resolveRenames(moved, shapes);
  const here = new Map(
    entries.flatMap((led) => (listOf(led.from) === listOf(from) ? [[led.entry, led] as const] : [])),
  );
  const moveStartingAt = (address: Address) => [...here.values()].find((led) => led.from === address);
  const left = moveStartingAt(to);
  const isBack = left !== undefined && left.now === from;
  const isKnown = moveStartingAt(from) !== undefined;
  // Entries that end at `from` were for another resource. Entries that led on from `to` would now end there.
  const keyAfter = (key: string): string => {
    if (isKnown && key === keyIn(from)) return keyIn(to);
    return left?.now !== undefined && !isBack && !left.entry.reused && key === keyIn(to) ? keyIn(left.now) : key;
  };
  const kept = moved.flatMap((entry): readonly M[] => {
    if (!here.has(entry)) return [entry];
    // A ledger with the resource at `from` identifies it by its first address, so that entry stays.
    if (entry === left?.entry && isBack && !isKnown && !entry.reused) return [];
    const end = `${listOf(entry.to)}/${keyAfter(keyIn(entry.to))}`;
    const isReused = entry === left?.entry && !entry.reused;
    return end === entry.to && !isReused ? [entry] : [{ ...entry, to: end, ...(isReused ? { reused: true } : {}) }];
  });
  const list = currentList(listOf(from), firstName);
  return isKnown ? kept : [...kept, { from: `${list}/${keyIn(from)}`, to: `${list}/${keyIn(to)}` }];
}

export interface Renamed {
  readonly from: Address;
  readonly to: Address;
}

export interface Renaming {
  readonly pairs: readonly Renamed[];
  /** The new address. */
  readonly now: (address: Address) => Address;
  /** The former address. */
  readonly was: (address: Address) => Address;
}

/** A site-space has the key of its space, so both are renamed together. */
export function createRenaming(pairs: readonly Renamed[], shapes: Shapes): Renaming {
  const backwards = pairs.map(({ from, to }) => ({ from: to, to: from }));
  return { pairs, now: createRenamer(pairs, shapes), was: createRenamer(backwards, shapes) };
}

function createRenamer(pairs: readonly Renamed[], shapes: Shapes): (address: Address) => Address {
  const { now } = resolveRenames(pairs, shapes);
  const known = new Map<Address, Address>();
  return (address) => {
    const found = known.get(address) ?? now(address);
    known.set(address, found);
    return found;
  };
}
