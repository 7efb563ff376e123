/** Reads a plan's JSON document back: the plan as every report tells it, or what is wrong with the file. */

import { Ajv, type ValidateFunction } from 'ajv';
import type { Impact } from '../core/impact.ts';
import { isJsonObject } from '../core/json-object.ts';
import type { FieldChange } from '../plan/change.ts';
import { planDigest } from '../plan/digest.ts';
import type { ChangeView, SavedPlan } from '../plan/plan-view.ts';
import { checksumOf, type PlanDocument, planSchemaVersion } from './json.ts';
import { planSchema } from './plan-schema.ts';
import { type Rehearsal, rehearsalIn } from './rehearsal.ts';
import { jsonText } from './sanitize.ts';

/** Of another kind, cut short or changed by hand, or written by a later version of docform. */
export type PlanFault = 'no-plan' | 'damaged' | 'version';

type FieldDocument = PlanDocument['changes'][number]['fields'][number];

export type ReadPlan =
  | {
      readonly plan: SavedPlan;
      /** Missing: what is left of a plan in which a secret was masked has none. */
      readonly digest?: string;
      readonly rehearsal?: Rehearsal;
      readonly json: string;
    }
  | { readonly fault: PlanFault; readonly message: string };

export function readPlan(text: string): ReadPlan {
  const value = parsed(text);
  if (value === undefined) return { fault: 'damaged', message: 'it is not JSON: perhaps it was cut short' };
  if (isJsonObject(value) && value.kind === 'partial plan')
    return { fault: 'no-plan', message: 'it is a partial plan: nothing can be applied from it' };
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
  // Where a secret was masked, the digest is over what nobody may read.
  const digest = document.isMasked === true ? undefined : digestOfSaved(plan);
  if (digest !== undefined && digest !== plan.digest)
    return { fault: 'damaged', message: 'its changes are not those that its digest stands for' };
  const rehearsal = rehearsalIn(value);
  return {
    plan,
    ...(digest === undefined ? {} : { digest }),
    ...(rehearsal === undefined ? {} : { rehearsal }),
    json: jsonText(value),
  };
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

function planOf(document: PlanDocument): SavedPlan {
  const { target, digest, requests, guards, unmanaged, pending, unknown, notes, orders, allowances, configuration } =
    document;
  return {
    ...{ host: target.host, organization: target.organization, digest, requests, configuration: configuration ?? '' },
    ...{ guards, unmanaged, unknown, notes, orders },
    pending: pending.map(({ source, fields, ...each }) => ({
      ...each,
      fields: fields.map(fieldOf),
      ...given({ span: source }),
    })),
    allowances: {
      addresses: allowances.addresses,
      ...(allowances.deletes === null ? {} : { deletes: allowances.deletes }),
    },
    impact: impactIn(document),
    ...(document.navigation === undefined ? {} : { navigation: document.navigation }),
    ...(document.policy === undefined ? {} : { policy: document.policy }),
    ...(document.redirects === undefined ? {} : { redirects: document.redirects }),
    changes: document.changes.map(changeOf),
  };
}

/** A plan without any was made by a docform that could not tell: that is not the same as none. */
function impactIn({ impact }: { readonly impact?: PlanDocument['impact'] }): readonly Impact[] {
  const what = 'not known: the plan was made by a docform that did not tell';
  const unknown: Impact = {
    on: 'readers',
    topic: 'unknown',
    severity: 'notable',
    address: 'settings',
    subject: 'What people notice',
    what,
    who: [],
    details: [],
  };
  return impact === undefined
    ? [unknown]
    : impact.map(({ source, ...each }) => ({ ...each, ...(source === null ? {} : { source }) }));
}

function changeOf(change: PlanDocument['changes'][number]): ChangeView {
  const { id, title, beside, from, why, bornAs, blocked, source } = change;
  return {
    ...{ address: change.address, kind: change.kind, action: change.action, lost: change.lost, notes: change.notes },
    objects: change.objects,
    fields: change.fields.map(fieldOf),
    ...given({ id, title, beside, from, why, initialState: bornAs, blocked, span: source }),
  };
}

function fieldOf({
  field,
  before,
  after,
  origin,
  isReference,
  isShownInFull,
  highRisk,
  source: span,
}: FieldDocument): FieldChange {
  return {
    field,
    before,
    after,
    ...(origin === undefined ? {} : { origin }),
    ...(isReference === undefined ? {} : { isReference }),
    ...(isShownInFull === undefined ? {} : { isShownInFull }),
    ...(highRisk === undefined ? {} : { highRisk }),
    ...(span === undefined ? {} : { span }),
  };
}

/** In the document null stands where a plan has nothing. */
function given<T extends object>(values: T): { readonly [K in keyof T]?: Exclude<T[K], null> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: Exclude<T[K], null>;
  };
}

/** Compiled once, and only where a plan is read. */
let check: ValidateFunction | undefined;

/** The checksum vouches for what docform wrote; this is for what something else wrote: nothing in it is used before it fits the schema. */
function schemaFault(value: object): string | undefined {
  check ??= new Ajv({ strict: false, validateSchema: false }).compile(planSchema());
  if (check(value)) return undefined;
  const [error] = check.errors ?? [];
  return `${error?.instancePath === '' ? 'it' : error?.instancePath} ${error?.message ?? 'is not as the schema says'}`;
}

function isWhole(value: { readonly [key: string]: unknown }): boolean {
  try {
    return value.checksum === checksumOf(value);
  } catch (error) {
    // Nested more deeply than any plan is.
    if (error instanceof RangeError) return false;
    throw error;
  }
}
