/** Where a configuration says what a plan changes: the line of the field, of the block, or of the list that something left. */
import { placeIn, placesWithin } from '../core/places.ts';
import type { Place } from '../core/problem.ts';
import { type Change, type FieldChange, openingFields } from './change.ts';
import type { Draft } from './draft.ts';

type Placed = Pick<Change, 'fields' | 'span'>;

/** What nobody declares is placed by what it stands in. */
export function placesIn({
  world,
  matches,
}: Pick<Draft, 'world' | 'matches'>): (change: Pick<Change, 'address' | 'action' | 'fields'>) => Placed {
  const within = placesWithin(world.input.desired);
  return ({ address, action, fields }) => {
    const match = matches.at.get(address);
    const placed = fields.map((field): FieldChange => {
      const span = placeIn(match?.resource.fieldSpans[field.field]);
      return span === undefined ? field : { ...field, span };
    });
    const field = action === 'update' || action === 'replace' || action === 'pending' ? firstPlaced(placed) : undefined;
    const span = field ?? placeIn(match?.resource.span) ?? within(address);
    return { fields: placed, ...(span === undefined ? {} : { span }) };
  };
}

/** The line that decides comes first. */
function firstPlaced(fields: readonly FieldChange[]): Place | undefined {
  const placed = fields.filter(({ span }) => span !== undefined);
  return (openingFields({ fields: placed })[0] ?? placed[0])?.span;
}
