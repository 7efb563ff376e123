/** Keeps one organization in one schema of a database: in a second one it would have another ledger and lock, and both would apply. */

import { BackendError } from './backend-error.ts';
import type { Connection } from './postgres-connection.ts';
import { otherHomes } from './postgres-schema.ts';
import { tablesIn } from './postgres-tables.ts';

/** `key`: host, organization, environment. Throws DocformError where another schema keeps it, or may do so for all that this user can see. */
export async function refuseSecondHome(connection: Connection, key: readonly string[], place: string): Promise<void> {
  for (const { schema, isReadable } of await otherHomes(connection)) {
    if (!isReadable) throw unseen(schema, place);
    const find = `select from ${tablesIn(schema).state} where host = $1 and organization = $2 and environment = $3 and token > 0`;
    if ((await connection.query(find, key)).length > 0) throw elsewhere(schema, connection.tables.schema, place);
  }
}

function elsewhere(schema: string, own: string, place: string): BackendError {
  return new BackendError(
    `${place}: it is kept in the schema ${schema}, and the address means ${own}`,
    `name that schema with ?schema=NAME in the address; where ${own} is the right one, delete its row from docform_state of the other`,
  );
}

function unseen(schema: string, place: string): BackendError {
  return new BackendError(
    `${place}: the schema ${schema} has tables of docform too, which this user may not read: so nobody can tell whether this is kept there`,
    'name the right schema with ?schema=NAME in the address, or grant this user usage on that one and select on its docform_state',
  );
}
