/** The lock of a state service, in Terraform's words: what is sent for it, and whose it is when it is refused. */
import { randomUUID } from 'node:crypto';
import type { Holder } from './holder.ts';
import type { StateService } from './http-state.ts';
import { StoreError } from './store-error.ts';

/** Terraform's lock info; services want every one of these names. */
export interface LockInfo {
  readonly ID: string;
  readonly Operation: string;
  /** The link to the run. */
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

const mostAttempts = 3;

/** Throws StoreError. What was sent without an answer is sent again: the same id is either new or already ours. */
export async function takeLock(service: StateService, info: LockInfo): Promise<'taken' | { readonly holder: Holder | undefined }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await askForLock(service, info);
    } catch (error) {
      if (attempt === mostAttempts || !(error instanceof StoreError) || /refuses/.test(error.message)) throw error;
    }
  }
}

async function askForLock(service: StateService, info: LockInfo): Promise<'taken' | { readonly holder: Holder | undefined }> {
  const { status, text } = await service.lock(JSON.stringify(info));
  if (status >= 200 && status < 300) return 'taken';
  if (status === 409 || status === 423) {
    const held = parsedInfo(text);
    return held?.ID === info.ID ? 'taken' : { holder: holderOf(held, info) };
  }
  const hint = status === 404 || status === 405 ? 'the service may lock at another address: give it, with its method' : 'try again';
  throw new StoreError(`${service.place}: the lock was answered with ${status}`, hint);
}

function parsedInfo(text: string): { readonly [name: string]: unknown } | undefined {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null ? (data as { readonly [name: string]: unknown }) : undefined;
  } catch {
    return undefined;
  }
}

/** GitLab answers with the holder's ID, Who and Created, but with the Info of whoever asks: that one is not the holder's run. */
function holderOf(held: { readonly [name: string]: unknown } | undefined, asked: LockInfo): Holder | undefined {
  if (held === undefined) return undefined;
  const { ID, Who, Created, Info } = held;
  const who = typeof Who === 'string' && Who !== '' ? Who : 'somebody the service does not name';
  const lock = typeof ID === 'string' ? ` (lock ${ID})` : '';
  const run = typeof Info === 'string' && Info !== '' && Info !== asked.Info ? { run: Info } : {};
  return { who: `${who}${lock}`, since: typeof Created === 'string' ? Created : 'an unknown time', ...run };
}
