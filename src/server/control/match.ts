/** Matches requests by operation, method and path, for faults and for assertions about the log. */
import { type Static, Type } from '@sinclair/typebox';
import { endpoints } from '../../contract/index.ts';
import { invalid } from '../errors.ts';

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

/** Tells whether a whole path fits the pattern, in time that grows with the length of both. */
function pathMatcher(pattern: string): (path: string) => boolean {
  const words = pattern.match(/\*{2,}|\*|[^*]/gsu) ?? [];
  const isAny = words.map((word) => word.startsWith('**'));
  const isStar = words.map((word) => word.startsWith('*'));
  /** Places in the pattern that are reached without another character: stars may stand for nothing. */
  const reach = (places: Set<number>, place: number): void => {
    for (let at = place; ; at += 1) {
      places.add(at);
      if (!isStar[at]) return;
    }
  };
  return (path) => {
    let places = new Set<number>();
    reach(places, 0);
    for (const character of path) {
      const next = new Set<number>();
      for (const at of places) {
        if (isStar[at]) {
          if (isAny[at] || character !== '/') reach(next, at);
        } else if (words[at] === character) reach(next, at + 1);
      }
      places = next;
    }
    return places.has(words.length);
  };
}

/** A member of a match may name one value or several. */
export function oneOrMore<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}
