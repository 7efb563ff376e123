/** Words that all reports share: one symbol per action, counts and summaries. */
import { count } from '../../core/count.ts';
import { withoutMissing } from '../../core/defined.ts';
import type { Place } from '../../core/problem.ts';
import {
  type Action,
  type Change,
  isBlocked,
  isBlocking,
  isStateOnly,
  type Origin,
  type PlanView,
} from '../../plan/result/change.ts';
import { isReadInPart } from '../../plan/scope/readable-scope.ts';

export { count };

export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** A painter chooses a color for each role. */
export type Role =
  | 'create'
  | 'update'
  | 'move'
  | 'delete'
  | 'replace'
  | 'record'
  | 'blocked'
  | 'heading'
  | 'faint'
  | 'good'
  | 'bad';

/** A sentence in the output of every dry run. */
export const dryRunText = 'Nothing was written (--dry-run).';

/** Adds color. Reports contain no color themselves. */
export type Painter = (role: Role, text: string) => string;

export const plain: Painter = (_, text) => text;

export const actionWords: { readonly [A in Action]: { symbol: string; role: Role; word: string } } = {
  create: { symbol: '+', role: 'create', word: 'to create' },
  invite: { symbol: '+', role: 'create', word: 'to invite' },
  update: { symbol: '~', role: 'update', word: 'to update' },
  move: { symbol: '>', role: 'move', word: 'to move' },
  replace: { symbol: '-/+', role: 'replace', word: 'to replace' },
  delete: { symbol: '-', role: 'delete', word: 'to delete' },
  adopt: { symbol: '=', role: 'record', word: 'adopted' },
  rename: { symbol: '=', role: 'record', word: 'renamed' },
  release: { symbol: '=', role: 'record', word: 'no longer managed' },
  record: { symbol: '=', role: 'record', word: 'recorded' },
  pending: { symbol: '=', role: 'record', word: 'pending' },
  unmanage: { symbol: '=', role: 'record', word: 'no longer managed' },
};

export const actions = Object.keys(actionWords) as readonly Action[];

export function countsOf(changes: readonly Pick<Change, 'action'>[]): { readonly [A in Action]: number } {
  const counts = Object.fromEntries(actions.map((action) => [action, 0])) as { [A in Action]: number };
  for (const change of changes) counts[change.action] += 1;
  return counts;
}

/** Objects and fields that are no longer managed are counted together. */
export function countedOf(changes: readonly Pick<Change, 'action'>[]) {
  const counts = countsOf(changes.map(({ action }) => ({ action: action === 'release' ? 'unmanage' : action })));
  const numbers = actions.map((action) => ({ action, number: counts[action], word: actionWords[action].word }));
  return numbers.filter(({ number }) => number > 0);
}

/** Empty for the usual origin, the configuration. */
export const originTexts: { readonly [O in Origin]: string } = {
  configuration: '',
  platform: '  (reverts a change made outside docform)',
  both: '  (changed in the configuration and outside docform)',
};

export function planName({ part }: Pick<PlanView, 'part'>): 'Plan' | 'Partial plan' {
  return part === undefined ? 'Plan' : 'Partial plan';
}

/** Accepted declarations that the configuration no longer contains. */
export function withdrawnIn({ pending, changes }: Pick<PlanView, 'pending' | 'changes'>) {
  const known = new Set(pending.map(({ address }) => address));
  return changes.filter(({ action, address }) => action === 'pending' && !known.has(address));
}

/** `Pending: 3 (1 new in this plan). No longer pending: 1.` */
function pendingCount({ pending, changes }: PlanView) {
  const added = pending.filter(({ isAccepted }) => !isAccepted).length;
  const withdrawn = withdrawnIn({ pending, changes }).length;
  return withoutMissing(
    pending.length > 0 && `Pending: ${pending.length}${added === 0 ? '' : ` (${added} new in this plan)`}.`,
    withdrawn > 0 && `No longer pending: ${withdrawn}.`,
  ).join(' ');
}

export interface SummaryFacts {
  readonly requests?: number;
  /** The next apply writes the ledger for an interrupted one. */
  readonly wasInterrupted?: true;
}

/** `Plan: 3 to create, 4 adopted. 12 API requests.`, `No changes to the platform. Ledger: 1 renamed. Pending: 2 (1 new).`, or `No changes.` */
export function summaryLine(plan: PlanView, { requests, wasInterrupted }: SummaryFacts): string {
  const parts = countedOf(plan.changes).filter(({ action }) => action !== 'pending');
  // Changes of the plan are recorded together with these updates.
  const updates = plan.changes.length === 0 ? (plan.ledgerUpdates ?? 0) : 0;
  const state = withoutMissing(
    wasInterrupted && '1 interrupted apply to record',
    updates > 0 && `${updates} to record`,
  );
  const list = [...parts.map(({ number, word }) => `${number} ${word}`), ...state].join(', ');
  const pending = pendingCount(plan);
  const sentences = parts.some(({ action }) => !isStateOnly(action))
    ? [`${planName(plan)}: ${list}.`, requests !== undefined && `${count(requests, 'API request')}.`]
    : [noChangesText(plan, list !== '' || pending !== ''), list && `Ledger: ${list}.`];
  return withoutMissing(...sentences, pending).join(' ');
}

/** `isOnlyPlatform`: the ledger changes, or people are pending. */
function noChangesText(plan: PlanView, isOnlyPlatform: boolean) {
  const changes = isOnlyPlatform ? 'changes to the platform' : 'changes';
  if (plan.part !== undefined) return `Partial plan: no ${changes} in the scope.`;
  return isReadInPart(plan) ? `No ${changes} in the lists that could be read.` : `No ${changes}.`;
}

export function blockedLine(plan: PlanView): string | undefined {
  if (!isBlocked(plan)) return undefined;
  const blocked = plan.changes.filter((change) => change.blocked !== undefined).length;
  const guards = plan.guards.filter(isBlocking).length;
  const also = guards > 0 ? 'also ' : '';
  const changes = blocked > 0 && count(blocked, `change is ${also}blocked`, `changes are ${also}blocked`);
  const whole = guards > 0 && `${count(guards, 'problem blocks', 'problems block')} the whole plan`;
  return `Nothing will be applied: ${withoutMissing(whole, changes).join(', and ')}.`;
}

/** A plan without its blocked changes must not look complete. */
export function withheldLine({ withheld }: Pick<PlanView, 'withheld'>): string | undefined {
  if (withheld === undefined) return undefined;
  const blocked = withheld.filter((change) => change.blocked !== undefined).length;
  const others = withheld.length - blocked;
  const is = count(blocked, 'change is blocked', 'changes are blocked');
  const more =
    others === 0 ? '' : `, and ${count(others, 'other depends', 'others depend')} on ${blocked === 1 ? 'it' : 'them'}`;
  return `${is}${more}. Only the rest of the plan will be applied.`;
}

/** `move above X`: the same words for plan and drift. */
export const moveWords = { before: 'above', after: 'below' } as const;

/** The position as a member of JSON documents. */
export function placeDocument(span: Place): Place;

export function placeDocument(span: Place | undefined): Place | null;

export function placeDocument(span: Place | undefined): Place | null {
  return span === undefined ? null : { file: span.file, line: span.line, column: span.column };
}

/** After several names, as in `a, b (each): its URLs`, because the sentence that follows is about one object. */
export function eachText(number: number): string {
  return number === 1 ? '' : ' (each)';
}

/** `3 of 12 lists read, 1 object` */
export function readingText(of: { readonly asked: number; readonly answered: number; readonly items: number }): string {
  const { asked, answered, items } = of;
  return `${answered} of ${count(asked, 'list')} read, ${count(items, 'object')}`;
}
