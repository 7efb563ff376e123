/** The result of an apply as JSON. */
import { withoutUndefined } from '../../core/defined.ts';
import type { Verified } from '../../plan/approval/verified.ts';
import type { ApplyReport } from '../../plan/result/outcome.ts';
import { exposedDocument } from '../parts/exposed.ts';
import { lossDocument } from '../parts/losses.ts';
import { type Rehearsal, rehearsalDocument } from '../parts/rehearsal.ts';
import { jsonText, orNull } from '../wording/sanitize.ts';
import type { UndoNote } from './undo-note.ts';

export function applyReportDocument(report: ApplyReport, verified?: Verified, undo?: UndoNote, rehearsal?: Rehearsal) {
  const { recorded, recovered, requests, isInterrupted, held, unreachable, lockLost, ledgerFault } = report;
  return {
    schemaVersion: 1,
    kind: 'apply-report' as const,
    organization: report.organization,
    ...withoutUndefined({ part: report.part }),
    summary: report.counts,
    recorded,
    recovered: recovered ?? null,
    isLedgerUpdated: report.isLedgerUpdated ?? false,
    requests,
    searches: report.searches ?? 0,
    isInterrupted,
    ...orNull({ held, unreachable, lockLost, ledgerFault }),
    exposed: exposedDocument(report.exposed),
    changes: report.changes.map(
      ({ address, kind, action, status, fault: error, because, partly, begun, initialState }) =>
        orNull({ address, kind, action, status, error, because, partly, begun, initialState }),
    ),
    verified: verifiedDocument(verified),
    leftOut: namesOf(report.leftOut),
    withheld: namesOf(report.withheld),
    undo: undo === undefined ? null : { file: undo.file, lost: undo.lost.map(lossDocument) },
    ...withoutUndefined({ rehearsal: rehearsal && rehearsalDocument(rehearsal) }),
  };
}

function namesOf(changes: ApplyReport['leftOut'] = []) {
  return changes.map(({ address, action }) => ({ address, action }));
}

export function applyReportJson(...parts: Parameters<typeof applyReportDocument>): string {
  return jsonText(applyReportDocument(...parts));
}

function verifiedDocument(verified: Verified | undefined) {
  if (verified === undefined) return null;
  const { left, unread } = verified;
  return {
    left: left.map(({ address, action, fields }) => ({
      address,
      action,
      fields: fields.map(({ field, before, after }) => ({ field, sent: after ?? null, has: before ?? null })),
    })),
    unread,
  };
}
