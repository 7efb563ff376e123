/** Writes for the holder of a PostgreSQL lock: each transaction locks the lock row and checks token and expiry. */
import type { DocformError } from '../core/docform-error.ts';
import { keptEntries, saysNothing } from './fold-journal.ts';
import type { Beginning, Ending, JournalEntry } from './journal.ts';
import { lostError } from './lock-error.ts';
import type { Connection } from './postgres-connection.ts';
import { journalTexts, type LedgerRows, readLedgerRows, writeLedgerRows } from './postgres-rows.ts';
import type { Tables } from './postgres-tables.ts';
import type { LockActions, LockControl } from './state-lock.ts';

export interface PostgresLock {
  readonly place: string;
  readonly connection: Connection;
  /** Id of the row in docform_state. */
  readonly state: string;
  readonly token: string;
  readonly ttlMs: number;
  /** In the journal when the lock was taken. */
  readonly entries: readonly JournalEntry[];
}

/** The database's clock at this very moment: `now()` would be that of the transaction's start, before it waited for the row. */
const ours = `id = $1 and token = $2 and holder is not null`;
const inForce = `${ours} and expires_at > clock_timestamp()`;

/** Whoever takes over gets another token: while the row has ours nobody has held the lock since, however long ago it expired. */
const renewal = ({ state }: Tables) =>
  `update ${state} set expires_at = clock_timestamp() + $3::bigint * interval '1 ms' where ${ours} returning id`;

/** One statement, so one journey: the row stays locked until the lines are on disk. */
const lines = ({ state, journal }: Tables) => `with held as (select id from ${state} where ${inForce} for update),
  written as (insert into ${journal} (state, token, entry)
    select held.id, $2, line.entry from held, unnest($3::text[]) with ordinality as line (entry, number) order by line.number
    returning position)
  select count(*)::int as count from written`;

export function postgresActions(lock: PostgresLock, control: LockControl): LockActions {
  const { connection, state, token, ttlMs } = lock;
  let entries = [...lock.entries];
  let rows: LedgerRows | undefined;
  connection.onLost((reason) => control.lose(`the connection is gone: ${reason}`));
  return {
    renew: async () => {
      if ((await connection.query(renewal(connection.tables), [state, token, ttlMs])).length === 0) throw notOurs(lock);
    },
    append: async (added) => {
      const isPlain = added.every(({ type }) => type === 'intent' || type === 'outcome');
      if (isPlain) await writeLines(added, lock);
      else {
        await inTransaction(lock, control, async () => {
          await writeLines(added, lock);
          await recordRuns(added, lock);
        });
      }
      entries.push(...added);
    },
    save: async (ledger) => {
      // What is there is known once it was read, and until a write failed.
      const known = rows;
      rows = undefined;
      const kept = keptEntries(entries);
      let written: LedgerRows | undefined;
      await inTransaction(lock, control, async () => {
        written = await writeLedgerRows(connection, state, known ?? (await readLedgerRows(connection, state)), ledger);
        await connection.query(`delete from ${connection.tables.journal} where state = $1`, [state]);
        await writeLines(kept, lock);
        await connection.query(`update ${connection.tables.state} set serial = serial + 1 where id = $1`, [state]);
      });
      rows = written;
      entries = [...kept];
    },
    release: async (isHeld) => {
      try {
        if (isHeld) await connection.query(giveUp(entries, connection.tables), [state, token]);
      } finally {
        await connection.close();
      }
    },
  };
}

async function writeLines(entries: readonly JournalEntry[], lock: PostgresLock): Promise<void> {
  const values = [lock.state, lock.token, journalTexts(entries)];
  const [written] = await lock.connection.query<{ readonly count: number }>(lines(lock.connection.tables), values);
  if (written?.count !== entries.length) throw notOurs(lock);
}

async function inTransaction(lock: PostgresLock, control: LockControl, work: () => Promise<void>): Promise<void> {
  const { connection, state, token } = lock;
  await connection.query('begin');
  try {
    const held = await connection.query(`select id from ${connection.tables.state} where ${inForce} for update`, [
      state,
      token,
    ]);
    if (held.length === 0) throw notOurs(lock);
    await work();
    control.check();
    await connection.query('commit');
  } catch (error) {
    await connection.query('rollback').catch(() => undefined);
    throw error;
  }
}

function notOurs({ place }: PostgresLock): DocformError {
  return lostError(place, 'the database says that it has expired or belongs to somebody else');
}

/** A journal that says nothing any more goes with the lock. */
function giveUp(entries: readonly JournalEntry[], { state, journal }: Tables): string {
  const release = `update ${state} set holder = null, expires_at = null where id = $1 and token = $2`;
  if (!saysNothing(entries)) return release;
  return `with released as (${release} returning id) delete from ${journal} where state in (select id from released)`;
}

const begun = ({ run }: Tables) =>
  `insert into ${run} (state, token, run, who, link, digest) values ($1, $2, $3, $4, $5, $6)`;
const ended = ({ run }: Tables) => `update ${run} set ended_at = clock_timestamp(), status = $3
  where state = $1 and number = (select max(number) from ${run} where state = $1 and token = $2)`;

async function recordRuns(entries: readonly JournalEntry[], { connection, state, token }: PostgresLock): Promise<void> {
  for (const entry of entries.filter(
    (each): each is Beginning | Ending => each.type === 'begin' || each.type === 'end',
  )) {
    if (entry.type === 'end') await connection.query(ended(connection.tables), [state, token, entry.status]);
    else {
      const { run, holder, digest } = entry;
      await connection.query(begun(connection.tables), [
        state,
        token,
        run,
        holder.who,
        holder.run ?? null,
        digest ?? null,
      ]);
    }
  }
}
