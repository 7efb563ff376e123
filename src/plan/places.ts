/** Finds the line of a change in the configuration: the field, the block, or the list that contained a deleted resource. */
import { placeIn, placesWithin } from '../core/places.ts';
import type { Place } from '../core/problem.ts';
import { type Change, type FieldChange, openingFields } from './change.ts';
import type { Draft } from './draft.ts';

type Placed = Pick<Change, 'fields' | 'span'>;

/** Undeclared objects get the position of their container. */
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

/** The most important line comes first. */
function firstPlaced(fields: readonly FieldChange[]): Place | undefined {
  const placed = fields.filter(({ span }) => span !== undefined);
  return (openingFields({ fields: placed })[0] ?? placed[0])?.span;
}
