/** Warnings: lists that the token cannot read, resources that could not be compared, --allow without effect, and other ledgers with the same objects. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { present } from '../core/defined.ts';
import { type ExitCode, exitCode } from '../core/docform-error.ts';
import type { Desired, Ledger } from '../core/state.ts';
import type { Planned } from '../library/plan.ts';
import { deniedIn } from '../live/fetch.ts';
import { failureText } from '../report/failure.ts';
import { oneLine } from '../report/sanitize.ts';
import { count, someNames } from '../report/words.ts';
import { readNamedFile } from './named-file.ts';
import type { Session } from './session.ts';

export async function warnOfDenied(session: Session, live: Planned['live']): Promise<void> {
  const { denied, all, kinds } = deniedIn(live);
  if (denied === 0) return;
  const names = someNames(
    kinds.map((kind) => kind.replaceAll('-', ' ')),
    8,
  );
  session.warn(
    `This token cannot read ${denied} of ${count(all, 'list')} completely (${names}). Only an admin's token can read everything. Objects that the token cannot read are neither created nor deleted.\n`,
  );
}

/** Not an error, because a pipeline with --allow must be able to run again after the delete. */
export async function warnUnusedAllows(session: Session, planned: Planned, desired: Desired): Promise<void> {
  const { unusedAllows } = await import('../library/plan.ts');
  for (const { address, near } of unusedAllows(planned, desired)) {
    const way = near === undefined ? 'docform ls lists all addresses' : `did you mean ${near}?`;
    session.warn(
      `--allow ${oneLine(address)} has no effect: the address is not in the configuration or the ledger; ${way}\n`,
    );
  }
}

/** Returns the other ledger files that contain one of the addresses. `own`: the file name of the ledger that is written. Unreadable files are ignored. */
export async function readOtherLedgers(directory: string, own: string, addresses: readonly string[]) {
  const names = await readdir(directory).catch(() => []);
  const others = names.filter((name) => /^docform\.ledger(\.[^/]+)?\.json$/.test(name) && name !== own).sort();
  const { parseNamedTarget } = await import('../ledger/ledger.ts');
  const known = others.map((name) => readAddresses(join(directory, name), parseNamedTarget));
  return others.filter((_, at) => addresses.some((address) => known[at]?.has(address)));
}

function readAddresses(path: string, parse: (text: string) => { readonly ledger: Ledger }): ReadonlySet<string> {
  const read = readNamedFile(path, 'ledger');
  try {
    return new Set('text' in read ? Object.keys(parse(read.text).ledger.resources) : []);
  } catch {
    return new Set();
  }
}

export function failIncomplete(session: Session, code: string, message: string, hint: string): ExitCode {
  session.warn(failureText({ code, message, hint }, session.paintMessage));
  return exitCode.failed;
}

export function warnOfHidden(session: Session, planned: Planned): void {
  const { unknown } = planned.plan;
  const hidden = unknown.flatMap(({ hides }) => hides).length;
  const kept = unknown.flatMap(({ keeps = [] }) => keeps).length;
  if (hidden + kept === 0) return;
  const parts = present(
    hidden > 0 && `${count(hidden, 'declared resource')} could not be compared`,
    kept > 0 && `${count(kept, 'undeclared resource')} could not be deleted`,
  );
  const message = `${parts.join(', and ')}, because docform could not read everything on the platform`;
  const hint = 'fix the causes under Unknown in the plan, and run the command again';
  failIncomplete(session, 'E-INCOMPLETE-READ', message, hint);
}
