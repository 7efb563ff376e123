/** A list of names that ends after a number of them. */
import { joinSome } from '../../core/count.ts';
import { oneLine } from './sanitize.ts';

/** `Support, Legal and 3 more`, escaped for output. */
export function someNames(names: readonly string[], atMost: number): string {
  return joinSome(names.map(oneLine), atMost);
}
