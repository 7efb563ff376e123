/** The result of an apply as text. */
import { wordForm } from '../../core/count.ts';
import { withoutMissing } from '../../core/defined.ts';
import type { ApplyReport, ChangeOutcome } from '../../plan/result/outcome.ts';
import {
  type Block,
  type Item,
  type Line,
  type List,
  line,
  literal,
  message,
  painted,
  paragraph,
} from '../blocks/block.ts';
import { blocksText, type TextOptions } from '../blocks/text.ts';
import { exposedLists } from '../parts/exposed.ts';
import { addressItem } from '../parts/lists.ts';
import { someNames } from '../wording/some-names.ts';
import { count } from '../wording/words.ts';

interface ApplyBlocksOptions {
  readonly next?: string;
  /** Lists that the plan could not read, although they contain declared or dropped resources. */
  readonly notRead?: readonly string[];
}

export function applyReportText(
  report: ApplyReport,
  { paint, ...options }: ApplyBlocksOptions & Pick<TextOptions, 'paint'> = {},
): string {
  return blocksText(applyBlocks(report, options), { paint }, true);
}

export function applyBlocks(report: ApplyReport, { next, notRead }: ApplyBlocksOptions = {}): readonly Block[] {
  const problems = report.changes.filter((change) => change.status !== 'done');
  const notStarted = problems.filter(({ status }) => status === 'not-started');
  const hidden = new Set(notStarted.slice(maxNotStarted));
  const items = problems.filter((change) => !hidden.has(change)).map(outcomeItem);
  const states = report.changes.map(({ address, initialState }) =>
    initialState === undefined ? [] : line`${address}: ${initialState}`,
  );
  return [
    ...exposedLists(report.exposed),
    paragraph(...stopsOf(report).map((text) => painted('bad', line`${text}`))),
    { is: 'changes', groups: [[...items, ...restItem(hidden.size, ' not started')]] },
    paragraph(summaryLine(report, notRead), ...recoveredLines(report).map(literal)),
    ...restLists(report.leftOut, 'Not approved and not applied'),
    ...restLists(report.withheld, 'Blocked and not applied'),
    paragraph(...states, message(nextText(report, next) ?? '')),
  ];
}

/** For items that are not listed. */
function restItem(number: number, what = ''): readonly Item[] {
  return number > 0 ? [{ head: literal(`and ${number} more${what}`) }] : [];
}

function stopsOf({ isInterrupted, held, unreachable, lockLost, ledgerFault }: ApplyReport) {
  return withoutMissing(
    isInterrupted && 'Interrupted: running requests were completed, and no new request was started.',
    held !== undefined && `Stopped: the platform requests a longer wait than --max-wait allows. ${held}`,
    unreachable !== undefined && `Stopped: ${unreachable}`,
    lockLost &&
      `Stopped (${lockLost.code}): ${lockLost.message}. No request was sent and nothing was written after that.`,
    ledgerFault !== undefined && `The ledger could not be written: ${ledgerFault}`,
  );
}

/** If the ledger could not be written, the committed file is outdated. */
function nextText(report: ApplyReport, next: string | undefined) {
  const { counts, recorded, recovered = 0, isLedgerUpdated, ledgerFault, isOwnedElsewhere, lockLost, changes } = report;
  if (isOwnedElsewhere) return 'Next: run `docform plan`. The plan names the object that another configuration owns.';
  if (ledgerFault !== undefined)
    return 'Next: make the ledger writable and run `docform apply` again. The journal prevents duplicate changes.';
  if (lockLost !== undefined || changes.some(({ status }) => status !== 'done'))
    return `Next: ${counts.failed > 0 ? 'fix what failed and ' : ''}run \`docform apply\` again. It continues from here.`;
  const isLedgerChanged = isLedgerUpdated === true || counts.done + recorded + recovered > 0;
  return isLedgerChanged && next !== undefined ? `Next: ${next}` : undefined;
}

/** Changes that are needed, and that the apply did not make. */
function restLists(changes: ApplyReport['leftOut'] = [], what: string): readonly List[] {
  if (changes.length === 0) return [];
  const hint = 'For details, run `docform plan`.';
  const heading = line`${painted('bad', literal(`${what}: ${count(changes.length, 'change')}.`))} ${message(hint)}`;
  const items = changes.slice(0, maxLeftOut).map((change) => addressItem(change));
  return [{ is: 'list', of: 'left-out', heading, items: [...items, ...restItem(changes.length - maxLeftOut)] }];
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
function summaryLine(report: ApplyReport, notRead: readonly string[] = []): Line {
  const { done, failed, skipped, notStarted } = report.counts;
  const recorded = report.recorded > 0 ? ` ${count(report.recorded, 'ledger entry', 'ledger entries')} updated.` : '';
  const searches = report.searches === undefined ? '' : ` and ${count(report.searches, 'search', 'searches')}`;
  const cost = ` ${count(report.requests, 'API request')}${searches}.`;
  if (failed + skipped + notStarted > 0) {
    const counts = `Applied in part: ${done} done, ${failed} failed, ${skipped} skipped, ${notStarted} not started.`;
    return line`${painted('bad', literal(counts))}${literal(`${cost}${recorded}`)}`;
  }
  // Explains why the committed ledger differs although no change was applied.
  const updated = ' The ledger was updated for objects that already matched the configuration.';
  const noted = recorded || (report.isLedgerUpdated ? updated : '');
  if (done > 0)
    return line`${painted('good', literal(`Applied ${count(done, 'change')}.`))}${literal(`${cost}${recorded}`)}`;
  if (notRead.length === 0) return literal(`Nothing to apply.${noted}`);
  const nothing = line`No changes were applied. Not read: ${someNames(notRead, 5)}.`;
  return line`${painted('bad', nothing)}${literal(noted)}`;
}

function outcomeItem(change: ChangeOutcome): Item {
  const { partly, begun, fault } = change;
  const wereDone = ({ done, of }: { readonly done: number; readonly of: number }, what: string) =>
    literal(`${done} of ${of} ${what} ${wordForm(done, 'was', 'were')} done`);
  return {
    ...addressItem(change, statusText(change)),
    lines: withoutMissing(
      begun && wereDone(begun, 'requests of the failed step'),
      partly && wereDone(partly, 'steps'),
      fault && line`${fault.message}`,
      fault?.advice && line`help: ${message(fault.advice)}`,
    ),
  };
}

function statusText(change: ChangeOutcome) {
  if (change.status === 'skipped') return `skipped: depends on ${change.because ?? 'a failed change'}`;
  return change.status === 'not-started' ? 'not started' : change.status;
}
