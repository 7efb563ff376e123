/** What became of a plan, and what the platform has when read again: as text for people and as JSON for machines. */
import { formOf } from '../core/count.ts';
import type { ApplyReport, ChangeOutcome, Fault } from '../plan/outcome.ts';
import type { Verified } from '../plan/verified.ts';
import type { UndoNote } from './edits.ts';
import { type Rehearsal, rehearsalDocument } from './rehearsal.ts';
import { jsonText, oneLine } from './sanitize.ts';
import { valuePair } from './values.ts';
import { count, type Painter, placeText, plain, roles, symbols } from './words.ts';

export interface ApplyTextOptions {
  readonly paint?: Painter;
  /** Said after success: what to do next. */
  readonly next?: string;
}

/** Only what did not go well is listed change by change; success is one line. */
export function applyReportText(report: ApplyReport, options: ApplyTextOptions = {}): string {
  const paint = options.paint ?? plain;
  const problems = report.changes.filter((change) => change.status !== 'done');
  const notStarted = problems.filter(isNotStarted);
  return [
    ...(report.isInterrupted
      ? [paint('bad', 'Interrupted: what was in flight was finished, nothing new was started.')]
      : []),
    ...(report.held === undefined
      ? []
      : [paint('bad', `Stopped: the platform asks for a longer wait than --max-wait allows. ${oneLine(report.held)}`)]),
    ...(report.unreachable === undefined ? [] : [paint('bad', `Stopped: ${oneLine(report.unreachable)}`)]),
    ...(report.lockLost === undefined
      ? []
      : [
          paint(
            'bad',
            `Stopped (${report.lockLost.code}): ${oneLine(report.lockLost.message)}. Nothing was sent or written since.`,
          ),
        ]),
    ...(report.ledgerFault === undefined
      ? []
      : [paint('bad', `The ledger could not be written: ${oneLine(report.ledgerFault)}`)]),
    ...shown(problems).flatMap((change) => outcomeLines(change, paint)),
    ...(notStarted.length > mostNotStarted ? [`  and ${notStarted.length - mostNotStarted} more not started`] : []),
    applySummary(report, paint),
    ...recoveredLines(report),
    ...bornLines(report),
    ...nextLines(report, options.next),
    '',
  ].join('\n');
}

/** A ledger that could not be written is not the one to commit. */
function nextLines(report: ApplyReport, next: string | undefined): readonly string[] {
  if (report.ledgerFault !== undefined)
    return [
      'Next: make the ledger writable and run `docform apply` again. The journal holds this run: nothing is done twice.',
    ];
  if (report.lockLost !== undefined || report.changes.some(({ status }) => status !== 'done'))
    return [
      `Next: ${report.counts.failed > 0 ? 'fix what failed and ' : ''}run \`docform apply\` again. It continues from here.`,
    ];
  return isLedgerNews(report) && next !== undefined ? [`Next: ${oneLine(next)}`] : [];
}

function isLedgerNews({ counts, recorded, recovered = 0, isNoted }: ApplyReport): boolean {
  return isNoted === true || counts.done + recorded + recovered > 0;
}

/** What an earlier apply had done is not told as done by this one. */
export function recoveredLines({ recovered }: Pick<ApplyReport, 'recovered'>): readonly string[] {
  if (recovered === undefined) return [];
  const entries = count(recovered, 'ledger entry', 'ledger entries');
  return [
    recovered === 0
      ? 'An earlier apply was cut off at its very end: its journal is settled now.'
      : `An earlier apply was cut off before it wrote the ledger: ${entries} from its journal ${formOf(recovered, 'is', 'are')} written now.`,
  ];
}

function bornLines({ changes }: ApplyReport): readonly string[] {
  return changes.flatMap(({ address, initialState }) =>
    initialState === undefined ? [] : [`${oneLine(address)}: ${oneLine(initialState)}`],
  );
}

/** An interrupted apply of a large plan would name hundreds; what failed or was skipped is always named. */
const mostNotStarted = 20;

function isNotStarted({ status }: ChangeOutcome): boolean {
  return status === 'not-started';
}

function shown(problems: readonly ChangeOutcome[]): readonly ChangeOutcome[] {
  const hidden = new Set(problems.filter(isNotStarted).slice(mostNotStarted));
  return problems.filter((change) => !hidden.has(change));
}

/** `Applied 3 changes. 9 requests.`, or with all four counts where something is left. */
function applySummary(report: ApplyReport, paint: Painter = plain): string {
  const { done, failed, skipped, notStarted } = report.counts;
  const recorded = report.recorded > 0 ? ` ${count(report.recorded, 'ledger entry', 'ledger entries')} recorded.` : '';
  const lookUps = report.lookUps === undefined ? '' : ` and ${count(report.lookUps, 'look-up')}`;
  const cost = ` ${count(report.requests, 'request')}${lookUps}.`;
  if (failed + skipped + notStarted > 0) {
    return `${paint('bad', `Applied in part: ${done} done, ${failed} failed, ${skipped} skipped, ${notStarted} not started.`)}${cost}${recorded}`;
  }
  // Marks of fields, orders and lists are nobody's change, but whoever commits the ledger is told why it is another one.
  const noted =
    report.isNoted && recorded === '' ? ' The ledger was brought up to date with what is as declared already.' : '';
  if (done === 0) return `Nothing to apply.${recorded}${noted}`;
  return `${paint('good', `Applied ${count(done, 'change')}.`)}${cost}${recorded}`;
}

function outcomeLines(change: ChangeOutcome, paint: Painter): readonly string[] {
  const head = `  ${paint(roles[change.action], symbols[change.action])} ${oneLine(change.address)}  ${paint('bad', statusText(change))}`;
  const partly =
    change.partly === undefined
      ? []
      : [`      ${change.partly.done} of ${change.partly.of} steps ${formOf(change.partly.done, 'is', 'are')} done`];
  return [
    head,
    ...partly,
    ...(change.fault === undefined ? [] : faultLines(change.fault).map((line) => `      ${line}`)),
  ];
}

function statusText(change: ChangeOutcome): string {
  if (change.status === 'skipped') return `skipped: it needs ${oneLine(change.because ?? 'a change that failed')}`;
  return change.status === 'not-started' ? 'not started' : change.status;
}

/** What is wrong (the client's message names operation, path and status), and what to do. */
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
    lookUps: report.lookUps ?? 0,
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
      bornAs: change.initialState ?? null,
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

/** Empty where everything is as it was sent. */
export function verifiedText({ left, unread }: Verified, paint: Painter = plain): string {
  const lines = left.flatMap((change) => [
    `  ${paint(roles[change.action], symbols[change.action])} ${oneLine(change.address)}`,
    ...change.fields.map((field) => {
      const { before, after } = valuePair(field, field);
      return `      ${oneLine(field.field)}  sent ${after}, the platform has ${before}`;
    }),
    ...(change.action === 'update' && change.span !== undefined
      ? [`      write what the platform has at ${placeText(change.span)}, or every plan will want to change it`]
      : []),
  ]);
  const unseen = unread.map(({ address, reason }) => `  ? ${oneLine(address)}: ${oneLine(reason)}`);
  return [
    ...(lines.length === 0 ? [] : [paint('bad', 'Applied, but read again the platform has something else:'), ...lines]),
    ...(unseen.length === 0
      ? []
      : [
          paint('bad', `Applied, but ${count(unseen.length, 'address', 'addresses')} could not be read again:`),
          ...unseen,
        ]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** The same for machines; null: nothing was read again. */
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
