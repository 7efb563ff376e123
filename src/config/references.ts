/** Resolves references by key to addresses, and finds those that run in circles. */

import { childAddress, type ListAddress, listAddress } from '../core/address.ts';
import { oneTitle } from '../core/count.ts';
import { isReference } from '../core/value.ts';
import { foldedKey } from '../declaration/key.ts';
import { lookUpOf, mayLookUp } from '../declaration/look-up.ts';
import type { KindShape } from '../kinds/shape.ts';
import { type ConfigurationDraft, type DraftResource, type PendingReference, placeOf } from './draft.ts';
import { didYouMean, putting } from './problem-list.ts';

export function resolveReferences(draft: ConfigurationDraft): void {
  const listed = new Set(draft.lists.map(({ list }) => list));
  for (const reference of draft.references) resolveReference(draft, listed, reference);
  reportCycles(draft);
}

function resolveReference(
  draft: ConfigurationDraft,
  listed: ReadonlySet<ListAddress>,
  { from, field, type, key, span }: PendingReference,
): void {
  const shape = draft.shapes.get(type.to);
  if (shape === undefined) return;
  const list = listAddress(type.within === 'self' ? from.address : null, shape.segment);
  const folded = foldedKey(shape, key, draft.shapes);
  if (mayLookUp(from.shape, shape, (each) => listed.has(each))) lookUp(draft, shape, folded, span);
  const target = draft.scopes.get(list)?.get(folded);
  if (target !== undefined) from.fields[field] = { ref: target.address };
  else reportUnknown(draft, list, shape, key, from, span);
}

function lookUp(draft: ConfigurationDraft, shape: KindShape, key: string, span: PendingReference['span']): void {
  const keys = draft.scopes.get(shape.segment) ?? new Map<string, DraftResource>();
  draft.scopes.set(shape.segment, keys);
  if (keys.has(key)) return;
  const { kind: _, ...resource } = lookUpOf(childAddress(null, shape.segment, key), shape, span);
  const found: DraftResource = { ...resource, shape, nodes: {}, guards: {} };
  keys.set(key, found);
  draft.at.set(found.address, found);
}

function reportUnknown(
  draft: ConfigurationDraft,
  list: ListAddress,
  shape: KindShape,
  key: string,
  from: DraftResource,
  span: PendingReference['span'],
): void {
  const keys = draft.scopes.get(list);
  const found =
    key.startsWith(`${list}/`) && keys?.has(key.slice(list.length + 1))
      ? key.slice(list.length + 1)
      : draft.problems.suggest(key, keys?.keys() ?? []);
  const target = found === undefined ? undefined : keys?.get(found);
  const isInside = list.includes('/');
  const where = isInside ? ` in ${from.address}` : '';
  const near = target && didYouMean(found, `${target.address}, ${placeOf(target.span)}`);
  draft.problems.add('E-REF-UNKNOWN', span, {
    message: `unknown ${shape.title} "${key}"${where}`,
    label: `no ${shape.title}${isInside ? ' there' : ''} has this key`,
    hint:
      near ??
      (isInside
        ? `use the key of ${oneTitle(shape)} in ${from.address}`
        : `declare the ${shape.title} under \`${shape.segment}\`: a reference is a key, not a title or an id`),
    fix: putting(target && found),
  });
}

/** What refers to its own kind must not come back to itself: a collection's parent, the space that a space is copied from. */
function reportCycles(draft: ConfigurationDraft): void {
  for (const shape of draft.shapes.values()) {
    for (const [field, { type }] of Object.entries(shape.fields)) {
      if (type.is === 'ref' && type.to === shape.name) reportCyclesOf(draft, shape, field);
    }
  }
}

function reportCyclesOf(draft: ConfigurationDraft, shape: KindShape, field: string): void {
  const next = (resource: DraftResource): DraftResource | undefined => {
    const value = resource.fields[field];
    return isReference(value) ? draft.at.get(value.ref) : undefined;
  };
  const visited = new Set<DraftResource>();
  for (const start of draft.at.values()) {
    if (start.shape !== shape) continue;
    const path = new Set<DraftResource>();
    let resource: DraftResource | undefined = start;
    for (; resource !== undefined && !visited.has(resource); resource = next(resource)) {
      visited.add(resource);
      path.add(resource);
    }
    if (resource !== undefined && path.has(resource))
      reportCycle(draft, field, [...path].slice([...path].indexOf(resource)));
  }
}

function reportCycle({ problems }: ConfigurationDraft, field: string, cycle: readonly DraftResource[]): void {
  const [first, ...others] = cycle;
  if (first === undefined) return;
  const way = [...cycle, first].map((resource) => resource.key).join(' -> ');
  problems.add('E-REF-CYCLE', first.fieldSpans[field] ?? first.span, {
    message:
      others.length === 0
        ? `${first.address}: ${field} refers to itself`
        : `${first.address}: ${field} forms a cycle: ${way}`,
    hint: 'change or remove one of the references',
    related: others.map((resource) => ({
      message: resource.address,
      span: resource.fieldSpans[field] ?? resource.span,
    })),
  });
}
