/** Opens and merges ledgers. */
import { defined } from '../core/defined.ts';
import { parseNamedTarget, placed } from '../ledger/ledger.ts';
import { type MergedLedgers, mergeLedgers } from '../ledger/merge-ledgers.ts';
import type { BackendOptions } from '../ledger/open-backend.ts';
import type { ProcessTableOptions } from '../ledger/processes.ts';
import type { StateBackend } from '../ledger/state-backend.ts';

interface LedgerOptions extends Omit<BackendOptions, 'processes' | 'send'> {
  readonly machine: ProcessTableOptions;
  readonly timeoutMs: number;
  readonly proxyUrl?: string;
}

/** Opens a ledger in a file, a database or a state service, without reading it. Throws DocformError if no backend supports the address. */
export async function openLedger(
  options: LedgerOptions,
): Promise<{ readonly ledger: StateBackend; readonly close: () => Promise<void> }> {
  const { machine, timeoutMs, proxyUrl, ...rest } = options;
  const [{ openBackend }, { createProcessTable }, { createStateRequests }] = await Promise.all([
    import('../ledger/open-backend.ts'),
    import('../ledger/processes.ts'),
    import('../client/state-requests.ts'),
  ]);
  const { send, close } = createStateRequests({ timeoutMs, ...defined({ proxyUrl }) });
  return { ledger: openBackend({ ...rest, processes: createProcessTable(machine), send }), close };
}

/** `base` can be empty. Throws DocformError if a text is not a ledger, or if the ledgers have different targets. */
export function mergeLedgerTexts(texts: { readonly [side in 'base' | 'ours' | 'theirs']: string }): MergedLedgers {
  const parsed = (side: keyof typeof texts) => placed(side, () => parseNamedTarget(texts[side]));
  return mergeLedgers(texts.base.trim() === '' ? undefined : parsed('base'), parsed('ours'), parsed('theirs'));
}

export { createMemoryBackend as memoryLedger } from '../ledger/memory-backend.ts';
