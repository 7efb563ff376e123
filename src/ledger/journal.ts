/** The journal records each intent and outcome of an apply as one JSON line, so that a run can end at any byte. */
import type { Address, ListAddress } from '../core/address.ts';
import type { DocformError } from '../core/docform-error.ts';
import { isJsonObject, type JsonObject, jsonObjectOf, parsedJson } from '../core/json.ts';
import type { Invitation } from '../core/pending-mark.ts';
import type { DesiredValue, LedgerEntry } from '../core/state.ts';
import { type Holder, isHolder } from './holder.ts';
import { ledgerError, parseLedgerEntry, parseMarks, placed } from './ledger.ts';

export interface Beginning {
  readonly type: 'begin';
  readonly run: string;
  readonly at: string;
  readonly digest?: string;
  readonly revision?: string;
  readonly scope?: string;
  readonly holder: Holder;
}

export interface Intent {
  readonly type: 'intent';
  readonly step: string;
  readonly address: Address;
  readonly operation: string;
  /** For creates: what the next run needs to find out whether the object was created. */
  readonly creates?: Creation;
  /** Objects that no later plan would create, because the change that asks for them comes first. */
  readonly unowned?: readonly NotedObject[];
}

export interface NotedObject {
  readonly address: Address;
  readonly fields: { readonly [field: string]: DesiredValue };
}

export interface Creation {
  /** Ids of similar objects before the create. Missing: not read. */
  readonly twins?: readonly string[];
  readonly at: string;
  /** The declared fields in the invitation, if the request invites people. */
  readonly invites?: Invitation['fields'];
  /** Objects that the platform creates along with the object, or people that it invites, and their addresses. */
  readonly brings?: readonly NotedCompanion[];
}

interface NotedCompanion {
  readonly role: string;
  readonly address: Address;
}

/** The result of a step and its changes to the ledger: first `remove` (including everything below), then `set`, `lists`, `orders` and `pending`. */
export interface Outcome {
  readonly type: 'outcome';
  readonly step: string;
  /**
   * `absent`: a later read showed that nothing was created. `companions-unknown`: the object was created, but not all of its companions are
   * known, so the intent stays open.
   */
  readonly status: 'done' | 'failed' | 'absent' | 'companions-unknown';
  readonly set?: { readonly [address: Address]: LedgerEntry };
  readonly remove?: readonly Address[];
  readonly lists?: readonly ListAddress[];
  readonly orders?: { readonly [container: Address]: string };
  readonly pending?: { readonly [address: Address]: string };
}

export interface Ending {
  readonly type: 'end';
  readonly status: string;
}

export type JournalEntry = Beginning | Intent | Outcome | Ending;

/** An entry counts only with its line break. */
export function serialiseEntry(entry: JournalEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

/**
 * Ignores text after the last line break. Throws DocformError with `place` and line for other damage. `firstLine` counts lines removed
 * before.
 */
export function parseJournal(text: string, place: string, firstLine = 1): readonly JournalEntry[] {
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  lines.pop();
  return lines.map((line, index) => parseEntry(line, `${place}:${index + firstLine}`));
}

export function parseEntry(line: string, place: string): JournalEntry {
  const data = parsedJson(line);
  if (data === undefined) throw damaged(place, 'not JSON');
  if (!isJsonObject(data)) throw damaged(place, 'not a JSON object');
  const entry = checkedEntry(data, place);
  if (entry === undefined) throw damaged(place, `not a journal entry (type ${JSON.stringify(data.type) ?? 'missing'})`);
  return entry;
}

function checkedEntry(data: JsonObject, place: string): JournalEntry | undefined {
  switch (data.type) {
    case 'begin':
      return hasTexts(data, ['run', 'at']) &&
        isHolder(data.holder) &&
        [data.digest, data.revision, data.scope].every((text) => text === undefined || typeof text === 'string')
        ? (data as unknown as Beginning)
        : undefined;
    case 'intent':
      return hasTexts(data, ['step', 'address', 'operation']) &&
        (data.creates === undefined || isCreation(data.creates)) &&
        (data.unowned === undefined || (Array.isArray(data.unowned) && data.unowned.every(isNoted)))
        ? (data as unknown as Intent)
        : undefined;
    case 'outcome':
      return placed(place, () => checkedOutcome(data));
    case 'end':
      return hasTexts(data, ['status']) ? (data as unknown as Ending) : undefined;
    default:
      return undefined;
  }
}

function isNoted(value: unknown): boolean {
  const object = jsonObjectOf(value);
  return hasTexts(object, ['address']) && isJsonObject(object.fields);
}

function isCreation(value: unknown): value is Creation {
  if (!isJsonObject(value)) return false;
  const { twins, at, brings, invites } = value;
  const isCompanion = (each: unknown) => hasTexts(jsonObjectOf(each), ['role', 'address']);
  const areCompanions = brings === undefined || (Array.isArray(brings) && brings.every(isCompanion));
  const isOptionalMap = invites === undefined || isJsonObject(invites);
  return typeof at === 'string' && (twins === undefined || isTexts(twins)) && areCompanions && isOptionalMap;
}

const statuses: readonly unknown[] = [
  'done',
  'failed',
  'absent',
  'companions-unknown',
] satisfies readonly Outcome['status'][];

function checkedOutcome(data: JsonObject): Outcome | undefined {
  const { status, set, remove, lists } = data;
  if (!hasTexts(data, ['step']) || !statuses.includes(status)) return undefined;
  if (
    ![remove, lists].every((texts) => texts === undefined || isTexts(texts)) ||
    (set !== undefined && !isJsonObject(set))
  )
    return undefined;
  const entries = Object.entries(set ?? {}).map(
    ([address, entry]) => [address, parseLedgerEntry(address, entry)] as const,
  );
  const { orders, pending } = data;
  const checked = { ...(data as unknown as Outcome), ...parseMarks({ orders, pending }) };
  return set === undefined ? checked : { ...checked, set: Object.fromEntries(entries) };
}

function hasTexts(data: JsonObject, names: readonly string[]): boolean {
  return names.every((name) => typeof data[name] === 'string');
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function damaged(place: string, what: string): DocformError {
  return ledgerError(
    'E-LEDGER-INVALID',
    `${place}: the journal is damaged: ${what}`,
    'keep a copy, then delete the journal: the next apply finds the created objects by their natural keys',
  );
}
