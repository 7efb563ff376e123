/** Writes plans as JSON documents, and reads the schema of the documents. */
import jsonPatch from 'fast-json-patch';
import type { Allowed, AllowingRule } from '../../core/allowed.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { sha256Hex } from '../../core/digest.ts';
import { canonicalJson } from '../../core/json.ts';
import { cacheFirstResult } from '../../core/once.ts';
import { readShippedText } from '../../disk/shipped-text.ts';
import {
  type Allowances,
  type Blocked,
  type Change,
  type ChangeView,
  isBlocked,
  needsApply,
  type Pending,
  type ReviewedPlan,
  remoteChanges,
  type WithheldChange,
} from '../../plan/result/change.ts';
import type { StepId } from '../../plan/result/step.ts';
import { expectationDocument } from '../parts/expectations.ts';
import { impactDocument } from '../parts/impact.ts';
import { lossDocument } from '../parts/losses.ts';
import { type Origin, tokenDocument } from '../parts/origin.ts';
import { type Rehearsal, rehearsalDocument } from '../parts/rehearsal.ts';
import { trafficDocument } from '../parts/traffic.ts';
import { jsonText, orNull } from '../wording/sanitize.ts';
import { countsOf, placeDocument } from '../wording/words.ts';

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
  /** The next apply writes the ledger for an interrupted one. */
  readonly wasInterrupted?: true;
  /** Masks known secrets. The checksum covers the masked document. */
  readonly mask?: (text: string) => string;
}

/** The document of `plan --json`, `plan --out FILE` and `show --json`. */
export type PlanDocument = ReturnType<typeof planFacts> & { readonly isMasked?: true; readonly checksum: string };

/** Contains everything that reports print, and everything that a later apply compares. */
export function planDocument(plan: ReviewedPlan, options: PlanDocumentOptions): PlanDocument {
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

export function planFacts(plan: ReviewedPlan, options: PlanDocumentOptions) {
  const { configuration, version, origin = {}, rehearsal } = options;
  const { readAt, commit: revision, token } = origin;
  const stepOf = new Map(plan.steps.map((step) => [step.id, step]));
  return {
    schemaVersion: planSchemaVersion,
    kind: 'plan' as const,
    target: { host: options.host, organization: plan.organization, ...orNull({ title: plan.organizationTitle }) },
    digest: options.digest,
    ...(plan.part && { isPartial: true as const, part: plan.part }),
    hasChanges: remoteChanges(plan).length > 0,
    ledgerUpdates: plan.ledgerUpdates ?? 0,
    needsApply: needsApply(plan, options.wasInterrupted),
    isBlocked: isBlocked(plan),
    summary: countsOf(plan.changes),
    requests: options.requests,
    impact: plan.impact.map(impactDocument),
    ...withoutUndefined({ navigation: plan.navigation, redirects: plan.redirects }),
    changes: plan.changes.map((change) => ({
      ...changeDocument(change),
      waitsFor: waitsFor(change, stepOf),
      requests: change.steps.flatMap((step) => options.requestsOf?.(step) ?? []),
    })),
    ...withoutUndefined({ traffic: plan.traffic?.map(trafficDocument) }),
    ...withoutUndefined({ expectations: plan.expectations?.map(expectationDocument) }),
    ...withoutUndefined({ policy: plan.policy, lost: plan.lost?.map(lossDocument), parts: plan.parts }),
    ...withoutUndefined({
      withheld: plan.withheld?.map(withheldDocument),
      isWholeOnly: plan.isWholeOnly,
    }),
    guards: plan.guards.map(guardDocument),
    unmanaged: plan.unmanaged,
    pending: plan.pending.map(pendingDocument),
    external: plan.external,
    unknown: plan.unknown,
    notes: plan.notes,
    orders: plan.orders,
    allowances: { addresses: options.allowances?.addresses ?? [], deletes: options.allowances?.deletes ?? null },
    ...orNull({ configuration, version }),
    ...withoutUndefined({ readAt, revision, token: token && tokenDocument(token) }),
    ...withoutUndefined({ rehearsal: rehearsal && rehearsalDocument(rehearsal) }),
  };
}

export function planJson(plan: ReviewedPlan, options: PlanDocumentOptions): string {
  return jsonText(planDocument(plan, options));
}

function changeDocument(change: ChangeView) {
  const { address, kind, action, id, title, fields, objects, beside, from, cause, why, initialState, lost, notes } =
    change;
  return {
    address,
    kind,
    action,
    ...orNull({ id, title }),
    fields: fields.map(fieldDocument),
    objects,
    patch: patchOf(change),
    ...orNull({ beside, from, cause, why, initialState }),
    lost,
    notes,
    blocked: change.blocked ?? null,
    ...orNull({ allowed: change.allowed?.map(allowedDocument) }),
    source: placeDocument(change.span),
  };
}

function withheldDocument({ because, ...change }: WithheldChange) {
  return { ...changeDocument(change), ...orNull({ because }) };
}

function allowedDocument({ code, reason, rule }: Allowed) {
  return { code, reason, rule: ruleDocument(rule) };
}

function guardDocument({ rule, ...guard }: Blocked) {
  return { ...guard, ...withoutUndefined({ rule: rule && ruleDocument(rule) }) };
}

function ruleDocument({ source, ...rule }: AllowingRule) {
  return { ...rule, source: placeDocument(source) };
}

function fieldDocument({ field, before, after, span, ...rest }: Change['fields'][number]) {
  return { field, ...withoutUndefined({ before, after, ...rest, source: span && placeDocument(span) }) };
}

function pendingDocument({ address, kind, reason, isAccepted, fields, span, ...rest }: Pending) {
  return {
    address,
    kind,
    reason,
    isAccepted,
    ...withoutUndefined({
      invitation: rest.invitation,
      toCreate: rest.toCreate,
      synced: rest.synced,
      waitsFor: rest.waitsFor,
    }),
    fields: fields.map(fieldDocument),
    source: placeDocument(span),
  };
}

/** From the current to the planned fields. */
function patchOf({ fields }: ChangeView) {
  const valuesOf = (side: 'before' | 'after') =>
    withoutUndefined(Object.fromEntries(fields.map((field) => [field.field, field[side]])));
  return jsonPatch.compare(valuesOf('before'), valuesOf('after'));
}

/** Other addresses whose steps must be done first. */
function waitsFor({ address, steps }: Change, stepOf: ReadonlyMap<StepId, ReviewedPlan['steps'][number]>) {
  const needed = steps.flatMap((step) => [...(stepOf.get(step)?.needs ?? [])]);
  const addresses = new Set(needed.map((step) => stepOf.get(step)?.address ?? step));
  return [...addresses].filter((each) => each !== address).sort();
}

/** 2: the digest covers ids, and changes list the objects that they involve. 3: `pending` has fields and is part of the digest. 4: the digest covers the parts with their effects. */
export const planSchemaVersion = 4;

interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly properties: { readonly [member: string]: { readonly description?: string; readonly items?: unknown } };
  readonly required?: readonly string[];
}

/** Later releases may add members within a schema version, so the schema allows unknown members. */
export const planSchema = cacheFirstResult(
  () => JSON.parse(readShippedText('../schemas/plan.schema.json')) as JsonSchema,
);
