/** The tables of the PostgreSQL backend by their whole names: no statement depends on what a user's search_path finds. */
import { unusableVariable } from './backend-error.ts';

/** Each as it stands in a statement, quoted and with its schema. */
export interface Tables {
  /** The schema's name, as the catalogues know it. */
  readonly schema: string;
  /** The same, quoted. */
  readonly home: string;
  readonly version: string;
  readonly state: string;
  readonly entry: string;
  readonly list: string;
  readonly order: string;
  readonly pending: string;
  readonly journal: string;
  readonly run: string;
}

/** Where the tables of version 1 and 2 stand unless somebody has set up a search_path. */
const usualSchema = 'public';
/** PostgreSQL cuts longer names short, so that two of them could be one. */
const mostBytes = 63;

export function tablesIn(schema: string): Tables {
  const home = `"${schema.replaceAll('"', '""')}"`;
  const named = (name: string) => `${home}.docform_${name}`;
  return {
    ...{ schema, home, version: named('schema'), state: named('state'), entry: named('entry'), list: named('list') },
    ...{ order: named('order'), pending: named('pending'), journal: named('journal'), run: named('run') },
  };
}

/** Of `?schema=NAME` in the address. Throws DocformError for what is no name of a schema. */
export function schemaIn(options: URLSearchParams): string {
  const [schema = usualSchema, ...more] = options.getAll('schema');
  const isName =
    schema !== '' && Buffer.byteLength(schema) <= mostBytes && !schema.includes('\0') && !schema.startsWith('pg_');
  if (isName && more.length === 0) return schema;
  const hint = `write ?schema=NAME once, with a name of 1 to ${mostBytes} bytes that does not begin with pg_`;
  throw unusableVariable('the schema in DOCFORM_BACKEND is not valid', hint);
}
