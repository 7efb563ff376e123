/** Writes plans as JSON documents. */
import jsonPatch from 'fast-json-patch';
import { canonicalJson } from '../core/canonical.ts';
import { defined } from '../core/defined.ts';
import { sha256Hex } from '../core/digest.ts';
import type { Impact } from '../core/impact.ts';
import { type Allowances, type Change, isBlocked, isStateOnly, type Pending, type StepId } from '../plan/change.ts';
import type { ToldPlan } from '../plan/plan-view.ts';
import { type Origin, tokenDocument } from './origin.ts';
import { type PlanDocument, planSchemaVersion } from './plan-schema.ts';
import { type Rehearsal, rehearsalDocument } from './rehearsal.ts';
import { jsonText } from './sanitize.ts';
import { countsOf, placeDocument } from './words.ts';

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
  /** Digest of the configuration. Missing: apply does not accept the document. */
  readonly configuration?: string;
  readonly allowances?: Allowances;
  readonly version?: string;
  readonly origin?: Origin;
  readonly rehearsal?: Rehearsal;
  /** Masks known secrets. The checksum covers the masked document. */
  readonly mask?: (text: string) => string;
}

/** Contains everything that reports print, and everything that a later apply compares. */
export function planDocument(plan: ToldPlan, options: PlanDocumentOptions): PlanDocument {
  const { mask } = options;
  const facts = planFacts(plan, options);
  const text = JSON.stringify(facts);
  const masked = mask === undefined ? text : mask(text);
  const shown = masked === text ? facts : { ...(JSON.parse(masked) as typeof facts), isMasked: true as const };
  return { ...shown, checksum: checksumOf(shown) };
}

/** `sha256:…` of all other members, to detect edited and truncated files. */
export function checksumOf({ checksum, ...facts }: { readonly [key: string]: unknown }): string {
  return `sha256:${sha256Hex(canonicalJson(facts))}`;
}

export function planFacts(plan: ToldPlan, options: PlanDocumentOptions): Omit<PlanDocument, 'checksum'> {
  const { readAt, commit: revision, token } = options.origin ?? {};
  const addressOf = new Map(plan.steps.map((step) => [step.id, step.address]));
  const needsOf = new Map(plan.steps.map((step) => [step.id, step.needs]));
  const remote = plan.changes.filter((change) => !isStateOnly(change.action));
  return {
    schemaVersion: planSchemaVersion,
    kind: 'plan' as const,
    target: { host: options.host, organization: plan.organization },
    digest: options.digest,
    ...(plan.part === undefined ? {} : { isPartial: true as const, part: plan.part }),
    hasChanges: remote.length > 0,
    isBlocked: isBlocked(plan),
    summary: countsOf(plan.changes),
    requests: options.requests,
    impact: plan.impact.map(impactDocument),
    ...defined({ navigation: plan.navigation, redirects: plan.redirects }),
    changes: plan.changes.map((change) => ({
      ...changeDocument(change),
      waitsFor: waitsFor(change, needsOf, addressOf),
      requests: change.steps.flatMap((step) => options.requestsOf?.(step) ?? []),
    })),
    ...defined({ policy: plan.policy }),
    guards: plan.guards,
    unmanaged: plan.unmanaged,
    pending: plan.pending.map(pendingDocument),
    external: plan.external,
    unknown: plan.unknown,
    notes: plan.notes,
    orders: plan.orders,
    allowances: { addresses: options.allowances?.addresses ?? [], deletes: options.allowances?.deletes ?? null },
    configuration: options.configuration ?? null,
    version: options.version ?? null,
    ...defined({ readAt, revision, token: token && tokenDocument(token) }),
    ...defined({ rehearsal: options.rehearsal && rehearsalDocument(options.rehearsal) }),
  };
}

export function planJson(plan: ToldPlan, options: PlanDocumentOptions): string {
  return jsonText(planDocument(plan, options));
}

export function impactDocument({ source, ...impact }: Impact) {
  return { ...impact, source: source ?? null };
}

function changeDocument(change: Change) {
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
    initialState: change.initialState ?? null,
    lost: change.lost,
    notes: change.notes,
    blocked: change.blocked ?? null,
    source: placeDocument(change.span),
  };
}

function fieldDocument({ field, before, after, span, ...rest }: Change['fields'][number]) {
  return {
    field,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...rest,
    ...(span === undefined ? {} : { source: placeDocument(span) }),
  };
}

function pendingDocument({ address, kind, reason, isAccepted, fields, span, ...rest }: Pending) {
  return {
    address,
    kind,
    reason,
    isAccepted,
    ...defined({ invitation: rest.invitation, toCreate: rest.toCreate, waitsFor: rest.waitsFor }),
    fields: fields.map(fieldDocument),
    source: placeDocument(span),
  };
}

/** RFC 6902 patch from the current to the planned fields. */
function patchOf(change: Change) {
  const before: { [field: string]: unknown } = {};
  const after: { [field: string]: unknown } = {};
  for (const field of change.fields) {
    if (field.before !== undefined) before[field.field] = field.before;
    if (field.after !== undefined) after[field.field] = field.after;
  }
  return jsonPatch.compare(before, after);
}

/** Other addresses whose steps must be done first. */
function waitsFor(
  change: Change,
  needsOf: ReadonlyMap<StepId, readonly StepId[]>,
  addressOf: ReadonlyMap<StepId, string>,
): readonly string[] {
  const addresses = change.steps.flatMap((step) => needsOf.get(step) ?? []).map((step) => addressOf.get(step) ?? step);
  return [...new Set(addresses)].filter((address) => address !== change.address).sort();
}
