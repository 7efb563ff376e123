/** The result of an apply, of the rest of a saved plan, and of the verification, and the note about its undo, as text and JSON. */
import { formOf } from '../core/count.ts';
import { defined, present } from '../core/defined.ts';
import type { ApplyReport, ChangeOutcome, Fault } from '../plan/outcome.ts';
import type { Verified } from '../plan/verified.ts';
import { type Rehearsal, rehearsalDocument } from './rehearsal.ts';
import { jsonText, oneLine, orNull } from './sanitize.ts';
import { textLines } from './texts.ts';
import { valuePair } from './values.ts';
import { changeLine, count, type Painter, placeText, plain, someNames } from './words.ts';

interface ApplyTextOptions {
  readonly paint?: Painter;
  readonly next?: string;
  /** Lists that the plan could not read, although they contain declared or dropped resources. */
  readonly notRead?: readonly string[];
}

export function applyReportText(report: ApplyReport, { paint = plain, next, notRead }: ApplyTextOptions = {}): string {
  const problems = report.changes.filter((change) => change.status !== 'done');
  const notStarted = problems.filter(({ status }) => status === 'not-started');
  const hidden = new Set(notStarted.slice(mostNotStarted));
  return textLines(
    stopsOf(report).map((text) => paint('bad', text)),
    problems.filter((change) => !hidden.has(change)).map((change) => outcomeLines(change, paint)),
    hidden.size > 0 && `  and ${hidden.size} more not started`,
    applySummary(report, paint, notRead),
    recoveredLines(report),
    report.changes.map(({ address, initialState }) => initialState && `${oneLine(address)}: ${oneLine(initialState)}`),
    nextLine(report, next),
  );
}

function stopsOf({ isInterrupted, held, unreachable, lockLost, ledgerFault }: ApplyReport) {
  return present(
    isInterrupted && 'Interrupted: running requests were completed, and no new request was started.',
    held !== undefined && `Stopped: the platform requests a longer wait than --max-wait allows. ${oneLine(held)}`,
    unreachable !== undefined && `Stopped: ${oneLine(unreachable)}`,
    lockLost &&
      `Stopped (${lockLost.code}): ${oneLine(lockLost.message)}. No request was sent and nothing was written after that.`,
    ledgerFault !== undefined && `The ledger could not be written: ${oneLine(ledgerFault)}`,
  );
}

/** If the ledger could not be written, the committed file is outdated. */
function nextLine(report: ApplyReport, next: string | undefined) {
  const { counts, recorded, recovered = 0, isNoted, ledgerFault, lockLost, changes } = report;
  if (ledgerFault !== undefined)
    return 'Next: make the ledger writable and run `docform apply` again. The journal prevents duplicate changes.';
  if (lockLost !== undefined || changes.some(({ status }) => status !== 'done'))
    return `Next: ${counts.failed > 0 ? 'fix what failed and ' : ''}run \`docform apply\` again. It continues from here.`;
  const isLedgerChanged = isNoted === true || counts.done + recorded + recovered > 0;
  return isLedgerChanged && next !== undefined ? `Next: ${oneLine(next)}` : undefined;
}

/** Changes of the interrupted apply do not count as changes of this one. */
export function recoveredLines({ recovered }: Pick<ApplyReport, 'recovered'>): readonly string[] {
  if (recovered === undefined) return [];
  const entries = count(recovered, 'ledger entry', 'ledger entries');
  return [
    recovered === 0
      ? 'An earlier apply was interrupted at its end. Its journal is now complete.'
      : `An earlier apply was interrupted before it wrote the ledger. docform has now written ${entries} from its journal.`,
  ];
}

const mostNotStarted = 20;

/** `Applied 3 changes. 9 API requests.`, or all four counts of an incomplete apply. */
function applySummary(report: ApplyReport, paint: Painter, notRead: readonly string[] = []) {
  const { done, failed, skipped, notStarted } = report.counts;
  const recorded = report.recorded > 0 ? ` ${count(report.recorded, 'ledger entry', 'ledger entries')} recorded.` : '';
  const searches = report.searches === undefined ? '' : ` and ${count(report.searches, 'search', 'searches')}`;
  const cost = ` ${count(report.requests, 'API request')}${searches}.`;
  if (failed + skipped + notStarted > 0) {
    return `${paint('bad', `Applied in part: ${done} done, ${failed} failed, ${skipped} skipped, ${notStarted} not started.`)}${cost}${recorded}`;
  }
  // Explains why the committed ledger differs although no change was applied.
  const noted =
    report.isNoted && recorded === ''
      ? ' The ledger was updated for objects that already matched the configuration.'
      : '';
  if (done === 0 && notRead.length > 0)
    return `${paint('bad', `No changes were applied. Not read: ${someNames(notRead, 5)}.`)}${recorded}${noted}`;
  if (done === 0) return `Nothing to apply.${recorded}${noted}`;
  return `${paint('good', `Applied ${count(done, 'change')}.`)}${cost}${recorded}`;
}

function outcomeLines(change: ChangeOutcome, paint: Painter) {
  const { partly, fault } = change;
  return [
    changeLine(change, paint, statusText(change)),
    partly && `      ${partly.done} of ${partly.of} steps ${formOf(partly.done, 'was', 'were')} done`,
    fault && faultLines(fault).map((each) => `      ${each}`),
  ];
}

function statusText(change: ChangeOutcome) {
  if (change.status === 'skipped') return `skipped: depends on ${change.because ?? 'a failed change'}`;
  return change.status === 'not-started' ? 'not started' : change.status;
}

export function faultLines(fault: Fault): readonly string[] {
  return present(oneLine(fault.message), fault.advice && `help: ${oneLine(fault.advice)}`);
}

export function applyReportDocument(report: ApplyReport, verified?: Verified, undo?: UndoNote, rehearsal?: Rehearsal) {
  const { recorded, recovered, requests, isInterrupted, held, unreachable, lockLost, ledgerFault } = report;
  return {
    ...{ schemaVersion: 1, kind: 'apply-report' as const, organization: report.organization },
    ...defined({ part: report.part }),
    ...{ summary: report.counts, recorded, recovered: recovered ?? null, isNoted: report.isNoted ?? false },
    ...{ requests, searches: report.searches ?? 0, isInterrupted },
    ...orNull({ held, unreachable, lockLost, ledgerFault }),
    changes: report.changes.map(({ address, kind, action, status, fault: error, because, partly, initialState }) =>
      orNull({ address, kind, action, status, error, because, partly, initialState }),
    ),
    verified: verifiedDocument(verified),
    undo: undo === undefined ? null : { file: undo.file, lost: undo.lost.map(lostDocument) },
    ...defined({ rehearsal: rehearsal && rehearsalDocument(rehearsal) }),
  };
}

export function applyReportJson(...parts: Parameters<typeof applyReportDocument>): string {
  return jsonText(applyReportDocument(...parts));
}

/** Empty if all values match. */
export function verifiedText({ left, unread }: Verified, paint: Painter): string {
  return textLines(
    left.length > 0 && paint('bad', 'Applied, but these values differ on the platform:'),
    left.map((change) => [
      changeLine(change, paint),
      change.fields.map((field) => {
        const { before, after } = valuePair(field, field);
        return `      ${oneLine(field.field)}  sent ${after}, the platform has ${before}`;
      }),
      change.action === 'move' && '      help: run docform apply again, which moves it',
      change.action === 'update' &&
        change.span &&
        `      help: write the platform's value at ${placeText(change.span)}; otherwise each plan changes it again`,
    ]),
    unread.length > 0 && paint('bad', `Applied, but ${count(unread.length, 'resource')} could not be verified:`),
    unread.map(({ address, reason }) => `  ? ${oneLine(address)}: ${oneLine(reason)}`),
  );
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

/** An item that an undo cannot restore. */
export interface Lost {
  readonly address: string;
  readonly field?: string;
  readonly why: string;
}

export interface UndoNote {
  readonly file: string;
  readonly lost: readonly Lost[];
}

/** `docform undo` prints all of them. */
const mostLost = 5;

/** Printed after an apply. `command`: reverts the apply. */
export function undoNoteText({ lost }: UndoNote, command: string): string {
  return textLines(
    `To revert, run \`${oneLine(command)}\`.`,
    lostLines(lost.slice(0, mostLost), lost.length),
    lost.length > mostLost && `  and ${lost.length - mostLost} more (docform undo --dry-run)`,
  );
}

export function lostLines(lost: readonly Lost[], all = lost.length) {
  return all > 0 && [`${count(all, 'item')} cannot be reverted automatically:`, lost.map(lostLine)];
}

function lostLine({ address, field, why }: Lost) {
  return `  ${oneLine(address)}${field === undefined ? '' : `, ${oneLine(field)}`}: ${oneLine(why)}`;
}

export function lostDocument({ address, field, why }: Lost) {
  return orNull({ address, why, field });
}
