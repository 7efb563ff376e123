/** Words and symbols that all reports share: one symbol per action, counts, one-line summaries, places, and that a plan is partial. */
import { count, someOf } from '../core/count.ts';
import { type Action, type Change, isBlocked, isBlocking, isStateOnly, type Origin } from '../plan/change.ts';
import type { PartOnly, PlanView } from '../plan/plan-view.ts';
import { pendingGroups, withdrawnIn } from './pending.ts';
import { oneLine } from './sanitize.ts';

export { count };

/** What a piece of text is, for whoever paints it. */
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

/** Adds colour; reports never hold any themselves. */
export type Painter = (role: Role, text: string) => string;

export const plain: Painter = (_, text) => text;

export const symbols: { readonly [A in Action]: string } = {
  create: '+',
  update: '~',
  move: '>',
  delete: '-',
  replace: '-/+',
  adopt: '=',
  rename: '=',
  release: '=',
  record: '=',
  pending: '=',
  unmanage: '=',
};

export const roles: { readonly [A in Action]: Role } = {
  create: 'create',
  update: 'update',
  move: 'move',
  delete: 'delete',
  replace: 'replace',
  adopt: 'record',
  rename: 'record',
  release: 'record',
  record: 'record',
  pending: 'record',
  unmanage: 'record',
};

const countWords: readonly (readonly [Action, string])[] = [
  ['create', 'to create'],
  ['update', 'to update'],
  ['move', 'to move'],
  ['replace', 'to replace'],
  ['delete', 'to delete'],
  ['adopt', 'adopted'],
  ['rename', 'renamed'],
  ['release', 'released'],
  ['record', 'recorded'],
  ['pending', 'pending'],
  ['unmanage', 'no longer managed'],
];

/** How many changes of each action; zero where there is none. */
export function countsOf(changes: readonly Pick<Change, 'action'>[]): { readonly [A in Action]: number } {
  const counts = {
    ...{ create: 0, update: 0, move: 0, replace: 0, delete: 0 },
    ...{ adopt: 0, rename: 0, release: 0, record: 0, pending: 0, unmanage: 0 },
  };
  for (const change of changes) counts[change.action] += 1;
  return counts;
}

/** How many changes of one action there are, and in which words. */
export interface Counted {
  readonly action: Action;
  readonly number: number;
  readonly word: string;
}

/** Of each action that there is, in the order in which they are told. */
export function countedOf(changes: readonly Pick<Change, 'action'>[]): readonly Counted[] {
  const counts = countsOf(changes);
  return countWords
    .map(([action, word]) => ({ action, number: counts[action], word }))
    .filter(({ number }) => number > 0);
}

const originTexts = { configuration: '', platform: '  (changed on the platform)', both: '  (changed on both sides)' };

/** Who made a field differ, where that is not the configuration, as is usual. */
export function originText(origin: Origin | undefined): string {
  return origin === undefined ? '' : originTexts[origin];
}

/** What it is called at the head of each report, and in its summary. */
export function planName({ part }: Pick<PlanView, 'part'>): 'Plan' | 'Partial plan' {
  return part === undefined ? 'Plan' : 'Partial plan';
}

/** `Pending: 3 (1 new).` */
function pendingCount({ pending, changes }: PlanView): string {
  const numbers = [
    [pending.filter(({ isAccepted }) => !isAccepted).length, 'new'],
    [withdrawnIn({ pending, changes }).length, 'no longer declared'],
  ] as const;
  const told = numbers.flatMap(([number, word]) => (number === 0 ? [] : [`${number} ${word}`]));
  if (pending.length + told.length === 0) return '';
  return `Pending: ${pending.length}${told.length === 0 ? '' : ` (${told.join(', ')})`}.`;
}

/** `no longer managed: condition (stays "a == b")` */
export function unmanagedText(field: string, value: string | undefined): string {
  return `no longer managed: ${field} (stays ${value ?? 'as it is'})`;
}

/** What a plan's last line says beside its changes. */
export interface SummaryFacts {
  /** What it costs to apply. */
  readonly requests?: number;
  /** An apply was interrupted before it wrote the ledger: the next one does. */
  readonly wasInterrupted?: true;
}

/** `Plan: 3 to create, 4 adopted. 12 requests.`, `No changes to the platform. State: 1 renamed. Pending: 2 (1 new).`, or `No changes.` */
export function summaryLine(plan: PlanView, { requests, wasInterrupted }: SummaryFacts = {}): string {
  const parts = countedOf(plan.changes).filter(({ action }) => action !== 'pending');
  const state = wasInterrupted ? ['1 interrupted apply to record'] : [];
  const list = [...parts.map(({ number, word }) => `${number} ${word}`), ...state].join(', ');
  const pendings = pendingCount(plan);
  const pending = pendings === '' ? '' : ` ${pendings}`;
  if (parts.some(({ action }) => !isStateOnly(action))) {
    const cost = requests === undefined ? '' : ` ${count(requests, 'request')}.`;
    return `${planName(plan)}: ${list}.${cost}${pending}`;
  }
  const isOnlyPlatform = list !== '' || pending !== '';
  return `${noChangesText(plan, isOnlyPlatform)}${list === '' ? '' : ` State: ${list}.`}${pending}`;
}

/** `isOnlyPlatform`: something else than the platform changes, or is pending. */
function noChangesText(plan: PlanView, isOnlyPlatform: boolean): string {
  const changes = isOnlyPlatform ? 'changes to the platform' : 'changes';
  if (plan.part !== undefined) return `Partial plan: no ${changes} in what was read.`;
  return isReadInPart(plan) ? `No ${changes} in what could be read.` : `No ${changes}.`;
}

/** True when a listing that could not be read whole hides what the configuration declares, or keeps what it dropped from being deleted. */
export function isReadInPart({ unknown }: Pick<PlanView, 'unknown'>): boolean {
  return unknown.some(({ hides, keeps = [] }) => hides.length + keeps.length > 0);
}

/** One line when the plan is blocked; undefined when it is not. */
export function blockedLine(plan: PlanView): string | undefined {
  if (!isBlocked(plan)) return undefined;
  const blocked = plan.changes.filter((change) => change.blocked !== undefined).length;
  const guards = plan.guards.filter(isBlocking).length;
  const parts = [...(blocked > 0 ? [count(blocked, 'change')] : []), ...(guards > 0 ? [count(guards, 'guard')] : [])];
  return `Blocked by ${parts.join(' and ')}: apply sends nothing.`;
}

/** Why most deletes happen: it is told only where everything is. */
export function isUsualWhy({ action, why }: Pick<Change, 'action' | 'why'>): boolean {
  return action === 'delete' && why === 'no longer declared';
}

/** `file:line:column` of a change. */
export function placeText(span: { readonly file: string; readonly line: number; readonly column: number }): string {
  return oneLine(`${span.file}:${span.line}:${span.column}`);
}

/** What could not be edited. */
export interface EditPlace {
  readonly address: string;
  readonly field?: string;
  readonly reason: string;
  readonly span?: Parameters<typeof placeText>[0];
}

/** `teams/docs (title, docform.yaml:3:5)` */
export function editPlaceText({ address, field, span }: EditPlace): string {
  const where = [field, span && placeText(span)].filter((each) => each !== undefined).join(', ');
  return `${oneLine(address)}${where === '' ? '' : ` (${where})`}`;
}

/** `Support, Legal and 3 more`, fit to print. */
export function someNames(names: readonly string[], atMost: number): string {
  return someOf(names.map(oneLine), atMost);
}

/** `3 of 12 lists read, 1 object`: what was asked for and what came so far. */
export function readingText({
  asked,
  answered,
  items,
}: {
  readonly asked: number;
  readonly answered: number;
  readonly items: number;
}): string {
  return `${answered} of ${count(asked, 'list')} read, ${count(items, 'object')}`;
}

/** The one word for such a plan, whatever the reason. */
export function partialText(why: string): string {
  return `This plan is partial: it was made ${why} alone, and cannot be saved or applied.`;
}

/** Of a plan of a change alone: that it is partial, and then what it says nothing of. */
export function partTexts({ since, commit, read, notRead }: PartOnly): readonly [string, string] {
  const others =
    notRead.length === 0
      ? 'and there is no other'
      : `and not ${count(notRead.length, 'other')}: ${someNames(notRead, 3)}`;
  return [
    partialText(`for what the configuration changes since ${oneLine(since)} (${commit.slice(0, 12)})`),
    `It has read ${count(read, 'list')} that the change touches, ${others}. What is wanted or was done by hand elsewhere, it does not tell.`,
  ];
}

/** What a plan says beside its changes: of each sort that there is, what is told of which address; and of how many things there, where they are counted. */
export interface Rest {
  readonly of: 'unknown' | 'pending' | 'notes' | 'unmanaged';
  /** `mark`: it is high-risk. */
  readonly items: readonly (readonly [address: string, text: string, number?: number, mark?: '!' | undefined])[];
}

/** `atMost`: names that are told of one list. */
export function restOf(plan: PlanView, atMost: number): readonly Rest[] {
  const { unknown, notes, unmanaged } = plan;
  const all: readonly Rest[] = [
    { of: 'unknown', items: unknown.map((item) => [item.list, unknownText(item, atMost)]) },
    { of: 'pending', items: pendingGroups(plan).map(({ names, text, number, mark }) => [names, text, number, mark]) },
    { of: 'notes', items: notes.map(({ address, text }) => [address, text]) },
    {
      of: 'unmanaged',
      items: unmanaged.map(({ list, objects }) => [
        list,
        `${objects.length} (${namesOf(objects, atMost)})`,
        objects.length,
      ]),
    },
  ];
  return all.filter(({ items }) => items.length > 0);
}

/** Why a list could not be read whole, and of what nothing is known for that. `word`: what these are called. */
export function unknownText(
  { reason, hides, keeps = [] }: PlanView['unknown'][number],
  atMost: number,
  word = 'declared address',
): string {
  const hidden = `hides ${count(hides.length, word, `${word}es`)}: ${someNames(hides, atMost)}`;
  const kept = `not deleted now: ${someNames(keeps, atMost)}`;
  return [oneLine(reason), ...(hides.length === 0 ? [] : [hidden]), ...(keeps.length === 0 ? [] : [kept])].join('; ');
}

function namesOf(objects: readonly { readonly name: string }[], atMost: number): string {
  return someNames(
    objects.map(({ name }) => name),
    atMost,
  );
}
