/** Active faults, which change the answers to matching calls. */
import { setTimeout } from 'node:timers/promises';
import type { Answer, PlainAnswer, PlainRequest } from '../../contract/exchange.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { applyFault, type Fault, type FaultInput, firstPageCursor } from './fault.ts';
import { createMatcher, type Matched, oneOrMore } from './match.ts';

export interface Faults {
  /** Refuses a used id with 409, and an unknown operation with 400. */
  add(fault: FaultInput): Fault;
  list(): readonly Fault[];
  /** Refuses an unknown id with 404. */
  remove(id: string): void;
  clear(): void;
}

export interface Routed extends Matched {
  readonly isPaged: boolean;
}

export interface FaultLayer {
  readonly faults: Faults;
  /** Applies the first matching fault, and returns its id. */
  pass(
    request: PlainRequest,
    routed: () => Routed,
    inner: Answer,
  ): Promise<{ readonly answer: PlainAnswer; readonly fault?: string }>;
  /** Ends all delays, and breaks the connections of the delayed calls. */
  endPauses(): void;
}

interface ActiveFault {
  input: FaultInput & { id: string };
  matches: (request: Matched) => boolean;
  chance: () => number;
  calls: number;
  hits: number;
}

const listEffects = new Set(['repeat-cursor', 'missing-items']);
/** Headers that define the length of an answer. Wrong values would break later requests of the connection. */
const framing = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'trailer', 'upgrade']);

export function createFaultLayer(nowMs: () => number): FaultLayer {
  const active = new Map<string, ActiveFault>();
  const closing = new AbortController();
  const wait = (ms: number) => setTimeout(ms, true, { signal: closing.signal }).catch(() => false);
  let hasRepeated = false;
  const add = (input: FaultInput): Fault => {
    if (input.id !== undefined && active.has(input.id))
      throw conflict(`a fault ${JSON.stringify(input.id)} already exists`);
    const id = input.id ?? freeId();
    const one = activate({ ...input, id });
    active.set(id, one);
    hasRepeated ||= input.effect.type === 'repeat-cursor';
    return faultOf(one);
  };
  const freeId = () => {
    let number = active.size + 1;
    while (active.has(`fault-${number}`)) number += 1;
    return `fault-${number}`;
  };
  return {
    faults: {
      add,
      list: () => [...active.values()].map(faultOf),
      remove: (id) => {
        if (!active.delete(id)) throw notFound('fault', id);
      },
      clear: () => active.clear(),
    },
    pass: async (given, routed, inner) => {
      const request = hasRepeated ? fromFirstPage(given) : given;
      const one = active.size === 0 ? undefined : firstDueFault([...active.values()], routed());
      if (one === undefined) return { answer: await inner(request) };
      const { effect, id } = one.input;
      const input = { effect, request: given, inner: () => inner(request), nowMs: nowMs(), wait };
      return { answer: await applyFault(input), fault: id };
    },
    endPauses: () => closing.abort(),
  };
}

function activate(input: ActiveFault['input']): ActiveFault {
  const { effect, match = {}, seed = 1 } = input;
  if (effect.type === 'status') {
    const wrong = Object.keys(effect.headers ?? {}).find((name) => framing.has(name.toLowerCase()));
    if (wrong !== undefined)
      throw invalid(`body.effect.headers.${wrong}: cannot be set, because it defines the length of the answer`);
  }
  const matches = createMatcher(match, 'body.match');
  const isForLists = listEffects.has(effect.type);
  return {
    input,
    matches: (request) => matches(request) && (!isForLists || (request as Routed).isPaged),
    chance: createChance(seed),
    calls: 0,
    hits: 0,
  };
}

/** All matching faults count the call, even if another fault affects it. */
function firstDueFault(all: readonly ActiveFault[], routed: Routed): ActiveFault | undefined {
  const due = all.filter((one) => isDue(one, routed));
  const first = due[0];
  if (first !== undefined) first.hits += 1;
  return first;
}

function isDue(one: ActiveFault, routed: Routed): boolean {
  if (!one.matches(routed)) return false;
  one.calls += 1;
  const { nth, times, probability = 1 } = one.input;
  const isDrawn = one.chance() < probability;
  return (
    isDrawn && (nth === undefined || oneOrMore(nth).includes(one.calls)) && (times === undefined || one.hits < times)
  );
}

function faultOf({ input, calls, hits }: ActiveFault): Fault {
  return { ...input, match: input.match ?? {}, calls, hits };
}

function fromFirstPage(request: PlainRequest): PlainRequest {
  if (request.search.get('page') !== firstPageCursor) return request;
  const search = new URLSearchParams(request.search);
  search.delete('page');
  return { ...request, search };
}

export function createChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
