/** Positions in the configuration: file and line. */
import { type Address, listOf } from './address.ts';
import { defined } from './defined.ts';
import { once } from './once.ts';
import type { Place, SourceSpan } from './problem.ts';
import type { Desired } from './state.ts';

/** For a list or an undeclared address: the nearest list or block above it; undefined: none in any file. */
export function placesWithin({
  resources,
  lists,
}: Pick<Desired, 'resources' | 'lists'>): (address: Address) => Place | undefined {
  const spans = once(
    () =>
      new Map<Address, SourceSpan>([
        ...resources.map(({ address, span }) => [address, span] as const),
        ...lists.flatMap(({ list, span }) => (span === undefined ? [] : [[list, span] as const])),
      ]),
  );
  return (address) => {
    for (let at = address; ; at = listOf(at)) {
      const span = placeIn(spans().get(at));
      if (span !== undefined || !at.includes('/')) return span;
    }
  };
}

/** For resources that a program declares without files. */
export function placeIn(span: SourceSpan | undefined): Place | undefined {
  if (span === undefined || span.file === '') return undefined;
  const { file, line, column, usedBy } = span;
  return { file, line, column, ...defined({ usedBy }) };
}
