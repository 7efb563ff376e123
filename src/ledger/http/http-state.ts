/** Requests to a state service in the protocol of Terraform's http backend, with retries, and the lock of the service. */

import { randomUUID } from 'node:crypto';
import { withoutUndefined } from '../../core/defined.ts';
import { DocformError, errorMessage, usageFailure } from '../../core/docform-error.ts';
import { isJsonObject, type JsonObject, parseJsonOrUndefined } from '../../core/json.ts';
import { sleep } from '../../core/sleep.ts';
import { isLoopback } from '../../core/url.ts';
import { BackendError, withoutSecrets } from '../backend-error.ts';
import { describeHolder, type Holder } from '../holder.ts';
import type { Clock } from '../state-lock.ts';

/** Sends one request without following redirects. Throws if no complete answer came: a DocformError if a retry would fail too. */
export type SendState = (
  method: string,
  url: string,
  headers: { readonly [name: string]: string },
  body: string | undefined,
) => Promise<StateAnswer>;

interface StateRequest {
  readonly method: string;
  readonly url: string;
}

export interface StateServiceOptions {
  /** https, or http for loopback. Can contain `USER:PASSWORD@`. */
  readonly url: string;
  readonly send: SendState;
  /** Overrides the user and password of the URL (TF_HTTP_USERNAME and TF_HTTP_PASSWORD). */
  readonly username?: string;
  readonly password?: string;
  /** Default: LOCK and UNLOCK at the URL of the state. For GitLab: POST and DELETE at `…/lock`. */
  readonly lock?: StateRequest;
  readonly unlock?: StateRequest;
}

export interface StateAnswer {
  readonly status: number;
  readonly text: string;
}

export interface StateService {
  /** For display: without user, password and query. */
  readonly place: string;
  readonly get: () => Promise<StateAnswer>;
  readonly post: (lockId: string, body: string) => Promise<StateAnswer>;
  readonly lock: (info: LockInfo) => Promise<StateAnswer>;
  readonly unlock: (info: LockInfo) => Promise<StateAnswer>;
}

/** Throws DocformError for an invalid URL. Each call throws DocformError if no answer came or the credentials are refused. */
export function createStateService(options: StateServiceOptions): StateService {
  const url = stateServiceUrl('DOCFORM_BACKEND', options.url);
  const secrets = [url.password, decodeURIComponent(url.password), options.password];
  const authorization = basicAuthorization(url, options);
  url.username = '';
  url.password = '';
  const place = `${url.origin}${url.pathname}`;
  const isGitLab = /\/api\/v4\/projects\/[^/]+\/terraform\/state\/[^/]+$/.test(url.pathname);
  const lock =
    options.lock ?? (isGitLab ? { method: 'POST', url: below(url, '/lock') } : { method: 'LOCK', url: url.href });
  const unlock =
    options.unlock ?? (isGitLab ? { method: 'DELETE', url: below(url, '/lock') } : { method: 'UNLOCK', url: url.href });

  const send = async (method: string, to: string, body?: string) => {
    const json: { readonly [name: string]: string } = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await options
      .send(method, to, { accept: 'application/json', ...authorization, ...json }, body)
      .catch((error: unknown) => {
        const hint = 'check DOCFORM_BACKEND, the network, and HTTPS_PROXY if there is a proxy';
        const isPassing = !(error instanceof DocformError);
        throw new BackendError(`${place}: ${method}: ${withoutSecrets(errorMessage(error), secrets)}`, hint, {
          isPassing,
        });
      });
    if (answer.status === 401 || answer.status === 403) {
      const hint =
        'set user and password of the state service; for GitLab, use any user name with an access token, or gitlab-ci-token with the job token';
      throw new BackendError(`${place}: ${method}: the service refused the credentials (${answer.status})`, hint);
    }
    return answer;
  };
  return {
    place,
    get: () => send('GET', url.href),
    post: (lockId, body) => {
      const to = new URL(url);
      to.searchParams.set('ID', lockId);
      return send('POST', to.href, body);
    },
    lock: (info) => send(lock.method, lock.url, JSON.stringify(info)),
    unlock: (info) => send(unlock.method, unlock.url, JSON.stringify(info)),
  };
}

/** Throws DocformError that names the variable. */
function stateServiceUrl(variable: string, text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return url;
  throw usageFailure(`${variable} must start with https://`, 'plain http is for loopback addresses only');
}

function below(url: URL, path: string) {
  const to = new URL(url);
  to.pathname += path;
  return to.href;
}

function basicAuthorization(url: URL, { username, password }: StateServiceOptions) {
  const user = username ?? decodeURIComponent(url.username);
  const secret = password ?? decodeURIComponent(url.password);
  if (user === '' && secret === '') return {};
  return { authorization: `Basic ${Buffer.from(`${user}:${secret}`, 'utf8').toString('base64')}` };
}

interface Environment {
  readonly [name: string]: string | undefined;
}

/**
 * Reads Terraform's variables for its http backend: TF_HTTP_USERNAME, _PASSWORD, _LOCK_ADDRESS, _LOCK_METHOD, _UNLOCK_ADDRESS and
 * _UNLOCK_METHOD. Throws DocformError that names the variable.
 */
export function stateServiceSettings(
  environment: Environment,
  named: (pattern: string) => string = (pattern) => pattern,
): Pick<StateServiceOptions, 'username' | 'password' | 'lock' | 'unlock'> {
  const { TF_HTTP_USERNAME: username, TF_HTTP_PASSWORD: password } = environment;
  return withoutUndefined({
    username: username || undefined,
    password: password || undefined,
    lock: requestOf(environment, 'LOCK', named),
    unlock: requestOf(environment, 'UNLOCK', named),
  });
}

function requestOf(environment: Environment, what: 'LOCK' | 'UNLOCK', named: (pattern: string) => string) {
  const { [`TF_HTTP_${what}_ADDRESS`]: pattern, [`TF_HTTP_${what}_METHOD`]: method = '' } = environment;
  if (!pattern) return undefined;
  const url = named(pattern);
  stateServiceUrl(`TF_HTTP_${what}_ADDRESS`, url);
  if (!/^[a-z]*$/i.test(method))
    throw usageFailure(`TF_HTTP_${what}_METHOD is not an HTTP method`, 'write one word, such as POST');
  return { url, method: method === '' ? what : method };
}

export interface Patience {
  readonly place: string;
  readonly clock: Clock;
  readonly firstPauseMs: number;
  readonly maxWaitMs: number;
  readonly signal?: AbortSignal;
  readonly tell?: (text: string) => void;
}

const longestPauseMs = 15_000;
/** The URL can be wrong, so the number of tries without an answer is limited. */
const maxWithoutAnswer = 4;

/** Returns the last answer. Throws DocformError if no answer came, or if a retry cannot help. */
export async function askPatiently(
  what: string,
  ask: () => Promise<StateAnswer>,
  patience: Patience,
): Promise<StateAnswer> {
  const { clock, maxWaitMs, signal } = patience;
  const deadlineMs = clock.monotonicMs() + maxWaitMs;
  let unanswered = 0;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await ask().catch((error: unknown) => {
      if (error instanceof BackendError && error.isPassing) return error;
      throw error;
    });
    if (!(outcome instanceof BackendError) && !isTrouble(outcome.status)) return outcome;
    if (outcome instanceof BackendError) unanswered += 1;
    const pauseMs = Math.min(patience.firstPauseMs * 2 ** (attempt - 1), longestPauseMs);
    const isOver = clock.monotonicMs() + pauseMs > deadlineMs || unanswered >= maxWithoutAnswer;
    if (isOver) {
      if (outcome instanceof BackendError) throw outcome;
      return outcome;
    }
    if (attempt === 1)
      patience.tell?.(waitText(what, outcome instanceof BackendError ? undefined : outcome.status, patience));
    await sleep(pauseMs, signal);
    signal?.throwIfAborted();
  }
}

/** The service failed temporarily and refused nothing. */
function isTrouble(status: number): boolean {
  return status === 429 || status >= 500;
}

function waitText(what: string, status: number | undefined, { place, maxWaitMs }: Patience) {
  const said = status === undefined ? 'no answer' : `status ${status}`;
  return `${place}: ${what} failed (${said}); retrying for up to ${Math.ceil(maxWaitMs / 1000)} s\n`;
}

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
    const answer = await askPatiently('locking', () => service.lock(info), patience);
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
    const isBack = await service.unlock(info).then(
      (answer) => isDone(answer) || isRefusal(answer),
      () => false,
    );
    if (isBack) throw error;
    throw new BackendError(`${errorMessage(error)}; lock ${info.ID} may remain`, removalHint(info.ID));
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
    const answer = await service.unlock(info);
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
  return `the finished changes are recorded; before the next apply, remove the lock with \`docform ledger unlock ${id}\``;
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
    throw new BackendError(`${service.place}: there is no lock`, 'run `docform apply`', {
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
  const data = parseJsonOrUndefined(text);
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
