/** Drift as a JSON document. */
import { withoutUndefined } from '../../core/defined.ts';
import type { IgnoreRule } from '../../core/state.ts';
import type { Drift, DriftEntry } from '../../review/drift/entry.ts';
import { expectationDocument } from '../parts/expectations.ts';
import { impactDocument } from '../parts/impact.ts';
import { jsonText, orNull } from '../wording/sanitize.ts';
import type { DriftOptions } from './drift.ts';
import { driftCounts } from './drift-report.ts';

export function driftDocument(
  drift: Drift,
  { host, digest, impact, expectations }: DriftOptions & { readonly host: string },
) {
  return {
    schemaVersion: 1,
    kind: 'drift' as const,
    host,
    organization: drift.organization,
    digest,
    hasDrift: drift.entries.length > 0,
    basis: drift.basis,
    ...withoutUndefined({ part: drift.part }),
    counts: driftCounts(drift),
    ...withoutUndefined({ expectations: expectations?.map(expectationDocument) }),
    impact: impact.map(impactDocument),
    entries: drift.entries.map(entryDocument),
    ignored: drift.ignored.map((entry) => ({
      ...entryDocument(entry),
      ...orNull({ reason: entry.reason, until: entry.until }),
    })),
    unknown: drift.unknown,
    rules: { expired: drift.expired.map(ruleDocument), unused: drift.unused.map(ruleDocument) },
    notes: drift.notes,
  };
}

export function driftJson(...of: Parameters<typeof driftDocument>): string {
  return jsonText(driftDocument(...of));
}

function entryDocument({ class: of, address, kind, id, name, fields, order, within, note }: DriftEntry) {
  return {
    ...orNull({ class: of, address, kind, id, name, order, note }),
    fields: (fields ?? []).map(({ field, before, after, highRisk, declaredBy, isConflict }) => ({
      field,
      isBeforeKnown: before !== undefined,
      ...withoutUndefined({ before, after, highRisk, declaredBy, isConflict }),
    })),
    within: within ?? 0,
  };
}

function ruleDocument({ address, fields, class: of, reason, until }: IgnoreRule) {
  return orNull({ address, fields, class: of, reason, until });
}
