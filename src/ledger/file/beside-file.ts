/** Refuses an empty shared backend next to a ledger file of the same organization: objects would be created a second time. */
import { basename } from 'node:path';
import { count } from '../../core/count.ts';
import type { Ledger } from '../../core/state.ts';
import type { State } from '../journal.ts';
import { type LedgerTarget, ledgerError, parseNamedTarget, placed } from '../ledger.ts';
import { readIfThere } from '../ledger-file.ts';
import type { StateBackend } from '../state-backend.ts';

/** `path`: where the ledger file would be without this backend. */
export function besideFile(backend: StateBackend, path: string, target: LedgerTarget): StateBackend {
  const load = async () => {
    const state = await backend.load();
    if (isUnused(state)) refuseFile(backend, path, target);
    return state;
  };
  return { ...backend, load };
}

/** Nothing was ever saved. */
export function isUnused({ ledger, open, unsaved, serial }: State): boolean {
  return isEmpty(ledger) && open.length === 0 && unsaved === undefined && /^0(\.|$)/.test(serial);
}

function isEmpty({ resources, lists }: Ledger) {
  return Object.keys(resources).length + lists.length === 0;
}

function refuseFile({ place }: StateBackend, path: string, { host, organization }: LedgerTarget) {
  const text = readIfThere(path, 'ledger');
  if (text === undefined) return;
  const { target, ledger } = placed(basename(path), () => parseNamedTarget(text));
  if (target.host !== host || target.organization !== organization || isEmpty(ledger)) return;
  throw ledgerError(
    'E-LEDGER-NOT-MOVED',
    `${place} has no ledger of this configuration, but ${basename(path)} has one with ${count(Object.keys(ledger.resources).length, 'resource')}`,
    'to move the ledger file into the backend, run `docform ledger move`; to use the file, unset DOCFORM_BACKEND',
  );
}
