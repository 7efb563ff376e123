/** A scripted client and small plans. */

import { Type } from '@sinclair/typebox';
import { applyPlan as applyUnderLock } from '../../src/apply/apply.ts';
import { type Call, createCall, createSectionDefiners as operationsOf } from '../../src/contract/endpoint.ts';
import { ApiError } from '../../src/core/docform-error.ts';
import type { Ledger } from '../../src/core/state.ts';
import { emptyLedger } from '../../src/core/state.ts';
import type { KindDefinition } from '../../src/kinds/define-kind.ts';
import { textField } from '../../src/kinds/field.ts';
import type { JournalEntry } from '../../src/ledger/journal.ts';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import type { StateBackend } from '../../src/ledger/state-backend.ts';
import { underLock } from '../../src/library/apply.ts';
import type { Action, Change, Plan } from '../../src/plan/result/change.ts';
import type { ApplyReport } from '../../src/plan/result/outcome.ts';
import type { Step } from '../../src/plan/result/step.ts';

const { get, post, patch, remove } = operationsOf('x');
const path = '/things/{thing}';
const operations = {
  create: post('createThing', '/things', { body: Type.Any(), reply: Type.Any() }),
  update: patch('updateThing', path, { body: Type.Any(), reply: Type.Any() }),
  delete: remove('deleteThing', path, { success: 204 }),
  list: get('listThings', '/things', { reply: Type.Any(), isPaged: true }),
};

/** A kind with all operations. It can have a companion whose id only a list contains. */
const thing: KindDefinition = {
  name: 'thing',
  segment: 'things',
  title: 'thing',
  description: '',
  key: 'name',
  fields: { title: textField('') },
  naturalKeys: [['title']],
  reading: { by: 'list', call: () => createCall(operations.list, { path: {} }), decode: () => undefined },
  create: (step) => createCall(operations.create, { path: {}, body: { address: step.address, ...step.fields } }),
  update: (step) => [createCall(operations.update, { path: { thing: step.id }, body: step.fields })],
  delete: (step) => createCall(operations.delete, { path: { thing: step.id } }),
  lookUps: [
    {
      roles: ['first'],
      call: () => createCall(operations.list, { path: {} }),
      find: (items) => ({ first: String(items[0]) }),
    },
  ],
};

export const definitions = new Map([['thing', thing]]);

export function step(address: string, operation: Step['operation'], rest: Partial<Step> = {}): Step {
  return {
    id: `${address}#${operation}`,
    operation,
    address,
    kind: 'thing',
    fields: {},
    needs: new Set(),
    follows: new Set(),
    ...rest,
  };
}

const actions: { readonly [operation: string]: Action } = { create: 'create', delete: 'delete', move: 'move' };

function changeOf(of: Step): Change {
  return {
    address: of.address,
    kind: of.kind,
    action: actions[of.operation] ?? 'update',
    fields: [],
    objects: [],
    lost: [],
    notes: [],
    steps: [of.id],
  };
}

export function planOf(steps: readonly Step[], rest: Partial<Plan> = {}): Plan {
  return {
    organization: 'o1',
    changes: steps.map(changeOf),
    steps,
    ids: {},
    unmanaged: [],
    pending: [],
    external: [],
    unknown: [],
    notes: [],
    orders: [],
    guards: [],
    stateUpdates: { set: {}, remove: [], lists: [], entries: {} },
    ...rest,
  };
}

/** Has the message of the script. */
export class ScriptedError extends ApiError {
  constructor(
    message: string,
    {
      isAmbiguous = false,
      ...facts
    }: Partial<Pick<ConstructorParameters<typeof ApiError>[1], 'status' | 'isAmbiguous' | 'isInterrupted'>>,
  ) {
    super('', { ...facts, isAmbiguous, request: { operation: 'scripted', method: 'POST', path: '/things' } });
    this.message = message;
  }
}

/** Method and object of a call: `POST things/a`, `PATCH id-a`. */
function nameOf(made: Call): string {
  const body = made.body as { readonly address?: string } | undefined;
  return `${made.endpoint.method} ${body?.address ?? made.path.thing ?? 'things'}`;
}

export interface Script {
  /** The response of a call. Creates return `id-<key>` by default. */
  readonly answer?: (name: string) => unknown;
  readonly items?: readonly unknown[];
}

/** Records calls; responds in the next turn of the event loop. */
export function scriptedClient(script: Script = {}) {
  const log: string[] = [];
  const state = { running: 0, most: 0 };
  return {
    log,
    state,
    send: async (made: Call): Promise<unknown> => {
      const name = nameOf(made);
      log.push(name);
      state.running += 1;
      state.most = Math.max(state.most, state.running);
      await new Promise((resolve) => setImmediate(resolve));
      state.running -= 1;
      const answer = script.answer?.(name);
      if (answer instanceof Error) throw answer;
      return answer ?? { id: `id-${name.split('/').at(-1)}` };
    },
    /** Succeeds once per call. */
    pause: async (number: number) => number < 2,
    list: async () => {
      log.push('LIST');
      return { items: script.items ?? [] };
    },
  };
}

/** Records every state of the ledger. Writes take a few turns of the event loop. */
export function recordingBackend(initial: Ledger = emptyLedger, fails: (entry: JournalEntry) => boolean = () => false) {
  const backend = createMemoryBackend(initial);
  const saved: Ledger[] = [];
  const entries: JournalEntry[] = [];
  const keep = async (): Promise<void> => {
    // A run without an end is listed for a moment, at a time that depends on the order of two writes.
    const { runs: _, ...ledger } = (await backend.load()).ledger;
    if (JSON.stringify(ledger) !== JSON.stringify(saved.at(-1))) saved.push(structuredClone(ledger));
  };
  const slowly = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const acquire: StateBackend['acquire'] = async (holder, options) => {
    const lock = await backend.acquire(holder, options);
    return {
      ...lock,
      append: async (entry) => {
        await slowly();
        if (fails(entry)) throw new Error('disk full');
        entries.push(entry);
        await lock.append(entry);
        if (entry.type === 'outcome') await keep();
      },
      save: async (ledger) => {
        await lock.save(ledger);
        await keep();
      },
    };
  };
  return { ...backend, acquire, saved, entries, last: () => saved.at(-1) ?? emptyLedger };
}

interface Applying
  extends Pick<Parameters<typeof applyUnderLock>[1], 'client' | 'definitions' | 'concurrency' | 'onEvent' | 'signal'> {
  readonly ledger: StateBackend;
}

/** Acquires the lock. */
export async function applyPlan(plan: Plan, { ledger, ...options }: Applying): Promise<ApplyReport> {
  const run = { run: 'test', at: '2026-01-01T00:00:00Z' };
  return underLock({ ledger, at: run.at }, (lock, state) =>
    applyUnderLock(plan, { ...options, lock, state, settleMs: 30_000, run }),
  );
}
