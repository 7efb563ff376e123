/** The method, the fields and the body that `docform api` and `docform platform control` take from the command line. */
import { requestMethods } from '../../library/request.ts';
import { textOfFlag } from '../files/named-file.ts';
import { conflictingFlags, type Session, usageFailure } from '../io/session.ts';

export function methodNamed(text: string) {
  const method = requestMethods.find((each) => each === text.toUpperCase());
  if (method !== undefined) return method;
  throw usageFailure(`unsupported method ${text}`, `choose ${requestMethods.join(', ')}`);
}

/** `k=v` is text, `k:=v` is JSON. */
export function fieldOf(text: string): readonly [string, unknown] {
  const [, name = '', sign, value = ''] = /^([^=:]+)(:?=)([\s\S]*)$/.exec(text) ?? [];
  if (sign === undefined)
    throw usageFailure(`--field ${text} is not NAME=TEXT`, 'examples: --field title=Docs, --field order:=3 (JSON)');
  if (sign === '=') return [name, value];
  try {
    return [name, JSON.parse(value)];
  } catch {
    throw usageFailure(`--field ${name}:= requires JSON`, 'use = for text, such as --field title=Docs');
  }
}

/** Fields as parameters of a query. */
export function queryOf(fields: readonly (readonly [string, unknown])[]) {
  return fields.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const);
}

export async function bodyOf(
  session: Session,
  file: string | undefined,
  fields: readonly (readonly [string, unknown])[],
) {
  if (file === undefined) return fields.length === 0 ? undefined : Object.fromEntries(fields);
  if (fields.length > 0) throw conflictingFlags('--body', '--field', 'use only one of the two flags');
  const text = await textOfFlag(session, file, 'undo', `--body ${file}`);
  try {
    return JSON.parse(text);
  } catch {
    throw usageFailure(`--body ${file} is not valid JSON`, 'check the contents of the file');
  }
}

export function requirePointer(pointer: string | undefined) {
  if (pointer === undefined || /^(\/([^~]|~[01])*)?$/.test(pointer)) return;
  throw usageFailure(
    `--select ${pointer} is not a JSON pointer`,
    'example: /items/0/id; with --paginate the pointer starts with /0',
  );
}
