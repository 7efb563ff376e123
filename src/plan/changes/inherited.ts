/** Values that an object has only while the object that it inherits from does not change. The platform shows the resulting values, not where they come from. */
import { type Address, listAddress } from '../../core/address.ts';
import { isEqual } from '../../core/compare.ts';
import type { DesiredValue, Value } from '../../core/state.ts';
import { inheritsAll, type KindShape, parseAddress } from '../../kinds/shape.ts';
import type { Drafted } from '../draft/drafted.ts';
import { type Comparison, differsFromLive, isDeclaredMark } from '../fields/compare.ts';
import type { LastApplied } from '../fields/rewritten.ts';
import type { Match } from '../identity/identity.ts';

type Fields = { readonly [field: string]: Value };

interface Cleared {
  readonly address: Address;
  readonly shape: KindShape;
  readonly declared: { readonly [field: string]: DesiredValue };
  readonly live: Fields;
  /** Fingerprints of the last apply. */
  readonly applied: LastApplied | undefined;
}

/** The live fields, with null for each field that is declared as null and has the value of the object that this one inherits from. If docform did not read that object, a field that an apply set to null stays null. */
export function withoutInherited(
  draft: Pick<Drafted, 'world' | 'matches'>,
  { address, shape, declared, live, applied = {} }: Cleared,
): Fields {
  const cleared = Object.keys(declared).filter((name) => declared[name] === null);
  if (shape.inherits === undefined || cleared.length === 0) return live;
  const above = inheritanceSource(draft, address, shape)?.live?.fields;
  const hasInheritedValue = (name: string) => {
    const [field, mark] = [shape.fields[name], applied[name]];
    if (above !== undefined) return isEqual(live[name] ?? null, above[name] ?? null);
    return field !== undefined && mark !== undefined && isDeclaredMark(mark, field, null);
  };
  return { ...live, ...Object.fromEntries(cleared.filter(hasInheritedValue).map((name) => [name, null])) };
}

/** Also sends declared fields that have their value already, if the plan changes them in the object that this one inherits from. */
export function addResentFields(
  draft: Pick<Drafted, 'world' | 'matches'>,
  { resource, shape }: Match,
  comparison: Comparison,
): Comparison {
  const above = inheritanceSource(draft, resource.address, shape);
  // One request removes all values of the object, also those that docform does not know.
  if (Object.keys(comparison.send).length > 0 && inheritsAll(shape, resource.fields))
    return { ...comparison, send: { ...resource.fields } };
  if (above?.live === undefined) return comparison;
  const { live, resource: source } = above;
  const resent = Object.entries(resource.fields).filter(([name, stated]) => {
    if (stated === null) return false;
    const [field, wanted] = [above.shape.fields[name], source.fields[name]];
    if (field === undefined || wanted === undefined || name in comparison.send) return false;
    return differsFromLive(field, wanted, live.fields[name], draft.matches);
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

function inheritanceSource(
  { world, matches }: Pick<Drafted, 'world' | 'matches'>,
  address: string,
  { inherits }: KindShape,
): Match | undefined {
  const source = inherits === undefined ? undefined : world.shapes.get(inherits);
  const holder = parseAddress(address, world.shapes)?.find(({ kind }) => source?.parents?.includes(kind));
  if (source === undefined || holder === undefined) return undefined;
  return matches.at.get(listAddress(holder.address, source.segment));
}
