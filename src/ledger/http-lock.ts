/** The lock of a state service in Terraform's format. */
import { randomUUID } from 'node:crypto';
import { reasonOf } from '../core/docform-error.ts';
import { isJsonObject, type JsonObject, parsedJson } from '../core/json.ts';
import { BackendError } from './backend-error.ts';
import { describeHolder, type Holder } from './holder.ts';
import { askPatiently, isTrouble, type Patience, type StateAnswer, type StateService } from './http-state.ts';

/** Terraform's lock info. Services require all of these names. */
export interface LockInfo {
  readonly ID: string;
  readonly Operation: string;
  readonly Info: string;
  readonly Who: string;
  readonly Version: string;
  readonly Created: string;
  readonly Path: string;
}

export function lockInfoOf(holder: Holder, version: string): LockInfo {
  return {
    ID: randomUUID(),
    Operation: 'apply',
    Info: holder.run ?? '',
    Who: holder.who,
    Version: version,
    Created: holder.since,
    Path: '',
  };
}

interface HeldLock {
  readonly holder: Holder | undefined;
  /** Missing if the service does not report the id. */
  readonly id?: string;
}

/**
 * Repeats a request without an answer: the id is then either new or already ours. Before it throws a DocformError, it releases a lock that
 * the service may have granted.
 */
export async function takeLock(service: StateService, info: LockInfo, patience: Patience): Promise<'taken' | HeldLock> {
  try {
    const answer = await askPatiently('locking', () => service.lock(JSON.stringify(info)), patience);
    const { status, text } = answer;
    if (isDone(answer)) return 'taken';
    if (isHeld(answer)) {
      const held = parsedInfo(text);
      if (held?.ID === info.ID) return 'taken';
      return { holder: holderOf(held, info), ...(typeof held?.ID === 'string' ? { id: held.ID } : {}) };
    }
    const hint =
      status === 404 || status === 405
        ? 'set TF_HTTP_LOCK_ADDRESS and TF_HTTP_LOCK_METHOD if the service locks at another URL'
        : 'try again';
    throw new BackendError(`${service.place}: the service answered the lock request with ${status}`, hint, {
      isPassing: isTrouble(status),
    });
  } catch (error) {
    // After a failure or an interrupted wait, the service may have granted the lock without an answer.
    if (error instanceof BackendError && !error.isPassing) throw error;
    const isBack = await service.unlock(JSON.stringify(info)).then(
      (answer) => isDone(answer) || isRefusal(answer),
      () => false,
    );
    if (isBack) throw error;
    throw new BackendError(`${reasonOf(error)}; lock ${info.ID} may remain`, removalHint(info.ID));
  }
}

export const isDone = ({ status }: StateAnswer) => status >= 200 && status < 300;
/** Another lock is in force. */
export const isHeld = ({ status }: StateAnswer) => status === 409 || status === 423;

/** The work is done and the lock can be removed later, so unlocking must be quick. */
const longestUnlockMs = 10_000;

/**
 * Releases a lock, with retries. If a retry finds no lock, an earlier request has succeeded. Throws DocformError (E-UNLOCK) with the id of
 * a lock that may remain.
 */
export async function releaseLock(
  service: StateService,
  info: LockInfo,
  patience: Patience,
  isHeld = true,
): Promise<void> {
  let isAgain = !isHeld;
  const ask = async (): Promise<StateAnswer> => {
    const wasTried = isAgain;
    isAgain = true;
    const answer = await service.unlock(JSON.stringify(info));
    return wasTried && isRefusal(answer) ? { status: 200, text: '' } : answer;
  };
  const bounded = { ...patience, maxWaitMs: Math.min(patience.maxWaitMs, longestUnlockMs) };
  const answer = await askPatiently(`unlocking ${info.ID}`, ask, bounded).catch((error: Error) => error);
  if (answer instanceof Error) throw leftLocked(service, info, answer.message);
  if (!isDone(answer)) throw leftLocked(service, info, `the service answered the unlock request with ${answer.status}`);
}

function isRefusal({ status }: StateAnswer): boolean {
  return [404, 409, 410, 412, 423].includes(status);
}

function leftLocked({ place }: StateService, { ID }: LockInfo, reason: string): BackendError {
  return new BackendError(`${place}: lock ${ID} may remain: ${reason}`, removalHint(ID), { code: 'E-UNLOCK' });
}

function removalHint(id: string): string {
  return `the finished changes are recorded; before the next apply, remove the lock with docform unlock ${id}`;
}

/** Removes the lock of a run that died. Throws DocformError if there is no lock, or a lock with another id. */
export async function forceUnlock(
  service: StateService,
  id: string,
  own: LockInfo,
  patience: Patience,
): Promise<Holder | undefined> {
  const held = await takeLock(service, own, patience);
  if (held === 'taken') {
    await releaseLock(service, own, patience);
    throw new BackendError(`${service.place}: there is no lock`, 'run docform apply', {
      code: 'E-NOT-LOCKED',
    });
  }
  if (held.id !== undefined && held.id !== id) {
    const message = `${service.place}: the lock has id ${held.id}, not ${id}, ${describeHolder(held.holder)}`;
    throw new BackendError(message, 'make sure that no apply is running before you remove this lock', {
      code: 'E-LOCK-MISMATCH',
    });
  }
  await releaseLock(service, { ...own, ID: id }, patience);
  return held.holder;
}

function parsedInfo(text: string): JsonObject | undefined {
  const data = parsedJson(text);
  return isJsonObject(data) ? data : undefined;
}

/** GitLab returns the ID, Who and Created of the holder, but the Info of the request: that is not the run of the holder. */
function holderOf(held: { readonly [name: string]: unknown } | undefined, asked: LockInfo): Holder | undefined {
  if (held === undefined) return undefined;
  const { ID, Who, Created, Info } = held;
  const who = typeof Who === 'string' && Who !== '' ? Who : 'an unknown user';
  const lock = typeof ID === 'string' ? ` (lock ${ID})` : '';
  const run = typeof Info === 'string' && Info !== '' && Info !== asked.Info ? { run: Info } : {};
  return { who: `${who}${lock}`, since: typeof Created === 'string' ? Created : 'an unknown time', ...run };
}
