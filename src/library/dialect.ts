/** Limits a configuration and a ledger to what a dialect has. */

import { listOf } from '../core/address.ts';
import { groupBy } from '../core/compare.ts';
import { count, pluralTitle } from '../core/count.ts';
import { usageFailure } from '../core/docform-error.ts';
import { type Desired, type DesiredResource, isReference, type Ledger } from '../core/state.ts';
import type { KindDefinition } from '../kinds/define-kind.ts';
import { definitions as language } from '../kinds/index.ts';
import { keepsOrderIn, kindOfAddress, parseAddress, placement, shapeOf } from '../kinds/shape.ts';
import type { Plan } from '../plan/result/change.ts';
import { hashedId } from '../remote/client/sealed-ids.ts';
import type { Definitions } from '../remote/live/mentions.ts';

/** A declaration that the platform cannot express. */
interface Unsupported {
  readonly resource: DesiredResource;
  /** Missing: the whole kind. */
  readonly field?: string;
}

/** The part of a configuration that the platform can express, and notes about the rest. Throws DocformError if a field is missing that only this platform requires. */
export function desiredIn(
  desired: Desired,
  definitions: Definitions,
  { resources: known }: Pick<Ledger, 'resources'>,
): { readonly desired: Desired; readonly notes: Plan['notes'] } {
  const unsupported: Unsupported[] = [];
  const resources = desired.resources.flatMap((resource) => {
    const definition = definitions.get(resource.kind);
    // A kind can have fewer parents here.
    if (definition === undefined || parseAddress(resource.address, definitions) === undefined) {
      unsupported.push({ resource });
      return [];
    }
    if (known[resource.address] === undefined) requireFields(resource, definition);
    requireContainer(resource, definition);
    const absent = Object.keys(resource.fields).filter((field) => definition.fields[field] === undefined);
    unsupported.push(...absent.map((field) => ({ resource, field })));
    const fields = Object.entries(resource.fields).filter(([field]) => !absent.includes(field));
    return absent.length === 0 ? [resource] : [{ ...resource, fields: Object.fromEntries(fields) }];
  });
  const hasList = ({ list, kind }: Desired['lists'][number]) => {
    const definition = definitions.get(kind);
    const parent = kindOfAddress(listOf(list), definitions) ?? '';
    return definition !== undefined && (definition.singleton || (definition.parents ?? ['']).includes(parent));
  };
  const lists = desired.lists.filter(hasList);
  if (unsupported.length === 0) return { desired: { ...desired, lists }, notes: [] };
  const held = new Set(resources.map(({ address }) => address));
  const orders = Object.entries(desired.orders).map(([container, order]) => [
    container,
    order.filter((each) => held.has(each)),
  ]);
  return { desired: { ...desired, resources, lists, orders: Object.fromEntries(orders) }, notes: notesOn(unsupported) };
}

/** Without the container, the order of its members could not be declared either. */
function requireContainer({ address, fields, span }: DesiredResource, definition: KindDefinition) {
  const place = placement(definition);
  if (place === undefined || keepsOrderIn(definition, place.kind) || !isReference(fields[place.name])) return;
  const { itemWord } = definition;
  const message = `${span.file}:${span.line}: ${address}: this platform allows no ${itemWord} in a ${itemWord}`;
  throw usageFailure(message, `move the ${itemWord} to the list of the site`, 'E-STRUCTURE-ITEM');
}

function requireFields({ address, kind, fields, span }: DesiredResource, { fields: shapes }: KindDefinition) {
  const missing = Object.keys(shapes).find((name) => shapes[name]?.required && fields[name] === undefined);
  // The validator checks every other field.
  if (missing === undefined || language.get(kind)?.fields[missing]?.required) return;
  const message = `${span.file}:${span.line}: ${address} has no \`${missing}\`, which this platform requires`;
  throw usageFailure(message, `add \`${missing}\``, 'E-REQUIRED');
}

/** One note for each kind or field. */
function notesOn(unsupported: readonly Unsupported[]): Plan['notes'] {
  const groups = groupBy(unsupported, ({ resource, field }) => `${resource.kind} ${field ?? ''}`);
  return [...groups.values()].flatMap(([first, ...rest]) => {
    if (first === undefined) return [];
    const shape = shapeOf({ shapes: language }, first.resource.kind);
    const what = first.field === undefined ? pluralTitle(shape) : `\`${first.field}\``;
    const more = rest.length === 0 ? '' : ` (and ${count(rest.length, 'more declaration')})`;
    return [
      { address: first.resource.address, text: `this platform has no ${what}: the declaration has no effect${more}` },
    ];
  });
}

/** The entries of objects that the platform can have. An apply keeps the others. */
export function ledgerIn(ledger: Ledger, definitions: Definitions): Ledger {
  const resources = Object.entries(ledger.resources).flatMap(([address, entry]) => {
    const kind = kindOfAddress(address, definitions);
    if (kind === undefined) return [];
    return [[address, definitions.get(kind)?.hasSecretId ? { ...entry, id: hashedId(entry.id) } : entry]];
  });
  return { ...ledger, resources: Object.fromEntries(resources) };
}
