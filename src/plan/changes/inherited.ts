/** Values that an object has only while the object that it inherits from does not change. The platform shows the resulting values, not where they come from. */
import { listAddress } from '../../core/address.ts';
import { addressPath, type KindShape } from '../../kinds/shape.ts';
import type { Drafted } from '../draft/drafted.ts';
import { type Comparison, differs } from '../fields/compare.ts';
import type { Match } from '../identity/identity.ts';

/** Also sends declared fields that have their value already, if the plan changes them in the object that this one inherits from. */
export function withResent(
  draft: Pick<Drafted, 'world' | 'matches'>,
  { resource, shape }: Match,
  comparison: Comparison,
): Comparison {
  const above = inheritedFrom(draft, resource.address, shape);
  if (above?.live === undefined) return comparison;
  const { live, resource: source } = above;
  const resent = Object.entries(resource.fields).filter(([name]) => {
    const [field, wanted] = [above.shape.fields[name], source.fields[name]];
    if (field === undefined || wanted === undefined || name in comparison.send) return false;
    return differs(field, wanted, live.fields[name], draft.matches);
  });
  const notes = resent.map(
    ([name]) => `${name} stays as it is, and is sent again because the ${above.shape.title} gets another value`,
  );
  return {
    ...comparison,
    send: { ...comparison.send, ...Object.fromEntries(resent) },
    notes: [...comparison.notes, ...notes],
  };
}

function inheritedFrom(
  { world, matches }: Pick<Drafted, 'world' | 'matches'>,
  address: string,
  { inherits }: KindShape,
): Match | undefined {
  const source = inherits === undefined ? undefined : world.shapes.get(inherits);
  const holder = addressPath(address, world.shapes)?.find(({ kind }) => source?.parents?.includes(kind));
  if (source === undefined || holder === undefined) return undefined;
  return matches.at.get(listAddress(holder.address, source.segment));
}
