/** Opens a ledger in a file, a database or a state service. */

import { withoutUndefined } from '../core/defined.ts';
import { usageFailure } from '../core/docform-error.ts';
import { canPercentDecode, isCutInPassword } from '../core/url.ts';
import type { LedgerRepository } from '../ledger/file/file-writes.ts';
import { type LedgerTarget, parseNamedTarget, placed } from '../ledger/ledger.ts';
import { type MergedLedgers, mergeLedgers } from '../ledger/merge-ledgers.ts';
import type { LedgerConfiguration } from '../ledger/owners.ts';
import type { ProcessTableOptions } from '../ledger/process-table.ts';
import type { StateBackend } from '../ledger/state-backend.ts';
import { createStateRequests } from '../remote/client/state-requests.ts';

interface LedgerOptions {
  readonly target: LedgerTarget;
  /** `postgres://…` or `https://…`. Default: the file at `path`, next to the configuration. */
  readonly url?: string;
  readonly path: string;
  readonly configuration?: LedgerConfiguration;
  readonly repository?: LedgerRepository;
  /** A database has one ledger for each environment. A URL of a state service belongs to one environment. */
  readonly environmentName?: string;
  readonly machine: ProcessTableOptions;
  readonly timeoutMs: number;
  readonly proxyUrl?: string;
  readonly maxWaitMs?: number;
  readonly tell?: (text: string) => void;
  readonly version: string;
  /** Environment variables: those of Terraform give user and password of a state service. */
  readonly variables: { readonly [name: string]: string | undefined };
}

/** Opens a ledger in a file, a database or a state service, without reading it. Throws DocformError if no backend supports the address. */
export async function openLedger(
  options: LedgerOptions,
): Promise<{ readonly ledger: StateBackend; readonly close: () => Promise<void> }> {
  const { url, target, path, configuration, repository, environmentName: environment, variables } = options;
  const nothingToClose = async () => undefined;
  if (url === undefined) {
    const { createFileBackend } = await import('../ledger/file/file-backend.ts');
    const { createProcessTable } = await import('../ledger/process-table.ts');
    const processes = createProcessTable(options.machine);
    const ledger = createFileBackend({ path, target, processes, ...withoutUndefined({ configuration, repository }) });
    return { ledger, close: nothingToClose };
  }
  if (schemeOf(url).startsWith('postgres')) {
    const { createPostgresBackend } = await import('../ledger/postgres/postgres-backend.ts');
    const ledger = createPostgresBackend({ url, target, ...withoutUndefined({ environment, configuration }) });
    return { ledger, close: nothingToClose };
  }
  const { timeoutMs, proxyUrl, version, maxWaitMs, tell } = options;
  const { createHttpBackend } = await import('../ledger/http/http-backend.ts');
  const { stateServiceSettings } = await import('../ledger/http/http-state.ts');
  const { stateUrlOf } = await import('../ledger/http/http-others.ts');
  const { send, close } = createStateRequests({ timeoutMs, ...withoutUndefined({ proxyUrl }) });
  const named = (pattern: string) => stateUrlOf(pattern, configuration?.name ?? '', environment);
  const service = { ...withoutUndefined({ maxWaitMs, tell }), ...stateServiceSettings(variables, named) };
  const committed = async () => {
    const { url: _, ...files } = options;
    return (await (await openLedger(files)).ledger.others?.()) ?? [];
  };
  const neighbours = repository?.configurations;
  return {
    ledger: createHttpBackend({
      url: named(url),
      target: { ...target, ...withoutUndefined({ environment, configuration }) },
      version,
      send,
      ...service,
      ...(neighbours && { others: { pattern: url, neighbours, committed } }),
    }),
    close,
  };
}

/** No message repeats the URL, because it can contain a password, even in the wrong place. */
function schemeOf(text: string): string {
  if (!canPercentDecode(text) || (URL.canParse(text) && isCutInPassword(new URL(text))))
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

/** `base` can be empty. Throws DocformError if a text is not a ledger, or if the ledgers have different targets. */
export function mergeLedgerTexts(texts: { readonly [side in 'base' | 'ours' | 'theirs']: string }): MergedLedgers {
  const parsed = (side: keyof typeof texts) => placed(side, () => parseNamedTarget(texts[side]));
  return mergeLedgers(texts.base.trim() === '' ? undefined : parsed('base'), parsed('ours'), parsed('theirs'));
}
