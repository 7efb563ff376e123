/** Computes the undo of an apply: an edit of the configuration, so that it asks for the former state. */
import { isWithin } from '../core/address.ts';
import { withoutUndefined } from '../core/defined.ts';
import type { Desired, Ledger } from '../core/state.ts';
import { inverse } from '../edit/inverse/inverse.ts';
import type { Inverse } from '../edit/inverse/inverse-changes.ts';
import { changesSince, type Lost, type UndoRecord } from '../edit/inverse/undo-record.ts';
import type { Refused } from '../edit/rewrite/editing.ts';
import { adopt } from '../import/adopt.ts';
import { shapes } from '../kinds/index.ts';
import { parseAddress } from '../kinds/shape.ts';
import type { ConfigurationOptions, Validation } from './configuration.ts';
import { editCheckError, rewriteConfiguration } from './rewriting.ts';

/** Edits the configuration as it is now. Writes nothing. Throws DocformError (E-EDIT-CHECK). */
export async function undoEdit(record: UndoRecord, options: ConfigurationOptions, validation: Validation) {
  const { desired } = validation;
  if (desired === undefined) throw editCheckError('a configuration with problems cannot be edited');
  const { after, restored, lost } = inverseOf(record, { ...desired, organization: record.facts.organization });
  const { texts, diff, refused } = await rewriteConfiguration({ options, validation, after });
  return {
    texts,
    diff,
    lost: [...lost, ...refused.map(asLost)],
    restored: restored.filter((each) => !refused.some(({ address }) => isWithin(each.address, address))),
  };
}

/** `desired`: the configuration to edit, which may differ from the one that was applied. */
export function inverseOf(record: UndoRecord, desired: Desired): Inverse {
  const { done, lost, now } = changesSince(record, desired, shapes);
  const ids = Object.fromEntries(Object.entries(record.ids).map(([address, id]) => [now(address), id]));
  const former = adopt({ live: record.live, ledger: { resources: knownIds(ids), lists: [] }, desired, shapes });
  const found = inverse({ desired, done, live: record.live, former, shapes });
  return { ...found, lost: [...lost, ...found.lost] };
}

/** Under the addresses that the plan gave them. */
function knownIds(ids: UndoRecord['ids']): Ledger['resources'] {
  const known = Object.entries(ids).filter(([address]) =>
    parseAddress(address, shapes)?.every(({ key }) => !key.startsWith('id:')),
  );
  return Object.fromEntries(known.map(([address, id]) => [address, { id }]));
}

function asLost({ address, field, reason, span }: Refused): Lost {
  const why = span === undefined ? reason : `${reason} (${span.file}:${span.line})`;
  return { address, why, ...withoutUndefined({ field }) };
}
