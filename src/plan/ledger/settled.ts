/** Tells which resources are as they are declared, in the ledger as well: of those nothing is to be said or done. */
import type { LedgerEntry } from '../../core/state.ts';
import { isReadOnce } from '../../kinds/field.ts';
import type { Draft } from '../draft.ts';
import type { Match } from '../identity/identity.ts';
import { isAsDeclared } from './carriers.ts';
import { declaredMark, digestOf, type LastApplied } from './last-applied.ts';

/** `protect`: what its entry shall say of protection. Of maps that are compared key by key nothing is told here: they are as if they were not settled. */
export function isSettled(
  draft: Draft,
  match: Match,
  before: LedgerEntry | undefined,
  protect: boolean | undefined,
): before is LedgerEntry {
  const { resource, shape, state, live } = match;
  if (state !== 'matched' || live === undefined || before === undefined || before.id !== live.id) return false;
  if (before.protect !== protect || before.was !== draft.world.markOf(resource.address)) return false;
  const marks = before.applied ?? noMarks;
  let open = Object.keys(marks).length;
  for (const name of Object.keys(resource.fields)) {
    const [field, wanted] = [shape.fields[name], resource.fields[name]];
    if (field === undefined || wanted === undefined || field.type.is === 'keyed' || !isAsDeclared(draft, match, name, marks)) return false;
    if (field.change === 'note' || isReadOnce(field)) continue;
    if (marks[name] !== (field.writeOnly ? digestOf(wanted) : declaredMark(field, wanted))) return false;
    open -= 1;
  }
  return open === 0;
}

const noMarks: LastApplied = {};
