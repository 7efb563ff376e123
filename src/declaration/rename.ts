/** Renames a declared resource, or returns why it cannot be renamed. Pure. */
import { type Address, keyIn, listOf } from '../core/address.ts';
import { nowhere } from '../core/problem.ts';
import type { Desired, DesiredResource } from '../core/state.ts';
import { listNow } from '../kinds/renames.ts';
import { addressPath, type KindShape, type Shapes } from '../kinds/shape.ts';
import type { Amended } from './amendment.ts';
import { isKey } from './key.ts';
import { renamedValue } from './names.ts';
import { movesAfter } from './renamed-moves.ts';
import { type Renamed, type Renaming, renamingOf } from './renaming.ts';
import { declaredAt } from './resources.ts';

export type RenameFault =
  | { readonly is: 'undeclared'; readonly address: Address }
  | { readonly is: 'taken'; readonly by: DesiredResource }
  /** The key cannot change: a singleton, or a key that the platform knows. */
  | { readonly is: 'fixed'; readonly shape: KindShape }
  | { readonly is: 'elsewhere'; readonly shape: KindShape }
  | { readonly is: 'misspelt'; readonly key: string };

export interface Rename extends Renamed {
  readonly desired: Desired;
  readonly shapes: Shapes;
}

/** `to` can be a key alone. */
export function fullTarget({ from, to }: Renamed): Address {
  return to.includes('/') ? to : `${from.slice(0, from.lastIndexOf('/') + 1)}${to}`;
}

export function renameFault({ desired, shapes, from, to }: Rename): RenameFault | undefined {
  const declared = declaredAt(desired.resources);
  const resource = declared.get(from);
  const shape = resource && shapes.get(resource.kind);
  if (shape === undefined) return { is: 'undeclared', address: from };
  if (shape.singleton || shape.key !== 'name') return { is: 'fixed', shape };
  const target = addressPath(to, shapes)?.at(-1);
  const isBeside = listOf(to) === listOf(from);
  if (!isBeside || target?.kind !== shape.name) return { is: 'elsewhere', shape };
  if (!isKey(target.key)) return { is: 'misspelt', key: target.key };
  const by = declared.get(to);
  return by === undefined ? undefined : { is: 'taken', by };
}

export function renamedDeclaration({ desired, shapes, from, to }: Rename): Amended {
  const renaming = renamingOf([{ from, to }], shapes);
  const { now } = renaming;
  return {
    resources: desired.resources.map((resource) => renamedResource(resource, renaming)),
    orders: Object.fromEntries(
      Object.entries(desired.orders).map(([container, order]) => [now(container), order.map(now)]),
    ),
    lists: desired.lists.map(({ list }) => listNow(list, now)),
    moved: movesAfter(desired.moved, { from, to }, shapes).map((each) => ({ span: nowhere, ...each })),
  };
}

export function renamedResource(resource: DesiredResource, { now }: Pick<Renaming, 'now'>): DesiredResource {
  const { address, key, parent, fields } = resource;
  return {
    ...resource,
    address: now(address),
    key: key === keyIn(address) ? keyIn(now(address)) : key,
    parent: parent === null ? null : now(parent),
    fields: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, renamedValue(value, now)])),
  };
}
