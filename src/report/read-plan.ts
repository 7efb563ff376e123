/** Reads a plan's JSON document back: the plan as every report tells it, or what is wrong with the file. */
import { planDigest } from '../plan/digest.ts';
import type { SavedPlan, ShownChange } from '../plan/shown.ts';
import { checksumOf, type planDocument, planSchemaVersion } from './json.ts';
import { type Rehearsal, rehearsalIn } from './rehearsal.ts';
import { jsonText } from './sanitize.ts';
import { symbols } from './words.ts';

type Document = ReturnType<typeof planDocument>;

/** Of another kind, cut short or changed by hand, or written by a later version of docform. */
export type PlanFault = 'no-plan' | 'damaged' | 'version';

export type ReadPlan =
  | { readonly plan: SavedPlan; readonly rehearsal?: Rehearsal; readonly json: string }
  | { readonly fault: PlanFault; readonly message: string };

export function readPlan(text: string): ReadPlan {
  const value = parsed(text);
  if (value === undefined) return { fault: 'damaged', message: 'it is not JSON: perhaps it was cut short' };
  if (!isMap(value) || value.kind !== 'plan' || typeof value.schemaVersion !== 'number')
    return { fault: 'no-plan', message: 'it is not a plan that docform wrote' };
  if (value.schemaVersion !== planSchemaVersion)
    return { fault: 'version', message: `its schemaVersion is ${value.schemaVersion}, and this docform reads ${planSchemaVersion}` };
  if (value.checksum !== checksumOf(value)) return { fault: 'damaged', message: 'its contents do not fit its checksum' };
  if (!isDocument(value)) return { fault: 'damaged', message: 'something that every plan has is missing in it' };
  const rehearsal = rehearsalIn(value);
  return { plan: planOf(value), ...(rehearsal === undefined ? {} : { rehearsal }), json: jsonText(value) };
}

/** The digest of what the document says; another one than it claims where somebody changed both it and its checksum. */
export function digestOfSaved(plan: SavedPlan): string {
  return planDigest(plan, plan.host);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function planOf(document: Document): SavedPlan {
  const { target, digest, requests, guards, unmanaged, waiting, unknown, notes, orders, ids, allowances, configuration } = document;
  return {
    ...{ host: target.host, organization: target.organization, digest, requests, configuration: configuration ?? '' },
    ...{ guards, unmanaged, waiting, unknown, notes, orders, ids },
    allowances: { addresses: allowances.addresses, ...(allowances.deletes === null ? {} : { deletes: allowances.deletes }) },
    changes: document.changes.map(changeOf),
  };
}

function changeOf(change: Document['changes'][number]): ShownChange {
  const { id, beside, from, why, blocked, source } = change;
  return {
    ...{ address: change.address, kind: change.kind, action: change.action, lost: change.lost, notes: change.notes },
    fields: change.fields.map(({ field, before, after, origin }) => ({
      field,
      before,
      after,
      ...(origin === undefined ? {} : { origin }),
    })),
    ...given({ id, beside, from, why, blocked, span: source }),
  };
}

/** In the document null stands where a plan has nothing. */
function given<T extends object>(values: T): { readonly [K in keyof T]?: Exclude<T[K], null> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as { [K in keyof T]?: Exclude<T[K], null> };
}

/** The checksum vouches for what docform wrote; this is for what something else wrote, so that no report trips over it. */
function isDocument(value: { readonly [key: string]: unknown }): value is Document & { readonly [key: string]: unknown } {
  const { target, changes, ids, allowances, digest, requests } = value;
  const lists = ['guards', 'unmanaged', 'waiting', 'unknown', 'notes', 'orders'];
  return (
    isMap(target) &&
    [target.host, target.organization, digest].every((each) => typeof each === 'string') &&
    typeof requests === 'number' &&
    isMap(ids) &&
    isMap(allowances) &&
    Array.isArray(allowances.addresses) &&
    lists.every((name) => Array.isArray(value[name]) && (value[name] as unknown[]).every(isMap)) &&
    (value.orders as { readonly [key: string]: unknown }[]).every((order) => Array.isArray(order.current) && Array.isArray(order.wanted)) &&
    (value.unknown as { readonly [key: string]: unknown }[]).every(({ hides }) => Array.isArray(hides)) &&
    (value.unmanaged as { readonly [key: string]: unknown }[]).every(({ objects }) => Array.isArray(objects)) &&
    Array.isArray(changes) &&
    changes.every(isChange)
  );
}

function isChange(value: unknown): boolean {
  if (!isMap(value)) return false;
  const { address, kind, action, fields, lost, notes } = value;
  return (
    [address, kind].every((each) => typeof each === 'string') &&
    typeof action === 'string' &&
    Object.hasOwn(symbols, action) &&
    [lost, notes].every((list) => Array.isArray(list) && list.every((each) => typeof each === 'string')) &&
    Array.isArray(fields) &&
    fields.every((field) => isMap(field) && typeof field.field === 'string')
  );
}

function isMap(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
