/** Warnings and errors of commands whose token cannot read everything. */
import { withoutMissing } from '../../core/defined.ts';
import { exitCode } from '../../core/docform-error.ts';
import type { Planned } from '../../library/plan.ts';
import type { Missed, Unknown } from '../../plan/result/change.ts';
import { findUnreadableAddresses, isIncomplete } from '../../plan/scope/readable-scope.ts';
import { deniedLists } from '../../remote/live/unreadable.ts';
import { failureText } from '../../report/failure.ts';
import { someNames } from '../../report/wording/some-names.ts';
import { count } from '../../report/wording/words.ts';
import { shellWord } from '../definition/flags.ts';
import type { Session } from '../io/session.ts';

export function failIncomplete(session: Session, code: string, message: string, hint: string) {
  session.warn(failureText({ code, message, hint }, session.paintMessage));
  return exitCode.failed;
}

export function warnOfHidden(session: Session, { plan: { unknown } }: Planned) {
  const incomplete = unknown.filter(isIncomplete);
  if (incomplete.length === 0) return;
  const hidden = incomplete.flatMap(({ hides }) => hides).length;
  const kept = incomplete.flatMap(({ keeps = [] }) => keeps).length;
  const missed = (what: Missed) => incomplete.filter(({ misses = [] }) => misses.includes(what)).length;
  const [orders, pruned] = [missed('order'), missed('undeclared')];
  const parts = withoutMissing(
    hidden > 0 && `${count(hidden, 'declared resource')} could not be compared`,
    orders > 0 && `the order in ${count(orders, 'list')} could not be compared`,
    kept > 0 && `${count(kept, 'undeclared resource')} could not be deleted`,
    pruned > 0 && `undeclared objects in ${count(pruned, 'list')} could not be deleted`,
  );
  const message = `${parts.join(', and ')}, because docform could not read everything on the platform`;
  failIncomplete(session, 'E-INCOMPLETE-READ', message, incompleteHint(unknown));
}

/** Names the two ways out if the token has too few rights. */
export function incompleteHint(unknown: readonly Unknown[]): string {
  const excluded = findUnreadableAddresses(unknown);
  if (excluded === undefined) return 'fix the causes under Unknown, and run the command again';
  const flags = excluded.map((address) => `--except ${shellWord(address)}`).join(' ');
  return `use the token of an admin, or leave out what this token cannot read: ${flags}`;
}

export async function warnOfDenied(session: Session, live: Planned['live']) {
  const { denied, all, kinds } = deniedLists(live);
  if (denied === 0) return;
  const names = someNames(
    kinds.map((kind) => kind.replaceAll('-', ' ')),
    8,
  );
  session.warn(
    `This token cannot read ${denied} of ${count(all, 'list')} completely (${names}). Only an admin's token can read everything. Objects that the token cannot read are neither created nor deleted.\n`,
  );
}
