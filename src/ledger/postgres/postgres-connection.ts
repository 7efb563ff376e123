/** A connection to PostgreSQL with TLS (except on loopback), limited waits, errors without the password, and the tables of one version. */
import type { Client } from 'pg';
import { usageFailure } from '../../core/docform-error.ts';
import { isLoopback } from '../../core/url.ts';
import { readShippedText } from '../../disk/shipped-text.ts';
import { BackendError, withoutSecrets } from '../backend-error.ts';

export async function inTransaction<T>({ query }: Connection, work: () => Promise<T>): Promise<T> {
  await query('begin');
  try {
    const result = await work();
    await query('commit');
    return result;
  } catch (error) {
    await query('rollback').catch(() => undefined);
    throw error;
  }
}

export interface Connection {
  readonly tables: Tables;
  /** Returns the rows. Throws DocformError. */
  readonly query: <Row>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  /** Called once, when the connection ends without `close`. */
  readonly onLost: (listener: (reason: string) => void) => void;
  readonly close: () => Promise<void>;
}

interface ConnectionTimes {
  readonly connectMs: number;
  /** Also for an idle transaction: a suspended process must not hold its locks for ever. */
  readonly statementMs: number;
  /** For a row that another session has locked. */
  readonly lockMs: number;
}

/** URL for display: without user, password and options. Throws DocformError if it is not the URL of a database. */
export function describeDatabase(url: string): string {
  const { hostname, port, pathname, searchParams } = parsedUrl(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return `postgres://${host}${port === '' ? '' : `:${port}`}${pathname}`;
}

/** Loads pg on first use. Throws DocformError. */
export async function connect(url: string, times: ConnectionTimes): Promise<Connection> {
  const secrets = secretsOf(url);
  const tables = tablesIn(schemaIn(parsedUrl(url).searchParams));
  const { default: pg } = await import('pg');
  const client = await opened(url, () => {
    const options = {
      connectionTimeoutMillis: times.connectMs,
      query_timeout: times.statementMs + 1_000,
      keepAlive: true,
    };
    return new pg.Client({ connectionString: connectionString(url), application_name: 'docform', ...options });
  });
  const listeners: ((reason: string) => void)[] = [];
  let isOver = false;
  const lost = (reason: string) => {
    if (!isOver) for (const listener of listeners) listener(reason);
    isOver = true;
  };
  client.on('error', (error: Error) => lost(withoutSecrets(error.message, secrets)));
  client.on('end', () => lost('the connection was closed'));
  const connection: Connection = {
    tables,
    query: async <Row>(sql: string, values: readonly unknown[] = []) => {
      try {
        return (await client.query(sql, [...values])).rows as readonly Row[];
      } catch (error) {
        throw failure(error, url);
      }
    },
    onLost: (listener) => {
      listeners.push(listener);
    },
    close: async () => {
      isOver = true;
      await client.end().catch(() => undefined);
    },
  };
  await connection.query(settings, [String(times.statementMs), String(times.lockMs)]).catch(async (error) => {
    await connection.close();
    throw error;
  });
  return connection;
}

/**
 * A commit must be on disk; stricter settings than `on` stay. Statements name tables with their schema, so the search path contains nothing
 * else. Rows hidden by a policy are an error, because a ledger without them would look empty.
 */
const settings = `select set_config('search_path', 'pg_catalog', false), set_config('row_security', 'off', false), set_config('statement_timeout', $1, false), set_config('idle_in_transaction_session_timeout', $1, false),
  set_config('lock_timeout', $2, false),
  set_config('synchronous_commit', case current_setting('synchronous_commit') when 'off' then 'on' else current_setting('synchronous_commit') end, false)`;

async function opened(url: string, create: () => Client) {
  try {
    const client = create();
    // Without a listener, an error before the first query would end the process.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    throw failure(error, url);
  }
}

function parsedUrl(url: string) {
  if (URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)) return new URL(url);
  throw new BackendError('the backend is not the URL of a database', 'write postgres://USER@HOST:PORT/DATABASE');
}

/**
 * Uses the mode names that keep their meaning in later versions of pg. Without `sslmode`, TLS with a verified certificate is required
 * except on loopback, because a password would cross the network unencrypted.
 */
function connectionString(text: string) {
  const url = parsedUrl(text);
  const options = url.searchParams;
  options.delete('schema');
  if (options.has('uselibpqcompat')) return url.href;
  const mode = options.get('sslmode') ?? (isThisMachine(url) ? 'disable' : 'verify-full');
  options.set('sslmode', mode === 'disable' || mode === 'no-verify' ? mode : 'verify-full');
  return url.href;
}

/** Without a host in the URL, PGHOST decides. */
function isThisMachine({ hostname, searchParams }: URL) {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return host.startsWith('/') || isLoopback(host);
}

function secretsOf(url: string) {
  const { password, searchParams } = parsedUrl(url);
  return [password, decodeURIComponent(password), searchParams.get('password') ?? ''];
}

function failure(error: unknown, url: string) {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const said =
    typeof message === 'string' && message !== '' ? message : typeof code === 'string' ? code : 'the connection failed';
  const sqlState = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
  return new BackendError(
    `${describeDatabase(url)}: ${withoutSecrets(said, secretsOf(url))}`,
    adviceFor(said, sqlState),
    { sqlState },
  );
}

function adviceFor(said: string, sqlState: string | undefined) {
  if (/does not support SSL/.test(said)) return 'in a trusted network, add ?sslmode=disable to the URL';
  if (/certificate|altname/i.test(said)) return 'add the certificate authority to the URL: &sslrootcert=FILE';
  if (sqlState === '42501')
    return 'grant the rights listed in docs/guides/backends.md, or add ?schema=NAME to the URL for another schema';
  return 'check URL, user and password of the backend, and whether the database is running';
}

const tableNames = [
  'state',
  'entry',
  'list',
  'order',
  'pending',
  'external',
  'journal',
  'run',
  // Each object of an organization has one owner.
  'object',
] as const;

/** Quoted names with the schema, as used in statements. */
export type Tables = { readonly [T in (typeof tableNames)[number] | 'schema' | 'home' | 'version']: string };

const usualSchema = 'public';
/** PostgreSQL truncates longer names, so two of them could become the same. */
const maxBytes = 63;

function tablesIn(schema: string): Tables {
  const home = `"${schema.replaceAll('"', '""')}"`;
  const named = (name: string) => `${home}.docform_${name}`;
  const tables = Object.fromEntries(tableNames.map((name) => [name, named(name)]));
  return { ...tables, schema, home, version: named('schema') } as Tables;
}

/** Reads `?schema=NAME` of the URL. Throws DocformError for an invalid name. */
function schemaIn(options: URLSearchParams) {
  const [schema = usualSchema, ...more] = options.getAll('schema');
  const isName =
    schema !== '' && Buffer.byteLength(schema) <= maxBytes && !schema.includes('\0') && !schema.startsWith('pg_');
  if (isName && more.length === 0) return schema;
  const hint = `write ?schema=NAME once, with a name of 1 to ${maxBytes} bytes that does not begin with pg_`;
  throw usageFailure('the schema in DOCFORM_BACKEND is not valid', hint);
}

/** SQL that prints a time as `2026-01-05T09:12:40Z`. */
export const moment = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Increase this number when the tables change. docform reads no other version. */
const schemaVersion = 7;
const alreadyThere = '42P07';

/** Entries are JSON as text, because `jsonb` refuses some strings that JSON allows. Addresses sort by code unit. */
function createStatements(tables: Tables) {
  const names: { readonly [name: string]: string } = { ...tables, number: String(schemaVersion) };
  const text = readShippedText('ledger/assets/postgres-tables.sql').replace(
    /\{(\w+)\}/g,
    (_, name) => names[name] ?? '',
  );
  return text.split(/;\n+/).filter((statement) => statement !== '');
}

/**
 * Creates missing tables, and returns whether it did. If two runs start at the same time, one creates them and the other waits. Throws
 * DocformError.
 */
export async function ensureSchema(connection: Connection): Promise<boolean> {
  if ((await readSchemaVersion(connection)) > 0) return false;
  const { query } = connection;
  try {
    return await inTransaction(connection, async () => {
      // Creating tables takes longer than any other statement.
      await query(`select set_config('lock_timeout', '30s', true), set_config('statement_timeout', '60s', true)`);
      await query(`select pg_advisory_xact_lock(hashtext('docform_schema'))`);
      const found = await readSchemaVersion(connection);
      if (found === 0) for (const statement of await creating(connection)) await query(statement);
      return found === 0;
    });
  } catch (error) {
    // Needs its own transaction: in this one, a name that did not exist before stays unknown.
    if (
      !(error instanceof BackendError && error.sqlState === alreadyThere && (await readSchemaVersion(connection)) > 0)
    )
      throw error;
    return false;
  }
}

async function creating({ query, tables }: Connection) {
  // Check first, because `if not exists` requires the right to create schemas even if the schema exists.
  const [there] = await query('select from pg_namespace where nspname = $1', [tables.schema]);
  return there === undefined ? [`create schema ${tables.home}`, ...createStatements(tables)] : createStatements(tables);
}

/** Uses the catalogues, which every user can read, so that a missing right does not look like a missing table. */
async function hasTables(connection: Connection) {
  const find = `select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relname = 'docform_schema'`;
  return (await connection.query(find, [connection.tables.schema])).length > 0;
}

/** Returns 0 if there are no tables. Throws DocformError if the tables have another version or cannot be read. */
async function readSchemaVersion(connection: Connection) {
  if (!(await hasTables(connection))) return 0;
  const [row] = await connection.query<{ readonly version: number }>(
    `select version from ${connection.tables.version}`,
  );
  if (row?.version === schemaVersion) return schemaVersion;
  const isOlder = row !== undefined && row.version < schemaVersion;
  throw new BackendError(
    `the docform tables in schema ${connection.tables.schema} have version ${row?.version}, but this docform needs version ${schemaVersion}`,
    isOlder
      ? 'drop the tables whose names begin with docform_, then adopt the objects again with `docform import`'
      : 'update docform',
  );
}

/** For readers: missing tables must not look like an empty ledger. Throws DocformError. */
export async function requireSchema(connection: Connection, place: string): Promise<void> {
  if ((await readSchemaVersion(connection)) > 0) return;
  const others = (await otherSchemas(connection)).map(({ schema }) => schema);
  const hint =
    others.length === 0
      ? 'create the tables with `docform ledger init`, or correct the database in the URL'
      : `add ?schema=NAME to the URL: ${others.join(', ')} ${others.length === 1 ? 'has' : 'have'} docform tables`;
  throw new BackendError(`${place}: schema ${connection.tables.schema} has no docform tables`, hint);
}

function otherSchemas(connection: Connection) {
  const find = `select n.nspname as schema,
      has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select') as "isReadable"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relname = 'docform_state' and c.relkind in ('r', 'p') and n.nspname <> $1 and n.nspname !~ '^pg_' order by 1`;
  return connection.query<{ readonly schema: string; readonly isReadable: boolean }>(find, [connection.tables.schema]);
}

/**
 * Two schemas would contain two ledgers and two locks for one organization. `key`: host, organization, environment. Throws DocformError if
 * another schema contains the ledger, or if this user cannot see whether it does.
 */
export async function refuseSecondSchema(connection: Connection, key: readonly string[], place: string): Promise<void> {
  for (const { schema, isReadable } of await otherSchemas(connection)) {
    if (!isReadable)
      throw new BackendError(
        `${place}: schema ${schema} has docform tables that this user cannot read, so the ledger may be in that schema`,
        `add ?schema=NAME to the URL, or grant this user usage on schema ${schema} and select on its docform_state`,
      );
    const find = `select from ${tablesIn(schema).state} where host = $1 and organization = $2 and environment = $3 and token > 0`;
    if ((await connection.query(find, key)).length > 0)
      throw new BackendError(
        `${place}: the ledger is in schema ${schema}, but the URL selects schema ${connection.tables.schema}`,
        `add ?schema=${schema} to the URL, or delete the row of this organization from docform_state in schema ${schema}`,
      );
  }
}
