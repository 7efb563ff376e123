/** Why a plan withholds a change: its block with the fix, or the blocked change that it depends on. */
import { withoutMissing } from '../../core/defined.ts';
import type { WithheldChange } from '../../plan/result/change.ts';
import { code, type Line, line, message, pairLine } from '../blocks/block.ts';
import { oneLine } from '../wording/sanitize.ts';
import { valuePair } from '../wording/values.ts';

/** The lines below the address, in the words of a change that the plan contains. */
export function withheldLines({ blocked, because, fields }: WithheldChange): readonly Line[] {
  const values = fields.map((field) => line`${code(field.field, 'data')}: ${pairLine(valuePair(field))}`);
  return [...values, ...(blocked === undefined ? [dependsLine(because)] : blockedLines(blocked))];
}

function dependsLine(because: string | undefined) {
  return because === undefined
    ? line`waits for several blocked changes that it depends on, or that decide the same access`
    : line`waits for the blocked change of ${code(because)}, because it depends on it or decides the same access`;
}

function blockedLines({ code: name, reason, hint, override }: NonNullable<WithheldChange['blocked']>) {
  return withoutMissing(
    line`${`blocked[${oneLine(name)}]`}: ${message(reason)}`,
    hint === undefined ? undefined : line`help: ${message(hint)}`,
    override === undefined ? undefined : line`override: ${code(override)}`,
  );
}
