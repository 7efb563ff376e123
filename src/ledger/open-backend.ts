/** Which backend an address means: `postgres://…`, `https://…`, or the file beside the configuration. */
import { isCutShort, isDecodable } from '../core/percent-encoding.ts';
import { unusableVariable } from './backend-error.ts';
import { createFileBackend } from './file-backend.ts';
import { createHttpBackend } from './http-backend.ts';
import { type SendState, stateServiceSettings } from './http-state.ts';
import type { LedgerTarget } from './ledger.ts';
import { createPostgresBackend } from './postgres-backend.ts';
import type { ProcessTable } from './processes.ts';
import type { StateBackend } from './state-backend.ts';

export interface BackendOptions {
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

/** Nothing is read yet. Throws DocformError for an unusable DOCFORM_BACKEND. */
export function openBackend(options: BackendOptions): StateBackend {
  const { url, target, path, processes, environmentName, send, version, variables, maxWaitMs, tell } = options;
  if (url === undefined) return createFileBackend({ path, target, processes });
  const scheme = schemeOf(url);
  const environment = environmentName === undefined ? {} : { environment: environmentName };
  if (scheme.startsWith('postgres')) return createPostgresBackend({ url, target, ...environment });
  return createHttpBackend({
    ...{ url, target: { ...target, ...environment }, version, send },
    ...stateServiceSettings(variables),
    ...(maxWaitMs === undefined ? {} : { maxWaitMs }),
    ...(tell === undefined ? {} : { tell }),
  });
}

/** No message repeats the URL: it may hold a password, also one that is not where a password belongs. */
function schemeOf(text: string): string {
  if (!isDecodable(text) || (URL.canParse(text) && isCutShort(new URL(text))))
    throw unusableVariable(
      'DOCFORM_BACKEND holds a character that must be percent-encoded',
      'in the user name or password, write / as %2F, # as %23, ? as %3F, @ as %40 and % as %25',
    );
  const hint =
    'write postgres://USER@HOST/DATABASE or https://HOST/PATH, or leave it out for a file beside the configuration';
  const scheme = /^(postgres|postgresql|https?):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined || !URL.canParse(text))
    throw unusableVariable('DOCFORM_BACKEND is not the URL of a backend', hint);
  return scheme;
}
