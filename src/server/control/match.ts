/** Matches requests by operation, method and path. */
import { type Static, Type } from '@sinclair/typebox';
import { endpoints } from '../../contract/index.ts';
import { vendorEndpoints } from '../../contract/vendor/index.ts';
import { invalid } from '../errors.ts';

const maxPatternLength = 500;
const text = Type.String({ minLength: 1, maxLength: maxPatternLength });
const oneOrMany = Type.Union([text, Type.Array(text, { minItems: 1 })]);

export const matchMembers = {
  /** Names of operations, such as `createTeam`. */
  operation: Type.Optional(oneOrMany),
  method: Type.Optional(oneOrMany),
  /** Pattern for the whole path without query. `*` matches within one part, `**` across parts. */
  path: Type.Optional(Type.String({ minLength: 1, maxLength: maxPatternLength, pattern: '^[/*]' })),
};
export const Match = Type.Object(matchMembers, { additionalProperties: false });
export type Match = Static<typeof Match>;

export interface Matched {
  readonly method: string;
  readonly path: string;
  readonly operation: string | null;
}

const operations = new Set([...endpoints, ...vendorEndpoints].map(({ name }) => name));

export function createMatcher({ operation, method, path }: Match, place: string): (request: Matched) => boolean {
  const names = operation === undefined ? undefined : oneOrMore(operation);
  const unknown = names?.find((name) => !operations.has(name));
  if (unknown !== undefined) throw invalid(`${place}.operation: unknown operation ${JSON.stringify(unknown)}`);
  const methods = method === undefined ? undefined : oneOrMore(method).map((name) => name.toUpperCase());
  const fits = path === undefined ? undefined : pathMatcher(path);
  return (request) =>
    (names === undefined || (request.operation !== null && names.includes(request.operation))) &&
    (methods === undefined || methods.includes(request.method)) &&
    (fits === undefined || fits(request.path));
}

/** Takes linear time for any pattern. */
function pathMatcher(pattern: string): (path: string) => boolean {
  const words = pattern.match(/\*{2,}|\*|[^*]/gsu) ?? [];
  const isAny = words.map((word) => word.startsWith('**'));
  const isStar = words.map((word) => word.startsWith('*'));
  /** Adds places that can be reached without another character, because stars can match nothing. */
  const reach = (places: Set<number>, place: number) => {
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

export function oneOrMore<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}
