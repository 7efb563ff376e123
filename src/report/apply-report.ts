/** Progress and result of an apply, the differences of a stale plan, and the note about an undo. */
import { formOf } from '../core/count.ts';
import { defined, present } from '../core/defined.ts';
import type { Loss } from '../plan/change.ts';
import type { ApplyEvent, ApplyReport, ChangeOutcome, Fault, OperationLabel } from '../plan/outcome.ts';
import type { Difference, StaleChange, Verified } from '../plan/plan-comparison.ts';
import { exposedDocument, exposedLines } from './exposed.ts';
import { lossDocument, lossesText } from './losses.ts';
import { type Rehearsal, rehearsalDocument } from './rehearsal.ts';
import { jsonText, oneLine, orNull, textLines } from './sanitize.ts';
import { valuePair, valueTexts } from './values.ts';
import { changeLine, count, type Painter, placeText, plain, type Role, someNames } from './words.ts';

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
    exposedLines(report.exposed, paint),
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
  const { counts, recorded, recovered = 0, isLedgerUpdated, ledgerFault, isOwnedElsewhere, lockLost, changes } = report;
  if (isOwnedElsewhere) return 'Next: run `docform plan`. The plan names the object that another configuration owns.';
  if (ledgerFault !== undefined)
    return 'Next: make the ledger writable and run `docform apply` again. The journal prevents duplicate changes.';
  if (lockLost !== undefined || changes.some(({ status }) => status !== 'done'))
    return `Next: ${counts.failed > 0 ? 'fix what failed and ' : ''}run \`docform apply\` again. It continues from here.`;
  const isLedgerChanged = isLedgerUpdated === true || counts.done + recorded + recovered > 0;
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
  const updated = ' The ledger was updated for objects that already matched the configuration.';
  const noted = recorded || (report.isLedgerUpdated ? updated : '');
  if (done > 0) return `${paint('good', `Applied ${count(done, 'change')}.`)}${cost}${recorded}`;
  if (notRead.length === 0) return `Nothing to apply.${noted}`;
  return `${paint('bad', `No changes were applied. Not read: ${someNames(notRead, 5)}.`)}${noted}`;
}

function outcomeLines(change: ChangeOutcome, paint: Painter) {
  const { partly, begun, fault } = change;
  return [
    changeLine(change, paint, statusText(change)),
    begun && `      ${begun.done} of ${begun.of} requests of the failed step ${formOf(begun.done, 'was', 'were')} done`,
    partly && `      ${partly.done} of ${partly.of} steps ${formOf(partly.done, 'was', 'were')} done`,
    fault && faultLines(fault).map((each) => `      ${each}`),
  ];
}

function statusText(change: ChangeOutcome) {
  if (change.status === 'skipped') return `skipped: depends on ${change.because ?? 'a failed change'}`;
  return change.status === 'not-started' ? 'not started' : change.status;
}

function faultLines(fault: Fault): readonly string[] {
  return present(oneLine(fault.message), fault.advice && `help: ${oneLine(fault.advice)}`);
}

export function applyReportDocument(report: ApplyReport, verified?: Verified, undo?: UndoNote, rehearsal?: Rehearsal) {
  const { recorded, recovered, requests, isInterrupted, held, unreachable, lockLost, ledgerFault } = report;
  return {
    ...{ schemaVersion: 1, kind: 'apply-report' as const, organization: report.organization },
    ...defined({ part: report.part }),
    ...{
      summary: report.counts,
      recorded,
      recovered: recovered ?? null,
      isLedgerUpdated: report.isLedgerUpdated ?? false,
    },
    ...{ requests, searches: report.searches ?? 0, isInterrupted },
    ...orNull({ held, unreachable, lockLost, ledgerFault }),
    exposed: exposedDocument(report.exposed),
    changes: report.changes.map(
      ({ address, kind, action, status, fault: error, because, partly, begun, initialState }) =>
        orNull({ address, kind, action, status, error, because, partly, begun, initialState }),
    ),
    verified: verifiedDocument(verified),
    undo: undo === undefined ? null : { file: undo.file, lost: undo.lost.map(lossDocument) },
    ...defined({ rehearsal: rehearsal && rehearsalDocument(rehearsal) }),
  };
}

export function applyReportJson(...parts: Parameters<typeof applyReportDocument>): string {
  return jsonText(applyReportDocument(...parts));
}

/** Empty if all values match. */
export function verifiedText({ left, unread, rewritten }: Verified, paint: Painter): string {
  return textLines(
    left.length > 0 && paint('bad', 'Applied, but these values differ on the platform:'),
    left.map((change) => [
      changeLine(change, paint),
      change.fields.map((field) => {
        const { before, after } = valuePair(field, field);
        const result = field.isNotReturned ? 'the platform does not return the field' : `the platform has ${before}`;
        return `      ${oneLine(field.field)}  sent ${after}, ${result}`;
      }),
      change.action === 'move' && '      help: run `docform apply` again, which moves it',
      change.action === 'update' &&
        change.span &&
        `      help: write the platform's value at ${placeText(change.span)}; otherwise each plan ${isRecorded(change, rewritten) ? 'notes that the platform rewrites it' : 'changes it again'}`,
    ]),
    unread.length > 0 && paint('bad', `Applied, but ${count(unread.length, 'resource')} could not be verified:`),
    unread.map(({ address, reason }) => `  ? ${oneLine(address)}: ${oneLine(reason)}`),
  );
}

function isRecorded({ address, fields }: Verified['left'][number], rewritten: Verified['rewritten']) {
  const marks = Object.keys(rewritten[address] ?? {});
  return fields.every(({ field }) => marks.some((mark) => mark === field || mark.startsWith(`${field}.`)));
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

export interface UndoNote {
  readonly file: string;
  readonly lost: readonly Loss[];
}

/** Printed after an apply. `command`: reverts the apply; missing in a pipeline. */
export function undoNoteText({ lost }: UndoNote, command: string | undefined): string {
  return textLines(
    command === undefined
      ? 'To revert, revert the commit, and apply the plan of the revert.'
      : `To revert, run \`${oneLine(command)}\`, then \`docform apply\`.`,
    lossesText(lost),
  );
}

const labels: { readonly [L in OperationLabel]: readonly [role: Role, word: string] } = {
  complete: ['create', 'set the remaining fields of'],
  place: ['create', 'positioned'],
  add: ['create', 'added to'],
  remove: ['delete', 'removed from'],
  create: ['create', 'created'],
  restore: ['create', 'restored'],
  temporary: ['update', 'set a temporary value on'],
  update: ['update', 'updated'],
  publish: ['update', 'published'],
  unpublish: ['update', 'unpublished'],
  widen: ['update', 'updated'],
  move: ['move', 'moved'],
  join: ['move', 'moved into its group:'],
  leave: ['move', 'moved out of its group:'],
  bulk: ['update', 'updated'],
  invite: ['create', 'invited'],
  delete: ['delete', 'deleted'],
};

export function progressLine(event: ApplyEvent, paint: Painter = plain): string | undefined {
  if (event.type === 'interrupted')
    return `interrupted: waiting for ${count(event.inFlight, 'running request')}, starting no new one. Press Ctrl-C again to quit immediately`;
  if (event.type !== 'step-ended') return undefined;
  const { at, of, operation, label = operation, outcome } = event;
  const place = paint('faint', `[${String(at).padStart(String(of).length)}/${of}]`);
  const address = oneLine(event.address);
  const alongside = event.alongside === undefined ? '' : `, with ${event.alongside.map(oneLine).join(', ')}`;
  switch (outcome.status) {
    case 'done':
      return `${place} ${paint(...labels[label])} ${address}${alongside}`;
    case 'failed':
      return `${place} ${paint('bad', `failed (${operation})`)} ${address}: ${faultLines(outcome.fault)[0] ?? ''}`;
    case 'skipped':
      return `${place} ${paint('bad', 'skipped')} ${address} (${operation})`;
    case 'not-started':
      return undefined;
  }
}

interface WaitFacts {
  readonly reason: 'rate-limit' | 'trouble';
  readonly untilMs: number;
  readonly leftMs: number;
}

/** `Waiting for the rate limit until 10:12:31Z (43 s; --max-wait leaves 77 s after that)` */
export function waitText({ reason, untilMs, leftMs }: WaitFacts, nowMs: number): string {
  const until = new Date(Math.ceil(untilMs / 1000) * 1000)
    .toISOString()
    .slice('2026-01-01T'.length, '2026-01-01T10:12:31'.length);
  const seconds = (ms: number) => `${Math.max(0, Math.ceil(ms / 1000))} s`;
  const what = reason === 'rate-limit' ? 'Waiting for the rate limit' : 'The platform is unavailable. Waiting';
  return `${what} until ${until}Z (${seconds(untilMs - nowMs)}; --max-wait leaves ${seconds(leftMs)} after that)`;
}

interface BarState {
  readonly done: number;
  readonly failed: number;
  readonly of: number;
  /** Addresses of running steps, oldest first. */
  readonly running: readonly string[];
}

export const emptyBar: BarState = { done: 0, failed: 0, of: 0, running: [] };

export function nextBar(state: BarState, event: ApplyEvent): BarState {
  switch (event.type) {
    case 'started':
      return { ...state, of: event.steps };
    case 'step-started':
      return { ...state, running: [...state.running, event.address] };
    case 'step-ended': {
      const at = state.running.indexOf(event.address);
      const hasFailed = event.outcome.status !== 'done';
      return {
        ...state,
        done: state.done + (hasFailed ? 0 : 1),
        failed: state.failed + (hasFailed ? 1 : 0),
        running: at < 0 ? state.running : state.running.toSpliced(at, 1),
      };
    }
    case 'interrupted':
      return state;
  }
}

/** `███░░░░░ 3/12, 1 failed  teams/docs, sites/docs`, no wider than `columns`. */
export function barText(state: BarState, columns: number, paint: Painter = plain): string {
  const width = 24;
  const ended = state.done + state.failed;
  const filled = state.of === 0 ? width : Math.floor((ended / state.of) * width);
  const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
  const failed = state.failed === 0 ? '' : `, ${state.failed} failed`;
  const counts = ` ${ended}/${state.of}${failed}  `;
  const rest = Math.max(0, columns - width - counts.length - 1);
  const running = oneLine(state.running.join(', '));
  return `${paint('good', bar)}${counts}${running.length > rest ? `${running.slice(0, Math.max(0, rest - 1))}…` : running}`;
}

export function stalePlanText(changes: readonly StaleChange[], paint: Painter = plain): string {
  return textLines(
    paint('bad', 'The saved plan is stale. Differences from the approved plan:'),
    changes.map((change) => {
      const width = Math.max(0, ...change.differences.map(({ field }) => field.length));
      const fields = change.differences.map(
        (each) => `      ${oneLine(each.field).padEnd(width)}  ${valuesText(each)}`,
      );
      return [changeLine(change, paint, change.reason), fields];
    }),
  );
}

function valuesText(difference: Difference) {
  const { planned, now } = difference;
  const [was, is, wanted] = valueTexts('wanted' in difference ? [planned, now, difference.wanted] : [planned, now]);
  return `when planned: ${was}, now: ${is}${wanted === undefined ? '' : `, configured: ${wanted}`}`;
}
