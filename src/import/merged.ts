/** Merges an import into a configuration: what was asked for as it is live, everything else as it was. */
import { type Address, isWithin } from '../core/address.ts';
import type { Desired, DesiredResource, Ledger, Live } from '../core/state.ts';
import { type Amended, type Amendment, amended, amendmentOf, declare, takeOut } from '../declaration/amendment.ts';
import { declarationOf, declared, resourcesAt } from '../declaration/resources.ts';
import { nowOf } from '../kinds/renames.ts';
import type { Shapes } from '../kinds/shape.ts';
import type { Chosen } from './chosen.ts';

export interface MergeInput {
  readonly desired: Desired;
  readonly chosen: Chosen;
  readonly live: Live;
  readonly ledger: Ledger;
  readonly shapes: Shapes;
}

export interface Merged extends Amended {
  /** Declared and asked for, and not there: an apply has yet to make them. */
  readonly pending: readonly Address[];
  /** Declared, asked for and applied before, and gone from the platform. */
  readonly gone: readonly Address[];
}

export function merged(input: MergeInput): Merged {
  const { desired, chosen, live, shapes } = input;
  const declaration = declarationOf(desired);
  const amendment = amendmentOf(declaration, shapes);
  const { at, before } = amendment;
  const adopted = resourcesAt(chosen.resources);
  const missing = [...before.values()].filter(({ address }) => chosen.isAsked(address) && !adopted.has(address));
  const applied = new Set(Object.keys(input.ledger.resources).map(nowOf(desired.moved, input.ledger, shapes)));
  const gone = missing.filter((resource) => isGone(input, resource, applied)).map(({ address }) => address);
  takeOut(amendment, ...gone);
  const unread = new Set(live.lists.filter(({ unknown }) => unknown !== undefined).map(({ kind }) => kind));
  for (const found of chosen.resources) {
    const was = before.get(found.address);
    // Who was only looked up comes after all that is declared.
    if (was === undefined) at.delete(found.address);
    if (was === undefined) declare(amendment, found);
    else if (chosen.isAsked(found.address)) declare(amendment, withUnread(was, found, unread, shapes));
  }
  declareNamed(amendment);
  const rearranged = new Set(Object.keys(chosen.orders).filter(chosen.isAsked));
  const pending = missing.map(({ address }) => address).filter((address) => at.has(address));
  return { ...amended(amendment, declaration, chosen, rearranged), pending, gone };
}

/** The ledger knows it, what it stood in is there, and its list was read to the end. What stands in something that is gone goes with that. */
function isGone(
  { live, chosen, shapes }: MergeInput,
  { address, kind, parent }: DesiredResource,
  applied: ReadonlySet<Address>,
): boolean {
  if (!applied.has(address)) return false;
  if (parent !== null && !chosen.ids.has(parent)) return false;
  // Its own list, and those of what it cannot be without: who is in a team is told only where members are.
  const needed = Object.values(shapes.get(kind)?.fields ?? {}).flatMap(({ type, change }) =>
    type.is === 'ref' && change === 'replace' ? [type.to] : [],
  );
  if (live.lists.some((list) => [kind, ...needed].includes(list.kind) && list.unknown !== undefined)) return false;
  return !chosen.leftOut.some(
    (each) => each.address !== undefined && each.field === undefined && isWithin(address, each.address),
  );
}

/** A reference that is not seen, as the list of what it could name was not read to the end, stays as it is declared. */
function withUnread(
  { fields }: DesiredResource,
  found: DesiredResource,
  unread: ReadonlySet<string>,
  shapes: Shapes,
): DesiredResource {
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

/** Where anybody is declared, everybody whom a roster names has to be. */
function declareNamed({ at, shapes }: Amendment): void {
  const kinds = new Set(declared(at.values()).map(({ kind }) => kind));
  for (const { isLookUp, ...resource } of [...at.values()])
    if (isLookUp && kinds.has(resource.kind) && shapes.get(resource.kind)?.missing === 'pending')
      at.set(resource.address, resource);
}
