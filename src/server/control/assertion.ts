/** Assertions about the request log. */
import { type Static, Type } from '@sinclair/typebox';
import { conflict } from '../errors.ts';
import type { Log, LogEntry } from './log.ts';
import { createMatcher, matchMembers } from './match.ts';

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
