/** Injected faults between docform, platform and backend: lost answers, refusals, incomplete lists, killed processes. */
import type { Transport, WireResponse } from '../../src/contract/transport.ts';
import { TransportError } from '../../src/contract/transport-error.ts';
import type { StateBackend } from '../../src/ledger/state-backend.ts';
import type { Random } from './random.ts';

type Send = () => ReturnType<Transport>;

const refused = (status: number): WireResponse => ({
  status,
  headers: {},
  body: { error: { code: status, message: 'fault' } },
});

/** Faults of writes: the action of the platform, and the response. */
const writeHazards: { readonly [name: string]: (send: Send) => ReturnType<Transport> } = {
  'answer lost after the write': async (send) => {
    await send();
    throw new TransportError('the connection was reset', true);
  },
  'answer that cannot be read': async (send) => ({ ...(await send()), body: undefined, isMalformed: true }),
  '500 before the write': async () => refused(500),
  '429 before the write': async () => refused(429),
  'no connection': async () => {
    throw new TransportError('connection refused', false);
  },
};

interface Page {
  readonly items: readonly unknown[];
  readonly next?: { readonly page: string };
}

const pageOf = ({ body }: WireResponse): Page | undefined =>
  typeof body === 'object' && body !== null && 'items' in body ? (body as Page) : undefined;

/** Faults of reads. A list without some items keeps its count; a repeating list never ends. */
const readHazards: { readonly [name: string]: (send: Send) => ReturnType<Transport> } = {
  '500 on a read': async () => refused(500),
  '429 on a read': async () => refused(429),
  'read that cannot be read': async (send) => ({ ...(await send()), body: undefined, isMalformed: true }),
  'list without its last items': async (send) => {
    const answer = await send();
    const page = pageOf(answer);
    return page === undefined ? answer : { ...answer, body: { ...page, items: page.items.slice(0, -1) } };
  },
  'list that repeats a page': async (send) => {
    const answer = await send();
    const page = pageOf(answer);
    return page === undefined ? answer : { ...answer, body: { ...page, next: { page: 'again' } } };
  },
  'connection lost on a read': async () => {
    throw new TransportError('the connection was reset', true);
  },
};

export interface Hazards {
  readonly around: (send: Transport) => Transport;
  /** Number of faults by type. */
  readonly struck: Map<string, number>;
}

/** Probability in percent. */
export function createHazards(random: Random, percent: { readonly reads: number; readonly writes: number }): Hazards {
  const struck = new Map<string, number>();
  const around =
    (send: Transport): Transport =>
    (request, options) => {
      const isRead = request.method === 'GET';
      const hazards = isRead ? readHazards : writeHazards;
      if (!random.isTrue((isRead ? percent.reads : percent.writes) / 100)) return send(request, options);
      const name = random.pick(Object.keys(hazards)) ?? '';
      struck.set(name, (struck.get(name) ?? 0) + 1);
      return hazards[name]?.(() => send(request, options)) ?? send(request, options);
    };
  return { around, struck };
}

/** The backend of a process that is killed at entry `at`, which is written or not. */
export function mortal(backend: StateBackend, at: number, isLastWritten: boolean): StateBackend {
  let entries = 0;
  const die = (): never => {
    throw new Error('killed');
  };
  return {
    ...backend,
    acquire: async (holder, options) => {
      const lock = await backend.acquire(holder, options);
      return {
        ...lock,
        append: async (entry) => {
          entries += 1;
          if (entries < at || (entries === at && isLastWritten)) await lock.append(entry);
          if (entries >= at) die();
        },
        save: async (ledger) => (entries >= at ? die() : lock.save(ledger)),
      };
    },
  };
}
