/** The next state of the ledger for fields that are no longer declared. */
import { mapOrEmpty } from '../../../core/state.ts';
import { type FieldShape, isSetAtCreation } from '../../../kinds/field.ts';
import type { KindShape } from '../../../kinds/shape.ts';
import { addChange, type Draft } from '../../draft/draft.ts';
import { computeLastApplied, shownChange } from '../../fields/compare.ts';
import type { LastApplied } from '../../fields/rewritten.ts';
import type { Match } from '../../identity/identity.ts';

/** The fields with a mark in the ledger that are no longer declared, each with its name in reports: `emoji`, `values.status`. */
export function unmanagedFields(
  shape: KindShape,
  declared: Match['resource']['fields'],
  applied: LastApplied,
): readonly { readonly mark: string; readonly name: string; readonly field: FieldShape }[] {
  const kept = computeLastApplied(shape, declared);
  const { exactlyOneOf = [] } = shape;
  const marks = Object.keys(applied).sort();
  return Object.entries(shape.fields).flatMap(([name, field]) => {
    // An object has only one of these: declaring another one removes its value.
    const isDisplaced = exactlyOneOf.includes(name) && exactlyOneOf.some((other) => other in declared);
    if (isDisplaced || isSetAtCreation(field)) return [];
    const own = marks.filter((mark) => (mark === name || mark.startsWith(`${name}.`)) && !(mark in kept));
    return own.map((mark) => ({ mark, name, field }));
  });
}

export function recordUnmanagedFields(draft: Draft, { resource, shape, live, entry }: Match): void {
  if (live === undefined || entry === undefined || entry.id !== live.id) return;
  for (const { mark, name, field } of unmanagedFields(shape, resource.fields, entry.applied ?? {})) {
    const made = addChange(draft, resource, 'unmanage');
    const value = mark === name ? live.fields[name] : mapOrEmpty(live.fields[name])[mark.slice(name.length + 1)];
    const { before, ...rest } = shownChange(name, field, undefined, field.writeOnly ? undefined : value, draft.matches);
    made.fields.push({ ...rest, field: mark, before, after: before });
    if (field.clearable && !field.nullIsValue && !field.derived && value !== undefined && value !== null)
      made.notes.push(`to remove the value, declare \`${mark}: null\``);
  }
}
