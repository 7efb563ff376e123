/** Checks that need the whole configuration: references, orders, conditions, custom fields, and unique names and values. */

import {
  type Address,
  childAddress,
  type ListAddress,
  listOf,
  topContainer,
  withinContainer,
} from '../core/address.ts';
import { type ClaimUse, parseCondition } from '../core/condition.ts';
import { oneTitle } from '../core/count.ts';
import { complaint } from '../core/custom-value.ts';
import type { SourceSpan } from '../core/problem.ts';
import { isReference, type Value } from '../core/state.ts';
import { foldedKey, nameClaim, uniqueClaims } from '../declaration/key.ts';
import { containerOf } from '../declaration/order.ts';
import { canBeExternal, externalResource } from '../declaration/resources.ts';
import { targetList } from '../kinds/field.ts';
import {
  addressPath,
  isStatedCopy,
  type KindShape,
  keepsOrderIn,
  keyedFields,
  naturalKeyFields,
  placeField,
  shapeOf,
} from '../kinds/shape.ts';
import {
  type ConfigurationDraft,
  type DraftResource,
  type OrderedContainer,
  type PendingReference,
  placeOf,
} from './draft.ts';
import type { MapEntry, ScalarNode } from './node.ts';
import { didYouMean, hints, replacementFix } from './problem-list.ts';

export function checkConditions(draft: ConfigurationDraft): void {
  for (const { of, field, node } of draft.conditions) {
    const condition = parseCondition(String(node.value));
    if ('fault' in condition) {
      const { fault } = condition;
      draft.problems.add('E-CONDITION', conditionSpan(node, fault), {
        message: `${of.address}: ${field}: ${fault.message}`,
        hint: 'write an expression such as visitor.claims.partner == true',
      });
    } else for (const use of condition.claims) checkClaim(draft, of, node, use);
  }
}

/** Place of a part of the condition, or of the whole condition if the file does not contain it character by character. */
function conditionSpan(node: ScalarNode, { start, end }: { readonly start: number; readonly end: number }): SourceSpan {
  return node.textColumn === undefined
    ? node.span
    : { ...node.span, column: node.textColumn + start, length: Math.max(1, end - start) };
}

/** An undeclared part of the schema stays as it is on the platform, so its claims are unknown. */
function checkClaim(draft: ConfigurationDraft, of: DraftResource, node: ScalarNode, use: ClaimUse) {
  const schema = visitorSchema(draft, of);
  const own = claimNames(draft, schema, use.isUnsigned ? 'unsigned' : 'claims');
  if (schema === undefined || own === undefined || own.includes(use.name)) return;
  const other = claimNames(draft, schema, use.isUnsigned ? 'claims' : 'unsigned') ?? [];
  const prefix = (isUnsigned: boolean) => (isUnsigned ? 'visitor.claims.unsigned.' : 'visitor.claims.');
  const near = draft.problems.suggest(use.name, own);
  const there = other.includes(use.name)
    ? `${prefix(!use.isUnsigned)}${use.name}`
    : near && `${prefix(use.isUnsigned)}${near}`;
  draft.problems.add('E-CONDITION-CLAIM', conditionSpan(node, use), {
    message: `${of.address}: the site declares no ${use.isUnsigned ? 'unsigned ' : ''}claim "${use.name}"`,
    label: 'unknown claim',
    hint: hints(didYouMean(there), `declare the claim in ${schema.address} (${placeOf(schema.span)})`),
  });
}

function visitorSchema(draft: ConfigurationDraft, { address }: DraftResource): DraftResource | undefined {
  const site = addressPath(address, draft.shapes)?.[0]?.address;
  const shape = [...draft.shapes.values()].find((each) =>
    Object.values(each.fields).some(({ type }) => type.is === 'claims'),
  );
  return site === undefined || shape === undefined ? undefined : draft.at.get(`${site}/${shape.segment}`);
}

/** Returns undefined if the field is not declared or has problems. */
function claimNames({ nodes }: ConfigurationDraft, schema: DraftResource | undefined, field: string) {
  const node = schema && nodes.get(schema)?.[field];
  return node?.is === 'map' ? node.entries.map((entry) => entry.key) : undefined;
}

export function checkCustomValues(draft: ConfigurationDraft): void {
  const listed = new Set(draft.lists.map(({ list }) => list));
  draft.at.forEach((resource) => {
    keyedFields(shapeOf(draft, resource.kind)).forEach(({ name, keysRefer }) => {
      const node = draft.nodes.get(resource)?.[name];
      const segment = draft.shapes.get(keysRefer)?.segment;
      // Without a list of custom fields, they are managed elsewhere.
      if (segment === undefined || node?.is !== 'map' || !listed.has(segment)) return;
      for (const entry of node.entries) checkEntry(draft, resource, entry, segment);
    });
  });
}

function checkEntry(draft: ConfigurationDraft, resource: DraftResource, entry: MapEntry, segment: string) {
  const { problems, scopes } = draft;
  const fields = scopes.get(segment);
  const field = fields?.get(entry.key);
  if (field === undefined) {
    const near = problems.suggest(entry.key, fields?.keys() ?? []);
    const place = near === undefined ? undefined : fields?.get(near);
    return void problems.add('E-REF-UNKNOWN', entry.keySpan, {
      message: `unknown custom field "${entry.key}"`,
      label: 'not declared',
      hint:
        didYouMean(near, place && `${place.address}, ${placeOf(place.span)}`) ??
        `declare the custom field under \`${segment}\``,
      fix: replacementFix(near),
    });
  }
  draft.named.push({ address: field.address, span: entry.keySpan });
  const value = writtenValue(entry);
  const wrong = value === undefined ? undefined : complaint(value, field);
  if (wrong === undefined) return;
  problems.add('E-CUSTOM-VALUE', entry.value.span, {
    message: `${resource.address}: ${entry.key} must be ${wrong}`,
    hint: `match the declared type ${String(field.fields.type)}`,
    related: [{ message: 'declared here', span: field.span }],
  });
}

function writtenValue({ value }: MapEntry): Value | undefined {
  if (value.is === 'scalar') return value.value ?? undefined;
  if (value.is !== 'list') return undefined;
  return value.items.map((item) => (item.is === 'scalar' ? item.value : null));
}

interface Claim {
  readonly resource: DraftResource;
  readonly span: SourceSpan;
}

export function checkUniqueness(draft: ConfigurationDraft): void {
  const taken = new Map<string, Claim>();
  for (const resource of draft.at.values()) {
    checkUniqueFields(draft, taken, resource);
    checkPin(draft, taken, resource);
    checkName(draft, taken, resource);
  }
}

function claimed(taken: Map<string, Claim>, name: string, resource: DraftResource, span: SourceSpan) {
  const first = taken.get(name);
  if (first === undefined) taken.set(name, { resource, span });
  return first;
}

function checkUniqueFields(draft: ConfigurationDraft, taken: Map<string, Claim>, resource: DraftResource) {
  for (const { field, claim } of uniqueClaims(resource, shapeOf(draft, resource.kind))) {
    const span = resource.fieldSpans[field] ?? resource.span;
    const first = claimed(taken, claim, resource, span);
    if (first === undefined) continue;
    draft.problems.add('E-DUPLICATE-VALUE', span, {
      message: `${field} ${JSON.stringify(resource.fields[field])} is already used by ${first.resource.address}`,
      label: 'already used',
      hint: `use another ${field}`,
      related: [{ message: 'first used here', span: first.span }],
    });
  }
}

function checkPin({ problems, nodes }: ConfigurationDraft, taken: Map<string, Claim>, resource: DraftResource) {
  const { pin, kind } = resource;
  const span = nodes.get(resource)?.id?.span ?? resource.span;
  const first = pin === undefined ? undefined : claimed(taken, `pin ${kind} ${pin}`, resource, span);
  if (first === undefined) return;
  problems.add('E-DUPLICATE-VALUE', span, {
    message: `id ${pin} is already pinned by ${first.resource.address}`,
    label: 'already pinned',
    hint: 'correct or remove one of the two ids',
    related: [{ message: 'first pinned here', span: first.span }],
  });
}

/** Reports two resources with the same natural key in the same place. Pinned resources and copies are not matched by name. */
function checkName(draft: ConfigurationDraft, taken: Map<string, Claim>, resource: DraftResource) {
  const shape = shapeOf(draft, resource.kind);
  const isMatchedOtherwise = resource.pin !== undefined || isStatedCopy(shape, resource.fields);
  const names = shape.key === 'name' && !isMatchedOtherwise ? naturalKeyFields(shape, resource.fields) : undefined;
  // Unique fields are reported separately.
  if (names === undefined || names.every((each) => shape.fields[each]?.unique !== undefined)) return;
  const name = nameClaim(resource, shape);
  if (name === undefined) return;
  const { field } = name;
  const span = resource.fieldSpans[field] ?? resource.span;
  const first = claimed(taken, name.claim, resource, span);
  if (first === undefined) return;
  const others = shape.narrowedBy === undefined ? '' : ` or the ${shape.narrowedBy}`;
  draft.problems.add('E-DUPLICATE-NAME', span, {
    message: `${first.resource.address} and ${resource.address} have the same ${names.join(' and ')}`,
    label: `same as in ${placeOf(first.span)}`,
    hint: `change the ${names.join(' and ')}${others} of one of the two, or pin both with \`id:\``,
    related: [{ message: 'first used here', span: first.span }],
  });
}

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
  const list = targetList(type, from.address, shape);
  const folded = foldedKey(shape, key, draft.shapes);
  if (canBeExternal(draft.shapes.get(from.kind), shape, (each) => listed.has(each)))
    addExternal(draft, shape, folded, span);
  // A site-space in a section has no list of its own in the site, so its address in the site is its key.
  const target =
    draft.scopes.get(list)?.get(folded) ?? (type.within === 'parent' ? deepIn(draft, from, shape, key) : undefined);
  if (target !== undefined) from.fields[field] = { ref: target.address };
  else reportUnknown(draft, list, shape, key, span);
}

function deepIn(draft: ConfigurationDraft, { parent }: DraftResource, shape: KindShape, key: string) {
  const found = draft.at.get(`${parent}/${key}`);
  return found?.kind === shape.name ? found : undefined;
}

function addExternal(draft: ConfigurationDraft, shape: KindShape, key: string, span: SourceSpan) {
  const keys = draft.scopes.get(shape.segment) ?? new Map<string, DraftResource>();
  draft.scopes.set(shape.segment, keys);
  if (keys.has(key)) return;
  const found = externalResource(childAddress(null, shape.segment, key), shape, span);
  keys.set(key, found);
  draft.at.set(found.address, found);
}

function reportUnknown(
  draft: ConfigurationDraft,
  list: ListAddress,
  shape: KindShape,
  key: string,
  span: SourceSpan,
): void {
  const keys = draft.scopes.get(list) ?? new Map<string, DraftResource>();
  const inList = key.startsWith(`${list}/`) ? key.slice(list.length + 1) : '';
  const found = keys.has(inList) ? inList : draft.problems.suggest(key, keys.keys());
  const target = keys.get(found ?? '');
  const isInside = list.includes('/');
  const within = listOf(list);
  const where = isInside ? ` in ${within}` : '';
  const near = target && didYouMean(found, `${target.address}, ${placeOf(target.span)}`);
  draft.problems.add('E-REF-UNKNOWN', span, {
    message: `unknown ${shape.title} "${key}"${where}`,
    label: `no ${shape.title}${isInside ? ' there' : ''} has this key`,
    hint:
      near ??
      (isInside
        ? `use the key of ${oneTitle(shape)} in ${within}`
        : `declare the ${shape.title} under \`${shape.segment}\`: a reference is a key, not a title or an id`),
    fix: replacementFix(target && found),
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
function orderedKinds(draft: ConfigurationDraft, { kind }: OrderedContainer) {
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
  const inside = declared.filter(({ resource }) => containerOf(resource, draft.shapes) === container.address);
  if (inside.length === 1) return inside[0]?.resource.address;
  if (inside.length > 1) {
    const addresses = inside.map(({ resource }) => resource.address);
    return problems.add('E-ORDER-AMBIGUOUS', item.span, {
      message: `"${name}" is ambiguous ${withinContainer(container.address)}`,
      hint: `write ${addresses.join(' or ')}`,
    });
  }
  const [elsewhere] = declared;
  if (elsewhere !== undefined) {
    const { resource, field } = elsewhere;
    if (resource.isExternal) {
      const message = `${resource.address} is external, so its position is not managed`;
      return problems.add('E-EXTERNAL', item.span, { message, hint: 'remove this item' });
    }
    const right =
      container.address === topContainer ? `remove \`${field}\` from` : `set \`${field}: ${container.key}\` on`;
    const hint = `${right} ${resource.address} (${placeOf(resource.span)}), or remove this item`;
    return problems.add('E-ORDER-CHILD', item.span, {
      message: `${resource.address} is not ${withinContainer(container.address)}`,
      label: 'in another place',
      hint,
      related: [{ message: 'declared here', span: resource.span }],
    });
  }
  const keys = kinds.flatMap(({ shape }) => [...(scopes.get(shape.segment)?.keys() ?? [])]);
  const titles = kinds.map(({ shape }) => shape.title).join(' or ');
  const near = problems.suggest(name, keys);
  return problems.add('E-REF-UNKNOWN', item.span, {
    message: `unknown ${titles} "${name}"`,
    label: `no ${titles} has this key`,
    hint: didYouMean(near),
    fix: replacementFix(near),
  });
}

/** References to the same kind, such as the parent of a collection, must not form a cycle. */
function reportCycles(draft: ConfigurationDraft) {
  for (const shape of draft.shapes.values()) {
    for (const [field, { type }] of Object.entries(shape.fields)) {
      if (type.is === 'ref' && type.to === shape.name) reportCyclesOf(draft, shape, field);
    }
  }
}

function reportCyclesOf(draft: ConfigurationDraft, shape: KindShape, field: string) {
  const next = (resource: DraftResource): DraftResource | undefined => {
    const value = resource.fields[field];
    return isReference(value) ? draft.at.get(value.ref) : undefined;
  };
  const visited = new Set<DraftResource>();
  for (const start of draft.at.values()) {
    if (start.kind !== shape.name) continue;
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

function reportCycle({ problems }: ConfigurationDraft, field: string, cycle: readonly DraftResource[]) {
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
