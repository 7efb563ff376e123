/** Carries a fault out on a request: another answer, a later one, a broken or a wrong one. */

import type { Answer, PlainAnswer, PlainRequest } from '../../contract/exchange.ts';
import { errorBody } from '../errors.ts';
import type { Effect } from './fault.ts';

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
      return withList(await inner(request), (list) => ({ ...list, next: { page: request.search.get('page') ?? firstPageCursor } }));
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
  return { status, headers: { ...json, ...given }, body: JSON.stringify(errorBody(status, message)) };
}

function rateLimited({ resetAfterMs, retryAfter = false }: Effect & { type: 'rate-limit' }, nowMs: number): PlainAnswer {
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
  return list?.items === undefined ? answer : { ...answer, body: JSON.stringify(change({ ...list, items: list.items })) };
}
