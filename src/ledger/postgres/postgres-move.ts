/** Moves the ledger of a configuration to another host, organization or name. */
import { type LedgerTarget, ledgerError } from '../ledger.ts';
import { type Connection, refuseSecondSchema } from './postgres-connection.ts';

/** Call in a transaction that holds the lock. Replaces a row that an earlier command left without a ledger. Throws DocformError if the target has a ledger or a lock. */
export async function moveRow(
  connection: Connection,
  { state, place, target: { host, organization, name } }: { state: string; place: string; target: LedgerTarget },
): Promise<void> {
  const { tables, query } = connection;
  const select = `select environment, name from ${tables.state} where id = $1`;
  const [own] = await query<{ readonly environment: string; readonly name: string }>(select, [state]);
  const schemaKey = [host, organization, own?.environment ?? ''];
  const lockKey = JSON.stringify(['docform', ...schemaKey]);
  await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lockKey]);
  await refuseSecondSchema(connection, schemaKey, place);
  const key = [...schemaKey, name ?? own?.name ?? ''];
  const isTarget = 's.host = $1 and s.organization = $2 and s.environment = $3 and s.name = $4';
  const isUnused = `s.holder is null and not exists (select from ${tables.entry} e where e.state = s.id)`;
  await query(`delete from ${tables.state} s where ${isTarget} and ${isUnused}`, key);
  if ((await query(`select s.id from ${tables.state} s where ${isTarget}`, key)).length > 0)
    throw ledgerError(
      'E-LEDGER-TARGET',
      `${place}: a ledger of this configuration for ${organization} on ${host} already exists`,
      'keep one of the two ledgers, and delete the row of the other one from docform_state',
    );
  const values = [state, host, organization, name ?? own?.name ?? ''];
  await query(`update ${tables.state} set host = $2, organization = $3, name = $4 where id = $1`, values);
}
