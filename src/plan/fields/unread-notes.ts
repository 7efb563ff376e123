/** Notes on values that the platform does not show, so docform cannot compare them. */
import { joinSome } from '../../core/count.ts';
import type { DesiredValue, Value } from '../../core/state.ts';
import type { FieldShape } from '../../kinds/field.ts';

/** Values of an undeclared option cannot be read. */
export function unreadableOptionNotes(
  { chosenBy }: FieldShape,
  wanted: DesiredValue,
  before: Value | undefined,
): readonly string[] {
  if (chosenBy === undefined || !Array.isArray(before)) return [];
  const gone = before.filter((item) => !Array.isArray(wanted) || !wanted.includes(item));
  if (gone.length === 0) return [];
  return [`${chosenBy} that still use ${joinSome(gone.map(String), 12)}: (unknown: undeclared values are not read)`];
}

export function notShownText(name: string, isSent: boolean) {
  const what = `the platform does not show ${name}`;
  return isSent
    ? `${what}, so docform cannot compare it: the field is sent once`
    : `${what}. docform assumes the declared value`;
}
