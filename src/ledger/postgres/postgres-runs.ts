/** Records applies in the history. */
import type { JournalEntry } from '../journal.ts';
import type { Connection, Tables } from './postgres-connection.ts';

const insertRunSql = ({ run }: Tables) =>
  `insert into ${run} (state, token, run, who, link, digest, revision, scope) values ($1, $2, $3, $4, $5, $6, $7, $8)`;

const endRunSql = ({ run }: Tables) => `update ${run} set ended_at = clock_timestamp(), status = $3
  where state = $1 and number = (select max(number) from ${run} where state = $1 and token = $2)`;

export async function recordRuns(
  entries: readonly JournalEntry[],
  { connection, state, token }: { connection: Connection; state: string; token: string },
): Promise<void> {
  for (const entry of entries) {
    if (entry.type === 'end') await connection.query(endRunSql(connection.tables), [state, token, entry.status]);
    if (entry.type !== 'begin') continue;
    const { run, holder, digest = null, revision = null, scope = null } = entry;
    const values = [state, token, run, holder.who, holder.run ?? null, digest, revision, scope];
    await connection.query(insertRunSql(connection.tables), values);
  }
}
