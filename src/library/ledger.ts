/** Opens and merges ledgers. */
import { defined } from '../core/defined.ts';
import { type LedgerTarget, type NamedLedger, parseNamedTarget, placed } from '../ledger/ledger.ts';
import { type MergedLedgers, mergeLedgers } from '../ledger/merge-ledgers.ts';
import type { StoreOptions } from '../ledger/open-store.ts';
import type { ProcessTableOptions } from '../ledger/processes.ts';
import type { StateStore } from '../ledger/state-store.ts';

export interface LedgerOptions extends Omit<StoreOptions, 'processes' | 'send'> {
  readonly machine: ProcessTableOptions;
  readonly timeoutMs: number;
  readonly proxyUrl?: string;
}

/** The target of a ledger file. undefined: the file does not exist. */
export async function targetOfLedger(path: string): Promise<LedgerTarget | undefined> {
  return (await import('../ledger/ledger-file.ts')).targetOfLedger(path);
}

/** Opens a ledger in a file, a database or a state service, without reading it. Throws DocformError if no backend supports the address. */
export async function openLedger(
  options: LedgerOptions,
): Promise<{ readonly ledger: StateStore; readonly close: () => Promise<void> }> {
  const { machine, timeoutMs, proxyUrl, ...rest } = options;
  const [{ openStore }, { createProcessTable }, { createStateRequests }] = await Promise.all([
    import('../ledger/open-store.ts'),
    import('../ledger/processes.ts'),
    import('../client/state-requests.ts'),
  ]);
  const { send, close } = createStateRequests({ timeoutMs, ...defined({ proxyUrl }) });
  return { ledger: openStore({ ...rest, processes: createProcessTable(machine), send }), close };
}

export type LedgerTexts = { readonly [side in 'base' | 'ours' | 'theirs']: string };

/** `base` can be empty. Throws DocformError if a text is not a ledger, or if the ledgers have different targets. */
export function mergeLedgerTexts({ base, ours, theirs }: LedgerTexts): MergedLedgers {
  return mergeLedgers(
    base.trim() === '' ? undefined : parsedSide('base', base),
    parsedSide('ours', ours),
    parsedSide('theirs', theirs),
  );
}

function parsedSide(side: keyof LedgerTexts, text: string): NamedLedger {
  return placed(side, () => parseNamedTarget(text));
}

export { createMemoryStateStore as memoryLedger } from '../ledger/memory-state-store.ts';
