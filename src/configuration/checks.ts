/** What only the whole configuration can tell: references, rings, duplicates, orders, conditions, values of custom fields. */
import type { Address } from '../core/address.ts';
import { parseCondition } from '../core/condition.ts';
import { groupBy } from '../core/group-by.ts';
import type { DesiredResource } from '../core/state.ts';
import { isReference, type Value } from '../core/value.ts';
import { type Context, complain, shapeNamed } from './context.ts';
import { nearest } from './suggest.ts';

export function checkAll(context: Context): void {
  const at = new Map(context.resources.map((resource) => [resource.address, resource]));
  checkReferences(context, at);
  checkOrders(context, at);
  checkRings(context, at);
  checkDuplicates(context);
  checkConditions(context, at);
  checkFieldValues(context, at);
}

type Index = ReadonlyMap<Address, DesiredResource>;

function checkReferences(context: Context, at: Index): void {
  const keysOf = groupBy(context.resources, ({ address }) => address.slice(0, address.lastIndexOf('/')));
  const isManaged = new Set(context.resources.map(({ kind }) => kind));
  for (const { address, key, list, title, span } of context.references) {
    if (at.has(address)) continue;
    // Values may be given for custom fields that nobody declares here: they are then only looked up.
    if (list === 'customFields' && !isManaged.has('custom-field')) continue;
    const near = nearest(
      key,
      (keysOf.get(list) ?? []).map((resource) => resource.key),
    );
    const found = near === undefined ? undefined : at.get(`${list}/${near}`);
    const hint = found
      ? `did you mean "${near}"? (${found.address}, ${found.span.file}:${found.span.line})`
      : `declare it under \`${list}\``;
    context.report({ code: 'E-REF-UNKNOWN', message: `unknown ${title} "${key}"`, span, label: `no ${title} has this key`, hint });
  }
}

/** Keys of `order` become addresses; each must stand in the collection. */
function checkOrders(context: Context, at: Index): void {
  for (const [container, order] of Object.entries(context.orders)) {
    const resolved: Address[] = [];
    for (const entry of order) {
      if (!entry.startsWith('?/')) {
        resolved.push(entry);
        continue;
      }
      const key = entry.slice(2);
      const span = context.orderSpans.get(`${container}${entry}`);
      const members = [`spaces/${key}`, `collections/${key}`].filter((address) => isPlacedIn(at.get(address), container));
      if (members.length === 1 && members[0] && !resolved.includes(members[0])) resolved.push(members[0]);
      else if (span)
        complain(
          context,
          'E-ORDER',
          span,
          orderProblem(members.length, key, container),
          'each entry is the key of one collection or space that states this collection as its place',
        );
    }
    context.orders[container] = resolved;
  }
}

function isPlacedIn(resource: DesiredResource | undefined, container: Address): boolean {
  const place = resource?.fields['collection'] ?? resource?.fields['parent'];
  return isReference(place) && place.ref === container;
}

function orderProblem(found: number, key: string, container: Address): string {
  if (found === 0) return `"${key}" is not declared to stand in ${container}`;
  return found === 1 ? `"${key}" is listed twice` : `"${key}" is both a space and a collection in ${container}`;
}

/** Nothing stands in itself or is a copy of itself, not even by way of others. */
function checkRings(context: Context, at: Index): void {
  const clear = new Set<Address>();
  for (const start of context.resources) {
    for (const [name, field] of Object.entries(shapeNamed(context, start.kind).fields)) {
      if (field.type.is !== 'ref' || field.type.to !== start.kind) continue;
      const path: Address[] = [];
      let next: DesiredResource | undefined = start;
      while (next && !path.includes(next.address) && !clear.has(`${name}:${next.address}`)) {
        path.push(next.address);
        const value: DesiredResource['fields'][string] | undefined = next.fields[name];
        next = isReference(value) ? at.get(value.ref) : undefined;
      }
      if (next && path.includes(next.address))
        complain(
          context,
          'E-CYCLE',
          start.fieldSpans[name] ?? start.span,
          `${start.address}: ${name} leads back to itself (${[...path.slice(path.indexOf(next.address)), next.address].join(' → ')})`,
        );
      for (const address of path) clear.add(`${name}:${address}`);
    }
  }
}

/** Two resources that could not be told apart, or that cannot both be. */
function checkDuplicates(context: Context): void {
  const seen = new Map<string, DesiredResource>();
  const addresses = new Map<Address, DesiredResource>();
  for (const resource of context.resources) {
    const twin = addresses.get(resource.address);
    if (twin) report(context, resource, twin, `${resource.address} is declared twice`, resource.span);
    addresses.set(resource.address, resource);
    const shape = shapeNamed(context, resource.kind);
    const scope = resource.parent ?? '';
    const site = resource.address.split('/').slice(0, 2).join('/');
    for (const [name, field] of Object.entries(shape.fields)) {
      const value = resource.fields[name];
      const isKey =
        shape.naturalKeys.some((names) => names.length === 1 && names[0] === name) && shape.narrowedBy === undefined && !isReference(value);
      if (typeof value !== 'string' || resource.isLookUp || (!isKey && field.unique === undefined)) continue;
      if (name === 'title' && shape.naturalKeys.length > 1 && resource.fields[shape.naturalKeys[0]?.[0] ?? ''] !== undefined) continue;
      const within = field.unique === 'organization' ? '' : field.unique === 'site' ? site : scope;
      const key = `${resource.kind}.${name}:${within}:${field.caseFolded ? value.toLowerCase() : value}`;
      const other = seen.get(key);
      if (other && other !== resource && !(resource.pin && other.pin))
        report(
          context,
          resource,
          other,
          `${resource.address} and ${other.address} have the same ${name} "${value}"`,
          resource.fieldSpans[name] ?? resource.span,
        );
      seen.set(key, resource);
    }
  }
}

function report(context: Context, resource: DesiredResource, other: DesiredResource, message: string, span: DesiredResource['span']): void {
  const hint = `the platform could not tell them apart; change one${shapeNamed(context, resource.kind).key === 'name' ? ', or pin both with `id:`' : ''}`;
  context.report({ code: 'E-DUPLICATE', message, span, hint, related: [{ message: 'the other one', span: other.span }] });
}

function checkConditions(context: Context, at: Index): void {
  for (const resource of context.resources) {
    for (const [name, field] of Object.entries(shapeNamed(context, resource.kind).fields)) {
      const value = resource.fields[name];
      const span = resource.fieldSpans[name] ?? resource.span;
      if (field.type.is !== 'text' || field.type.format !== 'condition' || typeof value !== 'string') continue;
      const condition = parseCondition(value);
      const visitor = at.get(`${resource.address.split('/').slice(0, 2).join('/')}/visitor`);
      if ('fault' in condition) {
        const hint = 'conditions are expressions over visitor.claims, such as `visitor.claims.partner == true`';
        complain(context, 'E-CONDITION-SYNTAX', span, `the condition cannot be used: ${condition.fault.message}`, hint);
      } else if (visitor) for (const claim of condition.claims) checkClaim(context, visitor, claim, span);
    }
  }
}

function checkClaim(
  context: Context,
  visitor: DesiredResource,
  { name, isUnsigned }: { readonly name: string; readonly isUnsigned: boolean },
  span: DesiredResource['span'],
): void {
  const declared = visitor.fields[isUnsigned ? 'unsigned' : 'claims'];
  if (declared === undefined) return;
  const names = Object.keys(declared as { readonly [name: string]: Value });
  if (names.includes(name)) return;
  const near = nearest(name, names);
  const where = `${visitor.address}, \`${isUnsigned ? 'unsigned' : 'claims'}\``;
  complain(
    context,
    'E-CONDITION-CLAIM',
    span,
    `the condition uses the claim "${name}", which is not declared in ${where}`,
    near ? `did you mean "${near}"?` : `declared claims: ${names.sort().join(', ') || 'none'}`,
  );
}

const valueChecks: { readonly [type: string]: (value: Value, options: readonly Value[]) => boolean } = {
  text: (value) => typeof value === 'string' && value.length <= 256,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  tags: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  'select:single': (value, options) => typeof value === 'string' && (options.length === 0 || options.includes(value)),
  'select:multi': (value, options) =>
    Array.isArray(value) && value.every((item) => typeof item === 'string' && (options.length === 0 || options.includes(item))),
};

function checkFieldValues(context: Context, at: Index): void {
  for (const resource of context.resources) {
    for (const [name, shape] of Object.entries(shapeNamed(context, resource.kind).fields)) {
      if (shape.type.is !== 'keyed') continue;
      for (const [key, value] of Object.entries((resource.fields[name] ?? {}) as { readonly [key: string]: Value })) {
        const field = at.get(`${shapeNamed(context, shape.type.keysRefer).segment}/${key}`);
        const type = field?.fields['type'];
        const options = field?.fields['options'];
        const check = typeof type === 'string' ? valueChecks[type] : undefined;
        if (check && !check(value, Array.isArray(options) ? (options as readonly Value[]) : [])) {
          complain(
            context,
            'E-FIELD-VALUE',
            resource.fieldSpans[`${name}.${key}`] ?? resource.span,
            `${JSON.stringify(value)} is no value for the custom field "${key}" of type ${type}`,
            Array.isArray(options) ? `its options: ${options.join(', ')}` : undefined,
          );
        }
      }
    }
  }
}
