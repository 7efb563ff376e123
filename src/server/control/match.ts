/** Matches requests by operation, method and path, and asserts the number of matching requests in the log. */
import { type Static, Type } from '@sinclair/typebox';
import { endpoints } from '../../contract/2025-06/index.ts';
import { gitbookEndpoints } from '../../contract/gitbook/index.ts';
import { conflict, invalid } from '../http/errors.ts';
import type { Log, LogEntry } from './log.ts';

const maxPatternLength = 500;
const text = Type.String({ minLength: 1, maxLength: maxPatternLength });
const oneOrMany = Type.Union([text, Type.Array(text, { minItems: 1 })]);

const matchMembers = {
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

const operations = new Set([...endpoints, ...gitbookEndpoints].map(({ name }) => name));

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

const count = Type.Optional(Type.Integer({ minimum: 0 }));

export const LogMatch = Type.Object(
  { ...matchMembers, status: Type.Optional(Type.Integer()) },
  { additionalProperties: false },
);
export type LogMatch = Static<typeof LogMatch>;

/** Default: at least one request. */
export const Assertion = Type.Object(
  { match: LogMatch, count, atLeast: count, atMost: count },
  { additionalProperties: false },
);
export type Assertion = Static<typeof Assertion>;

const shownEntries = 5;

/** Refuses unknown operations with 400. */
export function createLogMatcher(
  { status, ...match }: LogMatch,
  place: string,
): (entry: Pick<LogEntry, 'method' | 'path' | 'operation' | 'status'>) => boolean {
  const matches = createMatcher(match, place);
  return (entry) => (status === undefined || entry.status === status) && matches(entry);
}

/** Returns the number of matching requests. Refuses with 409 if the number is unexpected; the message lists the nearest requests. */
export function assertLog(log: Log, { match, count: exactly, atLeast, atMost }: Assertion): { matched: number } {
  const fits = createLogMatcher(match, 'body.match');
  const { total: matched, dropped } = log.read({ fits, limit: 0 });
  const isDefault = exactly === undefined && atLeast === undefined && atMost === undefined;
  const least = exactly ?? atLeast ?? (isDefault ? 1 : 0);
  const most = exactly ?? atMost ?? Number.POSITIVE_INFINITY;
  if (matched >= least && matched <= most) return { matched };
  const expected =
    least === most
      ? `exactly ${least}`
      : [least > 0 ? `at least ${least}` : '', Number.isFinite(most) ? `at most ${most}` : '']
          .filter(Boolean)
          .join(', ');
  const lost = dropped === 0 ? '' : `; ${dropped} older requests are no longer in the log`;
  throw conflict(
    `expected ${expected} requests with ${JSON.stringify(match)}, found ${matched}${lost}${nearest(log, match)}`,
  );
}

function nearest(log: Log, match: LogMatch) {
  const single = (Object.entries(match) as [keyof LogMatch, never][]).map(([name, value]) =>
    createLogMatcher({ [name]: value }, 'body.match'),
  );
  const scored = log
    .read({ limit: Number.POSITIVE_INFINITY })
    .items.map((entry) => ({ entry, score: single.filter((fits) => fits(entry)).length }))
    .sort((a, b) => b.score - a.score || b.entry.number - a.entry.number)
    .slice(0, shownEntries);
  if (scored.length === 0) return '; no request was sent';
  return `; the nearest: ${scored.map(({ entry }) => line(entry)).join('; ')}`;
}

function line({ number, method, path, query, operation, status, fault }: LogEntry) {
  const struck = fault === undefined ? '' : ` by fault ${fault}`;
  return `#${number} ${method} ${path}${query === '' ? '' : `?${query}`} -> ${status ?? 'no answer'}${struck} (${operation ?? 'no operation'})`;
}
