/** Where a configuration says something: in which file, on which line. */
import { type Address, listOf } from './address.ts';
import { once } from './once.ts';
import type { Place, SourceSpan } from './problem.ts';
import type { Desired } from './state.ts';

/** Of a list, or of an address that is not declared: the nearest list or block above it; undefined: no file has any. */
export function placesWithin({ resources, lists }: Pick<Desired, 'resources' | 'lists'>): (address: Address) => Place | undefined {
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

/** What a program declares without any file stands nowhere. */
export function placeIn(span: SourceSpan | undefined): Place | undefined {
  return span === undefined || span.file === '' ? undefined : { file: span.file, line: span.line, column: span.column };
}
