/** Matches requests by operation, method and path, for faults and for assertions about the log. */
import { type Static, Type } from '@sinclair/typebox';
import { endpoints } from '../../contract/index.ts';
import { invalid } from '../errors.ts';
import { oneOrMore, pathMatcher } from './pattern.ts';

const longestPattern = 500;
const text = Type.String({ minLength: 1, maxLength: longestPattern });
const oneOrMany = Type.Union([text, Type.Array(text, { minItems: 1 })]);

export const matchMembers = {
  /** Names of operations, like `createTeam`. */
  operation: Type.Optional(oneOrMany),
  method: Type.Optional(oneOrMany),
  /** Pattern of the whole path, without the query: `*` within one part, `**` over several. */
  path: Type.Optional(Type.String({ minLength: 1, maxLength: longestPattern, pattern: '^[/*]' })),
};
export const Match = Type.Object(matchMembers, { additionalProperties: false });
export type Match = Static<typeof Match>;

export interface Matched {
  readonly method: string;
  readonly path: string;
  /** Name of the operation; null: there is none. */
  readonly operation: string | null;
}

const operations = new Set(endpoints.map(({ name }) => name));

/** Members that are left out fit everything. Refuses with 400 an operation that does not exist: it would never match. `place` begins its message. */
export function createMatcher({ operation, method, path }: Match, place: string): (request: Matched) => boolean {
  const names = operation === undefined ? undefined : oneOrMore(operation);
  const unknown = names?.find((name) => !operations.has(name));
  if (unknown !== undefined) throw invalid(`${place}.operation: there is no operation ${JSON.stringify(unknown)}`);
  const methods = method === undefined ? undefined : oneOrMore(method).map((name) => name.toUpperCase());
  const fits = path === undefined ? undefined : pathMatcher(path);
  return (request) =>
    (names === undefined || (request.operation !== null && names.includes(request.operation))) &&
    (methods === undefined || methods.includes(request.method)) &&
    (fits === undefined || fits(request.path));
}
