/** The digest of a plan: over the digests of its parts. Plans with the same meaning have the same digest. */
import type { Address } from '../../core/address.ts';
import type { AllowingRule } from '../../core/allowed.ts';
import { groupBy } from '../../core/compare.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { sha256Hex } from '../../core/digest.ts';
import { canonicalJson } from '../../core/json.ts';
import type { ChangeView, PlanView } from '../result/change.ts';
import type { PlanEffect } from '../result/part.ts';
import { deleteLimitCodes } from './delete-limits.ts';

/** A plan, with or without its review. */
type Digested = Omit<PlanView, 'impact'>;

/** Number of digits of a part's digest that the digest of the plan contains. They only select parts: the first digest decides. */
const markLength = 6;

/** A digest has to fit into a variable of a pipeline. */
const maxMarks = 512;

/** Selects no part: the plan is approved as it is, also if other changes are blocked. */
const noPart = '0'.repeat(markLength);

const format = /^(sha256:[0-9a-f]{64})(?:\.((?:[0-9a-f]{6})+))?$/;

/** `sha256:…` over the target, the scope, all changes with their effects and the rules that allow them, pending declarations and external references, without reasons of docform, titles and positions. After a point: the start of the digest of each part. */
export function planDigest(plan: Digested, host: string): string {
  const parts = computePartDigests(plan);
  const whole = `sha256:${sha256Hex([...wholePlanLines(plan, host), ...parts].join('\n'))}`;
  if (plan.parts === undefined || plan.isWholeOnly === true || parts.length === 0) return whole;
  return `${whole}.${parts.length > maxMarks ? noPart : parts.map(partMark).join('')}`;
}

/** `whole`: the digest without marks. `marks`: missing if the digest approves everything or nothing. Undefined: no digest. */
export function parseDigest(digest: string) {
  const [, whole, marks] = format.exec(digest) ?? [];
  if (whole === undefined) return undefined;
  return marks === undefined ? { whole } : { whole, marks: new Set(marks.match(/.{6}/g)) };
}

/** Whether both stand for the same plan. */
export function isSameDigest(one: string, other: string): boolean {
  const [a, b] = [parseDigest(one), parseDigest(other)];
  return a !== undefined && a.whole === b?.whole;
}

/** The start of a part's digest. */
export function partMark(digest: string): string {
  return digest.slice('sha256:'.length, 'sha256:'.length + markLength);
}

export function partDigest(changes: readonly ChangeView[], effects: readonly PlanEffect[]): string {
  const lines = [...changes.map(comparableChange), ...effects.map((effect) => ({ effect }))].map(canonicalJson);
  return `sha256:${sha256Hex(lines.sort().join('\n'))}`;
}

/** Computed from the changes and effects, because the digest in a file may be wrong. Sorted. Without parts, all changes are one. */
function computePartDigests({ changes, parts }: Digested): readonly string[] {
  if (parts === undefined) return [partDigest(changes, [])];
  const at = groupBy(changes, ({ address }: { readonly address: Address }) => address);
  const seen = new Set<ChangeView>();
  const digests = parts.map((part) => {
    const own = part.changes.flatMap(({ address, action }) =>
      (at.get(address) ?? []).filter((change) => change.action === action),
    );
    for (const change of own) seen.add(change);
    return partDigest(own, part.effects);
  });
  // A change without a part is not in any file that docform wrote.
  const others = changes.filter((change) => !seen.has(change)).map((change) => partDigest([change], []));
  return [...digests, ...others].sort();
}

/** One JSON line for each fact about the whole plan, with sorted keys. */
function wholePlanLines(plan: Digested, host: string): readonly string[] {
  const pending = plan.pending.map(({ address, fields }) => ({ pending: address, fields: fields.map(fieldValues) }));
  const external = plan.external.map(({ address, id = null }) => ({ external: address, id }));
  const scope =
    plan.part && withoutUndefined({ only: plan.part.only, except: plan.part.except, commit: plan.part.commit });
  const limits = deleteLimitCodes(plan.guards);
  const blocked = limits.length === 0 ? undefined : limits;
  const target = withoutUndefined({ version: 3, host, organization: plan.organization, scope, blocked });
  return [target, ...pending, ...external, ...allowingRulesIn(plan.guards)].map(canonicalJson);
}

/** The meaning of a change: its values, and the ids of the objects that it names. Reasons and positions are omitted. */
export function comparableChange({ address, action, id, fields, objects, from, beside, allowed }: ChangeView) {
  return withoutUndefined({
    address,
    action,
    id,
    fields: fields.map(fieldValues),
    from,
    objects: Object.fromEntries(objects.map((each) => [each.address, each.id])),
    beside: beside && { relation: beside.relation, address: beside.address },
    allowed: allowed && allowingRulesIn(allowed),
  });
}

/** Rules of `policy.allow` that let guards pass. */
function allowingRulesIn(guards: readonly { readonly code: string; readonly rule?: AllowingRule }[]) {
  return guards.flatMap(({ code, rule }) =>
    rule === undefined
      ? []
      : [withoutUndefined({ allowed: code, id: rule.id, until: rule.until, reason: rule.reason })],
  );
}

function fieldValues({ field, before, after }: ChangeView['fields'][number]) {
  return withoutUndefined({ field, before, after });
}
