/** Resolves references and orders by key, and reports cycles. */
import {
  type Address,
  childAddress,
  type ListAddress,
  listAddress,
  topContainer,
  withinContainer,
} from '../core/address.ts';
import { oneTitle } from '../core/count.ts';
import { isReference } from '../core/value.ts';
import { containerOf } from '../declaration/container.ts';
import { canBeExternal, externalResource } from '../declaration/external.ts';
import { foldedKey } from '../declaration/key.ts';
import { type KindShape, keepsOrderIn, placeField } from '../kinds/shape.ts';
import {
  type ConfigurationDraft,
  type DraftResource,
  type OrderedContainer,
  type PendingReference,
  placeOf,
} from './draft.ts';
import type { ScalarNode } from './node.ts';
import { didYouMean, replacementFix } from './problem-list.ts';

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
  if (canBeExternal(from.shape, shape, (each) => listed.has(each))) addExternal(draft, shape, folded, span);
  const target = draft.scopes.get(list)?.get(folded);
  if (target !== undefined) from.fields[field] = { ref: target.address };
  else reportUnknown(draft, list, shape, key, from, span);
}

function addExternal(draft: ConfigurationDraft, shape: KindShape, key: string, span: PendingReference['span']): void {
  const keys = draft.scopes.get(shape.segment) ?? new Map<string, DraftResource>();
  draft.scopes.set(shape.segment, keys);
  if (keys.has(key)) return;
  const { kind: _, ...resource } = externalResource(childAddress(null, shape.segment, key), shape, span);
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
    fix: replacementFix(target && found),
  });
}

/** References to the same kind, such as the parent of a collection, must not form a cycle. */
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

export function resolveOrders(draft: ConfigurationDraft): void {
  for (const { of, items } of draft.sequences) {
    const placed = new Map<Address, ScalarNode>();
    for (const item of items) {
      const child = childNamed(draft, of, item);
      if (child === undefined) continue;
      draft.named.push({ address: child, span: item.span });
      const first = placed.get(child);
      if (first === undefined) placed.set(child, item);
      else
        draft.problems.add('E-DUPLICATE-ITEM', item.span, {
          message: `the order ${withinContainer(of.address)} lists ${child} twice`,
          related: [{ message: 'first listed here', span: first.span }],
        });
    }
    draft.orders[of.address] = [...placed.keys()];
  }
}

/** Kinds with an order in the container, and the field that names the container. */
function orderedKinds(
  draft: ConfigurationDraft,
  { kind }: OrderedContainer,
): readonly { readonly shape: KindShape; readonly field: string }[] {
  return [...draft.shapes.values()].flatMap((shape) => {
    const field = keepsOrderIn(shape, kind) ? placeField(shape) : undefined;
    return field === undefined ? [] : [{ shape, field }];
  });
}

/** Finds a child by key, or by address if a space and a collection have the same key. */
function childNamed(draft: ConfigurationDraft, container: OrderedContainer, item: ScalarNode): Address | undefined {
  const { problems, at, scopes } = draft;
  const name = String(item.value);
  const kinds = orderedKinds(draft, container);
  const declared = kinds.flatMap(({ shape, field }) => {
    const resource = at.get(name.startsWith(`${shape.segment}/`) ? name : `${shape.segment}/${name}`);
    return resource === undefined ? [] : [{ resource, field }];
  });
  const inside = declared.filter(
    ({ resource }) => containerOf({ ...resource, kind: resource.shape.name }, draft.shapes) === container.address,
  );
  if (inside.length === 1) return inside[0]?.resource.address;
  if (inside.length > 1) {
    const addresses = inside.map(({ resource }) => resource.address);
    problems.add('E-ORDER-AMBIGUOUS', item.span, {
      message: `"${name}" is ambiguous ${withinContainer(container.address)}`,
      hint: `write ${addresses.join(' or ')}`,
    });
    return undefined;
  }
  const [elsewhere] = declared;
  if (elsewhere !== undefined) {
    const { resource, field } = elsewhere;
    const right =
      container.address === topContainer ? `remove \`${field}\` from` : `set \`${field}: ${container.key}\` on`;
    const hint = `${right} ${resource.address} (${placeOf(resource.span)}), or remove this item`;
    problems.add('E-ORDER-CHILD', item.span, {
      message: `${resource.address} is not ${withinContainer(container.address)}`,
      label: 'in another place',
      hint,
      related: [{ message: 'declared here', span: resource.span }],
    });
    return undefined;
  }
  const keys = kinds.flatMap(({ shape }) => [...(scopes.get(shape.segment)?.keys() ?? [])]);
  const titles = kinds.map(({ shape }) => shape.title).join(' or ');
  const near = problems.suggest(name, keys);
  problems.add('E-REF-UNKNOWN', item.span, {
    message: `unknown ${titles} "${name}"`,
    label: `no ${titles} has this key`,
    hint: didYouMean(near),
    fix: replacementFix(near),
  });
  return undefined;
}
