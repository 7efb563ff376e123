/** Reads ledger and journal in one snapshot, and writes only changed rows. */
import { withoutUndefined } from '../../core/defined.ts';
import { parseJsonOrUndefined } from '../../core/json.ts';
import type { Ledger, LedgerEntry, RunRecord } from '../../core/state.ts';
import { type JournalEntry, parseEntry, serialiseEntry } from '../journal.ts';
import { ledgerError, parseLedgerEntry, parseMarks, placed, serialiseLedgerEntry } from '../ledger.ts';
import { ownedObjects } from '../owners.ts';
import { type Connection, moment } from './postgres-connection.ts';

/** The tables of a ledger: a name in each row and, for most, a text. */
const parts = {
  entries: { table: 'entry', name: 'address', text: 'entry' },
  objects: { table: 'object', name: 'object', text: undefined },
  lists: { table: 'list', name: 'list', text: undefined },
  orders: { table: 'order', name: 'container', text: 'mark' },
  pending: { table: 'pending', name: 'address', text: 'mark' },
  external: { table: 'external', name: 'address', text: 'object' },
} as const;

type Part = keyof typeof parts;

type Rows = ReadonlyMap<string, string>;

export type LedgerRows = { readonly [P in Part]: Rows } & Pick<Ledger, 'dialect'>;

export async function readLedgerRows(connection: Connection, state: string): Promise<LedgerRows> {
  const rows: Partial<Record<Part, Rows>> = {};
  for (const part of Object.keys(parts) as Part[]) {
    const { table, name, text = "''" } = parts[part];
    const found = await connection.query<{ readonly name: string; readonly text: string }>(
      `select ${name} as name, ${text} as text from ${connection.tables[table]} where state = $1 order by ${name}`,
      [state],
    );
    rows[part] = new Map(found.map((row) => [row.name, row.text]));
  }
  const [held] = await connection.query<{ readonly dialect: string | null }>(
    `select dialect from ${connection.tables.state} where id = $1`,
    [state],
  );
  return { ...(rows as Record<Part, Rows>), ...(parseMarks({ dialect: held?.dialect }) as Pick<Ledger, 'dialect'>) };
}

/** Throws DocformError if another program changed the rows. */
export function ledgerOfRows(
  { entries, lists, orders, pending, external, dialect }: LedgerRows,
  place: string,
): Ledger {
  return placed(place, () => ({
    resources: Object.fromEntries([...entries].map(([address, text]) => [address, parsedRow(address, text)])),
    lists: [...lists.keys()],
    ...parseMarks({ orders: markedIn(orders), pending: markedIn(pending), external: markedIn(external), dialect }),
  }));
}

function markedIn(rows: Rows): unknown {
  return rows.size === 0 ? undefined : Object.fromEntries(rows);
}

function parsedRow(address: string, text: string): LedgerEntry {
  const data = parseJsonOrUndefined(text);
  if (data !== undefined) return parseLedgerEntry(address, data);
  const hint = 'restore this row of docform_entry from a backup: only the ledger records which objects docform manages';
  throw ledgerError('E-LEDGER-INVALID', `the entry of ${address} is not JSON`, hint);
}

/** Call in a transaction that holds the lock. Returns the new rows. */
export async function writeLedgerRows(
  connection: Connection,
  state: string,
  before: LedgerRows,
  ledger: Ledger,
): Promise<LedgerRows> {
  const after = rowsOfLedger(ledger, await scopeOf(connection, state));
  for (const part of Object.keys(parts) as Part[]) {
    const { table, name, text } = parts[part];
    const named = connection.tables[table];
    const changed = [...after[part]].filter(([key, value]) => before[part].get(key) !== value);
    const removed = [...before[part].keys()].filter((key) => !after[part].has(key));
    const columns = [changed.map(([key]) => key), ...(text === undefined ? [] : [changed.map(([, value]) => value)])];
    const upsert =
      text === undefined
        ? `insert into ${named} (state, ${name}) select $1, unnest($2::text[])`
        : `insert into ${named} (state, ${name}, ${text})
           select $1, row.name, row.text from unnest($2::text[], $3::text[]) as row (name, text)
           on conflict (state, ${name}) do update set ${text} = excluded.${text}`;
    if (changed.length > 0) await connection.query(upsert, [state, ...columns]);
    if (removed.length > 0)
      await connection.query(`delete from ${named} where state = $1 and ${name} = any($2::text[])`, [state, removed]);
  }
  if (before.dialect !== after.dialect)
    await connection.query(`update ${connection.tables.state} set dialect = $2 where id = $1`, [state, after.dialect]);
  return after;
}

export async function objectNames(connection: Connection, state: string, ledger: Ledger): Promise<readonly string[]> {
  return [...rowsOfLedger(ledger, await scopeOf(connection, state)).objects.keys()];
}

/** Ids are unique within a platform, so the names of objects contain host and organization. */
async function scopeOf({ query, tables }: Connection, state: string): Promise<string> {
  const [row] = await query<object>(`select host, organization from ${tables.state} where id = $1`, [state]);
  return JSON.stringify(row);
}

function rowsOfLedger({ resources, lists, orders = {}, pending = {}, external = {}, dialect }: Ledger, scope: string) {
  return {
    objects: new Map([...ownedObjects({ resources })].map((object) => [`${scope} ${object}`, ''])),
    entries: new Map(Object.entries(resources).map(([address, entry]) => [address, serialiseLedgerEntry(entry)])),
    lists: new Map(lists.map((list) => [list, ''])),
    orders: new Map(Object.entries(orders)),
    pending: new Map(Object.entries(pending)),
    external: new Map(Object.entries(external)),
    ...withoutUndefined({ dialect }),
  };
}

export async function readJournalRows(connection: Connection, state: string, place: string) {
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

/** The newest run is first. A run without an end was interrupted if a later one took the lock. */
export async function readRuns(
  { query, tables: { run, state } }: Connection,
  key: readonly string[],
  limit: number,
): Promise<readonly RunRecord[]> {
  const rows = await query<{ readonly run: RunRecord }>(
    `select json_strip_nulls(row_to_json(found)) as run from (select run, who, link, digest, revision, scope, ${moment('started_at')} as "startedAt", ${moment('ended_at')} as "endedAt",
       coalesce(status, case when token < latest then 'interrupted' end) as status
     from ${run}, (select id, token as latest from ${state} where ${byKey}) own where state = own.id order by number desc limit $5) found`,
    [...key, limit],
  );
  return rows.map((row) => row.run);
}

export const byKey = 'host = $1 and organization = $2 and environment = $3 and name = $4';
