/** Reads a plan document, or reports why the file is not valid. */

import { Ajv, type ValidateFunction } from 'ajv';
import { withoutUndefined } from '../../core/defined.ts';
import type { ExpectationFinding } from '../../core/expectation-finding.ts';
import { isJsonObject } from '../../core/json.ts';
import type { UrlTraffic } from '../../core/traffic.ts';
import { planDigest } from '../../plan/approval/plan-digest.ts';
import type { ChangeView, FieldChange, Loss, SavedPlan, WithheldChange } from '../../plan/result/change.ts';
import type { Origin } from '../parts/origin.ts';
import { type Rehearsal, rehearsalIn } from '../parts/rehearsal.ts';
import { jsonText } from '../wording/sanitize.ts';
import { checksumOf, type PlanDocument, planSchema, planSchemaVersion } from './json.ts';

type PlanFault = 'no-plan' | 'damaged' | 'version';

type FieldDocument = PlanDocument['changes'][number]['fields'][number];

export type ReadPlan =
  | {
      readonly plan: SavedPlan;
      /** Missing: the document has masked secrets, so its digest cannot be verified. */
      readonly digest?: string;
      readonly rehearsal?: Rehearsal;
      readonly origin: Origin;
      readonly json: string;
    }
  | { readonly fault: PlanFault; readonly message: string };

export function readPlan(text: string): ReadPlan {
  const value = parsed(text);
  if (value === undefined) return { fault: 'damaged', message: 'it is not JSON: perhaps it was cut short' };
  if (isJsonObject(value) && value.kind === 'partial plan')
    return { fault: 'no-plan', message: 'it is an offline plan: nothing can be applied from it' };
  if (!isJsonObject(value) || value.kind !== 'plan' || typeof value.schemaVersion !== 'number')
    return { fault: 'no-plan', message: 'it is not a plan that docform wrote' };
  if (value.schemaVersion !== planSchemaVersion)
    return {
      fault: 'version',
      message: `its schemaVersion is ${value.schemaVersion}, and this docform reads ${planSchemaVersion}`,
    };
  if (!isWhole(value)) return { fault: 'damaged', message: 'its contents do not fit its checksum' };
  const fault = schemaFault(value);
  if (fault !== undefined) return { fault: 'damaged', message: `docform has not written it like this: ${fault}` };
  const document = value as unknown as PlanDocument;
  const plan = planOf(document);
  // The digest of a masked document covers the secrets, which the document lacks.
  const digest = document.isMasked === true ? undefined : digestOfSaved(plan);
  if (digest !== undefined && digest !== plan.digest)
    return { fault: 'damaged', message: 'its changes are not those that its digest stands for' };
  const rehearsal = rehearsalIn(value);
  return {
    plan,
    json: jsonText(value),
    origin: originOf(document),
    ...withoutUndefined({ digest, rehearsal }),
  };
}

/** Detects a change of both content and checksum. */
export function digestOfSaved(plan: SavedPlan): string {
  return planDigest(plan, plan.host);
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function planOf(document: PlanDocument): SavedPlan {
  const { target, configuration, allowances, pending, impact, changes, lost, expectations, ...rest } = document;
  const { digest, requests, guards, unmanaged, external, unknown, notes, orders } = rest;
  const { part, navigation, policy, redirects, parts, traffic, withheld, isWholeOnly } = rest;
  // Plans of older versions lack the member.
  const { ledgerUpdates }: { readonly ledgerUpdates?: number } = rest;
  return {
    host: target.host,
    organization: target.organization,
    configuration: configuration ?? '',
    ...withoutUndefined({ organizationTitle: target.title ?? undefined }),
    digest,
    requests,
    guards,
    unmanaged,
    external,
    unknown,
    notes,
    orders,
    ...withoutUndefined({ part, parts, navigation, policy, redirects, ledgerUpdates: ledgerUpdates || undefined }),
    ...withoutUndefined({ withheld: withheld?.map(withheldOf), isWholeOnly }),
    allowances: withoutNulls(allowances) as SavedPlan['allowances'],
    pending: pending.map(({ source: span, fields, ...each }) => ({
      ...each,
      fields: fields.map(fieldOf),
      ...withoutNulls({ span }),
    })),
    impact: impact.map(({ source, ...each }) => ({ ...each, ...withoutNulls({ source }) })),
    ...withoutUndefined({ traffic: traffic?.map(trafficOf) }),
    ...withoutUndefined({ expectations: expectations?.map((each) => withoutNulls(each) as ExpectationFinding) }),
    changes: changes.map(changeOf),
    ...withoutUndefined({ lost: lost?.map((each) => withoutNulls(each) as Loss) }),
  };
}

function trafficOf({ views, isRedirected, ...url }: NonNullable<PlanDocument['traffic']>[number]): UrlTraffic {
  return { ...url, ...(views === null ? {} : { views }), ...(isRedirected ? { isRedirected } : {}) };
}

function withheldOf(change: NonNullable<PlanDocument['withheld']>[number]): WithheldChange {
  const { patch, source: span, fields, ...rest } = change;
  return { ...withoutNulls({ ...rest, span }), fields: fields.map(fieldOf) } as WithheldChange;
}

function changeOf(change: PlanDocument['changes'][number]): ChangeView {
  const { waitsFor, requests, patch, source: span, fields, ...rest } = change;
  return { ...withoutNulls({ ...rest, span }), fields: fields.map(fieldOf) } as ChangeView;
}

function fieldOf({ source: span, ...field }: FieldDocument): FieldChange {
  return { before: undefined, after: undefined, ...field, ...withoutUndefined({ span }) };
}

function originOf({ version, readAt, revision: commit, token }: PlanDocument): Origin {
  const user = token?.identity && withoutNulls(token.identity);
  const identity = user as NonNullable<Origin['token']>['identity'];
  return withoutUndefined({
    readAt,
    commit,
    version: version ?? undefined,
    token: token && withoutUndefined({ from: token.from ?? undefined, identity: identity ?? undefined }),
  });
}

/** Documents use null where plans omit a member. */
function withoutNulls<T extends object>(values: T) {
  type Whole = { [K in keyof T]?: Exclude<T[K], null> };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Whole;
}

let check: ValidateFunction | undefined;

/** The checksum does not protect against a program that computes it, so the document is also validated. */
function schemaFault(value: object) {
  check ??= new Ajv({ strict: false, validateSchema: false }).compile(planSchema());
  if (check(value)) return undefined;
  const [error] = check.errors ?? [];
  return `${error?.instancePath === '' ? 'it' : error?.instancePath} ${error?.message ?? 'is not as the schema says'}`;
}

function isWhole(value: { readonly [key: string]: unknown }) {
  try {
    return value.checksum === checksumOf(value);
  } catch (error) {
    // The document is nested more deeply than any plan.
    if (error instanceof RangeError) return false;
    throw error;
  }
}
