/** Opens the backend for a URL: `postgres://…`, `https://…`, or the file next to the configuration. */
import { basename } from 'node:path';
import { defined } from '../core/defined.ts';
import { usageFailure } from '../core/docform-error.ts';
import { isCutShort, isDecodable } from '../core/url.ts';
import { createFileBackend } from './file-backend.ts';
import type { LedgerRepository } from './file-writes.ts';
import type { ProcessTable } from './holder.ts';
import { createHttpBackend } from './http-backend.ts';
import { type SendState, stateServiceSettings } from './http-state.ts';
import type { LedgerTarget } from './ledger.ts';
import type { LedgerConfiguration } from './owners.ts';
import { createPostgresBackend } from './postgres-backend.ts';
import type { StateBackend } from './state-backend.ts';

export interface BackendOptions {
  readonly target: LedgerTarget;
  readonly url?: string;
  readonly path: string;
  readonly configuration?: LedgerConfiguration;
  readonly repository?: LedgerRepository;
  /** A database has one ledger for each environment. A URL of a state service belongs to one environment. */
  readonly environmentName?: string;
  readonly processes: ProcessTable;
  readonly send: SendState;
  readonly maxWaitMs?: number;
  readonly tell?: (text: string) => void;
  readonly version: string;
  /** Environment variables: those of Terraform give user and password of a state service. */
  readonly variables: { readonly [name: string]: string | undefined };
}

/** Reads nothing yet. Throws DocformError for an invalid DOCFORM_BACKEND. */
export function openBackend(options: BackendOptions): StateBackend {
  const { url, target, path, processes, environmentName, send, version, variables, maxWaitMs, tell } = options;
  const { configuration, repository } = options;
  const mainFile = configuration && basename(configuration.file);
  if (url === undefined) return createFileBackend({ path, target, processes, ...defined({ mainFile, repository }) });
  const scheme = schemeOf(url);
  const environment = environmentName === undefined ? {} : { environment: environmentName };
  if (scheme.startsWith('postgres'))
    return createPostgresBackend({ url, target, ...environment, ...defined({ configuration }) });
  const settings = stateServiceSettings(variables);
  return createHttpBackend(
    defined({ url, target: { ...target, ...environment }, version, send, ...settings, maxWaitMs, tell }),
  );
}

/** No message repeats the URL, because it can contain a password, even in the wrong place. */
function schemeOf(text: string): string {
  if (!isDecodable(text) || (URL.canParse(text) && isCutShort(new URL(text))))
    throw usageFailure(
      'DOCFORM_BACKEND contains a character that must be percent-encoded',
      'in the user name or password, write / as %2F, # as %23, ? as %3F, @ as %40 and % as %25',
    );
  const hint = 'write postgres://USER@HOST/DATABASE or https://HOST/PATH, or remove the variable to use a file';
  const scheme = /^(postgres|postgresql|https?):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined || !URL.canParse(text))
    throw usageFailure('DOCFORM_BACKEND is not the URL of a backend', hint);
  return scheme;
}
