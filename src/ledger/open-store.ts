/** Which store an address means: `postgres://…`, `https://…`, or the file beside the configuration. */
import { createFileStateStore } from './file-state-store.ts';
import { stateServiceSettings } from './http-environment.ts';
import type { SendState } from './http-state.ts';
import { createHttpStore } from './http-store.ts';
import type { LedgerTarget } from './ledger.ts';
import { createPostgresStore } from './postgres-store.ts';
import type { ProcessTable } from './processes.ts';
import type { StateStore } from './state-store.ts';
import { StoreError } from './store-error.ts';

export interface StoreOptions {
  readonly target: LedgerTarget;
  /** Missing: a file. */
  readonly url?: string;
  /** Of the file. */
  readonly path: string;
  /** Name of the configuration's environment; a database holds one ledger for each, and an address of a state service that of one. */
  readonly environmentName?: string;
  readonly processes: ProcessTable;
  readonly send: SendState;
  /** Longest wait for a state service in trouble. */
  readonly maxWaitMs?: number;
  /** Is told of waits, in lines. */
  readonly tell?: (text: string) => void;
  /** Of docform, for those who meet its lock. */
  readonly version: string;
  /** Variables of the process: Terraform's own name user and password of a state service. */
  readonly variables: { readonly [name: string]: string | undefined };
}

/** Nothing is read yet. Throws DocformError for an address that no store has. */
export function openStore(options: StoreOptions): StateStore {
  const { url, target, path, processes, environmentName, send, version, variables, maxWaitMs, tell } = options;
  if (url === undefined) return createFileStateStore({ path, target, processes });
  checkUserInfo(url);
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  const environment = environmentName === undefined ? {} : { environment: environmentName };
  if (scheme === 'postgres' || scheme === 'postgresql') return createPostgresStore({ url, target, ...environment });
  if (scheme === 'https' || scheme === 'http')
    return createHttpStore({
      ...{ url, target: { ...target, ...environment }, version, send },
      ...stateServiceSettings(variables),
      ...(maxWaitMs === undefined ? {} : { maxWaitMs }),
      ...(tell === undefined ? {} : { tell }),
    });
  throw new StoreError(
    'DOCFORM_STORE is no address of a store',
    'write postgres://USER@HOST/DATABASE or https://HOST/PATH, or leave it out for a file beside the configuration',
  );
}

/** A password with `/`, `#` or `%` as it is would be taken for another part of the address, and be shown. No message repeats it. */
function checkUserInfo(url: string): void {
  const { username, password, pathname, hash, search } = URL.canParse(url) ? new URL(url) : emptyParts;
  const isCut = /@/.test(pathname + hash) || /^[^=]*@/.test(search);
  if (!isCut && isDecodable(username) && isDecodable(password)) return;
  throw new StoreError(
    'the address in DOCFORM_STORE cannot be read: user or password hold a character that must be percent-encoded',
    'write / as %2F, # as %23, ? as %3F, @ as %40 and % as %25',
  );
}

const emptyParts = { username: '', password: '', pathname: '', hash: '', search: '' };

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
