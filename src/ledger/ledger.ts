/** The ledger's file format: what docform manages on one platform, as text that branches can merge. */
import type { Address } from '../core/address.ts';
import { isOrderMark } from '../core/order-mark.ts';
import type { Ledger, LedgerEntry } from '../core/state.ts';

/** Whose ids a ledger holds; with another host or organization they would name the wrong objects. */
export interface LedgerTarget {
  /** Host and port of the API, or `local`. */
  readonly host: string;
  readonly organization: string;
}

/** Why a ledger file cannot be used. */
export class LedgerError extends Error {
  readonly code: 'E-LEDGER-INVALID' | 'E-LEDGER-TARGET';
  readonly hint: string;
  constructor(code: LedgerError['code'], message: string, hint: string) {
    super(message);
    this.name = 'LedgerError';
    this.code = code;
    this.hint = hint;
  }
}

const formatVersion = 1;
const rebuild = 'restore the file from Git, or delete it: it is rebuilt from natural keys by the next apply';

/** One line per list, per address and per container with an order, sorted by code unit, so that branches merge line by line. */
export function serialiseLedger(ledger: Ledger, target: LedgerTarget): string {
  const lists = [...new Set(ledger.lists)].sort().map((list) => `    ${JSON.stringify(list)}`);
  const orders = Object.entries(ledger.orders ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([container, mark]) => `    ${JSON.stringify(container)}: ${JSON.stringify(mark)}`);
  const resources = Object.keys(ledger.resources)
    .sort()
    .map((address) => lineOf(address, ledger.resources[address] as LedgerEntry));
  return [
    '{',
    `  "version": ${formatVersion},`,
    `  "host": ${JSON.stringify(target.host)},`,
    `  "organization": ${JSON.stringify(target.organization)},`,
    ...block('lists', lists, '[', ']', ','),
    ...(orders.length === 0 ? [] : block('orders', orders, '{', '}', ',')),
    ...block('resources', resources, '{', '}', ''),
    '}',
    '',
  ].join('\n');
}

function block(name: string, lines: readonly string[], open: string, close: string, end: string): string[] {
  if (lines.length === 0) return [`  "${name}": ${open}${close}${end}`];
  return [`  "${name}": ${open}`, lines.join(',\n'), `  ${close}${end}`];
}

/** Lines by entry: a ledger is written after each step, and all but a few of its entries are the same objects as before. */
const lines = new WeakMap<LedgerEntry, { readonly address: Address; readonly line: string }>();

function lineOf(address: Address, entry: LedgerEntry): string {
  const known = lines.get(entry);
  if (known?.address === address) return known.line;
  const line = `    ${JSON.stringify(address)}: ${serialiseLedgerEntry(entry)}`;
  lines.set(entry, { address, line });
  return line;
}

/** One entry as JSON, the same text for the same entry. */
export function serialiseLedgerEntry(entry: LedgerEntry): string {
  const applied = Object.entries(entry.applied ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({
    id: entry.id,
    ...(entry.protect === undefined ? {} : { protect: entry.protect }),
    ...(applied.length === 0 ? {} : { applied: Object.fromEntries(applied) }),
  });
}

/** Reads a ledger's text; throws LedgerError when it is damaged or belongs to another target. */
export function parseLedger(text: string, target: LedgerTarget): Ledger {
  const data = parsedObject(text);
  if (data.version !== formatVersion) {
    throw invalid(`its version is ${JSON.stringify(data.version)}; this docform reads version ${formatVersion}`, 'update docform');
  }
  checkTarget(data, target);
  const { lists, resources } = data;
  if (!Array.isArray(lists) || !lists.every((list) => typeof list === 'string')) throw invalid('"lists" is not an array of strings');
  if (!isObject(resources)) throw invalid('"resources" is not an object');
  const entries: [Address, LedgerEntry][] = Object.entries(resources).map(([address, entry]) => [
    address,
    parseLedgerEntry(address, entry),
  ]);
  return { lists, resources: Object.fromEntries(entries), ...parseOrders(data.orders) };
}

/** Ledgers of before have no orders. Throws LedgerError whose message begins with `place`. */
export function parseOrders(orders: unknown, place = ''): Pick<Ledger, 'orders'> {
  if (orders === undefined) return {};
  if (!isTextMap(orders)) throw invalid(`${place}"orders" is not a map of marks`);
  const damaged = Object.keys(orders).find((container) => !isOrderMark(orders[container]));
  if (damaged !== undefined) throw invalid(`${place}the order of ${damaged} is damaged`);
  return { orders };
}

function parsedObject(text: string): { readonly [key: string]: unknown } {
  const conflict = text.split('\n').findIndex((line) => /^(<{7}|={7}|>{7})( |$)/.test(line));
  if (conflict >= 0) {
    throw invalid(
      `line ${conflict + 1} is a merge conflict marker`,
      'keep the lines of both sides (one per address), remove the markers, and run the command again',
    );
  }
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw invalid(`it is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isObject(data)) throw invalid('it is not a JSON object');
  return data;
}

function checkTarget(data: { readonly [key: string]: unknown }, target: LedgerTarget): void {
  for (const name of ['host', 'organization'] as const) {
    const value = data[name];
    if (typeof value !== 'string') throw invalid(`"${name}" is missing`);
    if (value !== target[name]) {
      throw new LedgerError(
        'E-LEDGER-TARGET',
        `it belongs to the ${name} ${value}, but the target is ${target[name]}`,
        'use --env NAME to give each target a ledger of its own (docform.ledger.NAME.json), or move this file away',
      );
    }
  }
}

/** What one address says, from parsed JSON; throws LedgerError whose message begins with `place`. */
export function parseLedgerEntry(address: Address, entry: unknown, place = ''): LedgerEntry {
  if (!isObject(entry)) throw invalid(`${place}the entry of ${address} is not an object`);
  const { id, protect, applied } = entry;
  if (typeof id !== 'string' || id === '') throw invalid(`${place}the entry of ${address} has no id`);
  if (protect !== undefined && typeof protect !== 'boolean') throw invalid(`${place}"protect" of ${address} is not true or false`);
  if (applied !== undefined && !isTextMap(applied)) throw invalid(`${place}"applied" of ${address} is not a map of digests`);
  return { id, ...(protect === undefined ? {} : { protect }), ...(applied === undefined ? {} : { applied }) };
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextMap(value: unknown): value is { readonly [key: string]: string } {
  return isObject(value) && Object.values(value).every((item) => typeof item === 'string');
}

function invalid(message: string, hint = rebuild): LedgerError {
  return new LedgerError('E-LEDGER-INVALID', message, hint);
}
