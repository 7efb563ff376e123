/** A plan as one JSON document for machines: stable keys, only ever added to within one schema version. */
import jsonPatch from 'fast-json-patch';
import { type Change, isBlocked, isBookkeeping, type Plan, type StepId } from '../plan/change.ts';
import { countsOf } from './words.ts';

export const planSchemaVersion = 1;

/** One request as machines see it: what is sent where, never the body. Ids not known yet stand as `{address}`. */
export interface PlannedRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
}

export interface PlanDocumentOptions {
  readonly host: string;
  readonly digest: string;
  readonly requests: number;
  readonly requestsOf?: (step: StepId) => readonly PlannedRequest[];
}

/** The document's value; `planJson` is its text. */
export function planDocument(plan: Plan, options: PlanDocumentOptions) {
  const addressOf = new Map(plan.steps.map((step) => [step.id, step.address]));
  const needsOf = new Map(plan.steps.map((step) => [step.id, step.needs]));
  const remote = plan.changes.filter((change) => !isBookkeeping(change.action));
  return {
    schemaVersion: planSchemaVersion,
    kind: 'plan' as const,
    target: { host: options.host, organization: plan.organization },
    digest: options.digest,
    hasChanges: remote.length > 0,
    isBlocked: isBlocked(plan),
    summary: countsOf(plan.changes),
    requests: options.requests,
    changes: plan.changes.map((change) => ({
      ...changeDocument(change),
      waitsFor: waitsFor(change, needsOf, addressOf),
      requests: change.steps.flatMap((step) => options.requestsOf?.(step) ?? []),
    })),
    guards: plan.guards,
    unmanaged: plan.unmanaged,
    waiting: plan.waiting,
    unknown: plan.unknown,
    notes: plan.notes,
  };
}

export function planJson(plan: Plan, options: PlanDocumentOptions): string {
  return `${JSON.stringify(planDocument(plan, options), null, 2)}\n`;
}

function changeDocument(change: Change) {
  return {
    address: change.address,
    kind: change.kind,
    action: change.action,
    id: change.id ?? null,
    fields: change.fields.map((field) => ({
      field: field.field,
      ...(field.before === undefined ? {} : { before: field.before }),
      ...(field.after === undefined ? {} : { after: field.after }),
      ...(field.origin === undefined ? {} : { origin: field.origin }),
    })),
    patch: patchOf(change),
    beside: change.beside ?? null,
    from: change.from ?? null,
    why: change.why ?? null,
    lost: change.lost,
    notes: change.notes,
    blocked: change.blocked ?? null,
    source: change.span === undefined ? null : { file: change.span.file, line: change.span.line, column: change.span.column },
  };
}

/** RFC 6902 over the declared fields: applied to the object as it was, it gives the object as wanted. */
function patchOf(change: Change) {
  const before: { [field: string]: unknown } = {};
  const after: { [field: string]: unknown } = {};
  for (const field of change.fields) {
    if (field.before !== undefined) before[field.field] = field.before;
    if (field.after !== undefined) after[field.field] = field.after;
  }
  return jsonPatch.compare(before, after);
}

/** Addresses whose steps must be done first, its own not counted. */
function waitsFor(
  change: Change,
  needsOf: ReadonlyMap<StepId, readonly StepId[]>,
  addressOf: ReadonlyMap<StepId, string>,
): readonly string[] {
  const addresses = change.steps.flatMap((step) => needsOf.get(step) ?? []).map((step) => addressOf.get(step) ?? step);
  return [...new Set(addresses)].filter((address) => address !== change.address).sort();
}
