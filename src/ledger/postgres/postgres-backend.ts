/** Keeps ledger, journal, state lock and history of applies in PostgreSQL, for teams with pipelines on many machines. */
import type { DocformError } from '../../core/docform-error.ts';
import { parseJsonOrUndefined } from '../../core/json.ts';
import { emptyLedger, type Ledger, type OtherConfiguration } from '../../core/state.ts';
import { BackendError } from '../backend-error.ts';
import { type Holder, isHolder } from '../holder.ts';
import { isRedundant, type JournalEntry, remainingEntries, type State, stateOf } from '../journal.ts';
import { type LedgerTarget, parseLedgerEntries, placed } from '../ledger.ts';
import { type LedgerConfiguration, nameWithEnvironment, ownedElsewhere, refuseOther } from '../owners.ts';
import type { AcquireOptions, Handover, StateBackend, StateLock } from '../state-backend.ts';
import {
  type Clock,
  createStateLock,
  type LockActions,
  type LockAttempt,
  type LockControl,
  lostError,
  readClocks,
  systemClock,
  waitForLock,
} from '../state-lock.ts';
import {
  type Connection,
  connect,
  describeDatabase,
  ensureSchema,
  inTransaction,
  moment,
  refuseSecondSchema,
  requireSchema,
  type Tables,
} from './postgres-connection.ts';
import { moveRow } from './postgres-move.ts';
import {
  byKey,
  journalTexts,
  type LedgerRows,
  ledgerOfRows,
  objectNames,
  readJournalRows,
  readLedgerRows,
  readRuns,
  writeLedgerRows,
} from './postgres-rows.ts';
import { recordRuns } from './postgres-runs.ts';

interface PostgresBackendOptions {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE?schema=…&sslmode=…`. PGUSER, PGPASSWORD and similar variables set the missing parts. */
  readonly url: string;
  readonly target: LedgerTarget;
  readonly environment?: string;
  /** Two configurations of one organization have a ledger each. */
  readonly configuration?: LedgerConfiguration;
  readonly clock?: Clock;
}

interface Context {
  readonly url: string;
  /** Host, organization, environment and name of the configuration. */
  readonly key: readonly string[];
  readonly configuration: LedgerConfiguration | undefined;
  readonly place: string;
  readonly clock: Clock;
}

const pollMs = 1_000;

const readTimes = { connectMs: 10_000, statementMs: 30_000, lockMs: 5_000 };

/** Shorter than any lock, so that waiting runs do not block the row. */
const attemptLockMs = 1_000;

const hint =
  'wait for the other apply, or set --lock-timeout; the lock of a run that died expires at the time in the message';

/** Sends nothing yet. Throws DocformError for an invalid URL. */
export function createPostgresBackend(options: PostgresBackendOptions): StateBackend {
  const { url, target, environment = '', configuration, clock = systemClock } = options;
  const key = [target.host, target.organization, environment, configuration?.name ?? ''];
  const named = nameWithEnvironment(configuration?.name ?? '', environment);
  const what = `${target.organization} on ${target.host}${named === '' ? '' : `, ${named}`}`;
  const context: Context = { url, key, configuration, place: `${describeDatabase(url)} (${what})`, clock };
  return {
    place: context.place,
    load: () => reading(context, (connection) => loadState(connection, context)),
    acquire: (holder, acquire) => acquireLock(holder, acquire, context),
    heldBy: () =>
      reading(context, async (connection) => {
        await requireSchema(connection, context.place);
        return readHolder(connection, context, 'and expires_at > clock_timestamp()');
      }),
    prepare: () => reading(context, ensureSchema),
    others: () => reading(context, (connection) => readOthers(connection, context)),
    history: (limit) =>
      reading(context, async (connection) => {
        await requireSchema(connection, context.place);
        return readRuns(connection, context.key, limit);
      }),
  };
}

async function reading<T>({ url }: Context, read: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await connect(url, readTimes);
  try {
    return await read(connection);
  } finally {
    await connection.close();
  }
}

/** All ledgers of an organization are in one schema. */
const schemaKeyOf = (key: readonly string[]) => key.slice(0, 3);

interface StateRow {
  readonly name: string;
  readonly environment: string;
  readonly file: string;
}

function configurationOf({ name, environment, file }: StateRow, place: string) {
  return { name: nameWithEnvironment(name, environment) || 'without a name', file: file || place };
}

async function readOthers(connection: Connection, context: Context): Promise<readonly OtherConfiguration[]> {
  await requireSchema(connection, context.place);
  const { state, entry } = connection.tables;
  const rows = await connection.query<StateRow & { readonly entries: { readonly [address: string]: unknown } }>(
    `select s.name, s.environment, s.file, json_object_agg(e.address, e.entry::json) as entries
     from ${state} s join ${entry} e on e.state = s.id
     where s.host = $1 and s.organization = $2 and (s.environment, s.name) <> ($3, $4) group by s.id order by s.id`,
    context.key,
  );
  return rows.map(({ entries, ...row }) => ({
    ...configurationOf(row, context.place),
    ledger: { resources: placed(context.place, () => parseLedgerEntries(entries)) },
  }));
}

interface KeyedRow {
  readonly token: string;
  readonly file: string;
  readonly repository: string;
}

/** A row with the token 0 has never been locked, so it has no owner yet. */
function refuseOtherOwner(row: KeyedRow | undefined, { configuration, place }: Context): void {
  if (row !== undefined && row.token !== '0' && configuration !== undefined) refuseOther(configuration, row, place);
}

/** A configuration whose name changed must not start with an empty ledger. */
async function refuseRenamed({ query, tables }: Connection, { key, configuration, place }: Context): Promise<void> {
  const [repository] = configuration?.remotes?.() ?? [];
  if (configuration === undefined || repository === undefined) return;
  const [former] = await query<{ readonly name: string }>(
    `select name from ${tables.state} s where host = $1 and organization = $2 and environment = $3 and name <> $4
     and token <> 0 and file = $5 and repository = $6
     and exists (select from ${tables.entry} e where e.state = s.id) limit 1`,
    [...key, configuration.file, repository],
  );
  if (former === undefined) return;
  throw new BackendError(
    `${place}: the ledger of this configuration (${configuration.file}) has the name "${former.name}"`,
    `run \`docform ledger move --from-name ${former.name}\`, or set this \`name\` again`,
  );
}

async function loadState(connection: Connection, context: Context): Promise<State> {
  await requireSchema(connection, context.place);
  await connection.query('begin isolation level repeatable read read only');
  const select = `select id, serial, token, file, repository from ${connection.tables.state} where ${byKey}`;
  const [state] = await connection.query<KeyedRow & { readonly id: string; readonly serial: string }>(
    select,
    context.key,
  );
  if (state === undefined || state.token === '0')
    await refuseSecondSchema(connection, schemaKeyOf(context.key), context.place);
  refuseOtherOwner(state, context);
  if (state === undefined || state.token === '0') await refuseRenamed(connection, context);
  if (state === undefined) return { ledger: emptyLedger, open: [], serial: '0' };
  const journal = await readJournalRows(connection, state.id, context.place);
  const ledger = ledgerOfRows(await readLedgerRows(connection, state.id), context.place);
  return stateOf(ledger, journal.entries, `${state.serial}.${journal.position}`);
}

/** Opens a connection for each attempt, so that waiting runs hold no connections. */
async function acquireLock(holder: Holder, acquire: AcquireOptions, context: Context): Promise<StateLock> {
  const times = { connectMs: 10_000, statementMs: Math.max(1_000, acquire.ttlMs), lockMs: attemptLockMs };
  const attempt = async (): Promise<LockAttempt> => {
    const connection = await connect(context.url, times);
    let isKept = false;
    try {
      await ensureSchema(connection);
      const attempted = await attemptLock(holder, acquire, connection, context);
      isKept = 'lock' in attempted;
      return attempted;
    } finally {
      if (!isKept) await connection.close();
    }
  };
  return waitForLock(attempt, { ...acquire, place: context.place, clock: context.clock, pollMs, hint });
}

/** One atomic statement: if two runs find the lock free, the second finds it taken after the first commits. */
const takeSql = ({ state }: Tables) => `update ${state}
  set token = token + 1, holder = $5, expires_at = clock_timestamp() + $6::bigint * interval '1 ms', file = $7,
  repository = case when repository = '' then $8 else repository end
  where ${byKey} and (holder is null or expires_at <= clock_timestamp()) returning id, token`;

async function attemptLock(holder: Holder, { ttlMs }: AcquireOptions, connection: Connection, context: Context) {
  const { place, clock } = context;
  const askedAt = readClocks(clock);
  const taken = await takeRow(holder, ttlMs, connection, context).catch(noneIfLocked);
  if (taken === undefined) return { holder: await readHolder(connection, context) };
  const { id: state, token } = taken;
  const { entries } = await readJournalRows(connection, state, place);
  const lock = { place, connection, state, token, ttlMs, entries };
  const actions = (control: LockControl) => postgresActions(lock, control);
  const made = createStateLock({ place, fencingToken: token, holder, ttlMs, clock, askedAt, actions });
  return { lock: { ...made, row: state } };
}

/**
 * One run at a time in the whole database, whatever the schema: of two runs that start in two schemas, the second sees what the first wrote.
 * Returns undefined if the lock is held.
 */
async function takeRow(holder: Holder, ttlMs: number, connection: Connection, context: Context) {
  const { key, configuration } = context;
  const schemaKey = schemaKeyOf(key);
  const { file = '', remotes } = configuration ?? {};
  const repository = remotes?.()[0] ?? '';
  const { query, tables } = connection;
  return inTransaction(connection, async () => {
    await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [JSON.stringify(['docform', ...schemaKey])]);
    await refuseSecondSchema(connection, schemaKey, context.place);
    await query(
      `insert into ${tables.state} (host, organization, environment, name, file, repository) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [...key, file, repository],
    );
    const [row] = await query<KeyedRow>(`select token, file, repository from ${tables.state} where ${byKey}`, key);
    refuseOtherOwner(row, context);
    if (row === undefined || row.token === '0') await refuseRenamed(connection, context);
    const values = [...key, JSON.stringify(holder), ttlMs, file, repository];
    const [taken] = await query<{ readonly id: string; readonly token: string }>(takeSql(tables), values);
    return taken;
  });
}

/** A locked row belongs to a running transaction, so the lock is held. */
function noneIfLocked(error: unknown): undefined {
  if (!(error instanceof BackendError && error.sqlState === '55P03')) throw error;
}

async function readHolder(connection: Connection, context: Context, condition = ''): Promise<Holder | undefined> {
  const select = `select holder, ${moment('expires_at')} as until from ${connection.tables.state} where ${byKey} ${condition}`;
  const [row] = await connection.query<{ readonly holder: string | null; readonly until: string | null }>(
    select,
    context.key,
  );
  if (row === undefined || row.holder === null || row.until === null) return undefined;
  const holder = parseJsonOrUndefined(row.holder);
  if (isHolder(holder)) return { ...holder, until: row.until };
  throw new BackendError(
    `${context.place}: the state lock is held until ${row.until} by an unknown process: its holder in docform_state is damaged`,
    'make sure that no apply is running, then set holder and expires_at of the row to null, or wait',
  );
}

interface PostgresLock {
  readonly place: string;
  readonly connection: Connection;
  readonly state: string;
  readonly token: string;
  readonly ttlMs: number;
  readonly entries: readonly JournalEntry[];
}

/** Uses the current clock of the database: `now()` is the start of the transaction, before it waited for the row. */
const ownLock = `id = $1 and token = $2 and holder is not null`;

const ownValidLock = `${ownLock} and expires_at > clock_timestamp()`;

/** A new holder gets another token. While the token is ours, the lock was never taken, however long ago it expired. */
const renewSql = ({ state }: Tables) =>
  `update ${state} set expires_at = clock_timestamp() + $3::bigint * interval '1 ms' where ${ownLock} returning id`;

/** One statement saves a round trip, and locks the row until the lines are on disk. */
const appendSql = ({
  state,
  journal,
}: Tables) => `with held as (select id from ${state} where ${ownValidLock} for update),
  written as (insert into ${journal} (state, token, entry)
    select held.id, $2, line.entry from held, unnest($3::text[]) with ordinality as line (entry, number) order by line.number
    returning position)
  select count(*)::int as count from written`;

function postgresActions(lock: PostgresLock, control: LockControl): LockActions {
  const { connection, state, token, ttlMs } = lock;
  let entries = [...lock.entries];
  let rows: LedgerRows | undefined;
  connection.onLost((reason) => control.lose(`connection lost: ${reason}`));
  return {
    renew: async () => {
      if ((await connection.query(renewSql(connection.tables), [state, token, ttlMs])).length === 0)
        throw notOurs(lock);
    },
    append: async (added) => {
      const isPlain = added.every(({ type }) => type === 'intent' || type === 'outcome');
      if (isPlain) await writeLines(added, lock);
      else {
        await whileHeld(lock, control, async () => {
          await writeLines(added, lock);
          await recordRuns(added, lock);
        });
      }
      entries.push(...added);
    },
    save: async (ledger, handover, moved) => {
      // The rows are known after they were read, until a write fails.
      const known = rows;
      rows = undefined;
      const kept = remainingEntries(entries);
      let written: LedgerRows | undefined;
      await owningAlone(lock, control, ledger, async () => {
        if (handover !== undefined) await handOver(connection, handover);
        const before = known ?? (await readLedgerRows(connection, state));
        if (moved !== undefined) await moveRow(connection, { state, place: lock.place, target: moved });
        written = await writeLedgerRows(connection, state, before, ledger);
        await connection.query(`delete from ${connection.tables.journal} where state = $1`, [state]);
        await writeLines(kept, lock);
        await connection.query(`update ${connection.tables.state} set serial = serial + 1 where id = $1`, [state]);
      });
      rows = written;
      entries = [...kept];
    },
    release: async (isHeld) => {
      try {
        if (isHeld) await connection.query(releaseSql(entries, connection.tables), [state, token]);
      } finally {
        await connection.close();
      }
    },
  };
}

const objectExists = '23505';

/** The database refuses an object that another ledger has, also if both are written at the same time. */
async function owningAlone(lock: PostgresLock, control: LockControl, ledger: Ledger, work: () => Promise<void>) {
  const { connection, state, place } = lock;
  const { object, state: states } = connection.tables;
  await whileHeld(lock, control, work).catch(async (error: unknown) => {
    if (!(error instanceof BackendError && error.sqlState === objectExists)) throw error;
    const [owner] = await connection.query<StateRow>(
      `select s.name, s.environment, s.file from ${object} o join ${states} s on s.id = o.state
       where o.object = any($1::text[]) and s.id <> $2 limit 1`,
      [await objectNames(connection, state, ledger), state],
    );
    throw owner === undefined ? error : ownedElsewhere(configurationOf(owner, place));
  });
}

/** In the transaction of the new owner, so that the objects never have two owners or none. */
async function handOver(connection: Connection, { lock: { row = '', fencingToken }, place, ledger }: Handover) {
  const { state } = connection.tables;
  const held = `update ${state} set serial = serial + 1 where ${ownValidLock} returning id`;
  if ((await connection.query(held, [row, fencingToken])).length === 0) throw notOurs({ place });
  await writeLedgerRows(connection, row, await readLedgerRows(connection, row), ledger);
}

async function writeLines(entries: readonly JournalEntry[], lock: PostgresLock): Promise<void> {
  const values = [lock.state, lock.token, journalTexts(entries)];
  const [written] = await lock.connection.query<{ readonly count: number }>(appendSql(lock.connection.tables), values);
  if (written?.count !== entries.length) throw notOurs(lock);
}

function whileHeld(lock: PostgresLock, control: LockControl, work: () => Promise<void>): Promise<void> {
  const { connection, state, token } = lock;
  const select = `select id from ${connection.tables.state} where ${ownValidLock} for update`;
  return inTransaction(connection, async () => {
    if ((await connection.query(select, [state, token])).length === 0) throw notOurs(lock);
    await work();
    control.check();
  });
}

function notOurs({ place }: Pick<PostgresLock, 'place'>): DocformError {
  return lostError(place, 'the lock has expired, or another run has taken the lock');
}

/** Also deletes a journal that contains nothing more than the ledger. */
function releaseSql(entries: readonly JournalEntry[], { state, journal }: Tables): string {
  const release = `update ${state} set holder = null, expires_at = null where id = $1 and token = $2`;
  if (!isRedundant(entries)) return release;
  return `with released as (${release} returning id) delete from ${journal} where state in (select id from released)`;
}
