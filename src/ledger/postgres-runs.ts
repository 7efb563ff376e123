/** The history of applies in PostgreSQL. */
import type { RunRecord } from '../core/state.ts';
import type { Beginning, Ending, JournalEntry } from './journal.ts';
import { type Connection, moment, type Tables } from './postgres-connection.ts';

/** `condition` and `key` select a row of the state table. The newest run is first. A run without an end was interrupted if a later one took the lock. */
export async function readRuns(
  { query, tables: { run, state } }: Connection,
  condition: string,
  key: readonly string[],
  limit: number,
): Promise<readonly RunRecord[]> {
  const rows = await query<{ readonly run: RunRecord }>(
    `select json_strip_nulls(row_to_json(found)) as run from (select run, who, link, digest, revision, scope, ${moment('started_at')} as "startedAt", ${moment('ended_at')} as "endedAt",
       coalesce(status, case when token < latest then 'interrupted' end) as status
     from ${run}, (select id, token as latest from ${state} where ${condition}) own where state = own.id order by number desc limit $${key.length + 1}) found`,
    [...key, limit],
  );
  return rows.map((row) => row.run);
}

const insertRunSql = ({ run }: Tables) =>
  `insert into ${run} (state, token, run, who, link, digest, revision, scope) values ($1, $2, $3, $4, $5, $6, $7, $8)`;
const endRunSql = ({ run }: Tables) => `update ${run} set ended_at = clock_timestamp(), status = $3
  where state = $1 and number = (select max(number) from ${run} where state = $1 and token = $2)`;

interface HeldRow {
  readonly connection: Connection;
  readonly state: string;
  readonly token: string;
}

export async function recordRuns(
  entries: readonly JournalEntry[],
  { connection, state, token }: HeldRow,
): Promise<void> {
  for (const entry of entries.filter(
    (each): each is Beginning | Ending => each.type === 'begin' || each.type === 'end',
  )) {
    if (entry.type === 'end') await connection.query(endRunSql(connection.tables), [state, token, entry.status]);
    else {
      const { run, holder, digest, revision, scope } = entry;
      await connection.query(insertRunSql(connection.tables), [
        state,
        token,
        run,
        holder.who,
        holder.run ?? null,
        digest ?? null,
        revision ?? null,
        scope ?? null,
      ]);
    }
  }
}
