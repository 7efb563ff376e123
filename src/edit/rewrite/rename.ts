/** What a configuration declares once a resource has another key, and why it may not get it. Pure. */
import { keyPattern, longestKey } from '../../config/grammar.ts';
import { type Address, keyIn, listOf } from '../../core/address.ts';
import { nowhere } from '../../core/problem.ts';
import type { Desired, DesiredResource } from '../../core/state.ts';
import { isReference } from '../../core/value.ts';
import { addressPath, type KindShape, type Shapes } from '../../kinds/shape.ts';
import { movesAfter } from './renamed-moves.ts';
import { type Renamed, type Renaming, renamingOf } from './renaming.ts';
import type { Wanted } from './wanted.ts';

/** Why a resource cannot be renamed like that. */
export type RenameFault =
  | { readonly is: 'undeclared'; readonly address: Address }
  | { readonly is: 'taken'; readonly by: DesiredResource }
  /** The key is not free: there is one such thing, or the key is what the platform knows it by. */
  | { readonly is: 'fixed'; readonly shape: KindShape }
  | { readonly is: 'elsewhere'; readonly shape: KindShape }
  | { readonly is: 'misspelt'; readonly key: string };

export interface Rename extends Renamed {
  readonly desired: Desired;
  readonly shapes: Shapes;
}

/** `to` may be a key alone: it stays in its place. */
export function fullTarget({ from, to }: Renamed): Address {
  return to.includes('/') ? to : `${from.slice(0, from.lastIndexOf('/') + 1)}${to}`;
}

/** undefined: it can be renamed. */
export function renameFault({ desired, shapes, from, to }: Rename): RenameFault | undefined {
  const declared = desired.resources.filter(({ isLookUp }) => !isLookUp);
  const resource = declared.find(({ address }) => address === from);
  const shape = resource && shapes.get(resource.kind);
  if (shape === undefined) return { is: 'undeclared', address: from };
  if (shape.singleton || shape.key !== 'name') return { is: 'fixed', shape };
  const target = addressPath(to, shapes)?.at(-1);
  const isBeside = listOf(to) === listOf(from);
  if (!isBeside || target?.kind !== shape.name) return { is: 'elsewhere', shape };
  if (!new RegExp(keyPattern).test(target.key) || target.key.length > longestKey) return { is: 'misspelt', key: target.key };
  const by = declared.find(({ address }) => address === to);
  return by === undefined ? undefined : { is: 'taken', by };
}

/** Everything under its new address, and in `moved` whatever leads there. */
export function renamedDeclaration({ desired, shapes, from, to }: Rename): Wanted {
  const renaming = renamingOf([{ from, to }], shapes);
  const { now } = renaming;
  return {
    resources: desired.resources.map((resource) => renamedResource(resource, renaming)),
    orders: Object.fromEntries(Object.entries(desired.orders).map(([container, order]) => [now(container), order.map(now)])),
    lists: desired.lists.map(({ list }) => renamedList(list, renaming)),
    moved: movesAfter(desired.moved, { from, to }, shapes).map((each) => ({ span: nowhere, ...each })),
  };
}

function renamedResource(resource: DesiredResource, { now }: Renaming): DesiredResource {
  const address = now(resource.address);
  const fields = Object.entries(resource.fields).map(([name, value]) => [name, isReference(value) ? { ref: now(value.ref) } : value]);
  const key = address === resource.address ? resource.key : keyIn(address);
  return {
    ...resource,
    address,
    key: resource.key === keyIn(resource.address) ? key : resource.key,
    parent: resource.parent === null ? null : now(resource.parent),
    fields: Object.fromEntries(fields),
  };
}

/** A list is named after what it stands in. */
function renamedList(list: string, { now }: Renaming): string {
  return now(`${list}/x`).slice(0, -2);
}
