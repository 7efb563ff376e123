/** The tables of the PostgreSQL backend. The first apply creates them in the schema of the URL. Other versions of the tables are refused. */
import { shippedText } from '../disk/shipped-text.ts';
import { BackendError } from './backend-error.ts';
import { type Connection, inTransaction, type Tables, tablesIn } from './postgres-connection.ts';

/** Increase this number when the tables change. docform reads no other version. */
const schemaVersion = 7;
const alreadyThere = '42P07';

/** Entries are JSON as text, because `jsonb` refuses some strings that JSON allows. Addresses sort by code unit. */
function createStatements(tables: Tables) {
  const names: { readonly [name: string]: string } = { ...tables, number: String(schemaVersion) };
  const text = shippedText('ledger/assets/postgres-tables.sql').replace(/\{(\w+)\}/g, (_, name) => names[name] ?? '');
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
      ? 'drop the tables whose names begin with docform_, then adopt the objects again with docform import'
      : 'update docform',
  );
}

/** For readers: missing tables must not look like an empty ledger. Throws DocformError. */
export async function requireSchema(connection: Connection, place: string): Promise<void> {
  if ((await readSchemaVersion(connection)) > 0) return;
  const others = (await otherSchemas(connection)).map(({ schema }) => schema);
  const hint =
    others.length === 0
      ? 'create the tables with docform ledger init, or correct the database in the URL'
      : `add ?schema=NAME to the URL: ${others.join(', ')} ${others.length === 1 ? 'has' : 'have'} docform tables`;
  throw new BackendError(`${place}: schema ${connection.tables.schema} has no docform tables`, hint);
}

interface OtherSchema {
  readonly schema: string;
  readonly isReadable: boolean;
}

function otherSchemas(connection: Connection) {
  const find = `select n.nspname as schema,
      has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select') as "isReadable"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relname = 'docform_state' and c.relkind in ('r', 'p') and n.nspname <> $1 and n.nspname !~ '^pg_' order by 1`;
  return connection.query<OtherSchema>(find, [connection.tables.schema]);
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
