/** Faults: which calls they affect, how often, and how. */
import { setTimeout } from 'node:timers/promises';
import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { Answer, PlainAnswer, PlainRequest } from '../../contract/exchange.ts';
import { conflict, errorBody, invalid, notFound } from '../http/errors.ts';
import { createChance } from './chance.ts';
import { createMatcher, Match, type Matched, oneOrMore } from './match.ts';

export interface Faults {
  /** Refuses a used id with 409, and an unknown operation with 400. */
  add(fault: FaultInput): Fault;
  list(): readonly Fault[];
  /** Refuses an unknown id with 404. */
  remove(id: string): void;
  clear(): void;
}

interface Routed extends Matched {
  readonly isPaged: boolean;
}

const listEffects = new Set(['repeat-cursor', 'missing-items']);
/** Headers that define the length of an answer. Wrong values would break later requests of the connection. */
const framing = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'trailer', 'upgrade']);

export function createFaultLayer(nowMs: () => number) {
  const active = new Map<string, ActiveFault>();
  const closing = new AbortController();
  const wait = (ms: number) => setTimeout(ms, true, { signal: closing.signal }).catch(() => false);
  let hasRepeated = false;
  const freeId = () => {
    let number = active.size + 1;
    while (active.has(`fault-${number}`)) number += 1;
    return `fault-${number}`;
  };
  const faults: Faults = {
    add: (input) => {
      if (input.id !== undefined && active.has(input.id))
        throw conflict(`a fault ${JSON.stringify(input.id)} already exists`);
      const one = activate({ ...input, id: input.id ?? freeId() });
      active.set(one.fault.id, one);
      hasRepeated ||= input.effect.type === 'repeat-cursor';
      return { ...one.fault };
    },
    list: () => [...active.values()].map(({ fault }) => ({ ...fault })),
    remove: (id) => {
      if (!active.delete(id)) throw notFound('fault', id);
    },
    clear: () => active.clear(),
  };
  return {
    faults,
    /** Applies the first matching fault, and returns its id. */
    pass: async (given: PlainRequest, routed: () => Routed, inner: Answer) => {
      const request = hasRepeated ? fromFirstPage(given) : given;
      const fault = active.size === 0 ? undefined : firstDueFault([...active.values()], routed());
      if (fault === undefined) return { answer: await inner(request) };
      const { effect, id } = fault;
      const input = { effect, request: given, inner: () => inner(request), nowMs: nowMs(), wait };
      return { answer: await applyFault(input), fault: id };
    },
    /** Ends all delays, and breaks the connections of the delayed calls. */
    endPauses: () => closing.abort(),
  };
}

type ActiveFault = ReturnType<typeof activate>;

function activate(input: FaultInput & { id: string }) {
  const { effect, match = {}, seed = 1, nth, times, probability = 1 } = input;
  if (effect.type === 'status') {
    const wrong = Object.keys(effect.headers ?? {}).find((name) => framing.has(name.toLowerCase()));
    if (wrong !== undefined)
      throw invalid(`body.effect.headers.${wrong}: cannot be set, because it defines the length of the answer`);
  }
  const matches = createMatcher(match, 'body.match');
  const chance = createChance(seed);
  const fault = { ...input, match, calls: 0, hits: 0 };
  const isDue = (routed: Routed) => {
    if (!matches(routed) || (listEffects.has(effect.type) && !routed.isPaged)) return false;
    fault.calls += 1;
    const isDrawn = chance() < probability;
    return isDrawn && (!nth || oneOrMore(nth).includes(fault.calls)) && (times === undefined || fault.hits < times);
  };
  return { fault, isDue };
}

/** All matching faults count the call, even if another fault affects it. */
function firstDueFault(all: readonly ActiveFault[], routed: Routed) {
  const fault = all.filter(({ isDue }) => isDue(routed))[0]?.fault;
  if (fault !== undefined) fault.hits += 1;
  return fault;
}

function fromFirstPage(request: PlainRequest): PlainRequest {
  if (request.search.get('page') !== firstPageCursor) return request;
  const search = new URLSearchParams(request.search);
  search.delete('page');
  return { ...request, search };
}

const maxMs = 600_000;
const closed = { additionalProperties: false };
const headerName = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$";

const effect = <N extends string, M extends TProperties>(type: N, members: M) =>
  Type.Object({ type: Type.Literal(type), ...members }, closed);

const effects = {
  /** Answers with this status without calling the operation. */
  status: effect('status', {
    status: Type.Integer({ minimum: 200, maximum: 599 }),
    message: Type.Optional(Type.String({ maxLength: 10_000 })),
    headers: Type.Optional(
      Type.Record(Type.String({ pattern: headerName }), Type.String({ pattern: '^[\\t -~]*$' }), closed),
    ),
  }),
  latency: effect('latency', { ms: Type.Integer({ minimum: 0, maximum: maxMs }) }),
  /** Breaks the connection before or after the operation. */
  drop: effect('drop', { when: Type.Unsafe<'before' | 'after'>({ type: 'string', enum: ['before', 'after'] }) }),
  /** Refuses with 429 without calling the operation. `retryAfter` also sends a Retry-After header. */
  'rate-limit': effect('rate-limit', {
    resetAfterMs: Type.Integer({ minimum: 0, maximum: 86_400_000 }),
    retryAfter: Type.Optional(Type.Boolean()),
  }),
  /**
   * Truncates the body of the answer. Default: half of the body. `cleanly` sends a complete HTTP answer with invalid JSON. Without it, the
   * connection breaks in the body.
   */
  truncate: effect('truncate', { bytes: Type.Optional(Type.Integer({ minimum: 0 })), cleanly: Type.Boolean() }),
  'repeat-cursor': effect('repeat-cursor', {}),
  /** Omits the last items of a list, and its next page. */
  'missing-items': effect('missing-items', { items: Type.Integer({ minimum: 1 }) }),
};

type Effects = typeof effects;
export type Effect = { [Name in keyof Effects]: Static<Effects[Name]> }[keyof Effects];

/** The schema depends on `type`, so that errors refer to the intended effect. */
const EffectSchema = Type.Unsafe<Effect>({
  type: 'object',
  required: ['type'],
  properties: { type: { type: 'string', enum: Object.keys(effects) } },
  additionalProperties: true,
  allOf: Object.entries(effects).map(([type, schema]: [string, TSchema]) => ({
    if: { properties: { type: { const: type } } },
    // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema.
    then: schema,
  })),
});

const count = Type.Integer({ minimum: 1 });

export const FaultInput = Type.Object(
  {
    id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_.-]{1,100}$' })),
    /** Default: every request. */
    match: Type.Optional(Match),
    effect: EffectSchema,
    /** Numbers of the affected matching calls, counted from 1. Default: all. */
    nth: Type.Optional(Type.Union([count, Type.Array(count, { minItems: 1 })])),
    /** The maximum number of affected calls. */
    times: Type.Optional(count),
    /** The probability from 0 to 1. The same `seed` affects the same calls. Default: 1. */
    probability: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    seed: Type.Optional(Type.Integer()),
  },
  closed,
);
export type FaultInput = Static<typeof FaultInput>;

export interface Fault extends FaultInput {
  readonly id: string;
  readonly match: Match;
  /** Number of matching requests. */
  readonly calls: number;
  /** Number of affected requests. */
  readonly hits: number;
}

interface EffectInput {
  readonly effect: Effect;
  readonly request: PlainRequest;
  readonly inner: Answer;
  readonly nowMs: number;
  /** Resolves to false if the platform was closed. */
  readonly wait: (ms: number) => Promise<boolean>;
}

const json = { 'content-type': 'application/json; charset=utf-8' };
const broken: PlainAnswer = { status: 0, headers: {}, body: undefined, breaksAfterBytes: 0 };

const rateLimit = 100;

/** A cursor that means the first page, for `repeat-cursor` on a first page. */
const firstPageCursor = 'first-page-again';

async function applyFault(input: EffectInput): Promise<PlainAnswer> {
  const { effect, request, inner } = input;
  switch (effect.type) {
    case 'status':
      return refusal(effect.status, effect.message ?? `a fault answers ${effect.status}`, effect.headers);
    case 'latency':
      return (await input.wait(effect.ms)) ? inner(request) : broken;
    case 'drop':
      return effect.when === 'before' ? broken : { ...(await inner(request)), breaksAfterBytes: 0 };
    case 'rate-limit':
      return rateLimited(effect, input.nowMs);
    case 'truncate':
      return truncated(await inner(request), effect);
    case 'repeat-cursor':
      return withList(await inner(request), (list) => ({
        ...list,
        next: { page: request.search.get('page') ?? firstPageCursor },
      }));
    case 'missing-items':
      return withList(await inner(request), ({ next: _, ...list }) => ({
        ...list,
        items: list.items.slice(0, Math.max(0, list.items.length - effect.items)),
      }));
    default:
      return effect satisfies never;
  }
}

function refusal(status: number, message: string, headers: { [name: string]: string } = {}) {
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (status < 400) return { status, headers: given, body: undefined };
  return { status, headers: { ...json, ...given }, body: errorBody(status, message) };
}

function rateLimited({ resetAfterMs, retryAfter = false }: Effect & { type: 'rate-limit' }, nowMs: number) {
  const seconds = (ms: number) => String(Math.ceil(ms / 1000));
  return refusal(429, 'too many requests', {
    'x-ratelimit-limit': String(rateLimit),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': seconds(nowMs + resetAfterMs),
    ...(retryAfter ? { 'retry-after': seconds(resetAfterMs) } : {}),
  });
}

/** Removes at least one byte. If the connection breaks, at least one byte is sent. Answers without a body do not change. */
function truncated(answer: PlainAnswer, { bytes, cleanly }: Effect & { type: 'truncate' }) {
  const whole = Buffer.from(answer.body ?? '', 'utf8');
  if (whole.length === 0) return answer;
  const kept = Math.min(bytes ?? Math.floor(whole.length / 2), whole.length - 1);
  if (!cleanly) return { ...answer, breaksAfterBytes: Math.max(1, kept) };
  return { ...answer, body: new TextDecoder().decode(whole.subarray(0, kept), { stream: true }) };
}

interface List {
  items: readonly unknown[];
  next?: { page: string };
}

function withList(answer: PlainAnswer, change: (list: List) => List) {
  const list = answer.body === undefined ? undefined : (JSON.parse(answer.body) as Partial<List>);
  return list?.items === undefined
    ? answer
    : { ...answer, body: JSON.stringify(change({ ...list, items: list.items })) };
}
