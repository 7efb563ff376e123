/** Reads ledgers for an editor. A file is read each time; a database or state service is read in the background, with a short wait. */
import { performance } from 'node:perf_hooks';
import { defined } from '../../core/defined.ts';
import { DocformError } from '../../core/docform-error.ts';
import { sleep } from '../../core/sleep.ts';
import { anyOrganization, type Desired, type KnownLedger } from '../../core/state.ts';
import { isLedgerFile, openRecordedBackend } from '../backend.ts';
import type { Session } from '../session.ts';

/** Never rejects. `desired`: missing if the configuration has errors. */
export type Ledgers = (
  configuration: { readonly main: string; readonly directory: string },
  desired?: Desired,
) => Promise<KnownLedger>;

/** Longest wait before the editor gets an answer. */
const answerMs = 500;
/** Time for which a result is reused. */
const freshMs = 10_000;
/** Longest wait for the backend. */
const troubleMs = 5_000;

export function createLedgers(session: Session): Ledgers {
  // The language server prints no messages about waiting.
  const patient: Session = {
    ...session,
    say: () => undefined,
    settings: { ...session.settings, maxWaitMs: troubleMs, timeoutMs: troubleMs },
  };
  const asking = new Map<string, Promise<KnownLedger>>();
  const results = new Map<string, { readonly atMs: number; readonly known: KnownLedger }>();
  const ask = async (main: string, directory: string, named: Named): Promise<KnownLedger> => {
    const known = await read(patient, directory, named);
    asking.delete(main);
    results.set(main, { atMs: performance.now(), known });
    return known;
  };
  return async ({ main, directory }, desired) => {
    const organization = desired?.organization ?? anyOrganization;
    const named = { organization, ...defined({ name: desired?.name }) };
    if (isLedgerFile(session)) return await read(session, directory, named);
    const last = results.get(main);
    if (last !== undefined && performance.now() - last.atMs < freshMs) return last.known;
    // The organization can be missing while the user types.
    const unread = desired === undefined ? 'the configuration has errors' : 'no organization is set';
    if (organization === anyOrganization) return last?.known ?? { unread };
    const answer = asking.get(main) ?? ask(main, directory, named);
    asking.set(main, answer);
    const waiting = new AbortController();
    const late = sleep(answerMs, waiting.signal).then(() => last?.known ?? { unread: 'no answer yet' });
    return await Promise.race([answer, late]).finally(() => waiting.abort());
  };
}

type Named = Pick<Desired, 'organization' | 'name'>;

async function read(session: Session, directory: string, desired: Named): Promise<KnownLedger> {
  try {
    const { ledger, close } = await openRecordedBackend(session, { desired, directory }, 'reading');
    return (await ledger.load().finally(close)).ledger;
  } catch (error) {
    return { unread: error instanceof DocformError ? error.message : String(error) };
  }
}
