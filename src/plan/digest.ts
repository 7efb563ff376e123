/** The digest of a plan: what an approval stands on. The same changes to the same target give the same digest, whenever and wherever planned. */
import { sha256Hex } from '../core/digest.ts';
import type { Value } from '../core/value.ts';
import { type Change, type Plan, remoteChanges } from './change.ts';

/** `sha256:…` over target, organization and the ordered semantic changes. Bookkeeping, reasons and places in files do not count. */
export function planDigest(plan: Plan, host: string): string {
  return `sha256:${sha256Hex(canonicalText(plan, host))}`;
}

/** One JSON line per change, keys sorted, so that equal plans are equal bytes. */
export function canonicalText(plan: Plan, host: string): string {
  const lines = [{ version: 1, host, organization: plan.organization }, ...remoteChanges(plan).map(semantics)];
  return lines.map((line) => JSON.stringify(sorted(line))).join('\n');
}

function semantics(change: Change) {
  return {
    address: change.address,
    action: change.action,
    ...(change.id === undefined ? {} : { id: change.id }),
    fields: change.fields.map(({ field, before, after }) => ({
      field,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    })),
    ...(change.beside === undefined ? {} : { beside: { relation: change.beside.relation, address: change.beside.address } }),
  };
}

function sorted(value: unknown): Value {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value as Value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted((value as { readonly [key: string]: unknown })[key])]));
}
