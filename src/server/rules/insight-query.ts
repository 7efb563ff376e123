/** Reads and validates queries for insights. */
import type { aggregateSiteEvents } from '../../contract/site-insights.ts';
import { invalid } from '../errors.ts';
import type { BodyOf } from '../resource.ts';
import { counts, dimensions, type Interval, isCount, isInterval, isOfClaims } from './visitor-columns.ts';

export type Asked = BodyOf<typeof aggregateSiteEvents>;

type QueryCondition = NonNullable<Asked['where']>[number];

export interface Column {
  column: string;
  interval?: Interval;
  /** Only for `visitorClaim`: the name of one claim. Without it, values have the form `name=value`. */
  claim?: string;
}

const operators = ['in', 'notIn', 'greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual'] as const;

export interface Condition {
  column: string;
  operator: (typeof operators)[number];
  values: readonly (string | number | boolean | null)[];
}

export interface InsightQuery {
  select: readonly Column[];
  groupBy: readonly Column[];
  conditions: readonly Condition[];
  order?: { by: Column; isDescending: boolean };
  period: { fromMs: number; untilMs: number };
  limit: number;
}

const maxRows = 1000;

export function parseInsightQuery(asked: Asked, nowMs: number): InsightQuery {
  const selected = (asked.select ?? []).map((column, at) => readColumn(column, `body.select.${at}`));
  const grouped = asked.groupBy?.map((column, at) => readColumn(column, `body.groupBy.${at}`));
  const counting = grouped?.find(({ column }) => isCount(column));
  if (counting) throw invalid(`body.groupBy: ${counting.column} is a count; group by other columns`);
  const groupBy = grouped ?? selected.filter(({ column }) => !isCount(column));
  const select = selected.length > 0 ? selected : [...groupBy, { column: counts[0] }];
  const { order } = asked;
  return {
    select: select.map((column, at) => shownBy(groupBy, column, `body.select.${at}`)),
    groupBy,
    conditions: (asked.where ?? []).map((condition, at) => readCondition(condition, `body.where.${at}`)),
    ...(order === undefined ? {} : { order: readOrder(order, groupBy) }),
    period: readPeriod(asked.range, nowMs),
    limit: asked.limit ?? maxRows,
  };
}

function requireColumn(column: string, place: string) {
  if (column === 'datetime' || isCount(column) || Object.hasOwn(dimensions, column)) return column;
  throw invalid(
    `${place}.column: ${JSON.stringify(column)} is not one of ${['datetime', ...counts, ...Object.keys(dimensions)].join(', ')}`,
  );
}

function readColumn({ column, interval, claim }: NonNullable<Asked['select']>[number], place: string) {
  requireColumn(column, place);
  if (claim !== undefined && column === 'visitorClaim') return { column, claim };
  if (interval === undefined) return { column };
  if (column !== 'datetime') throw invalid(`${place}.interval: only datetime has intervals`);
  if (!isInterval(interval))
    throw invalid(`${place}.interval: ${JSON.stringify(interval)} is not one of hour, day, week, month`);
  return { column, interval };
}

/** Returns a count, or a grouped column. Without an interval, `datetime` has the interval of the grouping. */
function shownBy(groupBy: readonly Column[], wanted: Column, place: string) {
  if (isCount(wanted.column)) return wanted;
  const same = groupBy.filter(({ column, claim }) => column === wanted.column && claim === wanted.claim);
  const found =
    same.find(({ interval }) => interval === wanted.interval) ?? (wanted.interval === undefined ? same[0] : undefined);
  if (found === undefined)
    throw invalid(`${place}: ${[wanted.column, wanted.interval, wanted.claim].join(' ').trim()} is not in groupBy`);
  return found;
}

function readOrder({ by, direction = 'asc' }: NonNullable<Asked['order']>, groupBy: readonly Column[]) {
  if (direction !== 'asc' && direction !== 'desc')
    throw invalid(`body.order.direction: ${JSON.stringify(direction)} is neither asc nor desc`);
  return { by: shownBy(groupBy, readColumn(by, 'body.order.by'), 'body.order.by'), isDescending: direction === 'desc' };
}

function readCondition({ column, claim, operator = 'in', values = [] }: QueryCondition, place: string) {
  requireColumn(column, place);
  const known = operators.find((one) => one === operator);
  if (known === undefined)
    throw invalid(`${place}.operator: ${JSON.stringify(operator)} is not one of ${operators.join(', ')}`);
  const isComparison = known !== 'in' && known !== 'notIn';
  if (isComparison && isOfClaims(column))
    throw invalid(`${place}.operator: claims cannot be compared, because a visitor has several claims`);
  if (isComparison && values.length !== 1) throw invalid(`${place}.values: ${known} needs exactly one value`);
  const read = values.map((value, at) => readValue(column, value, `${place}.values.${at}`));
  const isNamed = claim !== undefined && column === 'visitorClaim';
  return { column, operator: known, values: isNamed ? read.map((value) => `${claim}=${value}`) : read };
}

function readValue(column: string, value: unknown, place: string) {
  if (isCount(column)) {
    if (typeof value !== 'number') throw invalid(`${place}: ${column} needs numbers`);
    return value;
  }
  if (column === 'datetime') {
    const timeMs = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(timeMs)) throw invalid(`${place}: ${JSON.stringify(value)} is not a time`);
    return timeMs;
  }
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  throw invalid(`${place}: must be text, a number, true, false or null`);
}

const dayMs = 24 * 60 * 60 * 1000;
const monthsBack: { [range: string]: number } = { lastYear: 12, last3Months: 3 };
const daysBack: { [range: string]: number } = { last30Days: 30, last7Days: 7, last24Hours: 1 };

function readPeriod(range: Asked['range'], nowMs: number) {
  if (typeof range === 'object') {
    const [fromMs, untilMs] = [Date.parse(range.from), Date.parse(range.to)];
    if (!(fromMs <= untilMs)) throw invalid('body.range: from and to must be times, and from must not be after to');
    return { fromMs, untilMs };
  }
  // Includes events at this very moment.
  const untilMs = nowMs + 1;
  if (Object.hasOwn(daysBack, range)) return { fromMs: nowMs - (daysBack[range] ?? 0) * dayMs, untilMs };
  if (Object.hasOwn(monthsBack, range)) return { fromMs: monthsBefore(nowMs, monthsBack[range] ?? 0), untilMs };
  throw invalid(
    `body.range: ${JSON.stringify(range)} is not one of ${[...Object.keys(monthsBack), ...Object.keys(daysBack)].join(', ')}`,
  );
}

function monthsBefore(timeMs: number, months: number) {
  const time = new Date(timeMs);
  const day = time.getUTCDate();
  time.setUTCDate(1);
  time.setUTCMonth(time.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate();
  return time.setUTCDate(Math.min(day, lastDay));
}
