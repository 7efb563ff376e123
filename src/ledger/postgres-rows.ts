/** Ledger and journal as rows: read in one snapshot, written as the difference to what is there. */
import type { Ledger, LedgerEntry } from '../core/state.ts';
import { type JournalEntry, parseEntry, serialiseEntry } from './journal.ts';
import { ledgerError, parseLedgerEntry, parseOrders } from './ledger.ts';
import { serialiseLedgerEntry } from './ledger-text.ts';
import type { Connection } from './postgres-connection.ts';
import { hasTable } from './postgres-schema.ts';

/** What the rows say: texts by address, and lists. */
export interface LedgerRows {
  readonly entries: ReadonlyMap<string, string>;
  readonly lists: ReadonlySet<string>;
  /** Marks by container. */
  readonly orders: ReadonlyMap<string, string>;
}

export async function readLedgerRows(connection: Connection, state: string): Promise<LedgerRows> {
  const { entry, list } = connection.tables;
  const entries = await connection.query<{ readonly address: string; readonly entry: string }>(
    `select address, entry from ${entry} where state = $1 order by address`,
    [state],
  );
  const lists = await connection.query<{ readonly list: string }>(`select list from ${list} where state = $1 order by list`, [state]);
  return {
    entries: new Map(entries.map((row) => [row.address, row.entry])),
    lists: new Set(lists.map((row) => row.list)),
    orders: await readOrderRows(connection, state),
  };
}

/** Tables that nobody has written since docform kept no orders have none. */
async function readOrderRows(connection: Connection, state: string): Promise<ReadonlyMap<string, string>> {
  if (!(await hasTable(connection, 'docform_order'))) return new Map();
  const rows = await connection.query<{ readonly container: string; readonly mark: string }>(
    `select container, mark from ${connection.tables.order} where state = $1 order by container`,
    [state],
  );
  return new Map(rows.map(({ container, mark }) => [container, mark]));
}

/** Throws DocformError where somebody else wrote into the rows. */
export function ledgerOfRows({ entries, lists, orders }: LedgerRows, place: string): Ledger {
  const resources = [...entries].map(([address, text]): readonly [string, LedgerEntry] => [address, parsedRow(address, text, place)]);
  const known = orders.size === 0 ? {} : parseOrders(Object.fromEntries(orders), `${place}: `);
  return { resources: Object.fromEntries(resources), lists: [...lists], ...known };
}

function parsedRow(address: string, text: string, place: string): LedgerEntry {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    const hint = 'put this row of docform_entry right, or restore it from a backup: it alone says which object is docform’s';
    throw ledgerError('E-LEDGER-INVALID', `${place}: the entry of ${address} is not JSON`, hint);
  }
  return parseLedgerEntry(address, data, `${place}: `);
}

/** To be called in a transaction that holds the lease; gives the rows as they are then. */
export async function writeLedgerRows(connection: Connection, state: string, before: LedgerRows, ledger: Ledger): Promise<LedgerRows> {
  const after = rowsOfLedger(ledger);
  const changed = [...after.entries].filter(([address, entry]) => before.entries.get(address) !== entry);
  const removed = [...before.entries.keys()].filter((address) => !after.entries.has(address));
  const columns = [changed.map(([address]) => address), changed.map(([, entry]) => entry)];
  const { entry, list } = connection.tables;
  if (changed.length > 0) await connection.query(upsertEntries(entry), [state, ...columns]);
  if (removed.length > 0) await connection.query(`delete from ${entry} where state = $1 and address = any($2::text[])`, [state, removed]);
  const added = [...after.lists].filter((list) => !before.lists.has(list));
  const dropped = [...before.lists].filter((list) => !after.lists.has(list));
  if (added.length > 0) await connection.query(`insert into ${list} (state, list) select $1, unnest($2::text[])`, [state, added]);
  if (dropped.length > 0) await connection.query(`delete from ${list} where state = $1 and list = any($2::text[])`, [state, dropped]);
  await writeOrderRows(connection, state, before.orders, after.orders);
  return after;
}

type Marks = ReadonlyMap<string, string>;

async function writeOrderRows(connection: Connection, state: string, before: Marks, after: Marks): Promise<void> {
  const changed = [...after].filter(([container, mark]) => before.get(container) !== mark);
  const removed = [...before.keys()].filter((container) => !after.has(container));
  const columns = [changed.map(([container]) => container), changed.map(([, mark]) => mark)];
  const { order } = connection.tables;
  if (changed.length > 0) await connection.query(upsertOrders(order), [state, ...columns]);
  if (removed.length > 0) await connection.query(`delete from ${order} where state = $1 and container = any($2::text[])`, [state, removed]);
}

const upsertOrders = (table: string) => `insert into ${table} (state, container, mark)
  select $1, row.container, row.mark from unnest($2::text[], $3::text[]) as row (container, mark)
  on conflict (state, container) do update set mark = excluded.mark`;

const upsertEntries = (table: string) => `insert into ${table} (state, address, entry)
  select $1, row.address, row.entry from unnest($2::text[], $3::text[]) as row (address, entry)
  on conflict (state, address) do update set entry = excluded.entry`;

function rowsOfLedger(ledger: Ledger): LedgerRows {
  const entries = Object.entries(ledger.resources).map(([address, entry]) => [address, serialiseLedgerEntry(entry)] as const);
  return { entries: new Map(entries), lists: new Set(ledger.lists), orders: new Map(Object.entries(ledger.orders ?? {})) };
}

export interface JournalRows {
  readonly entries: readonly JournalEntry[];
  /** Of the last row, `0` where there is none. */
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

/** As the journal's rows hold them: one text each. */
export function journalTexts(entries: readonly JournalEntry[]): readonly string[] {
  return entries.map((entry) => serialiseEntry(entry).trimEnd());
}
