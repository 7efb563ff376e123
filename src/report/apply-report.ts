/** The result of an apply, of the rest of a saved plan, and of the verification, as text and JSON. */
import { formOf } from '../core/count.ts';
import type { ApplyReport, ChangeOutcome, Fault } from '../plan/outcome.ts';
import type { Verified } from '../plan/verified.ts';
import type { UndoNote } from './edits.ts';
import { type Rehearsal, rehearsalDocument } from './rehearsal.ts';
import { jsonText, oneLine } from './sanitize.ts';
import { valuePair } from './values.ts';
import { count, type Painter, placeText, plain, roles, someNames, symbols } from './words.ts';

export interface ApplyTextOptions {
  readonly paint?: Painter;
  /** Printed after success. */
  readonly next?: string;
  /** Lists that the plan could not read, although they contain declared or dropped resources. */
  readonly notRead?: readonly string[];
}

/** Lists only changes that were not applied. */
export function applyReportText(report: ApplyReport, options: ApplyTextOptions = {}): string {
  const paint = options.paint ?? plain;
  const problems = report.changes.filter((change) => change.status !== 'done');
  const notStarted = problems.filter(isNotStarted);
  return [
    ...(report.isInterrupted
      ? [paint('bad', 'Interrupted: running requests were completed, and no new request was started.')]
      : []),
    ...(report.held === undefined
      ? []
      : [paint('bad', `Stopped: the platform requests a longer wait than --max-wait allows. ${oneLine(report.held)}`)]),
    ...(report.unreachable === undefined ? [] : [paint('bad', `Stopped: ${oneLine(report.unreachable)}`)]),
    ...(report.lockLost === undefined
      ? []
      : [
          paint(
            'bad',
            `Stopped (${report.lockLost.code}): ${oneLine(report.lockLost.message)}. No request was sent and nothing was written after that.`,
          ),
        ]),
    ...(report.ledgerFault === undefined
      ? []
      : [paint('bad', `The ledger could not be written: ${oneLine(report.ledgerFault)}`)]),
    ...shown(problems).flatMap((change) => outcomeLines(change, paint)),
    ...(notStarted.length > mostNotStarted ? [`  and ${notStarted.length - mostNotStarted} more not started`] : []),
    applySummary(report, paint, options.notRead),
    ...recoveredLines(report),
    ...bornLines(report),
    ...nextLines(report, options.next),
    '',
  ].join('\n');
}

/** If the ledger could not be written, the committed file is outdated. */
function nextLines(report: ApplyReport, next: string | undefined): readonly string[] {
  if (report.ledgerFault !== undefined)
    return ['Next: make the ledger writable and run `docform apply` again. The journal prevents duplicate changes.'];
  if (report.lockLost !== undefined || report.changes.some(({ status }) => status !== 'done'))
    return [
      `Next: ${report.counts.failed > 0 ? 'fix what failed and ' : ''}run \`docform apply\` again. It continues from here.`,
    ];
  return isLedgerNews(report) && next !== undefined ? [`Next: ${oneLine(next)}`] : [];
}

function isLedgerNews({ counts, recorded, recovered = 0, isNoted }: ApplyReport): boolean {
  return isNoted === true || counts.done + recorded + recovered > 0;
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

function bornLines({ changes }: ApplyReport): readonly string[] {
  return changes.flatMap(({ address, initialState }) =>
    initialState === undefined ? [] : [`${oneLine(address)}: ${oneLine(initialState)}`],
  );
}

/** Failed and skipped changes are always listed. */
const mostNotStarted = 20;

function isNotStarted({ status }: ChangeOutcome): boolean {
  return status === 'not-started';
}

function shown(problems: readonly ChangeOutcome[]): readonly ChangeOutcome[] {
  const hidden = new Set(problems.filter(isNotStarted).slice(mostNotStarted));
  return problems.filter((change) => !hidden.has(change));
}

/** `Applied 3 changes. 9 API requests.`, or all four counts of an incomplete apply. */
function applySummary(report: ApplyReport, paint: Painter, notRead: readonly string[] = []): string {
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
    return `${paint('bad', `No changes were applied. Not read: ${someNames(notRead.map(oneLine), 5)}.`)}${recorded}${noted}`;
  if (done === 0) return `Nothing to apply.${recorded}${noted}`;
  return `${paint('good', `Applied ${count(done, 'change')}.`)}${cost}${recorded}`;
}

function outcomeLines(change: ChangeOutcome, paint: Painter): readonly string[] {
  const head = `  ${paint(roles[change.action], symbols[change.action])} ${oneLine(change.address)}  ${paint('bad', statusText(change))}`;
  const partly =
    change.partly === undefined
      ? []
      : [`      ${change.partly.done} of ${change.partly.of} steps ${formOf(change.partly.done, 'was', 'were')} done`];
  return [
    head,
    ...partly,
    ...(change.fault === undefined ? [] : faultLines(change.fault).map((line) => `      ${line}`)),
  ];
}

function statusText(change: ChangeOutcome): string {
  if (change.status === 'skipped') return `skipped: depends on ${oneLine(change.because ?? 'a failed change')}`;
  return change.status === 'not-started' ? 'not started' : change.status;
}

export function faultLines(fault: Fault): readonly string[] {
  return [oneLine(fault.message), ...(fault.advice === undefined ? [] : [`help: ${oneLine(fault.advice)}`])];
}

const reportSchemaVersion = 1;

/**
 * `verified`: what reading again showed. `undo`: where it is kept how to take it back.
 * `rehearsal`: what the copy showed before.
 */
export function applyReportDocument(report: ApplyReport, verified?: Verified, undo?: UndoNote, rehearsal?: Rehearsal) {
  return {
    schemaVersion: reportSchemaVersion,
    kind: 'apply-report' as const,
    organization: report.organization,
    summary: report.counts,
    recorded: report.recorded,
    recovered: report.recovered ?? null,
    isNoted: report.isNoted ?? false,
    requests: report.requests,
    searches: report.searches ?? 0,
    isInterrupted: report.isInterrupted,
    held: report.held ?? null,
    unreachable: report.unreachable ?? null,
    lockLost: report.lockLost ?? null,
    ledgerFault: report.ledgerFault ?? null,
    changes: report.changes.map((change) => ({
      address: change.address,
      kind: change.kind,
      action: change.action,
      status: change.status,
      error: change.fault ?? null,
      because: change.because ?? null,
      partly: change.partly ?? null,
      initialState: change.initialState ?? null,
    })),
    verified: verifiedDocument(verified),
    undo:
      undo === undefined
        ? null
        : { file: undo.file, lost: undo.lost.map(({ field, ...each }) => ({ ...each, field: field ?? null })) },
    ...(rehearsal === undefined ? {} : { rehearsal: rehearsalDocument(rehearsal) }),
  };
}

export function applyReportJson(...parts: Parameters<typeof applyReportDocument>): string {
  return jsonText(applyReportDocument(...parts));
}

/** Empty if all values match. */
export function verifiedText({ left, unread }: Verified, paint: Painter = plain): string {
  const lines = left.flatMap((change) => [
    `  ${paint(roles[change.action], symbols[change.action])} ${oneLine(change.address)}`,
    ...change.fields.map((field) => {
      const { before, after } = valuePair(field, field);
      return `      ${oneLine(field.field)}  sent ${after}, the platform has ${before}`;
    }),
    ...(change.action === 'move' ? ['      help: run docform apply again, which moves it'] : []),
    ...(change.action === 'update' && change.span !== undefined
      ? [`      help: write the platform's value at ${placeText(change.span)}; otherwise each plan changes it again`]
      : []),
  ]);
  const unseen = unread.map(({ address, reason }) => `  ? ${oneLine(address)}: ${oneLine(reason)}`);
  return [
    ...(lines.length === 0 ? [] : [paint('bad', 'Applied, but these values differ on the platform:'), ...lines]),
    ...(unseen.length === 0
      ? []
      : [paint('bad', `Applied, but ${count(unseen.length, 'resource')} could not be verified:`), ...unseen]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** null: not verified. */
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
