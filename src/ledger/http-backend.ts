/** A backend that speaks Terraform's http-backend protocol, so that state services teams already run keep docform's state as well. */

import { randomUUID } from 'node:crypto';
import { reasonOf } from '../core/docform-error.ts';
import { emptyLedger } from '../core/state.ts';
import { BackendError } from './backend-error.ts';
import { type Clock, momentOf, systemClock } from './clock.ts';
import { keptEntries, stateOf } from './fold-journal.ts';
import type { Holder } from './holder.ts';
import { breakLock, giveBack, isDone, type LockInfo, lockInfoOf, takeLock } from './http-lock.ts';
import { askPatiently, type Patience } from './http-patience.ts';
import { createStateService, type StateAnswer, type StateService, type StateServiceOptions } from './http-state.ts';
import { isLockError, lostError } from './lock-error.ts';
import type { StateBackend, StateLock } from './state-backend.ts';
import { parseDocument, type StateDocument, type StateTarget, serialiseDocument } from './state-document.ts';
import { createStateLock, type LockActions } from './state-lock.ts';
import { waitForLock } from './wait-for-lock.ts';

export interface HttpBackendOptions extends StateServiceOptions {
  readonly target: StateTarget;
  /** Of docform, for the lock's info. */
  readonly version: string;
  readonly clock?: Clock;
  /** Between two attempts to lock, and twice the first pause before a request is tried again; 2 s unless told. */
  readonly pollMs?: number;
  /** For how long a request is tried again while the service is in trouble; two minutes unless told. Unlocking: at most ten seconds. */
  readonly maxWaitMs?: number;
  /** Is told of such waits. */
  readonly tell?: (text: string) => void;
}

const hint =
  'wait for it to end, or run apply with --lock-timeout; a lock in this protocol has no expiry: that of a run that died stays until somebody removes it (docform unlock ID, or in the service)';

/**
 * The protocol knows no expiry and no heartbeat: a lock is held until it is released, and a killed run's lock stays until a person
 * removes it. The fence is the lock's id: it goes with each write, and the service refuses one that is not the lock's. Each append
 * writes the whole document, so entries that wait share one write. Nothing is sent yet. Throws DocformError for an unfit address.
 */
export function createHttpBackend(options: HttpBackendOptions): StateBackend {
  const service = createStateService(options);
  const { clock = systemClock, pollMs = 2_000, maxWaitMs = 120_000, version, tell } = options;
  const patience: Patience = {
    place: service.place,
    clock,
    firstPauseMs: pollMs / 2,
    maxWaitMs,
    ...(tell === undefined ? {} : { tell }),
  };
  return {
    place: service.place,
    load: async () => {
      const { ledger, entries, serial } = (await readDocument(service, options.target, patience)) ?? newDocument();
      return stateOf(ledger, entries, String(serial));
    },
    acquire: (holder, acquire) => {
      const info = lockInfoOf(holder, version);
      const { waitMs, signal } = acquire;
      const waiting: Patience = {
        ...patience,
        maxWaitMs: Math.max(waitMs, maxWaitMs),
        ...(signal === undefined ? {} : { signal }),
      };
      const locked: Locked = { service, info, holder, target: options.target, clock, patience };
      const attempt = async () => {
        acquire.onLock?.(info.ID);
        const taken = await takeLock(service, info, waiting);
        if (taken !== 'taken') acquire.onLock?.(undefined);
        return taken === 'taken' ? { lock: await openLock(locked) } : taken;
      };
      return waitForLock(attempt, { ...acquire, place: service.place, clock, pollMs, hint });
    },
    unlock: (id, holder) => breakLock(service, id, lockInfoOf(holder, version), patience),
  };
}

interface Locked {
  readonly service: StateService;
  readonly info: LockInfo;
  readonly holder: Holder;
  readonly target: StateTarget;
  readonly clock: Clock;
  readonly patience: Patience;
}

async function openLock(locked: Locked): Promise<StateLock> {
  const { service, info, holder, target, clock, patience } = locked;
  try {
    const document = (await readDocument(service, target, patience)) ?? newDocument();
    const place = service.place;
    const actions = () => actionsOf(document, locked);
    return createStateLock({
      place,
      fencingToken: info.ID,
      holder,
      ttlMs: Number.POSITIVE_INFINITY,
      clock,
      askedAt: momentOf(clock),
      actions,
    });
  } catch (error) {
    await giveBack(service, info, patience).catch((left: BackendError) => {
      throw new BackendError(`${reasonOf(error)}; ${left.message}`, left.hint, { code: left.code });
    });
    throw error;
  }
}

function newDocument(): StateDocument {
  return { serial: 0, lineage: randomUUID(), writer: '', ledger: emptyLedger, entries: [] };
}

/** undefined: nothing was ever kept. */
async function readDocument(
  service: StateService,
  target: StateTarget,
  patience?: Patience,
): Promise<StateDocument | undefined> {
  const { status, text } =
    patience === undefined ? await service.get() : await askPatiently('reading the state', service.get, patience);
  if (status === 404 || status === 204 || (status === 200 && text === '')) return undefined;
  if (status === 200) return parseDocument(text, service.place, target);
  throw new BackendError(
    `${service.place}: reading the state was answered with ${status}`,
    'check the address, and whether the service is up',
  );
}

function actionsOf(first: StateDocument, locked: Locked): LockActions {
  const { service, info } = locked;
  let document = first;
  const write = async (changed: Partial<StateDocument>) => {
    const next = { ...document, ...changed, serial: document.serial + 1, writer: info.ID };
    await writeDocument(next, document.serial, locked);
    document = next;
  };
  return {
    append: (entries) => write({ entries: [...document.entries, ...entries] }),
    save: (ledger) => write({ ledger, entries: keptEntries(document.entries) }),
    // The id goes with it: where the lock is somebody else's by now, the service refuses, and whoever lost it knows that already.
    release: async (isHeld, signal) => {
      await giveBack(service, info, signal === undefined ? locked.patience : { ...locked.patience, signal }, isHeld);
    },
  };
}

/** Returns once it is certain that the document was kept. Where the answer was lost the state itself tells; throws DocformError else. */
async function writeDocument(
  next: StateDocument,
  before: number,
  { service, info, target, patience }: Locked,
): Promise<void> {
  const body = serialiseDocument(next, target);
  const lost = (reason: string) => lostError(service.place, reason);
  const ask = async (): Promise<StateAnswer> => {
    const answer = await service.post(info.ID, body).catch((error: Error) => error);
    if (!(answer instanceof Error) && (isDone(answer) || isRefused(answer))) return answer;
    const kept = await readDocument(service, target).catch(() => undefined);
    if (kept?.serial === next.serial && kept.writer === info.ID) return { status: 200, text: '' };
    if (kept !== undefined && kept.serial !== before) throw lost('somebody else wrote the state');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const answer = await askPatiently('writing the state', ask, patience).catch((error: unknown) => {
    throw isLockError(error) ? error : lost(reasonOf(error));
  });
  if (isRefused(answer)) throw lost(`the service refuses lock ${info.ID} (${answer.status})`);
  if (!isDone(answer)) throw lost(`writing was answered with ${answer.status}`);
}

function isRefused({ status }: StateAnswer): boolean {
  return status === 409 || status === 423;
}
