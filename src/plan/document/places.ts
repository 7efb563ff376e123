/** Places in the files for changes and their fields. */
import { withoutUndefined } from '../../core/defined.ts';
import type { Place } from '../../core/problem.ts';
import { createPlaceFinder, placeOfSpan } from '../../core/state.ts';
import type { Matched } from '../identity/matched.ts';
import type { Change, FieldChange } from '../result/change.ts';
import { highRiskFields } from '../result/severity.ts';

/** Undeclared objects get the position of their container. */
export function createPlaceOfChange({ world, matches }: Matched) {
  const within = createPlaceFinder(world.desired);
  return ({ address, action, fields }: Pick<Change, 'address' | 'action' | 'fields'>) => {
    const match = matches.at.get(address);
    const placed = fields.map((field): FieldChange => {
      const span = placeOfSpan(match?.resource.fieldSpans[field.field]);
      return span === undefined ? field : { ...field, span };
    });
    const field =
      action === 'update' || action === 'replace' || action === 'pending' ? firstFieldPlace(placed) : undefined;
    const span = field ?? placeOfSpan(match?.resource.span) ?? within(address);
    return withoutUndefined({ fields: placed, span });
  };
}

/** The most important line comes first. */
function firstFieldPlace(fields: readonly FieldChange[]): Place | undefined {
  const placed = fields.filter(({ span }) => span !== undefined);
  return (highRiskFields({ fields: placed })[0] ?? placed[0])?.span;
}
