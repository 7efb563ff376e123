/** A fault as a value: which calls it strikes, how often, and what becomes of them. */
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { Answer, PlainAnswer, PlainRequest } from '../../contract/exchange.ts';
import { errorBody } from '../errors.ts';
import { Match } from './match.ts';

const longestMs = 600_000;
const closed = { additionalProperties: false };
const headerName = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$";

/** What can happen, by `type`. */
const effects = {
  /** Answered with this status instead of being done. */
  status: Type.Object(
    {
      type: Type.Literal('status'),
      status: Type.Integer({ minimum: 200, maximum: 599 }),
      message: Type.Optional(Type.String({ maxLength: 10_000 })),
      headers: Type.Optional(
        Type.Record(Type.String({ pattern: headerName }), Type.String({ pattern: '^[\\t -~]*$' }), closed),
      ),
    },
    closed,
  ),
  /** Done after a while. */
  latency: Type.Object({ type: Type.Literal('latency'), ms: Type.Integer({ minimum: 0, maximum: longestMs }) }, closed),
  /** The connection breaks without an answer, before or after it was done. */
  drop: Type.Object(
    {
      type: Type.Literal('drop'),
      when: Type.Unsafe<'before' | 'after'>({ type: 'string', enum: ['before', 'after'] }),
    },
    closed,
  ),
  /** Refused with 429, not done. */
  'rate-limit': Type.Object(
    {
      type: Type.Literal('rate-limit'),
      resetAfterMs: Type.Integer({ minimum: 0, maximum: 86_400_000 }),
      /** Tells the same in a Retry-After header. */
      retryAfter: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
  /** Done, but the answer ends too early: half of it, or after so many bytes. */
  truncate: Type.Object(
    {
      type: Type.Literal('truncate'),
      bytes: Type.Optional(Type.Integer({ minimum: 0 })),
      /** True: what is sent is whole as HTTP, and broken as JSON. False: the connection breaks within the body. */
      cleanly: Type.Boolean(),
    },
    closed,
  ),
  /** A list whose next page is the same page again. */
  'repeat-cursor': Type.Object({ type: Type.Literal('repeat-cursor') }, closed),
  /** A list that leaves out its last items, and has no next page. */
  'missing-items': Type.Object({ type: Type.Literal('missing-items'), items: Type.Integer({ minimum: 1 }) }, closed),
};

type Effects = typeof effects;
export type Effect = { [Name in keyof Effects]: Static<Effects[Name]> }[keyof Effects];

/** Decided by `type`, so that a complaint is about the effect that was meant. */
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
    /** Which of the matching calls, counted from 1; default: all. */
    nth: Type.Optional(Type.Union([count, Type.Array(count, { minItems: 1 })])),
    /** How often it strikes at most. */
    times: Type.Optional(count),
    /** How likely it strikes, 0 to 1. The same `seed` strikes the same calls; default 1. */
    probability: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    seed: Type.Optional(Type.Integer()),
  },
  closed,
);
export type FaultInput = Static<typeof FaultInput>;

export interface Fault extends FaultInput {
  readonly id: string;
  readonly match: Match;
  /** How many requests matched. */
  readonly calls: number;
  /** How many it struck. */
  readonly hits: number;
}

export interface EffectInput {
  readonly effect: Effect;
  readonly request: PlainRequest;
  readonly inner: Answer;
  /** The platform's clock. */
  readonly nowMs: number;
  /** Resolves after so long; false when the platform was closed meanwhile. */
  readonly wait: (ms: number) => Promise<boolean>;
}

const json = { 'content-type': 'application/json; charset=utf-8' };
const broken: PlainAnswer = { status: 0, headers: {}, body: undefined, breaksAfterBytes: 0 };

/** The limit that refusals tell of; only the rest and the time of the next reset matter to a client. */
const toldLimit = 100;

/** A cursor that leads to the first page again: what a first page without an own cursor is given to repeat. */
export const firstPageCursor = 'first-page-again';

export async function struck(input: EffectInput): Promise<PlainAnswer> {
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

function refusal(status: number, message: string, headers: { readonly [name: string]: string } = {}): PlainAnswer {
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (status < 400) return { status, headers: given, body: undefined };
  return { status, headers: { ...json, ...given }, body: errorBody(status, message) };
}

function rateLimited(
  { resetAfterMs, retryAfter = false }: Effect & { type: 'rate-limit' },
  nowMs: number,
): PlainAnswer {
  const seconds = (ms: number): string => String(Math.ceil(ms / 1000));
  return refusal(429, 'too many requests', {
    'x-ratelimit-limit': String(toldLimit),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': seconds(nowMs + resetAfterMs),
    ...(retryAfter ? { 'retry-after': seconds(resetAfterMs) } : {}),
  });
}

/** At least one byte is left out, and where the connection breaks at least one is sent. An answer without a body stays whole. */
function truncated(answer: PlainAnswer, { bytes, cleanly }: Effect & { type: 'truncate' }): PlainAnswer {
  const whole = Buffer.from(answer.body ?? '', 'utf8');
  if (whole.length === 0) return answer;
  const kept = Math.min(bytes ?? Math.floor(whole.length / 2), whole.length - 1);
  if (!cleanly) return { ...answer, breaksAfterBytes: Math.max(1, kept) };
  // A character that is cut in two is left out whole.
  return { ...answer, body: new TextDecoder().decode(whole.subarray(0, kept), { stream: true }) };
}

interface List {
  readonly items: readonly unknown[];
  readonly next?: { readonly page: string };
}

function withList(answer: PlainAnswer, change: (list: List) => List): PlainAnswer {
  const list = answer.body === undefined ? undefined : (JSON.parse(answer.body) as Partial<List>);
  return list?.items === undefined
    ? answer
    : { ...answer, body: JSON.stringify(change({ ...list, items: list.items })) };
}
