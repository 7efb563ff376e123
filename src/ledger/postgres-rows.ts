/** Reads ledger and journal in one snapshot, and writes only changed rows. */
import { defined } from '../core/defined.ts';
import type { Ledger, LedgerEntry } from '../core/state.ts';
import { type JournalEntry, parseEntry, serialiseEntry } from './journal.ts';
import { ledgerError, parseDialect, parseLedgerEntry, parseOrders, parsePending } from './ledger.ts';
import { serialiseLedgerEntry } from './ledger-text.ts';
import type { Connection } from './postgres-connection.ts';

export interface LedgerRows {
  readonly entries: ReadonlyMap<string, string>;
  readonly lists: ReadonlySet<string>;
  readonly orders: Marks;
  readonly pending: Marks;
  readonly dialect: Ledger['dialect'];
}

export async function readLedgerRows(connection: Connection, state: string): Promise<LedgerRows> {
  const { entry, list } = connection.tables;
  const entries = await connection.query<{ readonly address: string; readonly entry: string }>(
    `select address, entry from ${entry} where state = $1 order by address`,
    [state],
  );
  const lists = await connection.query<{ readonly list: string }>(
    `select list from ${list} where state = $1 order by list`,
    [state],
  );
  const [held] = await connection.query<{ readonly dialect: string | null }>(
    `select dialect from ${connection.tables.state} where id = $1`,
    [state],
  );
  return {
    ...{ dialect: undefined, ...parseDialect(held?.dialect) },
    entries: new Map(entries.map((row) => [row.address, row.entry])),
    lists: new Set(lists.map((row) => row.list)),
    orders: await readMarks(connection, state, orderMarks),
    pending: await readMarks(connection, state, pendingMarks),
  };
}

type Marks = ReadonlyMap<string, string>;

interface MarkTable {
  readonly table: 'order' | 'pending';
  readonly column: 'container' | 'address';
}

const orderMarks: MarkTable = { table: 'order', column: 'container' };
const pendingMarks: MarkTable = { table: 'pending', column: 'address' };

async function readMarks(connection: Connection, state: string, { table, column }: MarkTable): Promise<Marks> {
  const rows = await connection.query<{ readonly name: string; readonly mark: string }>(
    `select ${column} as name, mark from ${connection.tables[table]} where state = $1 order by ${column}`,
    [state],
  );
  return new Map(rows.map(({ name, mark }) => [name, mark]));
}

/** Throws DocformError if another program changed the rows. */
export function ledgerOfRows({ entries, lists, orders, pending, dialect }: LedgerRows, place: string): Ledger {
  const resources = [...entries].map(([address, text]): readonly [string, LedgerEntry] => [
    address,
    parsedRow(address, text, place),
  ]);
  const known = orders.size === 0 ? {} : parseOrders(Object.fromEntries(orders), `${place}: `);
  const awaited = pending.size === 0 ? {} : parsePending(Object.fromEntries(pending), `${place}: `);
  return { resources: Object.fromEntries(resources), lists: [...lists], ...known, ...awaited, ...defined({ dialect }) };
}

function parsedRow(address: string, text: string, place: string): LedgerEntry {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    const hint =
      'restore this row of docform_entry from a backup: only the ledger records which objects docform manages';
    throw ledgerError('E-LEDGER-INVALID', `${place}: the entry of ${address} is not JSON`, hint);
  }
  return parseLedgerEntry(address, data, `${place}: `);
}

/** Call in a transaction that holds the lock. Returns the new rows. */
export async function writeLedgerRows(
  connection: Connection,
  state: string,
  before: LedgerRows,
  ledger: Ledger,
): Promise<LedgerRows> {
  const after = rowsOfLedger(ledger);
  const changed = [...after.entries].filter(([address, entry]) => before.entries.get(address) !== entry);
  const removed = [...before.entries.keys()].filter((address) => !after.entries.has(address));
  const columns = [changed.map(([address]) => address), changed.map(([, entry]) => entry)];
  const { entry, list } = connection.tables;
  if (changed.length > 0) await connection.query(upsertEntries(entry), [state, ...columns]);
  if (removed.length > 0)
    await connection.query(`delete from ${entry} where state = $1 and address = any($2::text[])`, [state, removed]);
  const added = [...after.lists].filter((list) => !before.lists.has(list));
  const dropped = [...before.lists].filter((list) => !after.lists.has(list));
  if (added.length > 0)
    await connection.query(`insert into ${list} (state, list) select $1, unnest($2::text[])`, [state, added]);
  if (dropped.length > 0)
    await connection.query(`delete from ${list} where state = $1 and list = any($2::text[])`, [state, dropped]);
  await writeMarks(connection, state, orderMarks, [before.orders, after.orders]);
  await writeMarks(connection, state, pendingMarks, [before.pending, after.pending]);
  if (before.dialect !== after.dialect)
    await connection.query(`update ${connection.tables.state} set dialect = $2 where id = $1`, [state, after.dialect]);
  return after;
}

async function writeMarks(
  connection: Connection,
  state: string,
  { table, column }: MarkTable,
  [before, after]: readonly [Marks, Marks],
): Promise<void> {
  const changed = [...after].filter(([name, mark]) => before.get(name) !== mark);
  const removed = [...before.keys()].filter((name) => !after.has(name));
  const columns = [changed.map(([name]) => name), changed.map(([, mark]) => mark)];
  const named = connection.tables[table];
  if (changed.length > 0) await connection.query(upsertMarks(named, column), [state, ...columns]);
  if (removed.length > 0)
    await connection.query(`delete from ${named} where state = $1 and ${column} = any($2::text[])`, [state, removed]);
}

const upsertMarks = (table: string, column: string) => `insert into ${table} (state, ${column}, mark)
  select $1, row.name, row.mark from unnest($2::text[], $3::text[]) as row (name, mark)
  on conflict (state, ${column}) do update set mark = excluded.mark`;

const upsertEntries = (table: string) => `insert into ${table} (state, address, entry)
  select $1, row.address, row.entry from unnest($2::text[], $3::text[]) as row (address, entry)
  on conflict (state, address) do update set entry = excluded.entry`;

function rowsOfLedger(ledger: Ledger): LedgerRows {
  const entries = Object.entries(ledger.resources).map(
    ([address, entry]) => [address, serialiseLedgerEntry(entry)] as const,
  );
  const { lists, orders = {}, pending = {} } = ledger;
  const marks = { orders: new Map(Object.entries(orders)), pending: new Map(Object.entries(pending)) };
  return { entries: new Map(entries), lists: new Set(lists), ...marks, dialect: ledger.dialect };
}

interface JournalRows {
  readonly entries: readonly JournalEntry[];
  readonly position: string;
}

export async function readJournalRows(connection: Connection, state: string, place: string): Promise<JournalRows> {
  const rows = await connection.query<{ readonly position: string; readonly entry: string }>(
    `select position, entry from ${connection.tables.journal} where state = $1 order by position`,
    [state],
  );
  const entries = rows.map(({ position, entry }) => parseEntry(entry, `${place}: row ${position} of docform_journal`));
  return { entries, position: rows.at(-1)?.position ?? '0' };
}

export function journalTexts(entries: readonly JournalEntry[]): readonly string[] {
  return entries.map((entry) => serialiseEntry(entry).trimEnd());
}
