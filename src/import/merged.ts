/** Merges an import into a configuration: selected resources as they are live, everything else unchanged. */
import { type Address, isWithin } from '../core/address.ts';
import type { Desired, DesiredResource, Ledger, Live } from '../core/state.ts';
import { type Amended, type Amendment, amended, amendmentOf, declare, takeOut } from '../declaration/amendment.ts';
import { declarationOf, declared, resourcesAt } from '../declaration/resources.ts';
import { nowOf } from '../kinds/renames.ts';
import type { Shapes } from '../kinds/shape.ts';
import type { Selected } from './select.ts';

interface MergeInput {
  readonly desired: Desired;
  readonly selected: Selected;
  readonly live: Live;
  readonly ledger: Ledger;
  readonly shapes: Shapes;
}

export interface Merged extends Amended {
  /** Declared and selected resources that do not exist yet. */
  readonly pending: readonly Address[];
  /** Declared and selected resources that were applied before, and no longer exist. */
  readonly gone: readonly Address[];
}

export function merged(input: MergeInput): Merged {
  const { desired, selected, live, shapes } = input;
  const declaration = declarationOf(desired);
  const amendment = amendmentOf(declaration, shapes);
  const { at, before } = amendment;
  const adopted = resourcesAt(selected.resources);
  const missing = [...before.values()].filter(({ address }) => selected.isAsked(address) && !adopted.has(address));
  const applied = new Set(Object.keys(input.ledger.resources).map(nowOf(desired.moved, input.ledger, shapes)));
  const gone = missing.filter((resource) => isGone(input, resource, applied)).map(({ address }) => address);
  takeOut(amendment, ...gone);
  const unread = new Set(live.lists.filter(({ unknown }) => unknown !== undefined).map(({ kind }) => kind));
  for (const found of selected.resources) {
    const was = before.get(found.address);
    // Referenced resources come after declared ones.
    if (was === undefined) at.delete(found.address);
    if (was === undefined) declare(amendment, found);
    else if (selected.isAsked(found.address)) declare(amendment, withUnread(was, found, unread, shapes));
  }
  declareNamed(amendment);
  const rearranged = new Set(Object.keys(selected.orders).filter(selected.isAsked));
  const pending = missing.map(({ address }) => address).filter((address) => at.has(address));
  return { ...amended(amendment, declaration, selected, rearranged), pending, gone };
}

/** The ledger contains it, its parent exists, and its list was read completely. Children of deleted objects are deleted with them. */
function isGone(
  { live, selected, shapes }: MergeInput,
  { address, kind, parent }: DesiredResource,
  applied: ReadonlySet<Address>,
): boolean {
  if (!applied.has(address)) return false;
  if (parent !== null && !selected.ids.has(parent)) return false;
  // Also the lists of required references: a roster is incomplete without the members.
  const needed = Object.values(shapes.get(kind)?.fields ?? {}).flatMap(({ type, change }) =>
    type.is === 'ref' && change === 'replace' ? [type.to] : [],
  );
  if (live.lists.some((list) => [kind, ...needed].includes(list.kind) && list.unknown !== undefined)) return false;
  return !selected.leftOut.some(
    (each) => each.address !== undefined && each.field === undefined && isWithin(address, each.address),
  );
}

/** Keeps a declared reference if the list of its target was not read completely. */
function withUnread({ fields }: DesiredResource, found: DesiredResource, unread: ReadonlySet<string>, shapes: Shapes) {
  const kept = Object.entries(fields).filter(([name]) => {
    const type = shapes.get(found.kind)?.fields[name]?.type;
    if (found.fields[name] !== undefined || type?.is !== 'ref') return false;
    return (
      unread.has(type.to) ||
      (type.within === 'self' && [...unread].some((kind) => shapes.get(kind)?.parents?.includes(found.kind)))
    );
  });
  return kept.length === 0 ? found : { ...found, fields: { ...found.fields, ...Object.fromEntries(kept) } };
}

/** If any member is declared, all members of rosters must be declared. */
function declareNamed({ at, shapes }: Amendment) {
  const kinds = new Set(declared(at.values()).map(({ kind }) => kind));
  for (const { isExternal, ...resource } of [...at.values()])
    if (isExternal && kinds.has(resource.kind) && shapes.get(resource.kind)?.missing === 'pending')
      at.set(resource.address, resource);
}
