/** The result of an apply as text. */
import { keyIn } from '../../core/address.ts';
import { formOf, someOf } from '../../core/count.ts';
import { present } from '../../core/defined.ts';
import type { ApplyEvent, ApplyReport, ChangeOutcome, Fault, OperationLabel } from '../../plan/result/outcome.ts';
import { exposedLines } from '../parts/exposed.ts';
import { oneLine, textLines } from '../wording/sanitize.ts';
import { someNames } from '../wording/some-names.ts';
import { changeLine, count, type Painter, plain, type Role } from '../wording/words.ts';

interface ApplyTextOptions {
  readonly paint?: Painter;
  readonly next?: string;
  /** Lists that the plan could not read, although they contain declared or dropped resources. */
  readonly notRead?: readonly string[];
}

export function applyReportText(report: ApplyReport, { paint = plain, next, notRead }: ApplyTextOptions = {}): string {
  const problems = report.changes.filter((change) => change.status !== 'done');
  const notStarted = problems.filter(({ status }) => status === 'not-started');
  const hidden = new Set(notStarted.slice(maxNotStarted));
  return textLines(
    exposedLines(report.exposed, paint),
    stopsOf(report).map((text) => paint('bad', text)),
    problems.filter((change) => !hidden.has(change)).map((change) => outcomeLines(change, paint)),
    hidden.size > 0 && `  and ${hidden.size} more not started`,
    applySummary(report, paint, notRead),
    recoveredLines(report),
    restLines(report.leftOut, 'Not approved, left out', 'To apply', paint),
    restLines(report.withheld, 'Blocked and not applied', 'To see', paint),
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

/** Changes that are needed, and that the apply did not make. */
function restLines(
  changes: ApplyReport['leftOut'] = [],
  heading: string,
  purpose: string,
  paint: Painter,
): readonly string[] {
  if (changes.length === 0) return [];
  const hint = `${purpose} ${formOf(changes.length, 'it', 'them')}, run \`docform plan\`.`;
  return [
    `${paint('bad', `${heading}: ${count(changes.length, 'change')}.`)} ${hint}`,
    ...changes.slice(0, maxLeftOut).map((change) => changeLine(change, paint)),
    ...present(changes.length > maxLeftOut && `  and ${changes.length - maxLeftOut} more`),
  ];
}

const maxLeftOut = 40;

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

const maxNotStarted = 20;

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

const labels: { readonly [L in OperationLabel]: readonly [role: Role, word: string] } = {
  complete: ['create', 'set the remaining fields of'],
  place: ['create', 'positioned'],
  add: ['create', 'added'],
  remove: ['delete', 'removed'],
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

/** Names the items of a list: `added ana@acme.dev to teams/docs/members`. */
function doneText(label: OperationLabel, event: StepEnded, paint: Painter) {
  const [address, verb] = [oneLine(event.address), paint(...labels[label])];
  const names = event.items && oneLine(someOf(event.items.map(keyIn), 3));
  const preposition = prepositions[label];
  if (preposition !== undefined) return present(verb, names, preposition, address).join(' ');
  return names === undefined ? `${verb} ${address}` : `${verb} ${address}: ${names}`;
}

const prepositions: { readonly [L in OperationLabel]?: string } = { add: 'to', remove: 'from' };

type StepEnded = Extract<ApplyEvent, { readonly type: 'step-ended' }>;

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
      return `${place} ${doneText(label, event, paint)}${alongside}`;
    case 'failed':
      return `${place} ${paint('bad', `failed (${operation})`)} ${address}: ${faultLines(outcome.fault)[0] ?? ''}`;
    case 'skipped':
      return `${place} ${paint('bad', 'skipped')} ${address} (${operation})`;
    case 'not-started':
      return undefined;
  }
}
