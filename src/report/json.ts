/** A plan as one JSON document for machines, of everything or of a change alone: stable keys, only ever added to within one schema version. */
import jsonPatch from 'fast-json-patch';
import { canonicalJson } from '../core/canonical.ts';
import { sha256Hex } from '../core/digest.ts';
import type { Impact } from '../core/impact.ts';
import type { Place } from '../core/problem.ts';
import { type Allowances, type Change, isBlocked, isStateOnly, type Pending, type StepId } from '../plan/change.ts';
import type { PartOnly, ToldPlan } from '../plan/plan-view.ts';
import { type Rehearsal, rehearsalDocument } from './rehearsal.ts';
import { jsonText } from './sanitize.ts';
import { countsOf } from './words.ts';

/** 2: the digest is over ids as well, and changes say which objects they are about. 3: `pending`, before that `waiting`, which had no fields and no digest. */
export const planSchemaVersion = 3;

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
  /** Digest of the configuration; missing: the plan cannot be applied from its document. */
  readonly configuration?: string;
  readonly allowances?: Allowances;
  /** Version of docform. */
  readonly version?: string;
  /** Missing: it was not rehearsed. */
  readonly rehearsal?: Rehearsal;
  /** Puts something else in place of known secrets; the checksum is over what is left. */
  readonly mask?: (text: string) => string;
}

export type PlanDocument = ReturnType<typeof planFacts> & {
  /** Something else stands for a secret in it, so that its digest cannot be made from what is left. */
  readonly isMasked?: true;
  readonly checksum: string;
};

/** The document's value; `planJson` is its text. It holds all that reports tell of a plan, and all that applying it later is checked against. */
export function planDocument(plan: ToldPlan, options: PlanDocumentOptions): PlanDocument {
  const { mask } = options;
  const facts = planFacts(plan, options);
  const text = JSON.stringify(facts);
  const masked = mask === undefined ? text : mask(text);
  const shown = masked === text ? facts : { ...(JSON.parse(masked) as typeof facts), isMasked: true as const };
  return { ...shown, checksum: checksumOf(shown) };
}

/** `sha256:…` over everything else in the document: what was changed by hand, or cut short, is found out. */
export function checksumOf({ checksum, ...facts }: { readonly [key: string]: unknown }): string {
  return `sha256:${sha256Hex(canonicalJson(facts))}`;
}

/** All of the document but its checksum. */
export function planFacts(plan: ToldPlan, options: PlanDocumentOptions) {
  const addressOf = new Map(plan.steps.map((step) => [step.id, step.address]));
  const needsOf = new Map(plan.steps.map((step) => [step.id, step.needs]));
  const remote = plan.changes.filter((change) => !isStateOnly(change.action));
  return {
    schemaVersion: planSchemaVersion,
    kind: 'plan' as const,
    target: { host: options.host, organization: plan.organization },
    digest: options.digest,
    hasChanges: remote.length > 0,
    isBlocked: isBlocked(plan),
    summary: countsOf(plan.changes),
    requests: options.requests,
    impact: plan.impact.map(impactDocument),
    ...(plan.navigation === undefined ? {} : { navigation: plan.navigation }),
    ...(plan.redirects === undefined ? {} : { redirects: plan.redirects }),
    changes: plan.changes.map((change) => ({
      ...changeDocument(change),
      waitsFor: waitsFor(change, needsOf, addressOf),
      requests: change.steps.flatMap((step) => options.requestsOf?.(step) ?? []),
    })),
    ...(plan.policy === undefined ? {} : { policy: plan.policy }),
    guards: plan.guards,
    unmanaged: plan.unmanaged,
    pending: plan.pending.map(pendingDocument),
    unknown: plan.unknown,
    notes: plan.notes,
    orders: plan.orders,
    allowances: { addresses: options.allowances?.addresses ?? [], deletes: options.allowances?.deletes ?? null },
    configuration: options.configuration ?? null,
    version: options.version ?? null,
    ...(options.rehearsal === undefined ? {} : { rehearsal: rehearsalDocument(options.rehearsal) }),
  };
}

export function planJson(plan: ToldPlan, options: PlanDocumentOptions): string {
  return jsonText(planDocument(plan, options));
}

/** A value that is missing is not known. */
export function impactDocument({
  on,
  topic,
  severity,
  address,
  field,
  subject,
  what,
  before,
  after,
  who,
  details,
  source,
}: Impact) {
  return {
    ...{ on, topic, severity, address },
    ...(field === undefined ? {} : { field }),
    ...{ subject, what },
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...{ who, details, source: source ?? null },
  };
}

export function changeDocument(change: Change) {
  return {
    address: change.address,
    kind: change.kind,
    action: change.action,
    id: change.id ?? null,
    title: change.title ?? null,
    fields: change.fields.map(fieldDocument),
    objects: change.objects,
    patch: patchOf(change),
    beside: change.beside ?? null,
    from: change.from ?? null,
    why: change.why ?? null,
    bornAs: change.initialState ?? null,
    lost: change.lost,
    notes: change.notes,
    blocked: change.blocked ?? null,
    source: change.span === undefined ? null : placeOf(change.span),
  };
}

function fieldDocument(field: Change['fields'][number]) {
  return {
    field: field.field,
    ...(field.before === undefined ? {} : { before: field.before }),
    ...(field.after === undefined ? {} : { after: field.after }),
    ...(field.origin === undefined ? {} : { origin: field.origin }),
    ...(field.isReference === undefined ? {} : { isReference: field.isReference }),
    ...(field.isShownInFull === undefined ? {} : { isShownInFull: field.isShownInFull }),
    ...(field.highRisk === undefined ? {} : { highRisk: field.highRisk }),
    ...(field.span === undefined ? {} : { source: placeOf(field.span) }),
  };
}

export function pendingDocument({ address, kind, reason, isAccepted, fields, span }: Pending) {
  const source = span === undefined ? null : placeOf(span);
  return { address, kind, reason, isAccepted, fields: fields.map(fieldDocument), source };
}

function placeOf({ file, line, column }: Place) {
  return { file, line, column };
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

export function partJson(plan: ToldPlan, part: PartOnly, options: PlanDocumentOptions): string {
  const { schemaVersion, kind, digest, configuration, allowances, checksum, ...told } = planDocument(plan, options);
  return jsonText({ schemaVersion: 1, kind: 'partial plan', isPartial: true, why: 'since', ...part, ...told });
}
