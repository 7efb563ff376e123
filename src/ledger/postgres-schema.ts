/** The tables of the PostgreSQL store, created on first use; their version tells an older docform to stay away. */
import type { Connection } from './postgres-connection.ts';
import { StoreError } from './store-error.ts';

/** Version 1 had no orders: it is read as it is, and brought up to date by the first that writes. */
const schemaVersion = 2;
const alreadyThere = '42P07';

const orderTable = `create table docform_order (
     state bigint not null references docform_state on delete cascade,
     container text collate "C" not null,
     mark text not null,
     primary key (state, container))`;

/** Entries are JSON as text: `jsonb` refuses some strings that JSON allows. Addresses sort by code unit, as everywhere. */
const tables = [
  `create table docform_schema (version integer not null)`,
  `insert into docform_schema (version) values (${schemaVersion})`,
  `create table docform_state (
     id bigint generated always as identity primary key,
     host text not null,
     organization text not null,
     environment text not null,
     serial bigint not null default 0,
     token bigint not null default 0,
     holder text,
     expires_at timestamptz,
     unique (host, organization, environment))`,
  `create table docform_entry (
     state bigint not null references docform_state on delete cascade,
     address text collate "C" not null,
     entry text not null,
     primary key (state, address))`,
  `create table docform_list (
     state bigint not null references docform_state on delete cascade,
     list text collate "C" not null,
     primary key (state, list))`,
  orderTable,
  `create table docform_journal (
     state bigint not null references docform_state on delete cascade,
     position bigint generated always as identity,
     token bigint not null,
     entry text not null,
     primary key (state, position))`,
  `create table docform_run (
     state bigint not null references docform_state on delete cascade,
     number bigint generated always as identity,
     run text not null,
     token bigint not null,
     who text not null,
     link text,
     digest text,
     started_at timestamptz not null default clock_timestamp(),
     ended_at timestamptz,
     status text,
     primary key (state, number))`,
];

const upgrade = [orderTable, `update docform_schema set version = ${schemaVersion}`];

/** Of two that begin at the same time one creates the tables and the other waits. Throws StoreError. */
export async function ensureSchema(connection: Connection): Promise<void> {
  if ((await readSchemaVersion(connection)) === schemaVersion) return;
  await connection.query('begin');
  try {
    // Creating tables takes longer than any other write here, and whoever waits for it must have that patience too.
    await connection.query(`select set_config('lock_timeout', '30s', true), set_config('statement_timeout', '60s', true)`);
    await connection.query(`select pg_advisory_xact_lock(hashtext('docform_schema'))`);
    const found = await readSchemaVersion(connection);
    for (const statement of found === 0 ? tables : found === schemaVersion ? [] : upgrade) await connection.query(statement);
    await connection.query('commit');
  } catch (error) {
    await connection.query('rollback').catch(() => undefined);
    // Asked only in a transaction of its own: in this one, a name that was not there before stays unknown.
    if (!(error instanceof StoreError && error.sqlState === alreadyThere && (await readSchemaVersion(connection)) > 0)) throw error;
  }
}

/** 0: nothing was ever kept here. Throws StoreError where the tables are those of a newer docform. */
export async function readSchemaVersion(connection: Connection): Promise<number> {
  const [found] = await connection.query<{ readonly there: boolean }>(`select to_regclass('docform_schema') is not null as there`);
  if (found?.there !== true) return 0;
  const [row] = await connection.query<{ readonly version: number }>('select version from docform_schema');
  if (row !== undefined && row.version >= 1 && row.version <= schemaVersion) return row.version;
  throw new StoreError(`its tables are of version ${row?.version}; this docform knows version ${schemaVersion}`, 'update docform');
}

/** True where something was kept here; throws as `readSchemaVersion` does. */
export async function hasSchema(connection: Connection): Promise<boolean> {
  return (await readSchemaVersion(connection)) > 0;
}
